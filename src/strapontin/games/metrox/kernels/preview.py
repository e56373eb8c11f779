"""What each legal ride would do to one's own sheet, and what those of a round did: kernels, for screens and logs."""

from __future__ import annotations

import numpy as np

from strapontin.core.kernel import kernel, spare
from strapontin.core.layout import Ints, Row
from strapontin.games.metrox.kernels.rules import direction, empty_cost, ride, stop, transfer_points, unmark
from strapontin.games.metrox.kernels.state import (
    FORTH,
    FREE_RIDE,
    LINES,
    RIDE_LINE,
    STATIONS,
    WINDOWS,
    Board,
    State,
)

LONGEST = 2 * (STATIONS + LINES) + 8
"""Numbers a preview takes at most."""


@kernel
def look(
    board: Board, state: State, seat: int, actions: Ints, n: int, scratch: Row[State], out: Ints, ends: Ints
) -> None:
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
        out[head] = new.transfers - old.transfers
        points += 2 * out[head]
        completed, end = end, end + 1
        out[completed] = 0
        for other in range(board.lines):
            if (new.fresh & ~old.fresh) >> other & 1:
                value = board.later[other] if state.taken[other] else board.first[other]
                out[end], out[end + 1] = other, value
                out[completed] += 1
                end += 2
                points += value
        out[head + 2] = points
        ends[i] = end


@kernel
def look_back(board: Board, state: State, seat: int, turn: int, scratch: Row[State], out: Ints) -> int:
    """Write what a player's rides of a round did; how many numbers that takes.

    They are what they brought for transfers and by fewer empty stations; how many lines were ridden, and they; and the
    stations marked, in order of the rides. The scratch is a copy of the state, which loses them.
    """
    sheet, lines, end = state.sheet[seat], 3, 3
    unmark(board, scratch[0], seat, turn)
    out[0] = transfer_points(board, state, seat) - transfer_points(board, scratch[0], seat)
    out[1] = empty_cost(board, scratch[0], seat) - empty_cost(board, state, seat)
    for line in range(board.lines):
        for window in range(WINDOWS):
            if sheet.filled[line, window] == turn:
                out[end] = line
                end += 1
    out[2] = end - lines
    stations = end
    for i in range(out[2]):
        line = out[lines + i]
        way = max(FORTH, direction(board, state, seat, line))
        for j in range(board.length[line]):
            station, known = stop(board, line, j, way), False
            if sheet.marks[station] != turn:
                continue
            for k in range(stations, end):
                known = known or out[k] == station
            if not known:
                out[end] = station
                end += 1
    if out[2] == 0:
        for station in range(board.stations):
            if sheet.marks[station] == turn:
                out[end] = station
                end += 1
    return end


def ridden(board: Board, state: State, seat: int, turn: int, scratch: Row[State]) -> list[int]:
    """The same as a list."""
    out = np.empty(LONGEST, np.int64)
    written: list[int] = out[: look_back(board, state, seat, turn, scratch, out)].tolist()
    return written


def previews(board: Board, state: State, seat: int, actions: list[int]) -> list[bytes]:
    """The preview of each of these actions, its numbers as bytes: equal previews, equal bytes."""
    n = len(actions)
    out, ends = np.empty(LONGEST * max(1, n), np.int64), np.empty(n, np.int64)
    look(board, state, seat, np.array(actions, np.int64), n, spare(state), out, ends)
    raw, upto = out[: ends[-1] if n else 0].tobytes(), (8 * ends).tolist()
    return [raw[begin:end] for begin, end in zip([0, *upto], upto, strict=False)]


def numbers(preview: bytes) -> list[int]:
    """A preview as `look` wrote it."""
    written: list[int] = np.frombuffer(preview, np.int64).tolist()
    return written
