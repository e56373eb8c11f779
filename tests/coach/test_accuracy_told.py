"""How accurate somebody was, as a review tells it."""

from __future__ import annotations

import msgspec
import pytest

from strapontin.arena.ratings import Figure
from strapontin.coach import review
from strapontin.coach.telling import headline
from strapontin.core.match import Match


@pytest.mark.parametrize(
    ("figure", "told"),
    [
        (Figure(0.0, 0.0, 0.0), "accuracy 0%, for all there was to decide was given away"),
        (Figure(100.0, 100.0, 100.0), "accuracy 100%, for nothing was given away"),
        (Figure(80.0, 70.5, 90.0), "accuracy 80.0% (70.5 to 90.0)"),
        (Figure(50.0, 10.0, 70.0), "accuracy 10.0 to 70.0%, too uncertain for one figure"),
    ],
)
def test_an_accuracy_at_its_edge_says_why_instead_of_an_interval_of_nothing(figure: Figure, told: str) -> None:
    match = Match("metrox", 1, seed=1)
    match.play(0, match.legal(0)[0])
    (one,) = review(match.record(), 0, 4).seats
    assert headline(msgspec.structs.replace(one, accuracy=figure), "en").endswith(told)
