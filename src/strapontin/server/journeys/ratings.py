"""A rating for each guest and game, by openskill as in an arena: learned from each finished game, once, in their order.

Bots of the house have the ratings an arena gave them (`house.json`, by `python -m benchmarks.house`) and keep them;
people begin where openskill lets everybody begin. Whoever gave up is behind all others, whatever the bot in their
place did.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from strapontin.server.storage.database import Conflict, Unavailable
from strapontin.server.storage.journeys import JourneyStore, ToRate

log = logging.getLogger("strapontin.journeys")

LOOK_SECONDS = 60.0
"""How often somebody looks for games that a process has left unrated when it died."""

AT_ONCE = 100

Belief = tuple[float, float]
"""A rating: what is believed, and the doubt about it."""


@cache
def house() -> dict[str, dict[str, Belief]]:
    """The ratings of the bots of the house, by game and level."""
    data = resources.files("strapontin.server.journeys").joinpath("house.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, dict[str, Belief]])


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # it takes a while to load

    return PlackettLuce()


def learned(before: list[Belief | None], ranks: list[int], given_up: list[bool]) -> list[Belief]:
    """The ratings of a table after a game; None before it is a beginner's."""
    model = _model()
    teams = [[model.rating() if one is None else model.rating(mu=one[0], sigma=one[1])] for one in before]
    order = [2.0 if gone else 0.0 if rank == 1 else 1.0 for rank, gone in zip(ranks, given_up, strict=True)]
    return [(float(one.mu), float(one.sigma)) for (one,) in model.rate(teams, ranks=order)]


class Ratings:
    """Learns from finished games, beside everything else."""

    def __init__(self, store: JourneyStore) -> None:
        self.store = store
        self._more = asyncio.Event()
        self._working: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin."""
        self._working = asyncio.create_task(self._rounds(), name="ratings")

    async def close(self) -> None:
        """End; what is not rated yet is, by whoever comes next."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)

    def look(self) -> None:
        """A game has ended."""
        self._more.set()

    async def _rounds(self) -> None:
        while True:
            try:
                await self.work()
            except (Unavailable, Conflict):
                log.warning("ratings wait for the database")
            except Exception:
                log.exception("a game could not be rated")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._more.wait(), LOOK_SECONDS)

    async def work(self) -> None:
        """Rate all that is to be rated."""
        self._more.clear()
        while tables := await self.store.unrated(AT_ONCE):
            rated = [await self._rate(table) for table in tables]
            if not any(rated) or (all(rated) and len(tables) < AT_ONCE):
                return  # none is left; or others rate the same games: what they leave is there the next time

    async def _rate(self, table: str) -> bool:
        """Learn from one game; false if another process has rated somebody of it meanwhile."""
        seats = await self.store.to_rate(table)
        before = [_believed(one) for one in seats]
        beliefs = [one and (one[1], one[2]) for one in before]
        after = await asyncio.to_thread(
            learned, beliefs, [seat.rank for seat in seats], [seat.given_up for seat in seats]
        )
        told = {
            seat.seat: {"nth": (one[0] if one else 0) + 1, "mu": mu, "sigma": sigma}
            for seat, one, (mu, sigma) in zip(seats, before, after, strict=True)
            if seat.guest
        }
        try:
            await self.store.keep_ratings(table, told)
        except Conflict:
            return False
        return True


def _believed(seat: ToRate) -> tuple[int, float, float] | None:
    """After how many games a seat is rated how; None: nothing is known of it."""
    if seat.guest:
        return seat.rating
    of_house = house().get(seat.game, {}).get(seat.level or "")
    return None if of_house is None else (0, *of_house)
