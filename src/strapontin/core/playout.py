"""Generic code over the contract: one source, one compiled version per game."""

from __future__ import annotations

from typing import Any

from strapontin.core.kernel import generic
from strapontin.core.rng import below, weighted


@generic
def playout(
    actors: Any, legal: Any, chances: Any, apply: Any, board: Any, state: Any, rng: Any, out: Any, weights: Any
) -> int:
    """Play uniformly random legal actions until the game is over; return how many decisions the seats made."""
    decisions = 0
    while True:
        mask = actors(board, state)
        if mask == 0:
            return decisions
        if mask >> 16:
            n = chances(board, state, out, weights)
            apply(board, state, -1, out[weighted(rng, weights, n)])
        else:
            seat = 0
            while not mask >> seat & 1:
                seat += 1
            n = legal(board, state, seat, out)
            apply(board, state, seat, out[below(rng, n)])
            decisions += 1


@generic
def playouts(
    actors: Any,
    legal: Any,
    chances: Any,
    apply: Any,
    board: Any,
    start: Any,
    scratch: Any,
    rng: Any,
    out: Any,
    weights: Any,
    games: int,
) -> int:
    """Many such games from one position, on a scratch array of one state; return the decisions of all."""
    decisions = 0
    for _ in range(games):
        scratch[0] = start
        decisions += playout(actors, legal, chances, apply, board, scratch[0], rng, out, weights)
    return decisions


@generic
def rollouts(rollout: Any, board: Any, start: Any, scratch: Any, rng: Any, games: int) -> int:
    """Many of the game's own rollouts from one position; return the decisions of all."""
    decisions = 0
    for _ in range(games):
        scratch[0] = start
        decisions += rollout(board, scratch[0], rng)
    return decisions


@generic
def copies(start: Any, scratch: Any, times: int) -> int:
    """Copy a state many times over; return how often."""
    for i in range(times):
        scratch[i % len(scratch)] = start
    return times
