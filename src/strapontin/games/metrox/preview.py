"""What each legal ride would do to one's own sheet, for all of them at once: a kernel, for screens."""

from __future__ import annotations

from typing import Any

import numpy as np

from strapontin.core.kernel import INT, INTS, Array, kernel, spare
from strapontin.games.metrox.rules import direction, empty_cost, ride, stop
from strapontin.games.metrox.state import BOARD, FORTH, FRAME, FREE_RIDE, LINES, RIDE_LINE, STATE, STATIONS

LONGEST = 2 * (STATIONS + LINES) + 8
"""Numbers a preview takes at most."""


@kernel(INT, BOARD, STATE, INT, INTS, INT, Array(STATE), INTS)
def look(board: Any, state: Any, seat: int, actions: Any, n: int, scratch: Any, out: Any) -> int:
    """Ride each action on a copy of the table and write the differences, one preview after the other.

    A preview is the frame it makes (0: none), the repeats owed, the change of the score; how many stations it
    marks, and they, in order of the ride; how many lines it completes, and they, each with its value.
    """
    end = 0
    price = empty_cost(board, state, seat)
    for i in range(n):
        action = actions[i]
        scratch[0] = state
        after = scratch[0]
        ride(board, after, seat, action)
        old, new = state.sheet[seat], after.sheet[seat]
        head, end = end, end + 4
        out[head], out[head + 1], out[head + 3] = 0, max(0, new.owed), 0
        points = price - empty_cost(board, after, seat)
        line = action // RIDE_LINE
        way = max(FORTH, direction(board, after, seat, line)) if action < FREE_RIDE else 0
        for j in range(board.stations if action >= FREE_RIDE else board.length[line]):
            station = j if action >= FREE_RIDE else stop(board, line, j, way)
            if new.marks[station] != old.marks[station]:
                out[end] = station
                out[head + 3] += 1
                end += 1
                if new.marks[station] & FRAME:
                    out[head] = board.transfer[station]
                    points += 2 * board.transfer[station]
        completed, end = end, end + 1
        out[completed] = 0
        for other in range(board.lines):
            if new.missing[other] == 0 and old.missing[other] > 0:
                value = board.later[other] if state.taken[other] else board.first[other]
                out[end], out[end + 1] = other, value
                out[completed] += 1
                end += 2
                points += value
        out[head + 2] = points
    return end


def previews(board: Any, state: Any, seat: int, actions: Any) -> list[int]:
    """The previews of these actions, one after the other, as numbers."""
    out = np.empty(LONGEST * max(1, len(actions)), np.int64)
    end = look(board, state, seat, actions, len(actions), spare(state), out)
    told: list[int] = out[:end].tolist()
    return told
