"""The one-ply player: the action after which its position looks best, ties broken at random."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from strapontin.core.game import Board, Game, State
from strapontin.core.kernel import INT, INTS, Array, generic, records, specialise
from strapontin.core.rng import below, weighted


@generic
def best(
    legal: Any,
    apply: Any,
    conceal: Any,
    imagine: Any,
    judge: Any,
    board: Any,
    state: Any,
    seat: int,
    rng: Any,
    out: Any,
    scratch: Any,
) -> int:
    """The best-looking action of a seat, on a truth it imagines; the scratch array holds two states."""
    scratch[0] = state
    conceal(board, scratch[0], seat)
    imagine(board, scratch[0], seat, rng)
    n = legal(board, scratch[0], seat, out)
    found, record, ties = out[0], -1e300, 0
    for i in range(n):
        action = out[i]
        scratch[1] = scratch[0]
        apply(board, scratch[1], seat, action)
        value = judge(board, scratch[1], seat)
        if value > record:
            found, record, ties = action, value, 1
        elif value == record:
            ties += 1
            if below(rng, ties) == 0:
                found = action
    return found


@generic
def greedy_playout(
    actors: Any,
    legal: Any,
    chances: Any,
    apply: Any,
    conceal: Any,
    imagine: Any,
    judge: Any,
    board: Any,
    state: Any,
    rng: Any,
    greedy: int,
    out: Any,
    weights: Any,
    scratch: Any,
) -> int:
    """Play to the end: seats in the mask `greedy` by their best-looking action, the others at random."""
    decisions = 0
    while True:
        mask = actors(board, state)
        if mask == 0:
            return decisions
        if mask >> 16:
            n = chances(board, state, out, weights)
            apply(board, state, -1, out[weighted(rng, weights, n)])
            continue
        seat = 0
        while not mask >> seat & 1:
            seat += 1
        if greedy >> seat & 1:
            action = best(legal, apply, conceal, imagine, judge, board, state, seat, rng, out, scratch)
        else:
            action = out[below(rng, legal(board, state, seat, out))]
        apply(board, state, seat, action)
        decisions += 1


BEST = ("legal", "apply", "conceal", "imagine", "judge")
PLAYOUT = ("actors", "legal", "chances", "apply", "conceal", "imagine", "judge")


@cache
def chooser(game: Game) -> Callable[[Board, State, int, Any], int]:
    """A function that gives the greedy action of a seat, compiled once for a game."""
    kinds = [game.kinds[name] for name in BEST]
    run = specialise(best, INT, *kinds, game.board_type, game.state_type, INT, INTS, INTS, Array(game.state_type))
    kernels = [getattr(game.rules, name) for name in BEST]
    out, scratch = np.empty(game.most, np.int64), records(2, game.state_type)
    return lambda board, state, seat, rng: int(run(*kernels, board, state, seat, rng, out, scratch))


def choose(game: Game, board: Board, state: State, seat: int, rng: Any) -> int:
    """The greedy action of a seat."""
    return chooser(game)(board, state, seat, rng)


def player(game: Game) -> Callable[[Board, State, Any, int], int]:
    """A function that plays a state to the end, the seats of a bit mask greedily, the others at random."""
    choose_kinds = [game.kinds[name] for name in BEST]
    states = Array(game.state_type)
    specialise(best, INT, *choose_kinds, game.board_type, game.state_type, INT, INTS, INTS, states)
    kinds = [game.kinds[name] for name in PLAYOUT]
    run = specialise(greedy_playout, INT, *kinds, game.board_type, game.state_type, INTS, INT, INTS, INTS, states)
    kernels = [getattr(game.rules, name) for name in PLAYOUT]
    out, weights = np.empty(game.most, np.int64), np.empty(game.most, np.int64)
    scratch = records(2, game.state_type)
    return lambda board, state, rng, greedy: int(run(*kernels, board, state, rng, greedy, out, weights, scratch))
