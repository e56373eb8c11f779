"""What a position of Correspondances looks like to a player: points, and how near its own trip is."""

from __future__ import annotations

import numpy as np

from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.games.correspondances.kernels.state import DRAW, PLACE, TRIP, Board, State
from strapontin.games.correspondances.kernels.trips import GAP, REPORT, journey, stretch

NEARER = 0.6
"""What the hope for a trip keeps of its worth with each tile still missing."""

AHEAD = 0.3
"""How much a point of the best opponent weighs."""

LONGER = 0.02
"""What a tile of one's own stretch is worth."""


@kernel
def hope(cost: int, report: Ints) -> float:
    """What a trip of this cost and report is worth: its points, the less the more tiles are missing."""
    if cost < 0:
        return 0.0
    value = max(1.0, float(TRIP - report[1]))
    for _ in range(report[0]):
        value *= NEARER
    return value


@kernel
def judge(board: Board, state: State, seat: int) -> float:
    """One's points against the best opponent's; within a round also the hope for one's trip and stretch."""
    best = 0
    for other in range(board.players):
        if other != seat:
            best = max(best, int(state.total[other]))
    value = state.total[seat] - AHEAD * best
    line = int(state.line[seat]) - 1
    if line < 0 or not (state.stage == DRAW or state.stage == PLACE):
        return value
    report = np.empty(REPORT, np.int64)
    value += hope(journey(board, state, line, GAP, report), report)
    return value + LONGER * stretch(board, state, line)
