"""Kernels that look ahead without moving: how far a line is from everything, and where it may still leave.

As the city stands: stations to come and the line's own next tunnels are not reckoned with.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from strapontin.core.kernel import INT, INTS, kernel
from strapontin.games.odyssee.digging import EXIT, other_half, unfinished
from strapontin.games.odyssee.state import BOARD, CELLS, CORNERS, STATE, TUNNELS

AFAR = 99

# The parts of the work array: tunnels needed to each corner; to each corner with each heading; the queue.
TO = 0
WITH = TO + CORNERS
QUEUE = WITH + 6 * CORNERS
NEED = QUEUE + 6 * CORNERS
OUTLOOK = NEED + 1


@kernel(INT, BOARD, STATE, INT, INT, INT, INT)
def onward(board: Any, state: Any, line: int, here: int, heading: int, direction: int) -> int:
    """What `digging.ahead` says, from any corner the line might come to with any heading."""
    there = board.step[here, direction]
    bend = (direction - heading + 6) % 6
    if there < 0 or bend == 3 or ((bend == 2 or bend == 4) and state.station[here] == 0):
        return 0
    if there >= CORNERS:
        outer = there - CORNERS
        if board.white[outer] == 1 or state.cell[CELLS + outer] != 0:
            return 0
        return EXIT * other_half(outer, state.line[line].path[0] - CORNERS)
    if state.passing[there] >> line & 1:
        return 0
    for side in range(2):
        cell = board.flank[here, direction, side]
        if cell >= 0 and state.cell[cell] == 0:
            return 1
    return 0


@kernel(INT, BOARD, STATE, INT, INTS)
def look(board: Any, state: Any, line: int, work: Any) -> int:
    """Write how many tunnels a line needs to every corner and to the nearest way out.

    Return the outer cells it may still leave by, as a bit mask.
    """
    for i in range(QUEUE):
        work[i] = AFAR
    work[NEED] = AFAR
    row = state.line[line]
    if unfinished(state, line) == 0 or row.over == 1:
        return 0
    left = TUNNELS - row.tunnels
    first = row.path[row.tunnels]
    exits, head, tail = 0, 0, 1
    work[TO + first] = 0
    work[WITH + first * 6 + row.heading] = 0
    work[QUEUE] = first * 6 + row.heading
    while head < tail:
        at = work[QUEUE + head]
        head += 1
        here, heading, deep = at // 6, at % 6, work[WITH + at] + 1
        if deep > left:
            break
        for direction in range(6):
            way = onward(board, state, line, here, heading, direction)
            if way == 0:
                continue
            there = board.step[here, direction]
            if way == EXIT:
                exits |= int(1 << np.int64(there - CORNERS))
                work[NEED] = min(work[NEED], deep)
                continue
            then = there * 6 + direction
            if work[WITH + then] == AFAR:
                work[WITH + then] = deep
                work[TO + there] = min(work[TO + there], deep)
                work[QUEUE + tail] = then
                tail += 1
    return exits


@kernel(INT, STATE, INT)
def promised(state: Any, seat: int) -> int:
    """The shops that this player's lines connect directly to each house as things stand: bit 6 * house + shop."""
    found = 0
    for line in range(2 * seat, 2 * seat + 2):
        row = state.line[line]
        for i in range(1, row.tunnels + 1):
            corner = row.path[i]
            if corner >= CORNERS or state.station[corner] == 0 or state.houses[corner] == 0:
                continue
            for house in range(6):
                if state.houses[corner] >> house & 1 == 0:
                    continue
                shops = 0 | state.shops[corner]
                for way in range(-1, 2, 2):
                    j = i + way
                    while 1 <= j <= row.tunnels and row.path[j] < CORNERS:
                        node = row.path[j]
                        if state.station[node] != 0 and state.houses[node] >> house & 1 == 0:
                            shops |= state.shops[node]
                            if state.shops[node] != 0 or state.houses[node] != 0:
                                break
                        j += way
                for shop in range(6):
                    if shops >> shop & 1:
                        found |= 1 << (6 * house + shop)
    return found


@kernel(INT, STATE, INT)
def served(state: Any, seat: int) -> int:
    """The houses with a station on one of this player's lines, as a bit mask."""
    found = 0
    for line in range(2 * seat, 2 * seat + 2):
        row = state.line[line]
        for i in range(1, row.tunnels + 1):
            if row.path[i] < CORNERS and state.station[row.path[i]] != 0:
                found |= state.houses[row.path[i]]
    return found
