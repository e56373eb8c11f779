"""What a score of L'Odyssée is made of: stations, finished lines, sections, presents, and how long the tour takes."""

from __future__ import annotations

import numpy as np

from strapontin.core.contract import Counts
from strapontin.core.game import Account, Entry
from strapontin.core.kernel import kernel
from strapontin.core.layout import Floats
from strapontin.games.odyssee.kernels.board import OdysseeSetting
from strapontin.games.odyssee.kernels.state import HOUSES, OVER, Board, State
from strapontin.games.odyssee.kernels.tour import FAR, WORK, minutes, points, spread

STATIONS, FINISHED, SECTIONS, PRESENTS, RIVALS, MINUTES = range(6)


@kernel
def tour_minutes(board: Board, state: State) -> int:
    """The minutes of all ways of the tour that he rode."""
    work = np.empty(WORK, np.int64)
    total = 0
    for i in range(1, state.stops):
        spread(board, state, state.stop[i - 1], work)
        way = minutes(board, state, state.stop[i], work)
        total += way if way != FAR else 0
    return total


@kernel
def count(board: Board, state: State, seat: int, out: Floats) -> None:
    """As the score is made up; of the tour, and of what the others have in the end, nothing before that."""
    out[STATIONS] = state.building[seat]
    out[FINISHED] = state.finished[seat]
    touring = state.stops == HOUSES
    out[SECTIONS] = state.sections[seat] if touring else np.nan
    out[PRESENTS] = state.presents[seat] if touring else np.nan
    out[MINUTES] = tour_minutes(board, state) if touring else np.nan
    best = 0
    for other in range(board.players):
        if other != seat:
            best = max(best, int(points(state, other)))
    out[RIVALS] = best if state.phase == OVER else np.nan


def parts(setting: OdysseeSetting, seat: int) -> list[Entry]:
    """The same for every seat."""
    return [
        Entry("odyssee.why.stations", "points", 1),
        Entry("odyssee.why.finished", "number", 1),
        Entry("odyssee.why.sections", "points", 1),
        Entry("odyssee.why.presents", "points", 1),
        Entry("odyssee.why.rivals", "points", -1),
        Entry("odyssee.why.minutes", "number", 0),
    ]


ACCOUNT = Account(Counts(parts=count), parts, budget=8000)
