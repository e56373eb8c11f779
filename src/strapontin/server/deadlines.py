"""Who looks after tables when nobody does anything: clocks that run out, empty chairs, bots left alone.

Every table in play has an instant in the database at which some process should look at it. Whichever process
finds it due first takes it on; so a bot's move, a clock or an absent player is never lost with a process.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from typing import Any

from strapontin.server import metrics
from strapontin.server.bot_turns import BotTurns
from strapontin.server.broadcast import Broadcast
from strapontin.server.clock import DAY, now
from strapontin.server.faults import Refusal
from strapontin.server.frames import Notice
from strapontin.server.journal import Journal
from strapontin.server.live_table import Live
from strapontin.server.live_tables import LiveTables
from strapontin.server.orders import Orders
from strapontin.server.play import Play
from strapontin.server.storage.database import Unavailable
from strapontin.server.table import awaited
from strapontin.server.table_protocol import DaysClock, MinutesClock

log = logging.getLogger("strapontin.deadlines")

LOOK_SECONDS = 1.0
SOON_SECONDS = 0.1
"""Until the next look while more tables are due than are looked after at once."""

AT_ONCE = 32
"""Tables looked after at the same time: after a long night thousands are due, and nobody else is to wait for them."""

AFTER_START = 60_000
"""Milliseconds for which a server that has just started calls nobody's minutes up."""

CLAIM = 15_000
"""Milliseconds for which a table is looked after by whoever took it on."""

PUT_OFF = 3_600_000
"""Milliseconds until a table that could not be looked after is tried again."""


class Deadlines:
    """Looks after the tables of this process, and those nobody else does."""

    def __init__(
        self,
        tables: LiveTables,
        journal: Journal,
        broadcast: Broadcast,
        play: Play,
        bot_turns: BotTurns,
        orders: Orders,
    ) -> None:
        self.tables, self.journal, self.broadcast = tables, journal, broadcast
        self.play, self.bot_turns, self.orders, self.store = play, bot_turns, orders, journal.store
        self.opened = 0
        self._looking: asyncio.Task[None] | None = None
        self._tending: dict[str, asyncio.Task[None]] = {}
        """Tables being looked after, each by itself: one with a long journal to read keeps no other waiting."""

    def open(self) -> None:
        """Begin the rounds."""
        self.opened = now()
        self._looking = asyncio.create_task(self._rounds(), name="rounds")

    async def close(self) -> None:
        """End the rounds."""
        tasks = [*([self._looking] if self._looking else []), *self._tending.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _rounds(self) -> None:
        beat, more = 0.0, False
        while True:
            pause, asked = SOON_SECONDS if more else LOOK_SECONDS * random.uniform(0.8, 1.2), time.monotonic()
            await asyncio.sleep(pause)
            metrics.LOOP_LAG.observe(max(0.0, time.monotonic() - asked - pause))
            before, beat = beat, beat + (SOON_SECONDS if more else 1)
            try:
                more = await self._take_on()
                if beat // 5 > before // 5:
                    await self.orders.read()
                    await self._read_on()
                if beat // 20 > before // 20:
                    await self._greet()
                    await self.tables.put_to_rest()
            except (Unavailable, Refusal):
                log.warning("the database does not answer; looking again soon")
            except Exception:
                log.exception("a round went wrong")

    async def _take_on(self) -> bool:
        """Take on tables that are due, together, as many as are looked after at a time; whether more may wait."""
        room = AT_ONCE - len(self._tending)
        if room <= 0:
            return True
        due, claimed = await self.store.due(now(), room), now() + CLAIM
        ours = await asyncio.gather(*(self.store.postpone(table_id, at, claimed) for table_id, at in due))
        for (table_id, _), mine in zip(due, ours, strict=True):
            if mine and table_id not in self._tending:
                tending = asyncio.create_task(self._tend(table_id, claimed), name=f"tending {table_id}")
                self._tending[table_id] = tending
        return len(due) == room

    async def _tend(self, table_id: str, claimed: int) -> None:
        """Look after a table that was taken on, then write down when to look again, unless it has moved on since."""
        try:
            await self.store.postpone(table_id, claimed, await self._seen_to(table_id))
        except (Unavailable, Refusal):
            log.warning("a table could not be looked after; it is looked at again soon", extra={"table": table_id})
        finally:
            self._tending.pop(table_id, None)

    async def _seen_to(self, table_id: str) -> int | None:
        """The same; when to look again."""
        try:
            return await self.look_after(table_id)
        except Unavailable:
            raise
        except Refusal as refusal:
            if refusal.fault.kind != "our-fault":
                raise
        except Exception:
            log.exception("a table could not be looked after", extra={"table": table_id})
        return now() + PUT_OFF

    async def look_after(self, table_id: str) -> int | None:
        """Look at one table: bots, clocks, empty chairs; when to look again."""
        live = await self.tables.find(table_id)
        self.broadcast.presence(live)
        self.bot_turns.turn(live)
        again = [moment for seat in live.table.waits for moment in [await self._seat_due(live, seat)] if moment]
        return min(again, default=None)

    async def _seat_due(self, live: Live, seat: int) -> int | None:
        table, instant = live.table, now()
        if table.seats[seat].minded:
            return instant + CLAIM
        rule, deadline = table.header.clock, table.clocks.deadline(seat)
        if deadline is not None:
            if isinstance(rule, MinutesClock):  # whoever ran out of time while no server was there may still move
                deadline = max(deadline, self.opened + AFTER_START)
            if deadline <= instant:
                await self._quietly(self.play.away(live, seat, None, for_good=isinstance(rule, MinutesClock)))
                return instant + CLAIM
            if isinstance(rule, DaysClock) and deadline - instant < rule.days * DAY // 4:
                self._remind(live, seat)
            return deadline
        after = table.header.absence.after if awaited(table.seats, seat) else None
        gone = live.gone_since.get(seat)
        waited = table.clocks.since[seat] or instant
        if after is None:
            return None
        if gone is None:  # here, and thinking
            if instant - waited > after * 500:
                self._remind(live, seat)
            return max(waited, instant) + after * 1000
        limit = max(gone, waited) + after * 1000
        if limit <= instant:
            await self._quietly(self.play.away(live, seat, None))
            return instant + CLAIM
        if instant > max(gone, waited) + after * 500:
            self._remind(live, seat)
        return limit

    def _remind(self, live: Live, seat: int) -> None:
        turn = (seat, live.table.versions[seat])
        if turn not in live.reminded:
            live.reminded.add(turn)
            self.broadcast.notice(live, Notice(kind="reminder", seat=seat))

    async def _quietly(self, doing: Any) -> None:
        with contextlib.suppress(Refusal):  # they have just come back, or the game is over
            await doing

    async def _read_on(self) -> None:
        """Notice what a lost message of the bus did not tell, and what was written from outside."""
        ids = [live.id for live in self.tables.open.values() if live.sockets]
        for start in range(0, len(ids), 500):
            lengths = await self.store.lengths(ids[start : start + 500])
            for table_id, length in lengths.items():
                if live := self.tables.open.get(table_id):
                    self.journal.nudged(live, length)

    async def _greet(self) -> None:
        """Tell the other processes again who is connected here; people come first, so a few tables at a time."""
        for number, live in enumerate(list(self.tables.open.values())):
            self.broadcast.presence(live)
            if live.sockets:
                self.broadcast.announce(live)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
