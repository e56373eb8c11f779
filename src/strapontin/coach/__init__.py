"""What finished games teach: `review` tells of every decision what it was worth, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from strapontin.coach.findings import Review
    from strapontin.core.match import Match
    from strapontin.core.record import Record

__all__ = ["BUDGET", "review"]

BUDGET = 4000
"""Simulations for each decision, unless told otherwise: as many to find the best move as to compare it."""


def review(
    record: Record | Match | Mapping[str, Any],
    seat: int | None = None,
    budget: int = BUDGET,
    told: Callable[[int, int], None] = lambda done, asked: None,
) -> Review:
    """Look back on a game with the eyes of one seat, or of each in its turn; the same budget gives the same review.

    `told` hears how many of all questions are answered.
    """
    from strapontin.coach.reviewing import review as looked_back

    return looked_back(record, seat, budget, told)
