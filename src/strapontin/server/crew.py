"""The processes of one house, as one of them sees them: alone, or one of several workers behind one door."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from strapontin.server import metrics


class Crew(Protocol):
    """What a process knows of the others."""

    wanted: int
    """Workers there should be."""

    alive: int
    """Workers that take connections."""

    callers: Counter[str]
    """Connections that an address holds at the others, of addresses that hold many."""

    async def exposition(self) -> bytes:
        """The figures of all."""


class Alone:
    """One process, and no other."""

    def __init__(self, measure: Callable[[], None]) -> None:
        self.measure = measure
        self.wanted = self.alive = 1
        self.callers: Counter[str] = Counter()

    async def exposition(self) -> bytes:
        """Its own figures."""
        self.measure()
        return metrics.exposition()
