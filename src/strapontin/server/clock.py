"""The clocks of a table: nobody's own timer, only arithmetic on the instants of its journal.

A clock runs while its seat is waited for, which everybody can see. The increment comes when the turn ends,
not with each move: in a hidden round it would tell how many moves there were.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from strapontin.server.table_protocol import Clock, ClockState, DaysClock, MinutesClock

DAY = 86_400_000


def now() -> int:
    """The present instant."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Clocks:
    """What every seat has left, and since when it runs."""

    rule: Clock
    left: tuple[int | None, ...] = ()
    since: tuple[int | None, ...] = field(default=())

    @classmethod
    def started(cls, rule: Clock, players: int) -> Clocks:
        """Full clocks, none running."""
        full: int | None = None
        if isinstance(rule, MinutesClock):
            full = rule.minutes * 60_000
        elif isinstance(rule, DaysClock):
            full = rule.days * DAY
        return cls(rule, (full,) * players, (None,) * players)

    @property
    def limited(self) -> bool:
        """Whether there is any time to run out of."""
        return self.left.count(None) < len(self.left)

    def tick(self, at: int, acting: Iterable[int], undone: int | None = None) -> Clocks:
        """The clocks after something happened at an instant; `undone` took a move back."""
        acting, before = set(acting), {seat for seat, start in enumerate(self.since) if start is not None}
        if acting == before:
            return self
        left, since = list(self.left), list(self.since)
        # who closes a round that others had finished is waited for again at once, in the next one
        ended = before - acting if undone is not None or acting <= before else before
        for seat, start in enumerate(self.since):
            rest = left[seat]
            if start is not None and seat in ended:
                if rest is not None:
                    rest = max(0, rest - (at - start))
                    if isinstance(self.rule, MinutesClock):
                        rest += self.rule.increment * 1000
                start = since[seat] = None
            if start is None and seat in acting:
                since[seat] = at
                if isinstance(self.rule, DaysClock):
                    rest = self.rule.days * DAY
                elif isinstance(self.rule, MinutesClock) and undone == seat and rest is not None:
                    rest = max(0, rest - self.rule.increment * 1000)
            left[seat] = rest
        return Clocks(self.rule, tuple(left), tuple(since))

    def deadline(self, seat: int) -> int | None:
        """When a seat's time runs out, if its clock runs."""
        start, rest = self.since[seat], self.left[seat]
        return None if start is None or rest is None else start + rest

    def state(self, at: int) -> ClockState | None:
        """What a screen shows; nothing if there is no limit."""
        if not self.limited:
            return None
        return ClockState(
            at=at,
            running=[seat for seat, start in enumerate(self.since) if start is not None],
            left=[
                rest if rest is None or start is None else max(0, rest - max(0, at - start))
                for rest, start in zip(self.left, self.since, strict=True)
            ],
        )
