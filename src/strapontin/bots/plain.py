"""For games that bring no insight of their own: what a search can know from the rules and `judge` alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from strapontin.core.game import Game, Insight
from strapontin.core.kernel import FLOAT, FLOATS, INT, INTS, JIT, Array, Function, kernel, spare
from strapontin.core.rng import below, weighted

TRIES = 3
"""Among so many random actions the policy takes the best-looking."""


def insight_of(game: Game) -> Insight:
    """The game's own insight, or a plain one made of its rules (compiled anew in every process)."""
    return game.insight or plain(game)


def plain(game: Game) -> Insight:
    """A policy of the best of a few random actions, appeal by one-ply judgement, worth by rank."""
    rules, board_type, state_type, most = game.rules, game.board_type, game.state_type, game.most
    actors, chances = rules.actors, rules.chances
    legal, apply, judge, scores = rules.legal, rules.apply, rules.judge, rules.scores

    @_uncached(FLOAT, board_type, state_type, INT, INT, Array(state_type))
    def looks(board: Any, state: Any, seat: int, action: int, after: Any) -> float:
        after[0] = state
        apply(board, after[0], seat, action)
        return judge(board, after[0], seat)

    @_uncached(INT, board_type, state_type, INT, INTS)
    def policy(board: Any, state: Any, seat: int, rng: Any) -> int:
        out, after = np.empty(most, np.int64), spare(state)
        n = legal(board, state, seat, out)
        found, record = out[below(rng, n)], -1e300
        if n > 1:
            for _ in range(TRIES):
                action = out[below(rng, n)]
                value = looks(board, state, seat, action, after)
                if value > record:
                    found, record = action, value
        return found

    @_uncached(None, board_type, state_type, INTS)
    def finish(board: Any, state: Any, rng: Any) -> None:
        out, weights = np.empty(most, np.int64), np.empty(most, np.int64)
        while True:
            mask = actors(board, state)
            if mask == 0:
                return
            if mask >> 16:
                n = chances(board, state, out, weights)
                apply(board, state, -1, out[weighted(rng, weights, n)])
                continue
            seat = 0
            while not mask >> seat & 1:
                seat += 1
            apply(board, state, seat, policy(board, state, seat, rng))

    @_uncached(None, board_type, state_type, INT, INTS, INT, FLOATS)
    def appeal(board: Any, state: Any, seat: int, actions: Any, n: int, out: Any) -> None:
        after = spare(state)
        for i in range(n):
            out[i] = looks(board, state, seat, actions[i], after)

    @_uncached(INT, board_type, state_type, INT)
    def clue(board: Any, state: Any, seat: int) -> int:
        return 0

    @_uncached(FLOAT, board_type, state_type, INT, FLOATS)
    def belief(board: Any, state: Any, seat: int, evidence: Any) -> float:
        return 1.0

    @_uncached(INT, board_type, state_type)
    def stage(board: Any, state: Any) -> int:
        return 0

    @_uncached(FLOAT, board_type, state_type, INT)
    def worth(board: Any, state: Any, seat: int) -> float:
        points, ranks = np.zeros(16, np.int64), np.zeros(16, np.int64)
        scores(board, state, points, ranks)
        return 1.0 / ranks[seat]

    return Insight(policy, finish, appeal, clue, belief, stage, worth)


def _uncached(result: Any, *arguments: Any) -> Callable[[Function], Function]:
    """A kernel whose closure differs from game to game, so that no disk cache may keep it."""
    if not JIT:
        return kernel(result, *arguments)
    import numba

    from strapontin.core.handed import addressed
    from strapontin.core.kernel import _type_of

    signature = _type_of(result)(*map(_type_of, arguments))
    return lambda function: addressed(numba.njit(signature, error_model="numpy")(function))
