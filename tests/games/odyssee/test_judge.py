"""What a position looks like to whoever looks one action ahead, and to a simulation that goes on."""

from __future__ import annotations

import numpy as np
import pytest

from strapontin.core.match import Match
from strapontin.games.odyssee.kernels.judge import LEFT, judge, judged, look_round
from strapontin.games.odyssee.kernels.outlook import OUTLOOK
from strapontin.games.odyssee.kernels.state import BUILD, DIG


def test_tunnels_left_in_a_turn_count_for_its_player_alone() -> None:
    match = Match("odyssee", 2, seed=5)
    dug, work = set(), np.empty(OUTLOOK, np.int64)
    while len(match.moves) < 60 and match.state.phase == BUILD:
        board, state, seat = match.setting.board, match.state, int(match.state.seat)
        for eyes in range(2):
            look_round(board, state, eyes, work)
            besides = judge(board, state, eyes) - judged(board, state, eyes, work)
            left = DIG - int(state.dug) if eyes == seat and state.dug > 0 else 0
            assert besides == pytest.approx(LEFT * left)
            dug.add(left)
        match.play(seat, match.legal(seat)[0])
    assert len(dug) > 1
