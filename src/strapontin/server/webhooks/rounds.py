"""What tables tell the addresses their owners named: planned a moment after it happened, told by one of all processes.

Moves wait for nothing of this. What could not be told is tried again, later and later, a few times; the owner sees why.
"""

from __future__ import annotations

import contextlib
import logging

from strapontin.server import metrics
from strapontin.server.clock import now
from strapontin.server.faults import SHUT, Refusal
from strapontin.server.live_table import Live
from strapontin.server.live_tables import LiveTables
from strapontin.server.outside import Forbidden, NoAnswer, Outside
from strapontin.server.rate_limits import HOOKS, Limits
from strapontin.server.rounds import Rounds
from strapontin.server.settings import Settings
from strapontin.server.storage.database import Unavailable
from strapontin.server.storage.store import DataRow
from strapontin.server.storage.webhooks import MOST_FAILURES, TURN, WebhookStore
from strapontin.server.webhooks.payload import SIGNATURE, body_of, signature

log = logging.getLogger("strapontin.webhooks")

AT_ONCE = 500
MOST_PLANNED = 10_000
MOST_SENDING = 20

LEASE = 60_000
"""Milliseconds for which an event belongs to the process that took it on."""

AGAIN = (10_000, 60_000, 300_000, 1_800_000)
"""Milliseconds until an event is tried again, after each try; after the last it is given up."""

JSON = "application/json"


class Webhooks(Rounds):
    """Plans and sends what tables tell."""

    name, most = "webhooks", MOST_SENDING

    def __init__(
        self, store: WebhookStore, tables: LiveTables, outside: Outside, limits: Limits, settings: Settings
    ) -> None:
        super().__init__()
        self.store, self.tables, self.outside = store, tables, outside
        self.limits, self.settings = limits, settings
        self._moved: dict[str, None] = {}
        """Tables at which something has happened, in that order."""

    def moved(self, live: Live) -> None:
        """Something has happened at a table; what, is looked at in a moment."""
        if live.table.state != "open" and live.table.header.line is None and len(self._moved) < MOST_PLANNED:
            self._moved[live.id] = None

    async def look(self) -> None:
        """Write down what has happened, and take on what is due."""
        moved = list(self._moved)[:AT_ONCE]
        if moved:
            for table in moved:
                self._moved.pop(table, None)
            try:
                await self._plan_all(moved)
            except (Unavailable, Refusal):  # an end has no move after it that would be looked at instead
                self._moved = dict.fromkeys([*moved, *self._moved])
                raise
        for row in await self.store.due(now(), self.room) if self.room > 0 else ():
            if await self.store.claim(row, now() + LEASE):
                self.begin(self._tell(row), row.table_id)

    async def _plan_all(self, moved: list[str]) -> None:
        for table, hook in (await self.store.of(moved)).items():
            try:
                await self._plan(await self.tables.find(table), hook)
            except Refusal as refusal:  # it is closed, gone or cannot be read: the others are not to suffer
                if refusal.fault.kind == "back-in-a-moment":
                    raise
                log.info("a table has nothing to tell", extra={"table": table})

    async def _plan(self, live: Live, hook: DataRow) -> None:
        """What a webhook is to be told of what it was not told yet."""
        table, length = live.table, live.table.length
        if length <= hook.told or hook.failures >= MOST_FAILURES:
            return
        events = [("started", table.started_by, now())] if table.started_by > hook.told else []
        said = None
        if table.state == "over":
            events.append(("over", length, now()))
        waited = waiting(live)
        if table.state == "playing" and waited and waited != hook.said:
            said = waited
            events.append((TURN, length, now() + int(1000 * self.settings.nudge_seconds)))
        await self.store.plan(live.id, length, said, events)

    async def _tell(self, row: DataRow) -> None:
        result = "failed"
        try:
            result = await self._told(row)
        except Refusal as refusal:
            if refusal.fault.kind in SHUT:  # its table is closed, or cannot be read
                with contextlib.suppress(Unavailable):
                    await self.store.drop(row)
        except Unavailable:
            log.info("a webhook waits for the database", extra={"table": row.table_id})
        except Exception:
            log.exception("a webhook went wrong", extra={"table": row.table_id})
        finally:
            metrics.WEBHOOKS.labels(result).inc()

    async def _told(self, row: DataRow) -> str:
        """Tell one event; what became of it."""
        hook = (await self.store.of([row.table_id])).get(row.table_id)
        live = await self.tables.find(row.table_id)
        late = row.event == TURN and (live.table.state != "playing" or hook is None or waiting(live) != hook.said)
        if hook is None or late or self._too_many(row):
            await self.store.drop(row)
            return "needless"
        at = now()
        body = body_of(row.event, row.id, live, hook, at)
        headers = {
            "Content-Type": JSON,
            "Strapontin-Event": row.event,
            "Strapontin-Delivery": row.id,
            SIGNATURE: signature(hook.secret, at, body),
        }
        try:
            status = await self.outside.post(self.outside.target(hook.url), headers, body)
            error = f"HTTP {status}"
        except NoAnswer as silence:
            status, error = 0, str(silence)
        except Forbidden as forbidden:
            status, error = 400, str(forbidden)
        if 200 <= status < 300:
            await self.store.done(row, now())
            return "sent"
        tries = row.attempts + 1
        hopeless = 300 <= status < 500 and status not in (408, 425, 429)
        again = None if hopeless or tries > len(AGAIN) else now() + AGAIN[tries - 1]
        await self.store.failed(row, error[:80], now(), again)
        return "refused" if hopeless else "unreachable"

    def _too_many(self, row: DataRow) -> bool:
        """Whether a table tells more turns than a chat can bear."""
        if row.event != TURN or row.attempts:
            return False
        try:
            self.limits.check("turns told", row.table_id, HOOKS)
        except Refusal:
            return True
        return False


def waiting(live: Live) -> str:
    """Which people a table waits for, and since when: the same until one of them has moved."""
    table = live.table
    people = [i for i in table.waits if table.seats[i].kind == "guest" and not table.seats[i].minded]
    return ",".join(f"{i}:{table.clocks.since[i]}" for i in people)
