"""Why a move is better: what the score is made of in the futures behind it, beside those behind the move played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strapontin.coach.findings import Difference, Reason
from strapontin.coach.trying import PARTS, Results, column, mean_of_some
from strapontin.coach.verdicts import WIDE
from strapontin.core.game import Entry

SURE = 3.0
"""A difference is spoken of if it is so many standard errors from none: there are many parts, and one of them is soon
out by two."""
LEAST = 0.1
"""Differences that would be told as nothing are not told: of points and numbers, and in hundredths of shares ten times
that."""
FOR, AGAINST = 2, 1
"""So many reasons are told for the best move, and so many against it."""


def differences(parts: Sequence[Entry], results: Results, played: int, best: int) -> list[tuple[Entry, Difference]]:
    """Each part of the score, as it is behind both moves."""
    found = []
    for i, part in enumerate(parts):
        mine, better = column(results, played, PARTS + i), column(results, best, PARTS + i)
        both = ~np.isnan(better - mine)
        more = mean_of_some(better - mine)
        if more is None:
            continue
        one, other = (round(float(each[both].mean()), 4) for each in (mine, better))
        often, by = shares(better - mine, sign(more.mean))
        found.append((part, Difference(part.key, part.kind, dict(part.params), one, other, more, often, by)))
    return found


def shares(more: NDArray[np.float64], way: int) -> tuple[float, float]:
    """In which share of all futures a difference goes one way, and by how much it does there."""
    there = way * more[way * more > 0.0]  # where there is nothing to compare, it goes no way
    return round(len(there) / len(more), 4), round(float(there.mean()), 4) if len(there) else 0.0


def reasons(found: Sequence[tuple[Entry, Difference]], played: str, best: str) -> list[Reason]:
    """What is to be said of the best move: what it does better, then what it costs."""
    told = [one for one in found if clear(one[1])]
    ways = [sign(one.more.mean) * part.good for part, one in told]
    chosen: list[Reason] = []
    for way, most in ((1, FOR), (-1, AGAINST)):
        some = [one for (_, one), lies in zip(told, ways, strict=True) if lies == way]
        some.sort(key=lambda one: -abs(one.more.mean) / (one.more.high - one.more.low + 1e-9))
        chosen += [reason(one, played, best, way) for one in some[:most]]
    return chosen


def clear(one: Difference) -> bool:
    """Whether a difference lies outside its interval, and is large enough to be told."""
    apart = (one.more.high - one.more.low) / 2.0 / WIDE
    least = LEAST / 10.0 if one.kind == "share" else LEAST
    return abs(one.more.mean) > SURE * apart and abs(one.more.mean) >= least


def reason(one: Difference, played: str, best: str, good: int) -> Reason:
    """A difference as a key and its parameters; shares are told in hundredths."""
    times = 100.0 if one.kind == "share" else 1.0
    params: dict[str, Any] = {
        "move": best,
        "other": played,
        "n": number(times * abs(one.more.mean), one.kind),
        "best": number(times * one.best, one.kind),
        "played": number(times * one.played, one.kind),
        "often": number(100.0 * one.often, "share"),
        "by": number(times * one.by, one.kind),
    }
    return Reason(f"{one.key}.more" if one.more.mean > 0 else f"{one.key}.less", params | one.params, good)


def number(value: float, kind: str) -> float | int:
    """A figure as it is told: whole hundredths, and what is small to a tenth."""
    told = round(value, 1)
    return round(value) if kind == "share" or abs(value) >= 10.0 or told == round(told) else told


def sign(value: float) -> int:
    """Which way a difference goes."""
    return (value > 0) - (value < 0)
