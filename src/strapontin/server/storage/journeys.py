"""Finished games in and out of the database: who played them, how it went, and what was learned of their ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Integer, and_, bindparam, delete, exists, insert, select, update

from strapontin.server.storage.database import Database, Unit
from strapontin.server.storage.schema import journeys, tables, travellers
from strapontin.server.storage.statements import find, once
from strapontin.server.storage.store import Cursor, DataRow

Statement = tuple[Any, Any]

PAGE = 200
"""Games in one answer: whoever looks at all they played asks a few times."""

GAME, TRAVELLERS = once(insert(journeys)), once(insert(travellers))
SEATED = (
    select(*(travellers.c[name] for name in ("seat", "guest", "game", "level", "rank", "given_up")))
    .where(travellers.c.table_id == bindparam("of_table"))
    .order_by(travellers.c.seat)
)
UNRATED = (
    select(journeys.c.table_id)
    .where(journeys.c.rated.is_(False))
    .order_by(journeys.c.finished_at)
    .limit(bindparam("most", type_=Integer))
)
RATING = (
    select(travellers.c.nth, travellers.c.mu, travellers.c.sigma)
    .where(
        travellers.c.guest == bindparam("of_guest"),
        travellers.c.game == bindparam("of_game"),
        travellers.c.nth.is_not(None),
    )
    .order_by(travellers.c.nth.desc())
    .limit(1)
)
KEEP_RATING = once(
    update(travellers)
    .where(
        travellers.c.table_id == bindparam("of_table"),
        travellers.c.seat == bindparam("of_seat"),
        travellers.c.nth.is_(None),
        travellers.c.guest.is_not(None),
    )
    .values({name: bindparam(f"new_{name}") for name in ("nth", "mu", "sigma")})
)
RATED = once(update(journeys).where(journeys.c.table_id == bindparam("of_table")).values(rated=True))


def written(journey: dict[str, Any], seats: list[dict[str, Any]]) -> list[Statement]:
    """The statements that keep a finished game; a second time they are a conflict."""
    return [(GAME, journey), (TRAVELLERS, seats)]


def forgotten(guest: str) -> list[Any]:
    """The statements that take a guest from the games they played; those of nobody else are not kept."""
    mine = select(travellers.c.table_id).where(travellers.c.guest == guest)
    other = exists().where(
        travellers.c.table_id == journeys.c.table_id, travellers.c.guest.is_not(None), travellers.c.guest != guest
    )
    nobody = dict.fromkeys(("guest", "name", "accuracy", "nth", "mu", "sigma"))
    return [
        delete(journeys).where(journeys.c.table_id.in_(mine), ~other),
        update(travellers).where(travellers.c.guest == guest).values(nobody),
    ]


class ToRate(NamedTuple):
    """Somebody at a finished game, as far as a rating needs to know."""

    seat: int
    guest: bool
    game: str
    level: str | None
    rank: int
    given_up: bool
    rating: tuple[int, float, float] | None
    """After how many games they were rated how, as a guest; None before the first."""


class JourneyStore:
    """What journeys need of the database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def page(self, guest: str, after: Cursor | None) -> list[DataRow]:
        """Finished games of a guest and their own seat there, the latest first."""
        mine = travellers.c.guest == guest
        if after is not None:
            instant, table = after
            earlier = travellers.c.finished_at < instant
            mine &= earlier | and_(travellers.c.finished_at == instant, travellers.c.table_id < table)
        own = [column for column in travellers.c if column.name not in ("game", "finished_at")]
        about = [column for column in journeys.c if column.name != "table_id"]
        query = (
            select(*own, *about, tables.c.id.label("kept"))
            .join(journeys, journeys.c.table_id == travellers.c.table_id)
            .join(tables, tables.c.id == travellers.c.table_id, isouter=True)
            .where(mine)
            .order_by(travellers.c.finished_at.desc(), travellers.c.table_id.desc())
            .limit(PAGE)
        )
        return list(await self.database.rows(query))

    async def seats(self, ids: Sequence[str]) -> dict[str, list[DataRow]]:
        """Everybody who sat at these tables, by seat."""
        found: dict[str, list[DataRow]] = {one: [] for one in ids}
        query = select(travellers).where(travellers.c.table_id.in_(ids)).order_by(travellers.c.seat)
        for row in await self.database.rows(query) if ids else ():
            found[row.table_id].append(row)
        return found

    async def keep_accuracy(self, guest: str, table_id: str, tenths: int) -> bool:
        """Keep what a review found; false if the guest did not play there."""
        mine = and_(travellers.c.table_id == table_id, travellers.c.guest == guest)
        return await self.database.changed(update(travellers).where(mine).values(accuracy=tenths)) == 1

    # ratings

    async def unrated(self, most: int) -> list[str]:
        """Games from which ratings are still to be learned, the earliest first."""
        found = await self.database.read(lambda connection: find(connection, UNRATED, {"most": most}))
        return [table_id for (table_id,) in found]

    async def to_rate(self, table_id: str) -> list[ToRate]:
        """Everybody who sat at a table, each with the last rating of a guest who has one."""
        return await self.database.read(lambda connection: _to_rate(connection, table_id))

    async def keep_ratings(self, table_id: str, learned: dict[int, dict[str, Any]]) -> None:
        """Keep what a game told of its seats, once; Conflict if somebody's next rating came from another game."""
        others: list[Statement] = [
            (KEEP_RATING, {"of_table": table_id, "of_seat": seat} | {f"new_{k}": v for k, v in values.items()})
            for seat, values in learned.items()
        ]
        others.append((RATED, {"of_table": table_id}))
        await self.database.write(Unit(others=others))


def _to_rate(connection: Connection, table_id: str) -> list[ToRate]:
    found = []
    for seat, guest, game, level, rank, given_up in find(connection, SEATED, {"of_table": table_id}):
        before = [] if guest is None else find(connection, RATING, {"of_guest": guest, "of_game": game})
        rating = tuple(before[0]) if before else None
        found.append(ToRate(seat, guest is not None, game, level, rank, bool(given_up), rating))
    return found
