"""The lines of the days in and out of the database: deals, tries, boards and marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, Update, and_, func, literal, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from strapontin.server.storage.database import Database
from strapontin.server.storage.schema import daily_board, daily_counts, daily_lines, daily_marks, daily_tries, guests
from strapontin.server.storage.store import PAGE, DataRow

Statement = tuple[Any, Any]

PLAYING, COUNTED = "playing", "counted"
"""Outcomes of a try that others ask for: it goes on, and it counts."""

COUNTING = 0x57A9_0472
"""The advisory lock of PostgreSQL under which results are counted."""

MOST_DAYS = 4000
"""Days a streak is looked for in."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a guest stands on a line."""

    begun: DataRow = None
    """Their try; None before it is begun."""
    rank: int | None = None
    total: int = 0
    days: Sequence[str] = ()
    """On which they have finished the line of this game."""
    marks: Sequence[DataRow] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a board, and where a guest stands on it."""

    rows: Sequence[DataRow]
    first: int
    """The rank of the first of them."""
    total: int
    mine: DataRow = None
    rank: int = 0


class DailyStore:
    """What the line of the day needs of the database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._insert: Any = sqlite.insert if database.sqlite else postgresql.insert

    # the lines

    async def line(self, day: str, game: str) -> DataRow:
        """The deal of a day; None if there was none."""
        return await self.database.row(select(daily_lines).where(_line(daily_lines, day, game)))

    async def keep_line(self, values: dict[str, Any]) -> None:
        """Write a deal, unless another process was first."""
        await self.database.changed(self._insert(daily_lines).values(values).on_conflict_do_nothing())

    async def lines_before(self, game: str, day: str) -> list[DataRow]:
        """The deals of days before one, the latest first."""
        mine = and_(daily_lines.c.game == game, daily_lines.c.day < day)
        return list(
            await self.database.rows(select(daily_lines).where(mine).order_by(daily_lines.c.day.desc()).limit(PAGE))
        )

    # the tries

    async def begun(self, day: str, game: str, guest: str) -> DataRow:
        """The try of a guest; None before it is begun."""
        return await self.database.row(_begun(day, game, guest))

    async def tried(self, day: str, game: str) -> bool:
        """Whether anybody has begun."""
        first = select(daily_tries.c.guest).where(_line(daily_tries, day, game)).limit(1)
        return await self.database.row(first) is not None

    async def tries_of(self, guest: str, game: str | None = None, days: Sequence[str] | None = None) -> list[DataRow]:
        """The tries of a guest, the latest first."""
        return list(await self.database.rows(_tries(guest, game, days)))

    async def tries_and_days(self, guest: str, day: str) -> tuple[Sequence[DataRow], list[str]]:
        """The tries of a guest on a day, and the days on which one counted."""
        return await self.database.read(
            lambda connection: (connection.execute(_tries(guest, None, [day])).all(), _days(connection, guest))
        )

    def begin(self, day: str, game: str, guest: str, table_id: str, at: int) -> Statement:
        """The statement that begins a try; a second one of the same guest is a conflict."""
        keys = {"day": day, "game": game, "guest": guest, "table_id": table_id}
        return self._insert(daily_tries), keys | {"outcome": PLAYING, "begun_at": at}

    def finish(self, table_id: str, outcome: str, at: int, score: int) -> Statement:
        """The statement that ends a try."""
        ended = {"outcome": outcome, "finished_at": at, "score": score}
        return update(daily_tries).where(daily_tries.c.table_id == table_id).values(ended), None

    # the boards

    def add(self, period: str, game: str, guest: str, score: int, merit: int) -> list[Statement]:
        """The statements that add a result to a board, and keep count of how many have which score."""
        mine = and_(_board(period, game), daily_board.c.guest == guest)
        before = select(daily_board.c.score).where(mine).scalar_subquery()
        leave = update(daily_counts).where(_counts(period, game), daily_counts.c.score == before)
        new = self._insert(daily_board).values(
            {"period": period, "game": game, "guest": guest, "score": score, "days": 1, "merit": merit}
        )
        more = {name: daily_board.c[name] + new.excluded[name] for name in ("score", "days", "merit")}
        keys = [daily_board.c.period, daily_board.c.game, daily_board.c.guest]
        there = select(daily_board.c.period, daily_board.c.game, daily_board.c.score, literal(1)).where(mine)
        arrive = self._insert(daily_counts).from_select(["period", "game", "score", "results"], there)
        one_more = arrive.on_conflict_do_update(
            index_elements=[daily_counts.c.period, daily_counts.c.game, daily_counts.c.score],
            set_={"results": daily_counts.c.results + 1},
        )
        return [
            (leave.values(results=daily_counts.c.results - 1), None),
            (new.on_conflict_do_update(index_elements=keys, set_=more), None),
            (one_more, None),
        ]

    def alone(self) -> list[Statement]:
        """Let processes count results one after the other: the counts of two would wait for each other in a circle."""
        return [] if self.database.sqlite else [(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": COUNTING})]

    async def count(self, period: str, game: str) -> int:
        """How many stand on a board: the sum of a few counts, however many that is."""
        return int((await self.database.row(select(_total(period, game))))[0])

    async def standing(self, day: str, game: str, guest: str | None) -> Standing:
        """How a guest stands: all in one go, for the ways to the database take longer than what is done there."""

        def look(connection: Connection) -> Standing:
            marks = connection.execute(_marks(day, game)).all()
            mine = connection.execute(_begun(day, game, guest)).first() if guest else None
            entry = connection.execute(_entry(day, game, guest)).first() if guest else None
            total, rank = _places(connection, day, game, entry)
            days = _days(connection, guest, game) if guest else []
            return Standing(mine, rank if entry else None, total, days, marks)

        return await self.database.read(look)

    async def page(self, period: str, game: str, after: tuple[int, int] | None, guest: str | None = None) -> Page:
        """A page of a board, the best first, with names; `after` is the last merit, and how many of it were shown."""

        def look(connection: Connection) -> Page:
            rows = connection.execute(_page(period, game, after)).all()
            first = 1 if after is None else _places(connection, period, game, rows[0])[1] if rows else 0
            mine = connection.execute(_entry(period, game, guest)).first() if guest else None
            total, rank = _places(connection, period, game, mine)
            return Page(rows, first, total, mine, rank)

        return await self.database.read(look)

    # the marks

    async def marks(self, day: str, game: str) -> dict[str, int | None]:
        """What the levels scored; None for what somebody works on."""
        rows = await self.database.rows(_marks(day, game))
        return {row.level: row.score for row in rows}

    async def claim(self, day: str, game: str, level: str, at: int, stale: int) -> bool:
        """Whether a mark is ours to work out: nobody has begun, or whoever did has gone since before an instant."""
        new = self._insert(daily_marks).values({"day": day, "game": game, "level": level, "at": at})
        gone = and_(daily_marks.c.score.is_(None), daily_marks.c.at < stale)
        keys = [daily_marks.c.day, daily_marks.c.game, daily_marks.c.level]
        mine = new.on_conflict_do_update(index_elements=keys, set_={"at": at}, where=gone)
        return await self.database.changed(mine) == 1

    async def keep_mark(self, day: str, game: str, level: str, score: int) -> None:
        """Write down what a level scored, once."""
        mine = and_(_line(daily_marks, day, game), daily_marks.c.level == level, daily_marks.c.score.is_(None))
        await self.database.changed(update(daily_marks).where(mine).values(score=score))


def above(score: int) -> int:
    """More than any merit of this score, and less than any of a better one; see `daily/worth.py`."""
    return (score << 48) + (1 << 47)


def renamed(guest: str, other: str) -> list[Update]:
    """The statements that leave the results of a guest to nobody in particular."""
    return [update(one).where(one.c.guest == guest).values(guest=other) for one in (daily_tries, daily_board)]


def _begun(day: str, game: str, guest: str) -> Select[Any]:
    return select(daily_tries).where(_line(daily_tries, day, game), daily_tries.c.guest == guest)


def _tries(guest: str, game: str | None, days: Sequence[str] | None) -> Select[Any]:
    query = select(daily_tries).where(daily_tries.c.guest == guest)
    if game is not None:
        query = query.where(daily_tries.c.game == game)
    if days is not None:
        query = query.where(daily_tries.c.day.in_(days))
    return query.order_by(daily_tries.c.day.desc()).limit(MOST_DAYS)


def _days(connection: Connection, guest: str, game: str | None = None) -> list[str]:
    """The days on which a try of a guest counted."""
    query = select(daily_tries.c.day).where(daily_tries.c.guest == guest, daily_tries.c.outcome == COUNTED)
    if game is not None:
        query = query.where(daily_tries.c.game == game)
    query = query.distinct().order_by(daily_tries.c.day.desc()).limit(MOST_DAYS)
    return [str(row.day) for row in connection.execute(query)]


def _marks(day: str, game: str) -> Select[Any]:
    return select(daily_marks).where(_line(daily_marks, day, game))


def _entry(period: str, game: str, guest: str) -> Select[Any]:
    """What stands on a board about a guest, with their name."""
    mine = select(daily_board, guests.c.name).join(guests, guests.c.id == daily_board.c.guest, isouter=True)
    return mine.where(_board(period, game), daily_board.c.guest == guest)


def _page(period: str, game: str, after: tuple[int, int] | None) -> Select[Any]:
    here, skipped = _board(period, game), 0
    if after is not None:
        here, skipped = and_(here, daily_board.c.merit <= after[0]), after[1]
    order = daily_board.c.merit.desc(), daily_board.c.guest.desc()
    chosen = select(daily_board).where(here).order_by(*order).limit(PAGE).offset(skipped).subquery()
    named = select(chosen, guests.c.name).join(guests, guests.c.id == chosen.c.guest, isouter=True)
    return named.order_by(chosen.c.merit.desc(), chosen.c.guest.desc())


def _total(period: str, game: str, *better: Any) -> Any:
    counted = select(func.coalesce(func.sum(daily_counts.c.results), 0))
    return counted.where(_counts(period, game), *better).scalar_subquery()


def _places(connection: Connection, period: str, game: str, row: DataRow) -> tuple[int, int]:
    """How many stand on a board, and the rank of one of them, from 1; 0 of nobody.

    Who has a better score is known by count, of the same score the index tells.
    """
    if row is None:
        return int(connection.execute(select(_total(period, game))).scalar_one()), 0
    equal = select(func.count()).where(
        _board(period, game), daily_board.c.merit > row.merit, daily_board.c.merit < above(row.score)
    )
    better = _total(period, game, daily_counts.c.score > row.score)
    total, ahead = connection.execute(select(_total(period, game), better + equal.scalar_subquery())).one()
    return int(total), int(ahead) + 1


def _line(table: Any, day: str, game: str) -> Any:
    return and_(table.c.day == day, table.c.game == game)


def _counts(period: str, game: str) -> Any:
    return and_(daily_counts.c.period == period, daily_counts.c.game == game)


def _board(period: str, game: str) -> Any:
    return and_(daily_board.c.period == period, daily_board.c.game == game)
