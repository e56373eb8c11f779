"""The journal: the one way by which anything happens at a table.

Append, then tell. A request becomes a proposal, its row goes into the database, and only then does anybody hear
of it: the sockets here at once, the other processes by the bus. Whoever lost a race reads what came first and
thinks again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from strapontin.core.errors import StrapontinError
from strapontin.server import bookmarks, journal_limits, metrics
from strapontin.server.bus import Bus
from strapontin.server.clock import now
from strapontin.server.faults import Refusal, refusal_of
from strapontin.server.journal_replay import JournalReaders, legible
from strapontin.server.live_table import Live
from strapontin.server.settings import Settings
from strapontin.server.storage.database import Conflict, Unavailable
from strapontin.server.storage.store import Store, header_update, seat_update
from strapontin.server.table import PLAYED, Proposal, Row, SeatState, Table, awaited

log = logging.getLogger("strapontin.journal")

TRIES = 8
"""How often a request thinks again after losing a race."""

BOT_GRACE = 6_000
"""Milliseconds after which another process may suspect that nobody makes a bot move."""


@dataclass(slots=True)
class Change:
    """A proposal, and what changes beside the journal."""

    proposal: Proposal
    seats: dict[int, SeatState] = field(default_factory=dict)
    header: dict[str, Any] = field(default_factory=dict)
    others: list[tuple[Any, Any]] = field(default_factory=list)
    always: bool = False
    """It is done however long the journal is."""


def abandonment(table: Table) -> Change:
    """A game that nobody will finish."""
    return Change(table.notice("abandoned", now()), always=True)


class Journal:
    """Appends to the journals of all tables, and follows what other processes append."""

    on_rows: Callable[[Live, list[int]], None]
    """Called with the indices of new rows, to tell the sockets."""

    on_turn: Callable[[Live], None]
    """Called when the table may wait for a bot."""

    on_end: Callable[[Table, Proposal, list[SeatState]], list[tuple[Any, Any]]]
    """Called for what is written together with the last row of a game."""

    on_over: Callable[[], None]
    """Called when it is written."""

    def __init__(self, store: Store, bus: Bus, settings: Settings) -> None:
        self.store, self.bus, self.settings = store, bus, settings
        self.readers = JournalReaders()
        self._following: set[asyncio.Task[None]] = set()
        self._marking: set[asyncio.Task[None]] = set()
        self._closing = False

    async def close(self) -> None:
        """Finish the bookmarks under way, and read nothing more, whatever others still write."""
        self._closing = True
        await asyncio.gather(*self._marking, *self._following, return_exceptions=True)
        self.readers.close()

    async def act(
        self,
        live: Live,
        make: Callable[[Table], Change],
        key: str | None = None,
        same: Callable[[Row], bool] = lambda row: True,
    ) -> tuple[Row, bool]:
        """Do one thing at a table, durably and once; the row it became, and whether it was there before."""
        table = live.table
        async with live.lock:
            for attempt in range(TRIES):
                if live.stale:
                    await self.catch_up(live)
                if attempt:
                    await self._recall(table, key)
                if key and (row := table.keys.get(key)):
                    if not same(row):
                        raise Refusal("id-reused", "this id was used before, for something else")
                    return row, True
                try:
                    change = make(table)
                    if not change.always:
                        journal_limits.check(table, change.proposal.row)
                except (StrapontinError, Refusal) as error:
                    if await self._recall(table, key):
                        continue
                    raise error if isinstance(error, Refusal) else refusal_of(error) from None
                if journal_limits.full(table) and not change.always:
                    if await self._recall(table, key):
                        continue
                    if await self._append(live, abandonment(table)):
                        raise journal_limits.too_long()
                elif await self._append(live, change):
                    return change.proposal.row, False
        raise Refusal("back-in-a-moment", "too much is happening at this table; try again", retry_after=1)

    async def knows(self, table: Table, key: str) -> bool:
        """Whether a request was done before, as far as this process has read."""
        return key in table.keys or await self._recall(table, key)

    async def _recall(self, table: Table, key: str | None) -> bool:
        """Whether a request was done in rows before the bookmark, which are not in memory; its row is, from now on."""
        if key is None or not table.base or key in table.keys:
            return False
        try:
            row = await self.store.row_of(table.header.id, key)
        except Unavailable as error:
            raise _silent(error) from None
        if row is not None:
            table.keys[key] = row
        return row is not None

    async def begin(self, live: Live, statements: list[tuple[Any, Any]]) -> bool:
        """Write a new table and its start together; false if some of it was there before."""
        async with live.lock:
            return await self._append(live, Change(live.table.start(now()), others=statements))

    async def _append(self, live: Live, change: Change) -> bool:
        table, proposal = live.table, change.proposal
        others = [seat_update(live.id, number, seat) for number, seat in change.seats.items()]
        if change.header:
            others.append(header_update(live.id, **change.header))
        seats = [change.seats.get(i, seat) for i, seat in enumerate(table.seats)] if change.seats else table.seats
        ends = proposal.state == "over" and table.state == "playing"
        if ends:
            others += self.on_end(table, proposal, seats)
        try:
            await self.store.append(table, proposal, self.due(table, proposal, seats), [*change.others, *others])
        except Conflict:
            live.stale = True
            metrics.CONFLICTS.inc()
            return False
        except Unavailable as error:
            live.stale = True  # it may be there all the same
            raise _silent(error) from None
        except BaseException:
            live.stale = True
            raise
        table.seats = seats
        for name, value in change.header.items():
            setattr(table.header, name, value)
        table.commit(proposal)
        metrics.ROWS.counts[proposal.row.kind] += 1
        self.on_rows(live, [len(table.rows) - 1])
        table.leave_old_rows()
        if self.bus.shared:
            self.bus.publish(live.id, b"n%d" % table.length)
        self.on_turn(live)
        if ends:
            self.on_over()
        if table.length % bookmarks.EVERY == 0:
            self._mark(table)
        return True

    async def catch_up(self, live: Live) -> None:
        """Read what others have written; the lock is held."""
        table = live.table
        first = len(table.rows)
        try:
            with legible(live.id):
                rows = await self.store.rows_after(live.id, table.length)
                if any(row.kind not in PLAYED for row in rows):
                    await self.store.refresh(table)
                await self.readers.read_on(table, rows)
        except Unavailable as error:
            raise _silent(error) from None
        live.stale = False
        if rows:
            self.on_rows(live, list(range(first, len(table.rows))))
            table.leave_old_rows()
            self.on_turn(live)

    def nudged(self, live: Live, length: int) -> None:
        """Another process has appended: read on, unless we have it."""
        if length > live.table.length and not self._closing:
            live.stale = True
            task = asyncio.create_task(self._follow(live), name=f"follow {live.id}")
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    async def _follow(self, live: Live) -> None:
        async with live.lock:
            if live.stale:
                with contextlib.suppress(Refusal):  # it stays stale; the next look reads on
                    await self.catch_up(live)

    def mark_long(self, table: Table) -> None:
        """Make a bookmark of a table just opened, if many rows had to be read for it."""
        if len(table.rows) >= bookmarks.EVERY:
            self._mark(table)

    def _mark(self, table: Table) -> None:
        """Make a bookmark of where a table stands, aside from the event loop."""
        if table.match is None:
            return
        task = asyncio.create_task(self._keep_mark(table.twin()), name=f"bookmark {table.header.id}")
        self._marking.add(task)
        task.add_done_callback(self._marking.discard)

    async def _keep_mark(self, twin: Table) -> None:
        try:
            data = await self.readers.bookmark(twin)
            await self.store.keep_bookmark(twin.header.id, twin.length, data)
        except (Conflict, Unavailable):  # the table is gone, or the database is: no more than time was to be saved
            log.info("a bookmark was not kept", extra={"table": twin.header.id})
        except Exception:
            log.exception("a bookmark could not be made", extra={"table": twin.header.id})

    def due(self, table: Table, proposal: Proposal, seats: list[SeatState]) -> int | None:
        """When some process should look after the table, once this row is written."""
        if proposal.state != "playing":
            return None
        at, head, instants = proposal.row.at, table.header, []
        thinking = int(1000 * (2 * self.settings.bot_seconds + self.settings.bot_pause)) + BOT_GRACE
        for seat in proposal.waits:
            if seats[seat].minded:
                instants.append(at + thinking)
                continue
            if (deadline := proposal.clocks.deadline(seat)) is not None:
                instants.append(deadline)
            elif head.absence.after is not None and awaited(seats, seat):
                instants.append(at + head.absence.after * 500)  # half-way comes the reminder
        return min(instants, default=None)


def _silent(error: Unavailable) -> Refusal:
    """What is told while the database does not answer."""
    log.error("the database does not answer", extra={"fault": str(error)})
    return Refusal("back-in-a-moment", "the database does not answer; try again", retry_after=2)
