"""Games played to the end by generic code over the contract: one source, one compiled version per game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from strapontin.core.bits import lowest
from strapontin.core.contract import CHANCE, CHANCE_BIT, Board, Rules, State
from strapontin.core.kernel import generic, take
from strapontin.core.layout import Ints, Row
from strapontin.core.rng import below, weighted


class Room(NamedTuple):
    """Where kernels write what can happen next."""

    out: Ints
    weights: Ints


def room(most: int) -> Room:
    """Room for so many actions, or outcomes of chance."""
    return Room(np.empty(most, np.int64), np.empty(most, np.int64))


class Spacious(Protocol):
    """A group of arrays that has room, and whatever else it takes to choose."""

    @property
    def out(self) -> Ints:
        """Actions, or outcomes of chance."""

    @property
    def weights(self) -> Ints:
        """The weights of outcomes."""


Desk = TypeVar("Desk", bound=Spacious)


class Steps(NamedTuple, Generic[Board, State]):
    """The kernels it takes to play on: for a rollout of a game's own, which its rules cannot yet name."""

    actors: Callable[[Board, State], int]
    legal: Callable[[Board, State, int, Ints], int]
    chances: Callable[[Board, State, Ints, Ints], int]
    apply: Callable[[Board, State, int, int], None]


Playable = Rules[Board, State] | Steps[Board, State]


@generic(inline=True)
def play(
    choose: Callable[[Any, Board, State, int, Ints, Ints, Desk], int],
    rules: Playable[Board, State],
    board: Board,
    state: State,
    rng: Ints,
    desk: Desk,
) -> int:
    """Play until the game is over, the seats as they are told to choose; return how many decisions they made."""
    out, weights = desk.out, desk.weights  # once: in compiled code an array taken from a group is counted each time
    decisions = 0
    while True:
        mask = rules.actors(board, state)
        if mask == 0:
            return decisions
        if mask == CHANCE_BIT:
            n = rules.chances(board, state, out, weights)
            rules.apply(board, state, CHANCE, out[weighted(rng, weights, n)])
        else:
            seat = lowest(mask)
            rules.apply(board, state, seat, choose(rules, board, state, seat, rng, out, desk))
            decisions += 1


@generic(inline=True)
def at_random(
    rules: Playable[Board, State], board: Board, state: State, seat: int, rng: Ints, out: Ints, desk: Desk
) -> int:
    """Any legal action of a seat, each as likely as the others."""
    n = rules.legal(board, state, seat, out)
    return out[below(rng, n)]


@generic
def playout(rules: Rules[Board, State], board: Board, state: State, rng: Ints, room: Room) -> int:
    """Play uniformly random legal actions until the game is over; return how many decisions the seats made."""
    return play(at_random, rules, board, state, rng, room)


@generic
def playouts(
    rules: Rules[Board, State], board: Board, start: State, scratch: Row[State], rng: Ints, room: Room, games: int
) -> int:
    """Many such games from one position, on a scratch array of one state; return the decisions of all."""
    decisions = 0
    for _ in range(games):
        take(scratch, 0, start, board)
        decisions += playout(rules, board, scratch[0], rng, room)
    return decisions


@generic
def rollouts(rules: Rules[Board, State], board: Board, start: State, scratch: Row[State], rng: Ints, games: int) -> int:
    """Many of the game's own rollouts from one position; return the decisions of all."""
    decisions = 0
    for _ in range(games):
        take(scratch, 0, start, board)
        decisions += rules.rollout(board, scratch[0], rng)
    return decisions


@generic
def copies(board: Board, start: State, scratch: Row[State], times: int) -> int:
    """Copy a state many times over; return how often."""
    for i in range(times):
        take(scratch, i % len(scratch), start, board)
    return times
