"""What a round of Correspondances is made of: arriving, changes, the stretch, and what the others get."""

from __future__ import annotations

import numpy as np

from strapontin.core.contract import Counts
from strapontin.core.game import Account, Entry
from strapontin.core.kernel import kernel
from strapontin.core.layout import Floats
from strapontin.games.correspondances.kernels.board import CorrespondancesSetting
from strapontin.games.correspondances.kernels.state import Board, State

ARRIVED, TRIP, CHANGES, STRETCH, LONGEST, RIVALS = range(6)


@kernel
def count(board: Board, state: State, seat: int, out: Floats) -> None:
    """As the round was scored; changes only where the trip was complete."""
    past = state.past
    out[ARRIVED] = 1.0 if past.trip[seat] > 0 else 0.0
    out[TRIP] = past.trip[seat]
    out[CHANGES] = past.changes[seat] if past.trip[seat] > 0 else np.nan
    out[STRETCH] = past.stretch[seat]
    out[LONGEST] = 1.0 if past.longest == seat + 1 else 0.0
    best = 0
    for other in range(board.players):
        if other != seat:
            best = max(best, int(past.trip[other]) + (1 if past.longest == other + 1 else 0))
    out[RIVALS] = best


def parts(setting: CorrespondancesSetting, seat: int) -> list[Entry]:
    """The same for every seat."""
    return [
        Entry("correspondances.why.arrived", "share", 1),
        Entry("correspondances.why.trip", "points", 1),
        Entry("correspondances.why.changes", "number", -1),
        Entry("correspondances.why.stretch", "number", 1),
        Entry("correspondances.why.longest", "share", 1),
        Entry("correspondances.why.rivals", "points", -1),
    ]


ACCOUNT = Account(Counts(parts=count), parts)
