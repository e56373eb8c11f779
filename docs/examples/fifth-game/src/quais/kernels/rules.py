"""The rules of Quais."""

from __future__ import annotations

import numpy as np

from quais.kernels.state import COPIES, DRAW, LONGEST, MOST, PARK, PASS, PLACES, Board, State
from strapontin.core.contract import CHANCE_BIT
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.core.playout import Room, Steps, at_random, play
from strapontin.core.ranks import most_points


@kernel
def setup(board: Board, state: State) -> None:
    """An empty platform, and all trains to come."""
    state.phase = DRAW
    for kind in range(LONGEST):
        state.pile[kind] = COPIES


@kernel
def actors(board: Board, state: State) -> int:
    """Chance sends a train, a seat parks it; nobody acts once all have come."""
    if state.phase == PARK:
        return 1 << ((state.turn - 1) % board.players)
    return CHANCE_BIT if state.turn < LONGEST * COPIES else 0


@kernel
def legal(board: Board, state: State, seat: int, out: Ints) -> int:
    """Every place from which the train finds free places side by side, or to go on."""
    n, free = 0, 0
    for place in range(PLACES):
        free = free + 1 if state.owner[place] == 0 else 0
        if free >= state.cars:
            out[n] = place - state.cars + 1
            n += 1
    if n == 0:
        out[0], n = PASS, 1
    return n


@kernel
def chances(board: Board, state: State, out: Ints, weights: Ints) -> int:
    """Any train still to come."""
    n = 0
    for kind in range(LONGEST):
        if state.pile[kind] > 0:
            out[n], weights[n] = kind, state.pile[kind]
            n += 1
    return n


@kernel
def apply(board: Board, state: State, seat: int, action: int) -> None:
    """A train comes, or is parked."""
    if state.phase == DRAW:
        state.pile[action] -= 1
        state.turn += 1
        state.cars, state.phase = action + 1, PARK
        return
    if action != PASS:
        for place in range(action, action + state.cars):
            state.owner[place], state.train[place] = seat + 1, state.turn
    state.cars, state.phase = 0, DRAW


@kernel
def points(board: Board, state: State, seat: int) -> int:
    """A point a car, and two wherever trains of a seat stand next to each other."""
    found = 0
    for place in range(PLACES):
        if state.owner[place] == seat + 1:
            found += 1
            if place > 0 and state.owner[place - 1] == seat + 1 and state.train[place - 1] != state.train[place]:
                found += 2
    return found


@kernel
def scores(board: Board, state: State, out: Ints, ranks: Ints) -> None:
    """Most points win."""
    for seat in range(board.players):
        out[seat] = points(board, state, seat)
    most_points(board.players, out, ranks)


@kernel
def conceal(board: Board, state: State, seat: int) -> None:
    """Nothing is hidden: what comes next is not decided yet."""


@kernel
def imagine(board: Board, state: State, seat: int, rng: Ints) -> None:
    """Nothing is unknown."""


STEPS = Steps(actors=actors, legal=legal, chances=chances, apply=apply)


@kernel
def rollout(board: Board, state: State, rng: Ints) -> int:
    """Play to the end at random; return the number of decisions."""
    return play(at_random, STEPS, board, state, rng, Room(np.empty(MOST, np.int64), np.empty(MOST, np.int64)))
