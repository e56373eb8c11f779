"""What nobody touched for long is removed or abandoned, by the rules of the settings."""

from __future__ import annotations

import asyncio
import logging
import random

from strapontin.server.clock import DAY, now
from strapontin.server.faults import Refusal
from strapontin.server.journal import Journal, abandonment
from strapontin.server.live_tables import LiveTables
from strapontin.server.passes import Passes
from strapontin.server.settings import Settings
from strapontin.server.storage.database import Conflict, Unavailable
from strapontin.server.storage.store import Store

log = logging.getLogger("strapontin.cleanup")

TIDY_SECONDS = 600.0


class Cleanup:
    """Tidies up now and then: the memory of this process, and the database all of them share."""

    def __init__(self, tables: LiveTables, journal: Journal, store: Store, passes: Passes, settings: Settings) -> None:
        self.tables, self.journal, self.store, self.settings = tables, journal, store, settings
        self.passes = passes
        self._tidying: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin."""
        self._tidying = asyncio.create_task(self._tidy_again(), name="tidying")

    async def close(self) -> None:
        """End."""
        if self._tidying is not None:
            self._tidying.cancel()
            await asyncio.gather(self._tidying, return_exceptions=True)

    async def _tidy_again(self) -> None:
        while True:
            try:
                self.tables.let_go()
                await self.tidy()
            except (Unavailable, Conflict, Refusal):
                log.warning("tidying up waits for the database")
            except Exception:
                log.exception("tidying up went wrong")
            await asyncio.sleep(TIDY_SECONDS * random.uniform(0.8, 1.2))

    async def tidy(self) -> int:
        """Remove and abandon tables by the stated rules; how many were touched."""
        settings, store, count = self.settings, self.store, 0
        old_open = await store.stale(("open",), now() - settings.keep_open_days * DAY)
        count += await store.remove(old_open)
        for table_id in await store.stale(("playing",), now() - settings.keep_playing_days * DAY):
            count += await self._abandon(table_id)
        if settings.keep_over_days:
            old = await store.stale(("over", "abandoned"), now() - settings.keep_over_days * DAY)
            count += await store.remove(old)
        await self.passes.tidy(now())
        if count:
            log.info("tidied up", extra={"tables": count})
        return count

    async def _abandon(self, table_id: str) -> int:
        try:
            await self.journal.act(await self.tables.find(table_id), abandonment)
        except Refusal as refusal:
            if refusal.fault.kind != "our-fault":
                raise
            return await self.store.abandon(table_id, now())
        return 1
