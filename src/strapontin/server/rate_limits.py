"""Limits on how fast anybody may ask: token buckets by seat, by guest, by address."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

from strapontin.server.faults import Refusal

MOST_BUCKETS = 50_000


class Limit(NamedTuple):
    """So many at once, refilled at so many a second."""

    burst: float
    per_second: float


READS = Limit(120, 30)
WRITES = Limit(40, 5)
TABLES = Limit(20, 1 / 30)
FRAMES = Limit(40, 10)
"""For one seat, through however many sockets and requests; or for one who watches."""
GUEST_FRAMES = Limit(120, 30)
"""For one guest at all tables together."""
HASTY = Limit(200, 5)
"""Frames of a guest beyond those: whoever goes on and on after being told to wait is hung up on."""
CHAT = Limit(8, 0.5)
SOCKETS = Limit(40, 2)
HOOKS = Limit(20, 1 / 60)
"""Turns that one table tells its webhook."""
PREVIEWS = Limit(30, 0.5)
"""Pictures of links."""


class Bucket:
    """What one of them has left."""

    __slots__ = ("at", "left")

    def __init__(self, left: float, at: float) -> None:
        self.left, self.at = left, at

    def take(self, limit: Limit, now: float) -> float:
        """Take one; 0 if there was one, else the seconds until there is."""
        self.left = min(limit.burst, self.left + (now - self.at) * limit.per_second)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return (1 - self.left) / limit.per_second


class Limits:
    """All buckets of this process, the least recently used forgotten first."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.shared = False
        """Whether other processes of this house count with us."""
        self._taken: dict[tuple[str, str], tuple[float, float]] = {}
        """What they are to be told: how much was taken, and how much may be at once."""
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def check(self, what: str, who: str, limit: Limit) -> None:
        """Let pass, or refuse with the time to wait."""
        if not self.rate:
            return
        scaled = limit if self.rate == 1 else Limit(limit.burst * self.rate, limit.per_second * self.rate)
        now = time.monotonic()
        bucket = self._buckets.get((what, who))
        if bucket is None:
            bucket = self._buckets[what, who] = Bucket(scaled.burst, now)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end((what, who))
        if wait := bucket.take(scaled, now):
            seconds = max(1, math.ceil(wait))
            raise Refusal("too-fast", f"too many {what} at once; wait {seconds} s", retry_after=seconds)
        if self.shared and bucket.left < scaled.burst / 2:  # whoever is far from it concerns nobody else
            self._taken[what, who] = (self._taken.get((what, who), (0.0, 0.0))[0] + 1, scaled.burst)

    def told(self) -> list[tuple[str, str, float, float]]:
        """What the other processes are to know of: what was taken here since they were last told."""
        taken, self._taken = self._taken, {}
        return [(what, who, count, burst) for (what, who), (count, burst) in taken.items()]

    def hear(self, taken: Iterable[tuple[str, str, float, float]]) -> None:
        """What was taken at the other processes is gone here too, be it on credit."""
        now = time.monotonic()
        for what, who, count, burst in taken:
            bucket = self._buckets.get((what, who))
            if bucket is None:
                bucket = self._buckets[what, who] = Bucket(burst, now)
            bucket.left = max(bucket.left - count, -burst)
        while len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
