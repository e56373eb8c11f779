"""The yardstick: flat Monte Carlo with one-ply greedy rollouts, as Python bots for the arena.

    strapontin arena metrox --players 1 --bots expert@0.1,benchmarks.flat:flat_each --games 200

`flat` spends 100 rollouts on a move, dealt out evenly among its legal actions; `flat_each` spends 100 on every
legal action. Both take the action with the best mean score.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from strapontin.bots import Seat, greedy
from strapontin.core.game import Game
from strapontin.core.kernel import FLOAT, INT, INTS, Array, generic, records, specialise
from strapontin.core.rng import generator

ROLLOUTS = 100


@generic
def rollouts(
    actors: Any,
    legal: Any,
    chances: Any,
    apply: Any,
    conceal: Any,
    imagine: Any,
    judge: Any,
    scores: Any,
    board: Any,
    state: Any,
    seat: int,
    action: int,
    n: int,
    rng: Any,
    out: Any,
    weights: Any,
    scratch: Any,
    truth: Any,
) -> float:
    """The mean score of a seat after an action, over n games that all seats finish greedily."""
    total = 0.0
    for _ in range(n):
        truth[0] = state
        imagine(board, truth[0], seat, rng)
        apply(board, truth[0], seat, action)
        greedy.greedy_playout(
            actors, legal, chances, apply, conceal, imagine, judge, board, truth[0], rng, 65535, out, weights, scratch
        )
        scores(board, truth[0], out, weights)
        total += out[seat]
    return total / n


@cache
def _rollouts(game: Game) -> Any:
    greedy.player(game)
    kinds = [game.kinds[name] for name in (*greedy.PLAYOUT, "scores")]
    states = Array(game.state_type)
    rest = (game.board_type, game.state_type, INT, INT, INT, INTS, INTS, INTS, states, states)
    run = specialise(rollouts, FLOAT, *kinds, *rest)
    kernels = [getattr(game.rules, name) for name in (*greedy.PLAYOUT, "scores")]
    out, weights = np.empty(game.most, np.int64), np.empty(game.most, np.int64)
    scratch, truth = records(2, game.state_type), records(1, game.state_type)
    return lambda *given: run(*kernels, *given, out, weights, scratch, truth)


def flat(seat: Seat) -> str:
    return _flat(seat, max(1, ROLLOUTS // len(seat.legal)))


def flat_each(seat: Seat) -> str:
    return _flat(seat, ROLLOUTS)


def _flat(seat: Seat, n: int) -> str:
    """For games whose moves are single actions."""
    run, rng = _rollouts(seat.game), generator(f"flat/{seat.seed}")
    means = {
        move: run(seat.setting.board, seat.state, seat.seat, actions[0], n, rng) for move, actions in seat.moves.items()
    }
    return max(means, key=lambda move: means[move])
