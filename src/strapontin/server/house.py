"""The house: everything one server process consists of, opened and closed in order."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections import Counter

from strapontin.core import registry
from strapontin.core.match import Match
from strapontin.server.attendant import Attendant
from strapontin.server.bots import Bots
from strapontin.server.bus import bus_of
from strapontin.server.frames import Notice
from strapontin.server.guests import Guests, Signer
from strapontin.server.hall import Hall
from strapontin.server.limits import Limits
from strapontin.server.play import Play
from strapontin.server.room import Connection, Room, encode
from strapontin.server.seating import Seating
from strapontin.server.settings import Settings
from strapontin.server.storage.database import Database
from strapontin.server.storage.store import Store
from strapontin.server.study import Study

log = logging.getLogger("strapontin.house")

BACK_SECONDS = 2
"""After how long a client may knock again when the server restarts."""


class House:
    """One server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database_url())
        self.store = Store(self.database)
        self.guests = Guests(self.database)
        self.signer = Signer(settings.signing_key())
        self.bus = bus_of(settings.bus)
        self.hall = Hall(self.store, self.bus, settings)
        self.room = Room(self.hall)
        self.seating = Seating(self.hall, self.store)
        self.play = Play(self.hall, self.store)
        self.bots = Bots(settings.bots)
        self.attendant = Attendant(self.hall, self.room, self.play, self.bots)
        self.limits = Limits(settings.rate)
        self.study = Study()
        self.sockets: set[Connection] = set()
        self.callers: Counter[str] = Counter()
        """How many of them each address has."""
        self.closing = False

    async def open(self) -> None:
        """Database, bus, games, bots, then the rounds."""
        await self.database.open()
        await self.bus.open(self.room.receive)
        await asyncio.to_thread(warm_games)
        settle_memory()
        self.bots.open()
        self.attendant.open()
        log.info(
            "open", extra={"database": "sqlite" if self.database.sqlite else "postgresql", "shared": self.bus.shared}
        )

    def say_goodbye(self) -> None:
        """Tell everybody that the server is back in a moment, and hang up; what was acknowledged is safe."""
        if self.closing:
            return
        self.closing = True
        self.attendant.draining = True
        last = encode(Notice(kind="back-in-a-moment", retry_after=BACK_SECONDS))
        for one in list(self.sockets):
            one.close(1012, last)

    async def close(self) -> None:
        """Finish what is under way, then let go."""
        self.say_goodbye()
        deadline = asyncio.get_running_loop().time() + self.settings.drain_seconds
        while self.sockets and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.02)
        await self.attendant.close()
        await self.bots.close()
        self.study.close()
        await self.bus.close()
        await self.database.close()
        log.info("closed")


def settle_memory() -> None:
    """What is here now stays: look for garbage among what comes later, and less often, for views have no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def warm_games() -> None:
    """Load or compile the rules of every game before anybody waits for them."""
    for name in registry.games():
        match = Match(name, max(2, registry.game(name).seats.start), seed=1)
        seat = min(one for one in match.to_act if isinstance(one, int))
        match.view(seat)
        match.history(None)
        match.play(seat, match.legal(seat)[0])
