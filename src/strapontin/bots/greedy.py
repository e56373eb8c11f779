"""The one-ply player: the action after which its position looks best, ties broken at random."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Generic, NamedTuple

import numpy as np

from strapontin.core.contract import Board, Rules, State
from strapontin.core.game import Game
from strapontin.core.kernel import generic, records, take
from strapontin.core.layout import Ints, Row
from strapontin.core.playout import at_random, play
from strapontin.core.rng import below


class Desk(NamedTuple, Generic[State]):
    """What a greedy player writes on, and which seats are greedy, as a bit mask."""

    out: Ints
    weights: Ints
    scratch: Row[State]
    greedy: int


@generic
def best(rules: Rules[Board, State], board: Board, state: State, seat: int, rng: Ints, desk: Desk[State]) -> int:
    """The best-looking action of a seat, on a truth it imagines; the scratch array holds two states."""
    out, scratch = desk.out, desk.scratch
    take(scratch, 0, state, board)
    rules.conceal(board, scratch[0], seat)
    rules.imagine(board, scratch[0], seat, rng)
    n = rules.legal(board, scratch[0], seat, out)
    found, record, ties = out[0], -1e300, 0
    for i in range(n):
        action = out[i]
        take(scratch, 1, scratch[0], board)
        rules.apply(board, scratch[1], seat, action)
        value = rules.judge(board, scratch[1], seat)
        if value > record:
            found, record, ties = action, value, 1
        elif value == record:
            ties += 1
            if below(rng, ties) == 0:
                found = action
    return found


@generic(inline=True)
def by_greed(
    rules: Rules[Board, State], board: Board, state: State, seat: int, rng: Ints, out: Ints, desk: Desk[State]
) -> int:
    """The best-looking action of a greedy seat, any of another."""
    if desk.greedy >> seat & 1:
        return best(rules, board, state, seat, rng, desk)
    return at_random(rules, board, state, seat, rng, out, desk)


@generic
def greedy_playout(rules: Rules[Board, State], board: Board, state: State, rng: Ints, desk: Desk[State]) -> int:
    """Play to the end: greedy seats by their best-looking action, the others at random."""
    return play(by_greed, rules, board, state, rng, desk)


def desk(game: Game) -> Desk:
    """A desk for one game, with nobody greedy."""
    return Desk(np.empty(game.most, np.int64), np.empty(game.most, np.int64), records(2, game.state_type), greedy=0)


@cache
def chooser(game: Game[Board, State]) -> Callable[[Board, State, int, Ints], int]:
    """A function that gives the greedy action of a seat, compiled once for a game."""
    run, room = game.compiled(best), desk(game)
    return lambda board, state, seat, rng: run(game.rules, board, state, seat, rng, room)


def choose(game: Game[Board, State], board: Board, state: State, seat: int, rng: Ints) -> int:
    """The greedy action of a seat."""
    return chooser(game)(board, state, seat, rng)


def player(game: Game[Board, State]) -> Callable[[Board, State, Ints, int], int]:
    """A function that plays a state to the end, the seats of a bit mask greedily, the others at random."""
    run, room = game.compiled(greedy_playout), desk(game)
    return lambda board, state, rng, greedy: run(game.rules, board, state, rng, room._replace(greedy=greedy))
