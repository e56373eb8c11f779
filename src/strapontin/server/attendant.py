"""Who looks after tables: lets bots think, watches clocks and empty chairs, tidies up.

Every table in play has an instant in the database at which some process should look at it. Whichever process
finds it due first takes it on; so a bot's move, a clock or an absent player is never lost with a process.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
from typing import Any

from strapontin.server.bots import Bots, NoThought
from strapontin.server.clock import DAY
from strapontin.server.faults import Refusal
from strapontin.server.frames import Notice
from strapontin.server.hall import Change, Hall, Live, now
from strapontin.server.play import Play, met
from strapontin.server.protocol import DaysClock, MinutesClock
from strapontin.server.room import Room
from strapontin.server.storage.database import Conflict, Unavailable
from strapontin.server.table import Table
from strapontin.server.thinking import Question, stand_in

log = logging.getLogger("strapontin.attendant")

LOOK_SECONDS = 1.0
TIDY_SECONDS = 600.0
AFTER_START = 60_000
"""Milliseconds for which a server that has just started calls nobody's minutes up."""

CLAIM = 15_000
"""Milliseconds for which a table is looked after by whoever took it on."""


class Attendant:
    """Looks after the tables of this process, and those nobody else does."""

    def __init__(self, hall: Hall, room: Room, play: Play, bots: Bots) -> None:
        self.hall, self.room, self.play, self.bots = hall, room, play, bots
        self.draining = False
        self.opened = 0
        self._tasks: list[asyncio.Task[None]] = []
        hall.on_turn = self.turn

    def open(self) -> None:
        """Begin the rounds."""
        self.opened = now()
        self._tasks = [
            asyncio.create_task(self._rounds(), name="rounds"),
            asyncio.create_task(self._tidying(), name="tidying"),
        ]

    async def close(self) -> None:
        """End the rounds, and let no bot begin another thought."""
        self.draining = True
        thinking = [task for live in self.hall.open.values() for task in live.thinking.values()]
        for task in (*self._tasks, *thinking):
            task.cancel()
        await asyncio.gather(*self._tasks, *thinking, return_exceptions=True)

    # bots

    def turn(self, live: Live) -> None:
        """Something happened: let the bots that are waited for think."""
        if self.draining:
            return
        for seat in live.table.waits:
            if live.table.seats[seat].minded and seat not in live.thinking:
                live.thinking[seat] = asyncio.create_task(self._think(live, seat), name=f"bot at {live.id}")

    async def _think(self, live: Live, seat: int) -> None:
        try:
            while seat in live.table.waits and live.table.seats[seat].minded:
                await self._one_thought(live, seat)
        except Refusal as refusal:
            log.warning("a bot's move was refused", extra={"table": live.id, "fault": refusal.fault.kind})
        except Exception:
            log.exception("a bot could not move", extra={"table": live.id})
        finally:
            live.thinking.pop(seat, None)

    async def _one_thought(self, live: Live, seat: int) -> None:
        table = live.table
        match = table.match
        assert match is not None
        settings = self.hall.settings
        if settings.bot_pause:
            await asyncio.sleep(settings.bot_pause * random.uniform(0.7, 1.3))
        if table.match is not match and (seat not in table.waits or table.match is None):
            return
        match = table.match or match
        thought_of = met(match, seat)
        question = Question(
            game=match.game.id,
            options=match.setting.options,
            players=len(match.players),
            state=match.concealed(seat).tobytes(),
            history=list(match.history(seat)),
            seat=seat,
            level=stand_in(table.seats[seat].level or ""),
            seconds=settings.bot_seconds,
            seed=secrets.token_hex(8),
        )
        try:
            move = await self.bots.ask(live.id, question)
        except NoThought:
            move = match.legal(seat)[0]
        try:
            await self.play.bot_move(live, seat, move, thought_of)
        except Refusal as refusal:
            if refusal.fault.kind in ("not-to-act", "over"):
                return  # another process was quicker, or somebody came back: look again
            if refusal.fault.kind not in ("illegal-move", "unreadable-move"):
                raise
            log.error("a bot made an illegal move", extra={"table": live.id, "bot": question.level})
            await self.play.bot_move(live, seat, match.legal(seat)[0], thought_of)

    # clocks and empty chairs

    async def _rounds(self) -> None:
        beat = 0
        while True:
            await asyncio.sleep(LOOK_SECONDS * random.uniform(0.8, 1.2))
            beat += 1
            try:
                for table_id, due in await self.hall.store.due(now()):
                    if await self.hall.store.claim(table_id, due, now() + CLAIM):
                        await self.look_after(table_id)
                if self.hall.bus.shared and beat % 5 == 0:
                    await self._read_on()
                if beat % 20 == 0:
                    await self._greet()
            except (Unavailable, Refusal):
                log.warning("the database does not answer; looking again soon")
            except Exception:
                log.exception("a round went wrong")

    async def look_after(self, table_id: str) -> None:
        """Look at one table: bots, clocks, empty chairs; then say when to look again."""
        try:
            live = await self.hall.find(table_id)
        except Refusal:
            return
        self.room.presence(live)
        self.turn(live)
        again = [moment for seat in live.table.waits for moment in [await self._seat_due(live, seat)] if moment]
        await self.hall.store.set_due(table_id, min(again, default=None))

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
        after = table.header.absence.after
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
            self.room.notice(live, Notice(kind="reminder", seat=seat))

    async def _quietly(self, doing: Any) -> None:
        with contextlib.suppress(Refusal):  # they have just come back, or the game is over
            await doing

    async def _read_on(self) -> None:
        """Notice what a lost message of the bus did not tell."""
        ids = [live.id for live in self.hall.open.values() if live.sockets]
        for start in range(0, len(ids), 500):
            lengths = await self.hall.store.lengths(ids[start : start + 500])
            for table_id, length in lengths.items():
                if live := self.hall.open.get(table_id):
                    self.hall.nudged(live, length)

    async def _greet(self) -> None:
        """Tell the other processes again who is connected here."""
        for live in list(self.hall.open.values()):
            self.room.presence(live)
            if self.hall.bus.shared and live.sockets:
                await self.announce(live)

    async def announce(self, live: Live) -> None:
        """Tell the other processes who is connected here."""
        if self.hall.bus.shared:
            await self.hall.bus.publish(live.id, self.hall.presence_message(live))

    # tidying up

    async def _tidying(self) -> None:
        while True:
            try:
                await self.hall.let_go()
                await self.tidy()
            except (Unavailable, Conflict, Refusal):
                log.warning("tidying up waits for the database")
            except Exception:
                log.exception("tidying up went wrong")
            await asyncio.sleep(TIDY_SECONDS * random.uniform(0.8, 1.2))

    async def tidy(self) -> int:
        """Remove and abandon tables by the stated rules; how many were touched."""
        settings, store, count = self.hall.settings, self.hall.store, 0
        old_open = await store.stale(("open",), now() - settings.keep_open_days * DAY)
        count += await store.remove(old_open)
        for table_id in await store.stale(("playing",), now() - settings.keep_playing_days * DAY):
            live = await self.hall.find(table_id)
            await self.hall.act(live, _abandon)
            count += 1
        if settings.keep_over_days:
            old = await store.stale(("over", "abandoned"), now() - settings.keep_over_days * DAY)
            count += await store.remove(old)
        if count:
            log.info("tidied up", extra={"tables": count})
        return count


def _abandon(table: Table) -> Change:
    return Change(table.notice("abandoned", now()))
