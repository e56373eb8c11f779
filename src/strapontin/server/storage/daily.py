"""The lines of the days in and out of the database: deals, tries, boards and marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Update, and_, func, literal, select, text, update
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
        mine = and_(_line(daily_tries, day, game), daily_tries.c.guest == guest)
        return await self.database.row(select(daily_tries).where(mine))

    async def tried(self, day: str, game: str) -> bool:
        """Whether anybody has begun."""
        first = select(daily_tries.c.guest).where(_line(daily_tries, day, game)).limit(1)
        return await self.database.row(first) is not None

    async def tries_of(self, guest: str, game: str | None = None, days: Sequence[str] | None = None) -> list[DataRow]:
        """The tries of a guest, the latest first."""
        query = select(daily_tries).where(daily_tries.c.guest == guest)
        if game is not None:
            query = query.where(daily_tries.c.game == game)
        if days is not None:
            query = query.where(daily_tries.c.day.in_(days))
        return list(await self.database.rows(query.order_by(daily_tries.c.day.desc()).limit(MOST_DAYS)))

    async def days_of(self, guest: str, game: str | None = None) -> list[str]:
        """The days on which a try of a guest counted."""
        query = select(daily_tries.c.day).where(daily_tries.c.guest == guest, daily_tries.c.outcome == COUNTED)
        if game is not None:
            query = query.where(daily_tries.c.game == game)
        rows = await self.database.rows(query.distinct().order_by(daily_tries.c.day.desc()).limit(MOST_DAYS))
        return [str(row.day) for row in rows]

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

    async def entry(self, period: str, game: str, guest: str) -> DataRow:
        """What stands on a board about a guest; None if nothing does."""
        mine = and_(_board(period, game), daily_board.c.guest == guest)
        return await self.database.row(select(daily_board).where(mine))

    async def count(self, period: str, game: str) -> int:
        """How many stand on a board: the sum of a few counts, however many that is."""
        total = select(func.coalesce(func.sum(daily_counts.c.results), 0)).where(_counts(period, game))
        return int((await self.database.row(total))[0])

    async def rank(self, period: str, game: str, score: int, merit: int) -> int:
        """The rank of a merit, from 1: who has a better score is known by count, of the same score the index tells."""
        better = select(func.coalesce(func.sum(daily_counts.c.results), 0)).where(
            _counts(period, game), daily_counts.c.score > score
        )
        equal = select(func.count()).where(
            _board(period, game), daily_board.c.merit > merit, daily_board.c.merit < above(score)
        )
        ahead = await self.database.read(
            lambda connection: [int(connection.execute(one).scalar_one()) for one in (better, equal)]
        )
        return sum(ahead) + 1

    async def page(self, period: str, game: str, after: tuple[int, int] | None) -> list[DataRow]:
        """A page of a board, the best first, with names; `after` is the last merit, and how many of it were shown."""
        here, skipped = _board(period, game), 0
        if after is not None:
            here, skipped = and_(here, daily_board.c.merit <= after[0]), after[1]
        chosen = (
            select(daily_board)
            .where(here)
            .order_by(daily_board.c.merit.desc(), daily_board.c.guest.desc())
            .limit(PAGE)
            .offset(skipped)
            .subquery()
        )
        named = select(chosen, guests.c.name).join(guests, guests.c.id == chosen.c.guest, isouter=True)
        return list(await self.database.rows(named.order_by(chosen.c.merit.desc(), chosen.c.guest.desc())))

    # the marks

    async def marks(self, day: str, game: str) -> dict[str, int | None]:
        """What the levels scored; None for what somebody works on."""
        rows = await self.database.rows(select(daily_marks).where(_line(daily_marks, day, game)))
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


def _line(table: Any, day: str, game: str) -> Any:
    return and_(table.c.day == day, table.c.game == game)


def _counts(period: str, game: str) -> Any:
    return and_(daily_counts.c.period == period, daily_counts.c.game == game)


def _board(period: str, game: str) -> Any:
    return and_(daily_board.c.period == period, daily_board.c.game == game)
