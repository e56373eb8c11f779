"""What a search knows of metroX beyond its rules: how to play on quickly, and what a position is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from strapontin.core.game import Insight
from strapontin.core.kernel import FLOAT, FLOATS, INT, INTS, kernel
from strapontin.games.metrox.rules import apply, close, direction, random_card, scores
from strapontin.games.metrox.state import (
    BOARD,
    FORTH,
    FREE_RIDE,
    PLUS,
    RIDE_LINE,
    RIDE_WAY,
    SEATS,
    STATE,
    STATIONS,
)
from strapontin.games.metrox.weighing import (
    FRACTIONS,
    LEARNED,
    NUMBERS,
    assess,
    best_ride,
    hurry,
    sit,
    turned,
    weigh,
    weigh_station,
)

WIN = 0.6
"""How much of a position's worth is winning; the rest is the margin, so that a lost game is still played well."""
SCALE = 30.0
"""A margin in points that counts as large."""


@kernel(INT, BOARD, STATE, INT, INTS)
def policy(board: Any, state: Any, seat: int, rng: Any) -> int:
    """The ride that weighs most."""
    numbers, fractions = np.empty(SEATS * NUMBERS, np.int64), np.empty(SEATS * FRACTIONS)
    sit(board, state, seat, LEARNED, numbers, fractions)
    return best_ride(board, state, seat, LEARNED, numbers, fractions)


@kernel(None, BOARD, STATE, INTS)
def finish(board: Any, state: Any, rng: Any) -> None:
    """Draw, and ride by the policy, until all windows are full."""
    numbers = np.empty(board.players * NUMBERS, np.int64)
    fractions = np.empty(board.players * FRACTIONS)
    touched = 0
    for seat in range(board.players):
        sit(board, state, seat, LEARNED, numbers, fractions)
    while True:
        if state.card == 0:
            playing = False
            for seat in range(board.players):
                playing = playing or state.sheet[seat].vacant > 0
            if not playing:
                return
            apply(board, state, -1, random_card(state, rng))
        for seat in range(board.players):
            while state.sheet[seat].owed > 0:
                touched |= hurry(board, state, seat, LEARNED, numbers, fractions)
        close(board, state)
        if board.players > 1:
            for seat in range(board.players):
                lines = turned(board, state, seat, touched, LEARNED, fractions)
                assess(board, state, seat, lines, LEARNED, numbers, fractions)
        touched = 0


@kernel(None, BOARD, STATE, INT, INTS, INT, FLOATS)
def appeal(board: Any, state: Any, seat: int, actions: Any, n: int, out: Any) -> None:
    """What each ride weighs, in points."""
    numbers, fractions = np.empty(SEATS * NUMBERS, np.int64), np.empty(SEATS * FRACTIONS)
    sit(board, state, seat, LEARNED, numbers, fractions)
    for i in range(n):
        action = actions[i]
        if action == FREE_RIDE + STATIONS:
            out[i] = 0.0
        elif action >= FREE_RIDE:
            out[i] = weigh_station(board, state, seat, action - FREE_RIDE, LEARNED, numbers, fractions)
        else:
            line, way, marks = action // RIDE_LINE, action // RIDE_WAY % 4, action % RIDE_WAY
            if way == 0:
                way = max(FORTH, direction(board, state, seat, line))
            most = 1 if marks == PLUS else marks
            out[i] = weigh(board, state, seat, line, way, most, LEARNED, numbers, fractions)


@kernel(INT, BOARD, STATE, INT)
def clue(board: Any, state: Any, seat: int) -> int:
    """The card, and with special stations how many rides are owed."""
    return state.card + 32 * state.sheet[seat].owed


@kernel(FLOAT, BOARD, STATE, INT, FLOATS)
def belief(board: Any, state: Any, seat: int, evidence: Any) -> float:
    """Everything but the running round is open, so nothing is to be inferred."""
    return 1.0


@kernel(INT, BOARD, STATE)
def stage(board: Any, state: Any) -> int:
    """A simulation goes on to the end of the game."""
    return 0


@kernel(FLOAT, BOARD, STATE, INT)
def worth(board: Any, state: Any, seat: int) -> float:
    """Solo the score; at a table winning, and the margin to the best of the others."""
    points, ranks = np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    scores(board, state, points, ranks)
    if board.players == 1:
        return (points[0] + 50.0) / 150.0
    winners, best = 0, -1000
    for other in range(board.players):
        winners += ranks[other] == 1
        if other != seat:
            best = max(best, points[other])
    won = 1.0 / winners if ranks[seat] == 1 else 0.0
    margin = min(1.0, max(-1.0, (points[seat] - best) / SCALE))
    return WIN * won + (1.0 - WIN) * (0.5 + 0.5 * margin)


INSIGHT = Insight(policy, finish, appeal, clue, belief, stage, worth, depth=2, patience=3, doubt=4.0, regular=600)
