"""What others do tells a search what they hide: truths that agree with it weigh more than others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from strapontin.bots import ask, bot, seat_of
from strapontin.bots.default_insight import insight_of
from strapontin.bots.levels import evidence_of
from strapontin.core.kernel import JIT, copy_of
from strapontin.core.match import Match
from strapontin.core.rng import generator

GAMES = 8 if JIT else 1
TRUTHS = 100 if JIT else 10
MOVES = 40


def objectives(match: Match, state: Any) -> list[int]:
    """The objectives that lie before the others, place by place."""
    board = match.setting.board
    places = [place for place in range(int(board.places)) if board.owner[place] != 0]
    return [int(state.face[state.card[place]]) for place in places]


def lines(match: Match, state: Any) -> list[int]:
    return [int(line) for line in state.line[1 : len(match.players)]]


@pytest.mark.parametrize(("name", "secrets"), [("jeudumetro", objectives), ("correspondances", lines)])
def test_what_the_others_did_makes_the_truth_likelier(name: str, secrets: Callable[[Match, Any], list[int]]) -> None:
    gains = []
    for seed in range(GAMES):
        match, player, rng = Match(name, 3, seed=seed), bot("greedy"), generator(seed)
        while not match.over and (len(match.moves) < MOVES or 0 not in match.to_act):
            acting = min(one for one in match.to_act if isinstance(one, int))
            match.play(acting, ask(player, seat_of(match, acting, seed=f"{seed}/{len(match.moves)}")).move)
        if match.over:
            continue
        seat, board = seat_of(match, 0), match.setting.board
        evidence, true = evidence_of(seat), secrets(match, match.state)
        right, weights = [], []
        for _ in range(TRUTHS):
            truth = copy_of(seat.state)
            match.game.rules.imagine(board, truth, 0, rng)
            weights.append(insight_of(match.game).hints.belief(board, truth, 0, evidence))
            right.append(sum(map(int.__eq__, secrets(match, truth), true)) / len(true))
        gains.append(np.average(right, weights=weights) - np.mean(right))
    assert len(gains) > GAMES // 2
    if JIT:  # in plain Python too few are looked at to tell
        assert np.mean(gains) > 0.08
