"""What finished games teach: `review` tells of every decision what it was worth, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from strapontin.coach.findings import Review
    from strapontin.core.match import Match
    from strapontin.core.record import Record

__all__ = ["review"]


def review(
    record: Record | Match | Mapping[str, Any],
    seat: int | None = None,
    budget: int | None = None,
    told: Callable[[int, int], None] = lambda done, asked: None,
) -> Review:
    """Look back on a game with the eyes of one seat, or of each in its turn; the same budget gives the same review.

    The budget is in simulations for each decision, as many to find the best move as to compare it with the one played;
    without one it is what the game asks for. `told` hears how many of all questions are answered.
    """
    from strapontin.coach.reviewing import review as looked_back

    return looked_back(record, seat, budget, told)
