"""The yardstick: the quick rollouts of solo metroX come to what the generic ones come to."""

from __future__ import annotations

import pytest
from benchmarks.flat import generic_rollouts, rollouts_of

from strapontin.bots import bot, seat_of
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.rng import generator


@pytest.mark.parametrize("options", [{"map": "berlin"}, {"map": "paris", "special": True}] if JIT else [{}])
def test_quick_rollouts_are_the_generic_ones(options: dict[str, object]) -> None:
    match = Match("metrox", 1, options, seed=3)
    while not match.over:
        if len(match.moves) % 6 < 2 and (JIT or len(match.moves) > 44):  # plain Python: the end of a game will do
            seat = seat_of(match, 0)
            quick, slow = rollouts_of(seat), generic_rollouts(match.game)
            for actions in list(seat.moves.values())[::7]:
                generic = slow(match.setting.board, seat.state, 0, actions[0], 3, generator("s"))
                assert quick(actions[0], 3, generator("s")) == generic
        match.play(0, bot("greedy")(seat_of(match, 0, seed=str(len(match.moves)))))
