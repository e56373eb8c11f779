"""Who is told that it is their turn, and when: planned as soon as a turn begins, told once by one of all processes.

Moves wait for nothing of this. A turn that begins is put down in memory, and written into the database a moment later
if its seat has a device that wants to know; what is due there is claimed, looked at again (is it still that turn, is
the table open nowhere?) and sent by tasks of its own, so many at a time. Whoever does not answer is asked again later,
by way of the database: nobody else waits for them.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import Any

import msgspec

from strapontin.core import registry
from strapontin.server import metrics
from strapontin.server.broadcast import Broadcast
from strapontin.server.clock import now
from strapontin.server.faults import Refusal
from strapontin.server.live_table import Live
from strapontin.server.live_tables import LiveTables
from strapontin.server.nudges.moments import awake, reminder
from strapontin.server.nudges.sealing import Sender, decoded, encoded, seal
from strapontin.server.outside import Forbidden, NoAnswer, Outside, Target
from strapontin.server.rounds import Rounds
from strapontin.server.settings import Settings
from strapontin.server.storage.database import Unavailable
from strapontin.server.storage.devices import DeviceStore
from strapontin.server.storage.store import DataRow
from strapontin.server.table import awaited
from strapontin.server.table_protocol import DaysClock
from strapontin.words import say

log = logging.getLogger("strapontin.nudges")

MOST_PLANNED = 10_000
"""Turns that may wait to be written down; of more the oldest is let go."""

AT_ONCE = 500
"""Turns looked at together."""

MOST_SENDING = 50
"""Messages under way; others wait in the database."""

MOST_TO_ONE = 20
"""Of these, messages to one push service: one that is slow leaves room for the others."""

LATE = 3_600_000
"""Milliseconds after which nobody is told any more that their turn has begun."""

AGAIN = (5_000, 60_000)
"""Milliseconds until a message is tried again, after each try; after the last it is given up."""

SOON = 1_000
"""Milliseconds until a message is looked at again whose push service had enough to do."""

KEPT_SECONDS = 86_400
"""For so long at most a push service keeps a message for a device that is off; never longer than the turn may last."""

GONE = (403, 404, 410)
"""The device has unsubscribed, or subscribed to another key: it asks again when its page is opened."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat that is waited for."""

    table: str
    seat: int
    guest: str
    since: int
    seen: bool
    """Whoever sits there had the table open when it began."""
    remind: int | None


class Nudges(Rounds):
    """Plans and sends what devices want to be told."""

    name, most = "nudges", MOST_SENDING

    def __init__(
        self,
        store: DeviceStore,
        tables: LiveTables,
        broadcast: Broadcast,
        outside: Outside,
        sender: Sender,
        settings: Settings,
    ) -> None:
        super().__init__()
        self.store, self.tables, self.broadcast = store, tables, broadcast
        self.outside, self.sender, self.settings = outside, sender, settings
        self._planned: OrderedDict[tuple[str, int], Turn] = OrderedDict()
        self._sending: Counter[str] = Counter()
        """Messages under way, by push service."""

    def turn(self, live: Live) -> None:
        """Whoever is waited for now: put down who should be told, to be looked at in a moment."""
        table = live.table
        if table.state != "playing" or table.header.line is not None:
            return
        rule = table.header.clock
        for seat in table.waits:
            sitting, since = table.seats[seat], table.clocks.since[seat]
            if sitting.kind != "guest" or sitting.minded or sitting.bot is not None or sitting.guest is None:
                continue
            if since is None or live.nudged.get(seat) == since:
                continue
            live.nudged[seat] = since
            deadline, here = table.clocks.deadline(seat), live.is_here(seat)
            if here and deadline is None:
                continue
            if not isinstance(rule, DaysClock) and not awaited(table.seats, seat):
                continue  # bots have all the time in the world
            remind = reminder(rule, since, deadline)
            if here and remind is None:
                continue
            self._planned[live.id, seat] = Turn(live.id, seat, sitting.guest, since, here, remind)
            self._planned.move_to_end((live.id, seat))
            if len(self._planned) > MOST_PLANNED:
                self._planned.popitem(last=False)

    async def look(self) -> None:
        """Write down what has begun, and take on what is due."""
        turns = [self._planned.popitem(last=False)[1] for _ in range(min(len(self._planned), AT_ONCE))]
        if turns:
            try:
                await self._write_down(turns)
            except Unavailable:  # they have begun all the same
                for turn in reversed(turns):
                    self._planned.setdefault((turn.table, turn.seat), turn)
                    self._planned.move_to_end((turn.table, turn.seat), last=False)
                raise
        for row in await self.store.due(now(), self.room) if self.room > 0 else ():
            if await self.store.claim(row):
                self.begin(self._tell(row), row.table_id)

    async def _write_down(self, turns: list[Turn]) -> None:
        found = await self.store.of_many(sorted({one.guest for one in turns}))
        rows = [
            row for turn in turns for device in found if device.guest == turn.guest for row in self._rows(turn, device)
        ]
        if rows:
            await self.store.plan(rows)

    def _rows(self, turn: Turn, device: DataRow) -> list[dict[str, Any]]:
        """What a device is to be told of a turn."""
        quiet = None if device.quiet_from is None else (device.quiet_from, device.quiet_until)
        moments: dict[str, int] = {}
        begun = turn.since + int(self.settings.nudge_seconds * 1000)
        if not turn.seen and now() - turn.since < LATE:
            moments["turn"] = awake(begun, device.zone, quiet)
        if turn.remind is not None:
            moments["reminder"] = awake(max(turn.remind, begun), device.zone, quiet)
        keys = {"device": device.id, "table_id": turn.table, "seat": turn.seat, "turn": turn.since, "attempts": 0}
        return [keys | {"kind": kind, "at": at} for kind, at in moments.items()]

    async def _tell(self, row: DataRow) -> None:
        """Tell a device, if there still is something to tell."""
        result = "failed"
        try:
            device = await self.store.find(row.device)
            live = await self.tables.find(row.table_id)
            if device is None or not await self._wanted(live, row, device):
                result = "needless"
                return
            result = await self._told(row, device, live)
        except (Refusal, Unavailable):
            log.info("a nudge could not be sent", extra={"table": row.table_id})
        except Exception:
            log.exception("a nudge went wrong", extra={"table": row.table_id})
        finally:
            metrics.NUDGES.labels(result).inc()

    async def _wanted(self, live: Live, row: DataRow, device: DataRow) -> bool:
        """Whether it is still that turn of that guest, and the table is open nowhere."""
        await self.broadcast.ask_around(live)
        table = live.table
        if table.state != "playing" or row.seat not in table.waits or table.clocks.since[row.seat] != row.turn:
            return False
        sitting = table.seats[row.seat]
        if sitting.guest != device.guest or sitting.minded:
            return False
        deadline = table.clocks.deadline(row.seat)
        return row.seat not in live.here()[0] and (deadline is None or deadline > now())

    def _message(self, live: Live, row: DataRow, device: DataRow) -> bytes:
        """What the device shows: whose turn, at which table, and where that is; nothing of the game."""
        others = [
            seat.name for i, seat in enumerate(live.table.seats) if i != row.seat and seat.kind == "guest" and seat.name
        ]
        game = registry.game(live.table.header.game).name
        told = {
            "title": say(device.language, f"push.{row.kind}"),
            "body": say(device.language, "push.with" if others else "push.at", game=game, names=others),
            "path": f"/t/{live.id}",
            "tag": live.id,
            "language": device.language,
        }
        return msgspec.json.encode(told)

    async def _told(self, row: DataRow, device: DataRow, live: Live) -> str:
        """Send a message, or put it off; what became of it."""
        try:
            target = self.outside.target(device.endpoint)
        except Forbidden:
            return await self._forget(device)
        if self._sending[target.origin] >= MOST_TO_ONE:
            await self.store.put_off(row, now() + SOON, row.attempts)
            return "put-off"
        self._sending[target.origin] += 1
        try:
            status = await self._send(target, device, self._message(live, row, device), live, row.seat)
        except NoAnswer:
            status = 503
        except Forbidden:
            return await self._forget(device)
        finally:
            self._sending[target.origin] -= 1
            if not self._sending[target.origin]:
                del self._sending[target.origin]
        if 200 <= status < 300:
            return "sent"
        if status in GONE:
            return await self._forget(device)
        if status != 429 and status < 500:
            return "refused"
        if row.attempts < len(AGAIN):
            await self.store.put_off(row, now() + AGAIN[row.attempts], row.attempts + 1)
            return "put-off"
        return "unreachable"

    async def _send(self, target: Target, device: DataRow, message: bytes, live: Live, seat: int) -> int:
        """Send a message once; what its push service says to it."""
        topic = encoded(hashlib.sha256(live.id.encode()).digest())[:32]
        deadline = live.table.clocks.deadline(seat)
        kept = KEPT_SECONDS if deadline is None else min(KEPT_SECONDS, max(0, deadline - now()) // 1000)
        headers = {
            "Authorization": self.sender.authorisation(target.origin, self._contact(device)),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(kept),
            "Urgency": "normal",
            "Topic": topic,
        }
        return await self.outside.post(target, headers, seal(message, decoded(device.key), decoded(device.auth)))

    async def _forget(self, device: DataRow) -> str:
        with contextlib.suppress(Unavailable):
            await self.store.forget(device.id)
        return "gone"

    def _contact(self, device: DataRow) -> str:
        """Whom a push service may write to about us: as the settings say, or the house itself."""
        return self.settings.contact or (
            device.origin if device.origin.startswith("https:") else "mailto:nobody@example.org"
        )
