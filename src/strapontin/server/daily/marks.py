"""What bots score on the lines of the day, for people to measure themselves by.

Each mark is a game of its own on the deal of the line, played to the end while no table wants the bots, once.
"""

from __future__ import annotations

import asyncio
import logging
import random

from strapontin.bots import luck
from strapontin.core.levels import LEVELS
from strapontin.core.match import Match
from strapontin.server.bots.pool import PATIENCE, NoThought, Thinkers
from strapontin.server.bots.question import Question
from strapontin.server.chance import steady_luck
from strapontin.server.clock import now
from strapontin.server.daily.lines import Daily, Line
from strapontin.server.daily.worth import SEAT, score_of
from strapontin.server.faults import Refusal
from strapontin.server.slow_work import SlowWork
from strapontin.server.storage.database import Conflict, Unavailable

log = logging.getLogger("strapontin.daily.marks")

LOOK_SECONDS = 20.0

STALE = 900_000
"""Milliseconds after which somebody else takes on a mark that was begun."""

DEEPER = 16
"""Times the simulations of the house that a level thinks which elsewhere may be given any time."""

HINDSIGHT = "hindsight"
"""What somebody who knew all draws beforehand would have scored."""


def thinking() -> dict[str, int | None]:
    """The levels whose marks are told, by how many times the simulations of the house each thinks; none: it does not.

    >>> thinking()
    {'novice': None, 'regular': 1, 'expert': 16}
    """
    return {
        one.name: (DEEPER if one.timed else 1) if one.searches else None for one in LEVELS if one.offered and one.looks
    }


class Marks:
    """Works out the marks of the lines that somebody has begun."""

    def __init__(self, daily: Daily, bots: Thinkers, slow_work: SlowWork) -> None:
        self.daily, self.bots, self.slow_work = daily, bots, slow_work
        self._working: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin."""
        self._working = asyncio.create_task(self._rounds(), name="daily marks")

    async def close(self) -> None:
        """End; what is half done is begun anew by whoever comes next."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)

    async def _rounds(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS * random.uniform(0.8, 1.2))
            try:
                await self.work()
            except (Unavailable, Conflict, Refusal, NoThought):
                log.warning("the marks of the day wait")
            except Exception:
                log.exception("a mark of the day went wrong")

    async def work(self) -> None:
        """Make the lines of today, and the marks that are missing of those somebody has begun."""
        for line in await self.daily.today():
            if await self.daily.store.tried(line.day, line.game):
                await self._mark(line)

    async def _mark(self, line: Line) -> None:
        store, at = self.daily.store, now()
        there = await store.marks(line.day, line.game)
        wanted = [*thinking()] if line.simulations and self.bots.count else []
        if line.players == 1:
            wanted.append(HINDSIGHT)
        for level in wanted:
            if there.get(level) is None and await store.claim(line.day, line.game, level, at, at - STALE):
                score = await (self._foreseen(line) if level == HINDSIGHT else self._played(line, level))
                if score is not None:
                    await store.keep_mark(line.day, line.game, level, score)

    async def _played(self, line: Line, level: str) -> int:
        """The score of a level in the seat of whoever tries the line, against the bots of the house."""
        match = Match(line.game, line.players, line.options, line.seed)
        while not match.over:
            seat = min(one for one in match.to_act if isinstance(one, int))
            while not self.bots.idle:
                await asyncio.sleep(1)
            match.play(seat, await self.bots.ask(f"mark of {line.game}", self._question(line, level, match, seat)))
        return score_of(match)[0]

    def _question(self, line: Line, level: str, match: Match, seat: int) -> Question:
        times = thinking()[level] if seat == SEAT else 1
        dice = steady_luck(line.seed, match, seat)
        return Question(
            game=line.game,
            options=line.options,
            players=line.players,
            state=match.concealed(seat).tobytes(),
            history=list(match.history(seat)),
            seat=seat,
            level=level,
            seconds=PATIENCE,
            seed=luck(dice, level) if seat == SEAT else dice,
            simulations=None if times is None else times * line.simulations,
        )

    async def _foreseen(self, line: Line) -> int | None:
        """The best score found with all draws known; None where a game has no such thing."""
        return await self.slow_work.ask(foreseen, line, who="daily marks")


def foreseen(line: Line) -> int | None:
    """The same, aside from the event loop."""
    from strapontin.coach.hindsight import hindsight  # it takes a while to load
    from strapontin.core.errors import BadRecord

    match = Match(line.game, line.players, line.options, line.seed)
    while not match.over:
        match.play(SEAT, match.legal(SEAT)[0])
    try:
        return hindsight(match).best
    except BadRecord:
        return None
