"""The house: everything one server process consists of, made, wired, opened and closed in one place."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from strapontin.core import registry
from strapontin.core.match import Match
from strapontin.server import compiler_memory, garbage_collection, metrics
from strapontin.server.bot_turns import BotTurns
from strapontin.server.bots.answer import safe_move
from strapontin.server.bots.pool import MODULE, Bots, Thinkers
from strapontin.server.broadcast import Broadcast
from strapontin.server.bus import Bus
from strapontin.server.bus_choice import bus_of
from strapontin.server.calls import TOPIC, Calls
from strapontin.server.chance import Chance
from strapontin.server.cleanup import Cleanup
from strapontin.server.connection import Connection, encode
from strapontin.server.connection_limits import Doors
from strapontin.server.crew import Alone, Crew
from strapontin.server.daily.calendar import Calendar
from strapontin.server.daily.lines import Daily
from strapontin.server.daily.marks import Marks
from strapontin.server.deadlines import Deadlines
from strapontin.server.frames import Notice
from strapontin.server.guests import Guests, Signer
from strapontin.server.journal import Journal
from strapontin.server.journeys.ratings import Ratings
from strapontin.server.journeys.results import ended
from strapontin.server.late_modules import LateModules
from strapontin.server.live_table import Live
from strapontin.server.live_tables import LiveTables
from strapontin.server.nudges.rounds import Nudges
from strapontin.server.nudges.sealing import Sender
from strapontin.server.orders import Orders
from strapontin.server.outside import Outside
from strapontin.server.passes import Passes
from strapontin.server.play import Play
from strapontin.server.rate_limits import Limits
from strapontin.server.seating import Seating
from strapontin.server.settings import Settings
from strapontin.server.slow_work import SlowWork
from strapontin.server.storage.daily import DailyStore
from strapontin.server.storage.database import Database
from strapontin.server.storage.devices import DeviceStore
from strapontin.server.storage.journeys import JourneyStore
from strapontin.server.storage.store import Store
from strapontin.server.storage.webhooks import WebhookStore
from strapontin.server.webhooks.rounds import Webhooks

log = logging.getLogger("strapontin.house")

BACK_SECONDS = 2
"""After how long a client may knock again when the server restarts."""


class House:
    """One server process."""

    def __init__(
        self,
        settings: Settings,
        chance: Chance | None = None,
        worker: str = MODULE,
        bus: Bus | None = None,
        bots: Thinkers | None = None,
    ) -> None:
        self.settings, self.chance = settings, chance or Chance()
        self.database = Database(settings.database_url())
        self.store = Store(self.database)
        self.guests = Guests(self.database)
        self.passes = Passes(self.database)
        self.signer = Signer(settings.signing_key())
        self.bus = bus or bus_of(settings.bus)
        self.crew: Crew = Alone(self.measure)
        self.limits = Limits(settings.rate)
        self.journal = Journal(self.store, self.bus, settings)
        self.tables = LiveTables(self.store, self.bus, self.journal)
        self.broadcast = Broadcast(self.tables, self.journal, self.bus)
        self.seating = Seating(self.tables, self.journal, self.store, self.limits, self.chance, settings)
        self.play = Play(self.journal, self.store)
        self.bots = bots or Bots(settings.bots, worker, settings.compiling())
        self.bot_turns = BotTurns(self.play, self.bots, self.broadcast, self.chance, settings)
        self.sockets: set[Connection] = set()
        self.orders = Orders(self.database, self.tables, self.sockets)
        self.deadlines = Deadlines(self.tables, self.journal, self.broadcast, self.play, self.bot_turns, self.orders)
        self.cleanup = Cleanup(self.tables, self.journal, self.store, self.passes, settings)
        self.slow_work = SlowWork()
        self.studio = SlowWork()
        """The same for the pictures of links, which keep nobody waiting who wants to see a replay."""
        calendar = Calendar(settings.daily_zone)
        self.daily = Daily(DailyStore(self.database), self.tables, self.seating, settings, calendar)
        self.marks = Marks(self.daily, self.bots, self.slow_work)
        self.journeys = JourneyStore(self.database)
        self.ratings = Ratings(self.journeys)
        self.outside = Outside(settings.loopback)
        self.sender = Sender(settings.signing_key())
        self.devices = DeviceStore(self.database)
        self.nudges = Nudges(self.devices, self.tables, self.broadcast, self.outside, self.sender, settings)
        self.hooks = WebhookStore(self.database)
        self.webhooks = Webhooks(self.hooks, self.tables, self.outside, self.limits, settings)
        self.doors = Doors(2 * settings.sockets)
        self.late_modules = LateModules()
        self.journal.on_rows = self.broadcast.tell
        self.journal.on_turn = self._turn
        self.journal.on_end = lambda *end: [*self.daily.ended(*end), *ended(*end)]
        self.journal.on_over = self.ratings.look
        if isinstance(self.bots, Bots):
            self.bots.on_warming = self._warming
        self.calls = Calls(self.bus, self.signer)
        self.callers: Counter[str] = Counter()
        """How many of them each address has."""
        self.opened = self.closing = False

    async def open(self) -> None:
        """Database, bus, games, bots, then the rounds; once, whoever asks for it."""
        if self.opened:
            return
        if type(self.chance) is not Chance:
            log.warning("A REHEARSAL: whoever knows this program knows every draw; nobody should play here")
        await self.database.open()
        await self.orders.read()
        await self.bus.open(self.receive)
        await self.calls.open()
        await asyncio.to_thread(warm_games)
        garbage_collection.settle()
        compiler_memory.let_go()
        self.bots.open()
        self.deadlines.open()
        self.cleanup.open()
        self.marks.open()
        self.ratings.open()
        self.nudges.open()
        self.webhooks.open()
        self.doors.open()
        self.opened = True
        log.info(
            "open", extra={"database": "sqlite" if self.database.sqlite else "postgresql", "shared": self.bus.shared}
        )

    def receive(self, topic: str, message: bytes) -> None:
        """What came by the bus: of a caller, or of a table."""
        if topic == TOPIC:
            self.calls.receive(message)
        else:
            self.broadcast.receive(topic, message)

    def _turn(self, live: Live) -> None:
        """Something has happened at a table: a bot thinks, a person or a chat is told."""
        self.bot_turns.turn(live)
        self.nudges.turn(live)
        self.webhooks.moved(live)

    def _warming(self, table: str) -> None:
        """The bots of a table are not ready yet: those who wait for them hear why."""
        if live := self.tables.open.get(table):
            self.broadcast.notice(live, Notice(kind="bots-warming"))

    def measure(self) -> None:
        """Look at what changes too often to be counted as it does."""
        metrics.QUEUED.set(sum(one.weight for one in self.sockets))
        metrics.LONGEST.set(max((live.table.length for live in self.tables.open.values()), default=0))
        metrics.STUDYING.set(self.slow_work.waiting + self.studio.waiting)
        if isinstance(self.bots, Bots):  # else they are the foreman's, who tells of them
            self.bots.measure()

    def say_goodbye(self) -> None:
        """Tell everybody that the server is back in a moment, and hang up; what was acknowledged is safe."""
        if self.closing:
            return
        self.closing = True
        self.bot_turns.closing = True
        self.calls.close()
        last = encode(Notice(kind="back-in-a-moment", retry_after=BACK_SECONDS))
        for one in list(self.sockets):
            one.close(1012, last)

    async def close(self) -> None:
        """Finish what is under way, then let go."""
        self.say_goodbye()
        deadline = asyncio.get_running_loop().time() + self.settings.drain_seconds
        while self.sockets and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.02)
        await self.deadlines.close()
        await self.cleanup.close()
        await self.marks.close()
        await self.ratings.close()
        await self.nudges.close()
        await self.webhooks.close()
        self.outside.close()
        await self.bot_turns.close()
        await self.late_modules.close()
        await self.doors.close()
        await self.bots.close()
        self.slow_work.close()
        self.studio.close()
        await self.journal.close()
        await self.bus.close()
        await self.database.close()
        log.info("closed")


def warm_games() -> None:
    """Load or compile the rules of every game before anybody waits for them."""
    for name in registry.games():
        match = Match(name, max(2, registry.game(name).seats.start), seed=1)
        seat = min(one for one in match.to_act if isinstance(one, int))
        match.view(seat)
        match.history(None)
        match.play(seat, safe_move(match, seat, "warm"))
