"""What bots expect of a card is what the card does."""

from __future__ import annotations

import numpy as np
import pytest

from strapontin.core.kernel import copy_of
from strapontin.core.match import Match
from strapontin.core.rng import below, generator
from strapontin.games.jeudumetro.kernels.effects import effect
from strapontin.games.jeudumetro.kernels.insight import gain, wishes
from strapontin.games.jeudumetro.kernels.state import (
    AI,
    CC,
    CO,
    CS,
    CT,
    HP,
    LAY,
    M1,
    M3,
    PLACES,
    PLAY,
    PP,
    SP,
    TE,
    V1,
    V3,
    State,
)

LATER = (SP, CT, PP, CC)
"""What these bring shows only later, or not to everybody."""


@pytest.mark.parametrize("players", [3, 4, 6])
def test_a_play_brings_as_many_passengers_as_bots_expect(players: int) -> None:
    match, rng, tried = Match("jeudumetro", players, seed=5), generator(5), set()
    board, want, later = match.setting.board, np.zeros(PLACES, np.int64), np.zeros(PLACES, np.int64)
    while not match.over:
        (seat,), state = match.game.actors(match.setting, match.state), copy_of(match.state)
        state.quay = below(rng, state.quay + 1)  # often too few for everybody
        far = wishes(board, state, seat, want)
        for action in match.game.actions(match.setting, state, seat):
            kind = action // PLAY
            if action >= LAY or kind in LATER or (kind == AI and pulled(state)):
                continue
            after = copy_of(state)
            effect(board, after, seat, action)
            assert gain(board, state, seat, action, want) == far - wishes(board, after, seat, later)
            tried.add(kind)
        moves = match.legal(seat)
        match.play(seat, moves[below(rng, len(moves))])
    assert {V1, V3, M1, M3, HP, CS, TE, CO} <= tried


def pulled(state: State) -> bool:
    """Whether a card is attached to any train: a change of trains then brings what these will do, too."""
    return bool(np.any(state.stars) or np.any(state.controllers))
