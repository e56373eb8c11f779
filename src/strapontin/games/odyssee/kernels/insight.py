"""What a search knows of L'Odyssée beyond its rules: sensible digging and guiding, and who looks like winning.

A simulation of the building goes on for a few turns of everybody and ends with a forecast; one that reaches the tour
goes on to the end of the game.
"""

from __future__ import annotations

import numpy as np

from strapontin.core.contract import CHANCE, CHANCE_BIT, Hints
from strapontin.core.exponential import exp
from strapontin.core.game import Insight
from strapontin.core.kernel import kernel, spare, take
from strapontin.core.layout import Floats, Ints, Row
from strapontin.core.rng import below
from strapontin.games.odyssee.kernels.digging import unfinished
from strapontin.games.odyssee.kernels.forecast import COUNTS, forecast
from strapontin.games.odyssee.kernels.judge import judge, judged, look_round
from strapontin.games.odyssee.kernels.outlook import OUTLOOK
from strapontin.games.odyssee.kernels.rules import actors, apply, chances, legal
from strapontin.games.odyssee.kernels.state import BONUS, BUILD, GUIDE, LITTLE, MOST, OVER, PASS, STATION, Board, State
from strapontin.games.odyssee.kernels.tour import merit, points

KEPT = OUTLOOK
"""In a work array that outlasts an action: whether it holds a look round from before."""
TURNS = 3
"""Turns of each player that a simulation goes on for."""
EDGE = 5.0
"""A lead that makes a win likely, in points."""


@kernel
def unmoved(state: State, seat: int, corner: int) -> int:
    """Whether a station at a corner leaves all that the player's lines may come to as it is.

    No line comes back to its own corners, so it does if every line under way runs through there.
    """
    for line in range(2 * seat, 2 * seat + 2):
        row = state.line[line]
        through = state.passing[corner] >> line & 1 and row.path[row.tunnels] != corner
        if unfinished(state, line) and row.over == 0 and not through:
            return 0
    return 1


@kernel
def looks(board: Board, state: State, seat: int, action: int, after: Row[State], work: Ints, kept: Ints) -> float:
    """How the city looks to the seat after the action, tried on a copy; a look round that serves again is kept."""
    take(after, 0, state, board)
    apply(board, after[0], seat, action)
    if state.phase == BUILD and STATION <= action < PASS and unmoved(state, seat, action - STATION):
        if kept[KEPT] == 0:
            kept[KEPT] = 1
            look_round(board, state, seat, kept)
        return judged(board, after[0], seat, kept)
    if after[0].phase == BUILD or after[0].phase == BONUS:
        look_round(board, after[0], seat, work)
    return judged(board, after[0], seat, work)


@kernel
def sensible(
    board: Board, state: State, seat: int, rng: Ints, out: Ints, after: Row[State], work: Ints, kept: Ints
) -> int:
    """The best-looking action, of equal ones any; on the tour the one that brings most at once."""
    n = legal(board, state, seat, out)
    found, record, ties = out[0], -1e300, 0
    if n == 1:
        return found
    kept[KEPT] = 0
    for i in range(n):
        if state.phase == GUIDE:
            take(after, 0, state, board)
            apply(board, after[0], seat, out[i])
            value = float(points(after[0], seat))
        else:
            value = looks(board, state, seat, out[i], after, work, kept)
        if value > record:
            found, record, ties = out[i], value, 1
        elif value == record:
            ties += 1
            if below(rng, ties) == 0:
                found = out[i]
    return found


@kernel
def rehearse(board: Board, states: Row[State], seat: int, rng: Ints, script: Ints) -> None:
    """What the others do depends on the seat's choice, so nothing is shared."""


@kernel
def policy(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> int:
    """The best-looking action."""
    work, kept = np.empty(OUTLOOK, np.int64), np.empty(KEPT + 1, np.int64)
    return sensible(board, state, seat, rng, np.empty(MOST, np.int64), spare(state), work, kept)


@kernel
def finish(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> None:
    """A few turns of everybody, or from the tour on to the end."""
    out, weights, after = np.empty(MOST, np.int64), np.empty(MOST, np.int64), spare(state)
    work, kept = np.empty(OUTLOOK, np.int64), np.empty(KEPT + 1, np.int64)
    last = state.turn + TURNS * board.players
    while state.phase != OVER and not (state.phase == BUILD and state.dug == 0 and state.turn >= last):
        if actors(board, state) == CHANCE_BIT:
            n = chances(board, state, out, weights)
            apply(board, state, CHANCE, out[below(rng, n)])
        else:
            apply(board, state, state.seat, sensible(board, state, state.seat, rng, out, after, work, kept))


@kernel
def lead(board: Board, state: State, seat: int) -> float:
    """How many points the seat is ahead of the best of the others."""
    best = 0
    for other in range(board.players):
        if other != seat:
            best = max(best, int(points(state, other)))
    return float(points(state, seat) - best)


@kernel
def appeal(board: Board, state: State, seat: int, actions: Ints, n: int, out: Floats) -> None:
    """How the city looks to the seat after each action, or on the tour the lead it leaves."""
    after, work, kept = spare(state), np.empty(OUTLOOK, np.int64), np.zeros(KEPT + 1, np.int64)
    for i in range(n):
        if state.phase == GUIDE:
            take(after, 0, state, board)
            apply(board, after[0], seat, actions[i])
            out[i] = lead(board, after[0], seat)
        else:
            out[i] = looks(board, state, seat, actions[i], after, work, kept)


@kernel
def clue(board: Board, state: State, seat: int) -> int:
    """Where the tour is, or where the player's lines end."""
    if state.phase != BUILD and state.phase != BONUS:
        return 1 << 20 | int(state.stop[state.stops - 1])
    solid, striped = state.line[2 * seat], state.line[2 * seat + 1]
    here = int(solid.path[solid.tunnels]) * 128
    here += int(striped.path[striped.tunnels]) if striped.tunnels > 0 else 127
    return here * 4 + int(state.dug)


@kernel
def belief(board: Board, state: State, seat: int, evidence: Floats) -> float:
    """Everything lies open in this game."""
    return 1.0


@kernel
def stage(board: Board, state: State) -> int:
    """A simulation stops by the count of turns, see `finish`."""
    return 0


@kernel
def expected(board: Board, state: State, seat: int, work: Ints, counts: Floats) -> float:
    """What a player is hoped to come to from a city that is still being built."""
    return judge(board, state, seat) if board.mode == LITTLE else forecast(board, state, seat, work, counts)


@kernel
def worth(board: Board, state: State, seat: int) -> float:
    """Winning with a margin at the end; before, the lead that is forecast."""
    lead = 1e9
    over = state.phase == OVER
    work, counts = np.empty(OUTLOOK, np.int64), np.empty(COUNTS)
    mine = 0.0 if over else expected(board, state, seat, work, counts)
    for other in range(board.players):
        if other != seat:
            if over:
                ahead = float(points(state, seat) - points(state, other))
                if ahead == 0.0:
                    ahead = 0.5 if merit(state, seat) > merit(state, other) else -0.5
            else:
                ahead = mine - expected(board, state, other, work, counts)
            lead = min(lead, ahead)
    value = 1.0 / (1.0 + exp(-lead / EDGE))
    return 0.5 * value + (0.5 if lead > 0.0 else 0.0) if over else value


INSIGHT = Insight(
    hints=Hints(
        rehearse=rehearse,
        policy=policy,
        finish=finish,
        appeal=appeal,
        clue=clue,
        belief=belief,
        stage=stage,
        worth=worth,
    ),
    candidates=16,
    truths=1,
    depth=2,
    chunk=32,
    regular=4,
)
