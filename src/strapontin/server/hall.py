"""The hall: the tables this process has open, and the one way by which anything happens at them.

Append, then tell. A request becomes a proposal, its row goes into the database, and only then does anybody hear
of it: the sockets here at once, the other processes by the bus. Whoever lost a race reads what came first and
thinks again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from strapontin.core.errors import StrapontinError
from strapontin.server import metrics
from strapontin.server.bus import LocalBus, RedisBus
from strapontin.server.faults import Refusal, refusal_of
from strapontin.server.settings import Settings
from strapontin.server.storage.database import Conflict, Unavailable
from strapontin.server.storage.store import Store, header_update, seat_update
from strapontin.server.table import Proposal, Row, SeatState, Table

if TYPE_CHECKING:
    from strapontin.server.room import Connection

log = logging.getLogger("strapontin.hall")

TRIES = 8
"""How often a request thinks again after losing a race."""

IDLE_SECONDS = 600
"""A table without sockets leaves memory after so long."""

PEER_SECONDS = 60.0
"""For so long holds what another process said about who is connected there."""

BOT_GRACE = 6_000
"""Milliseconds after which another process may suspect that nobody makes a bot move."""


def now() -> int:
    """The present instant."""
    return time.time_ns() // 1_000_000


@dataclass(slots=True)
class Change:
    """A proposal, and what changes beside the journal."""

    proposal: Proposal
    seats: dict[int, SeatState] = field(default_factory=dict)
    header: dict[str, Any] = field(default_factory=dict)
    others: list[tuple[Any, Any]] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Live:
    """A table this process has open."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    sockets: set[Connection] = field(default_factory=set)
    stale: bool = False
    """The journal may have moved on without us."""
    gone_since: dict[int, int] = field(default_factory=dict)
    """Since when a seat has nobody connected, as far as this process knows."""
    peers: dict[str, tuple[float, tuple[int, ...], int]] = field(default_factory=dict)
    """Who is connected to other processes: until when that holds, seats, spectators."""
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    reminded: set[tuple[int, int]] = field(default_factory=set)
    used: float = field(default_factory=time.monotonic)
    shown: tuple[tuple[int, ...], int] = ((), 0)
    """The presence last told."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.header.id


class Hall:
    """All tables of this process."""

    def __init__(self, store: Store, bus: LocalBus | RedisBus, settings: Settings) -> None:
        self.store, self.bus, self.settings = store, bus, settings
        self.process = secrets.token_hex(4)
        self.open: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self.on_rows: Callable[[Live, list[int]], None] = lambda live, rows: None
        """Called with the indices of new rows, to tell the sockets."""
        self.on_turn: Callable[[Live], None] = lambda live: None
        """Called when the table may wait for a bot."""

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
                    await self.catch_up(live)
        return live

    async def _load(self, table_id: str) -> Live | None:
        await self.bus.subscribe(table_id)  # before reading, so that nothing falls in between
        table = await self.store.load(table_id)
        if table is None:
            await self.bus.unsubscribe(table_id)
            return None
        return self._opened(table)

    async def found(self, table: Table, address: str) -> Live:
        """A new table, written whole and open here."""
        await self.bus.subscribe(table.header.id)
        await self.store.create(table, address)
        return self._opened(table)

    def _opened(self, table: Table) -> Live:
        live = Live(table)
        live.gone_since = dict.fromkeys(range(table.header.players), now())
        self.open[live.id] = live
        metrics.TABLES.set(len(self.open))
        self.on_turn(live)
        return live

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
            for _ in range(TRIES):
                if live.stale:
                    await self.catch_up(live)
                if key and (row := table.keys.get(key)):
                    if not same(row):
                        raise Refusal("id-reused", "this id was used before, for something else")
                    return row, True
                try:
                    change = make(table)
                except StrapontinError as error:
                    raise refusal_of(error) from None
                if await self._append(live, change):
                    return change.proposal.row, False
        raise Refusal("back-in-a-moment", "too much is happening at this table; try again", retry_after=1)

    async def _append(self, live: Live, change: Change) -> bool:
        table, proposal = live.table, change.proposal
        others = [seat_update(live.id, number, seat) for number, seat in change.seats.items()]
        if change.header:
            others.append(header_update(live.id, **change.header))
        seats = [change.seats.get(i, seat) for i, seat in enumerate(table.seats)]
        try:
            await self.store.append(table, proposal, self.due(table, proposal, seats), [*change.others, *others])
        except Conflict:
            live.stale = True
            metrics.CONFLICTS.inc()
            return False
        except Unavailable as error:
            live.stale = True  # it may be there all the same
            log.error("the database does not answer", extra={"fault": str(error)})
            raise Refusal("back-in-a-moment", "the database does not answer; try again", retry_after=2) from None
        except BaseException:
            live.stale = True
            raise
        table.seats = seats
        for name, value in change.header.items():
            setattr(table.header, name, value)
        table.commit(proposal)
        metrics.rows(proposal.row.kind).inc()
        self.on_rows(live, [len(table.rows) - 1])
        if self.bus.shared:
            await self.bus.publish(live.id, b"n%d" % len(table.rows))
        self.on_turn(live)
        return True

    async def catch_up(self, live: Live) -> None:
        """Read what others have written; the lock is held."""
        table = live.table
        try:
            rows = await self.store.rows_after(live.id, len(table.rows))
            if any(row.kind not in ("move", "undo", "start") for row in rows):
                await self.store.refresh(table)
        except Unavailable as error:
            log.error("the database does not answer", extra={"fault": str(error)})
            raise Refusal("back-in-a-moment", "the database does not answer; try again", retry_after=2) from None
        first = len(table.rows)
        for row in rows:
            table.commit(table.again(row))
        live.stale = False
        if rows:
            self.on_rows(live, list(range(first, len(table.rows))))
            self.on_turn(live)

    def nudged(self, live: Live, length: int) -> None:
        """Another process has appended: read on, unless we have it."""
        if length > len(live.table.rows):
            live.stale = True
            self._spawn(self._follow(live))

    async def _follow(self, live: Live) -> None:
        async with live.lock:
            if live.stale:
                with contextlib.suppress(Refusal):  # it stays stale; the next look reads on
                    await self.catch_up(live)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)

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
            elif head.absence.after is not None:
                instants.append(at + head.absence.after * 500)  # half-way comes the reminder
        return min(instants, default=None)

    async def let_go(self) -> None:
        """Forget tables nobody looks at; they are rebuilt when asked for."""
        limit = time.monotonic() - IDLE_SECONDS
        for live in list(self.open.values()):
            if not live.sockets and not live.thinking and not live.lock.locked() and live.used < limit:
                await self.forget(live)

    async def forget(self, live: Live) -> None:
        """Forget one table."""
        self.open.pop(live.id, None)
        metrics.TABLES.set(len(self.open))
        await self.bus.unsubscribe(live.id)

    # who is here

    def presence_message(self, live: Live) -> bytes:
        """What other processes are told about who is connected here."""
        here, watching = self.here_locally(live)
        return b"p" + msgspec.json.encode((self.process, here, watching))

    def peer(self, live: Live, message: bytes) -> None:
        """What another process told about who is connected there."""
        process, here, watching = msgspec.json.decode(message, type=tuple[str, tuple[int, ...], int])
        if process != self.process:
            live.peers[process] = (time.monotonic() + PEER_SECONDS, here, watching)

    def here(self, live: Live) -> tuple[tuple[int, ...], int]:
        """The seats with somebody connected, here or at another process, and how many watch."""
        instant = time.monotonic()
        mine, watching = self.here_locally(live)
        seats = set(mine)
        for until, others, count in live.peers.values():
            if until > instant:
                seats |= set(others)
                watching += count
        return tuple(sorted(seats)), watching

    def here_locally(self, live: Live) -> tuple[tuple[int, ...], int]:
        """The same, of this process alone."""
        seats = {one.eye for one in live.sockets if one.eye is not None}
        return tuple(sorted(seats)), sum(1 for one in live.sockets if one.eye is None)


_tasks: set[asyncio.Task[Any]] = set()


def with_seat(seat: SeatState, **changes: Any) -> SeatState:
    """A seat with something changed."""
    return replace(seat, **changes)
