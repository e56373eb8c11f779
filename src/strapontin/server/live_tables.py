"""The tables this process has open, read from their journals when somebody asks for them."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from strapontin.server import metrics
from strapontin.server.bus import Bus
from strapontin.server.clock import now
from strapontin.server.faults import Refusal, set_aside
from strapontin.server.garbage_collection import Settling
from strapontin.server.journal import Journal
from strapontin.server.journal_replay import legible
from strapontin.server.live_table import Live
from strapontin.server.storage.store import Store
from strapontin.server.table import Table

IDLE_SECONDS = 600
"""A table without sockets leaves memory after so long."""

REST_SECONDS = 60
"""A table at which nothing happens keeps no more than it needs after so long."""


class LiveTables:
    """All tables in the memory of this process."""

    def __init__(self, store: Store, bus: Bus, journal: Journal) -> None:
        self.store, self.bus, self.journal = store, bus, journal
        self.open: dict[str, Live] = {}
        self._settling = Settling()
        self._loading: dict[str, asyncio.Task[Live | None]] = {}

    async def find(self, table_id: str) -> Live:
        """A table by its id, rebuilt from its journal if it is not in memory."""
        live = self.open.get(table_id)
        if live is None:
            task = self._loading.get(table_id)
            if task is None:
                task = asyncio.create_task(self._load(table_id), name=f"load {table_id}")
                self._loading[table_id] = task
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(task)
        if live is None:
            raise Refusal("unknown-table", "there is no such table (any more)")
        live.used = time.monotonic()
        if self.bus.shared and not live.sockets:
            live.stale = True  # nobody listened for a while; look before answering
        if live.stale:
            async with live.lock:
                if live.stale:
                    await self.journal.catch_up(live)
        return live

    async def _load(self, table_id: str) -> Live | None:
        await self.bus.subscribe(table_id)  # before reading, so that nothing falls in between
        try:
            with legible(table_id):
                found = await self.store.resume(table_id)
                if found is None:
                    return None
                table, rows, bookmark, said = found
                if table.header.set_aside:
                    raise set_aside()
                if bookmark is not None and not await self.journal.readers.take_up(table, bookmark):
                    rows = await self.store.rows_after(table_id, 0)
                await self.journal.readers.build(table, rows)
                self.journal.mark_long(table)
                return self._opened(Live(table, silent=not (said or self.bus.shared)))
        finally:
            if table_id not in self.open:
                self.bus.unsubscribe(table_id)

    async def found(self, table: Table, address: str) -> Live:
        """A new table, written whole and open here."""
        await self.bus.subscribe(table.header.id)
        await self.store.create(table, address)
        return self._opened(Live(table, silent=not self.bus.shared))

    def laid(self, table: Table) -> None:
        """A new table that was written with something else: open, where nobody else can be asked for it."""
        if not self.bus.shared and table.header.id not in self.open and table.header.id not in self._loading:
            self._opened(Live(table, silent=True))

    async def begin(self, table: Table, statements: list[tuple[Any, Any]]) -> Live | None:
        """A new table that has started already, with what is written with it; None if some of it was there before."""
        await self.bus.subscribe(table.header.id)
        live = Live(table, silent=not self.bus.shared)
        try:
            return self._opened(live) if await self.journal.begin(live, statements) else None
        finally:
            if live.id not in self.open:
                self.bus.unsubscribe(live.id)

    def _opened(self, live: Live) -> Live:
        live.gone_since = dict.fromkeys(range(live.table.header.players), now())
        self.open[live.id] = live
        self._settling.opened(len(self.open))
        metrics.TABLES.set(len(self.open))
        self.journal.on_turn(live)
        return live

    async def put_to_rest(self) -> int:
        """Let tables at which nothing happens keep less in memory, one at a time; how many.

        What happens is what everybody can see: nobody is to learn of hidden moves by how they are told the next one.
        """
        count, limit = 0, now() - REST_SECONDS * 1000
        for live in list(self.open.values()):
            if live.table.seen_at < limit and not live.thinking and not live.lock.locked():
                live.told.clear()
                if live.table.rest():
                    count += 1
                    await asyncio.sleep(0)
        return count

    def let_go(self) -> None:
        """Forget tables nobody looks at; they are rebuilt when asked for."""
        limit = time.monotonic() - IDLE_SECONDS
        for live in list(self.open.values()):
            if not live.sockets and not live.thinking and not live.lock.locked() and live.used < limit:
                self.forget(live)

    def forget(self, live: Live) -> None:
        """Forget one table."""
        self.open.pop(live.id, None)
        metrics.TABLES.set(len(self.open))
        self.bus.unsubscribe(live.id)
