"""Who is ahead."""

from __future__ import annotations

from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints


@kernel
def most_points(players: int, scores: Ints, ranks: Ints) -> None:
    """Write the rank of each seat by its score: most points win, and who has as many shares."""
    for seat in range(players):
        ranks[seat] = 1
        for other in range(players):
            if scores[other] > scores[seat]:
                ranks[seat] += 1
