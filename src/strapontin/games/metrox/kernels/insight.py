"""What a search knows of metroX beyond its rules: how to play on quickly, and what a position is worth."""

from __future__ import annotations

import numpy as np

from strapontin.core.contract import Hints
from strapontin.core.exponential import exp
from strapontin.core.game import Insight
from strapontin.core.kernel import kernel, take
from strapontin.core.layout import Floats, Ints, Row
from strapontin.games.metrox.kernels.rules import close, direction, random_card, reveal, ride, scores
from strapontin.games.metrox.kernels.state import (
    FORTH,
    FREE,
    FREE_RIDE,
    LINES,
    PLUS,
    RIDE_LINE,
    RIDE_WAY,
    ROUNDS,
    SEATS,
    STATIONS,
    WINDOWS,
    Board,
    State,
)
from strapontin.games.metrox.kernels.weighing import (
    FRACTIONS,
    LEARNED,
    assess,
    best_ride,
    follow,
    sit,
    touched_by,
    turned,
    weigh,
    weigh_station,
)

WIN = 0.1
"""How much of a position's worth is to have won, be it by a tie; the rest is the chance that the margin speaks for."""
SCALE = 8.0
"""So many points ahead stand for odds of e to 1: to win or lose is mostly luck until late, and points are less so."""


# The script of a stream: the rides of a player by the windows that were empty before them, free rides by their round.
FREELY = LINES * WINDOWS + 1
SCRIPT = FREELY + ROUNDS


@kernel(inline=True)
def scripted(state: State, seat: int) -> int:
    """Where the next ride of a player stands in the script."""
    return seat * SCRIPT + (FREELY + state.turn if state.card == FREE else state.sheet[seat].vacant)


@kernel
def rehearse(board: Board, states: Row[State], seat: int, rng: Ints, script: Ints) -> None:
    """Play a stream once, everybody by the policy, and note the others' rides: they hardly depend on one's own."""
    if board.players == 1:
        return
    take(states, 0, states[1], board)
    state, fractions = states[0], np.empty(board.players * FRACTIONS)
    for other in range(board.players):
        sit(board, state, other, LEARNED, fractions)
    while state.card != 0 or state.playing != 0:
        if state.card == 0:
            reveal(board, state, random_card(state, rng))
        touched = 0
        for other in range(board.players):
            while state.sheet[other].owed > 0:
                action = best_ride(board, state, other, LEARNED, fractions)
                script[scripted(state, other)] = action
                touched |= follow(board, state, other, action, LEARNED, fractions)
        close(board, state)
        for other in range(board.players):
            lines = turned(board, state, other, touched, LEARNED, fractions)
            assess(board, state, other, lines, LEARNED, fractions)


@kernel
def policy(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> int:
    """What the script says."""
    return script[scripted(state, seat)]


@kernel
def finish(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> None:
    """Draw until all windows are full; the seat rides by the policy, the others by the script."""
    fractions = np.empty(board.players * FRACTIONS)
    sit(board, state, seat, LEARNED, fractions)
    while state.card != 0 or state.playing != 0:
        if state.card == 0:
            reveal(board, state, random_card(state, rng))
        touched = 0
        for other in range(board.players):
            while state.sheet[other].owed > 0:
                if other == seat:
                    action = best_ride(board, state, seat, LEARNED, fractions)
                    touched |= follow(board, state, seat, action, LEARNED, fractions)
                else:
                    action = script[scripted(state, other)]
                    touched |= touched_by(board, state, other, action)
                    ride(board, state, other, action)
        close(board, state)
        if board.players > 1:
            lines = turned(board, state, seat, touched, LEARNED, fractions)
            assess(board, state, seat, lines, LEARNED, fractions)


@kernel
def appeal(board: Board, state: State, seat: int, actions: Ints, n: int, out: Floats) -> None:
    """What each ride weighs, in points."""
    fractions = np.empty(SEATS * FRACTIONS)
    sit(board, state, seat, LEARNED, fractions)
    for i in range(n):
        action = actions[i]
        if action == FREE_RIDE + STATIONS:
            out[i] = 0.0
        elif action >= FREE_RIDE:
            out[i] = weigh_station(board, state, seat, action - FREE_RIDE, LEARNED, fractions)
        else:
            line, way, marks = action // RIDE_LINE, action // RIDE_WAY % 4, action % RIDE_WAY
            if way == 0:
                way = max(FORTH, direction(board, state, seat, line))
            most = 1 if marks == PLUS else marks
            out[i] = weigh(board, state, seat, line, way, most, LEARNED, fractions)


@kernel
def clue(board: Board, state: State, seat: int) -> int:
    """The card, and with special stations how many rides are owed."""
    return state.card + 32 * state.sheet[seat].owed


@kernel
def belief(board: Board, state: State, seat: int, evidence: Floats) -> float:
    """Everything but the running round is open, so nothing is to be inferred."""
    return 1.0


@kernel
def stage(board: Board, state: State) -> int:
    """A simulation goes on to the end of the game."""
    return 0


@kernel
def worth(board: Board, state: State, seat: int) -> float:
    """Solo the score; at a table the margin to the best of the others as a chance to win, and winning."""
    points: Ints = np.empty(SEATS, np.int64)
    ranks: Ints = np.empty(SEATS, np.int64)
    scores(board, state, points, ranks)
    if board.players == 1:
        return (points[0] + 50.0) / 150.0
    winners, best = 0, -1000
    for other in range(board.players):
        winners += ranks[other] == 1
        if other != seat:
            best = max(best, points[other])
    won = 1.0 / winners if ranks[seat] == 1 else 0.0
    return WIN * won + (1.0 - WIN) / (1.0 + exp((best - points[seat]) / SCALE))


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
    candidates=12,
    depth=2,
    patience=3,
    doubt=4.0,
    script=SEATS * SCRIPT,
    regular=600,
)
