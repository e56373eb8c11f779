"""What whoever runs a server may do to it while it runs: copy it, close tables, keep people out, look for damage."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from string import hexdigits
from typing import Any

import msgspec
from sqlalchemy import delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from strapontin.core.errors import OtherRules, StrapontinError, clip
from strapontin.core.match import verify
from strapontin.server import bookmarks
from strapontin.server.bus_choice import bus_of
from strapontin.server.clock import now
from strapontin.server.faults import SHUT, Refusal
from strapontin.server.journal import Journal, abandonment
from strapontin.server.live_tables import LiveTables
from strapontin.server.orders import network_of
from strapontin.server.settings import Settings, keep
from strapontin.server.storage import backup
from strapontin.server.storage.database import Database, Unavailable
from strapontin.server.storage.schema import bans, guests, journal, seats, tables
from strapontin.server.storage.store import Store, aside

PAGE = 200
"""Tables looked at in one go."""


class TableLine(msgspec.Struct):
    """A table in a list."""

    id: str
    game: str
    players: int
    state: str
    rows: int
    touched_at: int
    set_aside: bool


class GuestLine(msgspec.Struct):
    """A guest in a list."""

    id: str
    name: str | None
    tables: int
    seen_at: int
    banned: bool


class Ailment(msgspec.Struct):
    """Something that is wrong with a table."""

    table: str
    fault: str


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Office]:
    """The database of a server, which may be running."""
    office = Office(settings)
    await office.database.open()
    try:
        yield office
    finally:
        await office.journal.close()
        await office.database.close()


class Office:
    """Works on the database that the servers work on; they notice within a few seconds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database_url())
        self.store = Store(self.database)
        bus = bus_of("")  # nobody is told: the servers look for themselves
        self.journal = Journal(self.store, bus, settings)
        self.journal.on_rows = lambda live, indices: None
        self.journal.on_turn = lambda live: None
        self.live_tables = LiveTables(self.store, bus, self.journal)

    async def backup(self, file: Path) -> dict[str, int]:
        """Copy everything into a file."""
        kept = self.settings.directory() / "secret"
        secret = kept.read_bytes() if kept.exists() and not self.settings.secret else None
        return await self.database.read(lambda connection: backup.write(connection, file, secret))

    async def tables(self, state: str | None, most: int) -> list[TableLine]:
        """The tables, the latest touched first."""
        length = select(func.count()).where(journal.c.table_id == tables.c.id).scalar_subquery()
        closed = aside().label("aside")
        query = select(tables, length.label("rows"), closed).order_by(tables.c.touched_at.desc()).limit(most)
        if state == "set-aside":
            query = query.where(aside())
        elif state is not None:
            query = query.where(tables.c.state == state)
        return [
            TableLine(row.id, row.game, row.players, row.state, row.rows, row.touched_at, bool(row.aside))
            for row in await self.database.rows(query)
        ]

    async def close_table(self, table_id: str) -> None:
        """End a game for good; one that cannot be read, or is set aside, too."""
        await self._table(table_id)
        try:
            live = await self.live_tables.find(table_id)
            await self.journal.act(live, abandonment)
        except Refusal as refusal:
            if refusal.fault.kind not in SHUT:
                raise StrapontinError(f"table {table_id}: {refusal}") from None
            await self.store.abandon(table_id, now())

    async def set_aside(self, table_id: str, aside: bool) -> None:
        """Keep a table closed, as it is, or open it again."""
        await self._table(table_id)
        await self.store.set_aside(table_id, now() if aside else None)

    async def guests(self, most: int) -> list[GuestLine]:
        """The guests seen last, and everybody kept out."""
        sitting = select(func.count()).where(seats.c.guest == guests.c.id).scalar_subquery()
        query = select(guests, sitting.label("tables")).order_by(guests.c.seen_at.desc()).limit(most)
        out = {row.who: row.at for row in await self.database.rows(select(bans).order_by(bans.c.at))}
        known = [
            GuestLine(row.id, row.name, row.tables, row.seen_at, row.id in out)
            for row in await self.database.rows(query)
        ]
        listed = {one.id for one in known}
        return known + [GuestLine(who, None, 0, at, True) for who, at in out.items() if who not in listed]

    async def ban(self, who: str) -> None:
        """Keep a guest or a network out."""
        self._somebody(who)
        upsert = sqlite.insert if self.database.sqlite else postgresql.insert
        await self.database.changed(upsert(bans).values(who=who, at=now()).on_conflict_do_nothing())

    async def pardon(self, who: str) -> None:
        """Let a guest or a network in again."""
        if not await self.database.changed(delete(bans).where(bans.c.who == who)):
            raise StrapontinError(f"guests: {clip(who)} is not kept out")

    async def examine(self, tell: Callable[[int], None] = lambda count: None) -> AsyncIterator[Ailment]:
        """Read every journal again, and check every draw of every game; what is wrong."""
        seen, last = 0, ""
        while True:
            query = select(tables.c.id).where(tables.c.id > last).order_by(tables.c.id).limit(PAGE)
            ids = [row.id for row in await self.database.rows(query)]
            for last in ids:
                if fault := await self._fault_of(last):
                    yield Ailment(last, fault)
            seen += len(ids)
            tell(seen)
            if len(ids) < PAGE:
                return

    async def _fault_of(self, table_id: str) -> str | None:
        mark = await self.store.bookmark(table_id)
        found = await self.store.load(table_id)
        if found is None:  # removed meanwhile
            return None
        table, rows = found
        row = await self.database.row(select(tables.c.state, tables.c.result).where(tables.c.id == table_id))
        if [one.n for one in rows] != list(range(1, len(rows) + 1)):
            return "rows of its journal are missing"

        marked: list[str] = []

        def work() -> str | None:
            try:
                for one in rows:
                    table.commit(table.again(one))
                    if mark is not None and mark[0] == one.n and (wrong := bookmarks.fault(table, mark[1])):
                        marked.append(wrong)
                if table.match is not None:
                    verify(table.match)
            except OtherRules as error:
                return f"it is set aside: {error}"
            except Exception as error:  # whatever a damaged journal leads to
                return f"its journal cannot be read: {type(error).__name__}: {error}"[:300]
            if row is not None and row.state != table.state:
                return f"it is {row.state} in its row and {table.state} by its journal"
            if mark is not None and mark[0] > len(rows):
                marked.append("its bookmark is behind the end of its journal")
            return None

        ill = await asyncio.to_thread(work)
        if marked:
            await self.store.forget_bookmark(table_id)
        return ill or next((f"{wrong}; it is taken out, and the journal read instead" for wrong in marked), None)

    async def _table(self, table_id: str) -> None:
        if await self.database.row(select(tables.c.id).where(tables.c.id == table_id)) is None:
            raise StrapontinError(f"table: there is no table {clip(table_id)}; `strapontin admin tables` lists them")

    def _somebody(self, who: str) -> None:
        guest = len(who) == 32 and all(letter in hexdigits for letter in who)
        if not guest and (("." not in who and ":" not in who) or network_of(who) is None):
            raise StrapontinError(
                f"guests: {clip(who)} is nobody; "
                "give the id of a guest (32 letters and digits) or a network (192.0.2.0/24)"
            )


async def restore(settings: Settings, file: Path) -> dict[str, int]:
    """Fill an empty database from a backup, and put its secret back where there is none."""
    database = Database(settings.database_url())
    if not file.is_file():
        raise StrapontinError(f"restore: there is no file {file}")
    try:
        counts, secret = await database.fill(lambda connection: backup.read(connection, file))
    finally:
        await database.close()
    kept = settings.directory() / "secret"
    if secret is not None and not settings.secret and not kept.exists():
        keep(kept, secret)
    return counts


def run(settings: Settings, work: Callable[[Office], Awaitable[Any]]) -> Any:
    """Do something in the office, and leave."""

    async def inside() -> Any:
        try:
            async with opened(settings) as office:
                return await work(office)
        except Unavailable as error:
            raise StrapontinError(f"database: it does not answer ({error})") from None

    return asyncio.run(inside())
