"""Journals read again, aside from the event loop: a long one keeps nobody waiting but who asked for it.

The rules hold Python's lock while they work, so a thread that reads lies down for a moment after every few
milliseconds: whatever the event loop has to do in between, it does then.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from strapontin.core.errors import OtherRules
from strapontin.server import bookmarks, metrics
from strapontin.server.faults import Refusal, set_aside
from strapontin.server.storage.database import Unavailable
from strapontin.server.table import Row, Table

log = logging.getLogger("strapontin.journal_replay")

Result = TypeVar("Result")

LONG = 500
"""Rows from which a journal is read by the second reader, so that short ones do not wait for it."""

MOST_WAITING = 16
"""Long journals that may wait."""

AT_ONCE = 8
"""So few rows are read on the event loop, for changing threads would take longer."""

WORK_SECONDS = 0.002
REST_SECONDS = 0.001


@contextmanager
def legible(table_id: str) -> Iterator[None]:
    """Whatever is wrong with a journal is our fault, logged and refused: no reason to leave other tables alone."""
    try:
        yield
    except (Unavailable, Refusal):
        raise
    except OtherRules as error:
        log.warning("a table is by other rules", extra={"table": table_id, "fault": str(error)})
        raise set_aside(error.version) from None
    except Exception:
        metrics.FAULTS.inc()
        log.exception("a table cannot be read", extra={"table": table_id})
        raise Refusal("our-fault", "this table cannot be read; it is logged") from None


class JournalReaders:
    """Two readers: one of short journals, one of long ones."""

    def __init__(self) -> None:
        self._readers = {long: ThreadPoolExecutor(1, "journals") for long in (False, True)}
        self._waiting = 0

    async def build(self, table: Table, rows: Sequence[Row]) -> None:
        """Read a journal into a table nobody else has seen yet."""
        await self._ask(len(rows), lambda: _read(table, rows))

    async def take_up(self, table: Table, bookmark: bytes) -> bool:
        """Bring a table nobody else has seen yet to where a bookmark says; false if it is of no use."""
        return await self._ask(0, lambda: bookmarks.taken_up(table, bookmark))

    async def bookmark(self, table: Table) -> bytes:
        """The bookmark of a table nobody else moves on."""
        return await self._ask(0, lambda: bookmarks.made(table))

    async def read_on(self, table: Table, rows: Sequence[Row]) -> None:
        """Read what others have appended; whoever looks meanwhile sees the table as it was."""
        if len(rows) <= AT_ONCE:
            for row in rows:
                table.commit(table.again(row))
            return
        twin = table.twin()
        await self._ask(len(rows), lambda: _read(twin, rows))
        table.become(twin)

    async def _ask(self, length: int, work: Callable[[], Result]) -> Result:
        long = length >= LONG
        if long and self._waiting >= MOST_WAITING:
            raise Refusal("back-in-a-moment", "too many long games are being opened; try again", retry_after=5)
        self._waiting += long
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers[long], work)
        finally:
            self._waiting -= long

    def close(self) -> None:
        """Let nobody begin anything more."""
        for reader in self._readers.values():
            reader.shutdown(wait=False, cancel_futures=True)


def _read(table: Table, rows: Sequence[Row]) -> None:
    begun = time.perf_counter()
    for row in rows:
        table.commit(table.again(row))
        if time.perf_counter() - begun > WORK_SECONDS:
            time.sleep(REST_SECONDS)
            begun = time.perf_counter()
