"""When a move is a mistake, and how accurate a player is: `docs/coach.md` tells how the bounds were chosen."""

from __future__ import annotations

import math
from collections.abc import Sequence

from strapontin.arena.ratings import Figure
from strapontin.coach.findings import Decision, Verdict

VERDICTS: tuple[Verdict, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")

CHANCES = (0.02, 0.05, 0.10)
"""At a table: the chances to win from which on a move that gives them away is an inaccuracy, a mistake, a blunder."""
POINTS = (1.0, 2.5, 5.0)
"""Alone: the same in points."""

AT_STAKE = 0.25
"""The least value that a whole game counts as being about: where less was at stake, no loss is a large share of it."""

WIDE = 1.96
"""Standard errors to either side of a mean that make an interval of 95 %."""


def verdict(loss: Figure, win: Figure | None, points: Figure | None) -> Verdict:
    """The class of a move by its losses of value, of chances to win, and alone of points.

    One whose value cannot be told from that of the best is the best.

    >>> verdict(Figure(0.03, 0.02, 0.04), Figure(0.03, 0.02, 0.04), None)
    'inaccuracy'
    >>> verdict(Figure(0.03, -0.01, 0.07), Figure(0.03, -0.01, 0.07), None)
    'best'
    """
    if loss.low <= 0.0:
        return "best"
    given, bounds = (win.mean, CHANCES) if win is not None else (points.mean if points is not None else 0.0, POINTS)
    return VERDICTS[1 + sum(given >= bound for bound in bounds)]


def accuracy(decisions: Sequence[Decision]) -> Figure | None:
    """The share of what there was to decide that was not given away, in per cent; null if there was nothing.

    A decision counts by its stake, and gives away no less than nothing and no more than that: what is worse than a move
    taken blindly is not worse in every future, and a single slip would outweigh all that was right.
    """
    if not decisions:
        return None
    stakes = [max(0.0, one.stake) for one in decisions]
    stake = max(AT_STAKE, sum(stakes))
    given = sum(min(max(0.0, one.loss.mean), most) for one, most in zip(decisions, stakes, strict=True))
    kept = 1.0 - given / stake
    apart = spread([one.loss for one in decisions]) / stake
    low, mean, high = (100.0 * min(1.0, max(0.0, kept + way * apart)) for way in (-1, 0, 1))
    return Figure(round(mean, 1), round(low, 1), round(high, 1))


def total(figures: Sequence[Figure]) -> Figure:
    """Figures that have nothing to do with each other, added up."""
    mean, apart = sum(one.mean for one in figures), spread(figures)
    return Figure(*(round(one, 4) for one in (mean, mean - apart, mean + apart)))


def spread(figures: Sequence[Figure]) -> float:
    """Half the interval of their sum."""
    return math.sqrt(sum(((one.high - one.low) / 2.0) ** 2 for one in figures))
