"""Trips and stretches: the fewest changes, the tiles still missing, the longest chain of one's own line."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from strapontin.core.bits import at, lowest
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints, Row, int16, int32, uint16
from strapontin.games.correspondances.kernels.state import (
    CELLS,
    CHANGES,
    END_A,
    FREE,
    LINES,
    OPEN,
    SLOTS,
    TRIP,
    WALL,
    WIDE,
    Board,
    State,
)

GAP = 2
"""What a missing tile weighs in the search for a way, in changes of line."""

FAR = 30000
REPORT = 3
"""A report begins with missing tiles, changes and the length of the way; then its nodes (cell * 4 + line) from arrival
to start."""
RING = CELLS + 4
"""Room for the cells that wait at one cost."""
QUEUE = 3 * RING
ACROSS, CHANGED = 1, 8
UNREACHED, MOST_TOLD = 0x7F7F7F7F, 126
"""No line has come to a cell; and the highest cost that is told of one that has."""


class Atlas(NamedTuple):
    """What the search for a way reads and writes, by cell."""

    land: Row[int32]
    """What lies there to who comes by, see `board.ground`."""
    lines: Row[uint16]
    """The lines that have come there, as bits, then those that wait to, at three costs that come round again."""
    came: Row[int32]
    """A byte for each line, how it came there: 1 + the side it moved across, 8 + the line before, 0 at the start."""
    queue: Row[int16]
    """The cells where some wait, at each of the three costs."""
    reach: Row[int32]
    """A byte for each line, the cost at which it came there."""


@kernel
def survey(board: Board, state: State, gap: int, atlas: Atlas) -> None:
    """Write down what lies on every cell; without gaps, nobody comes by where no tile lies."""
    land = atlas.land
    for cell in range(CELLS):
        land[cell] = board.plain[cell] if gap else 0
    if gap:
        for place in range(state.opened):
            land[at(state.open_cell[place])] = board.may[at(state.open_need[place])]
    for slot in range(state.tiles):
        land[at(state.cell[slot])] = board.ground[at(state.code[slot])]


@kernel
def resurvey(board: Board, state: State, cell: int, atlas: Atlas) -> None:
    """Write down anew, with gaps, what lies on a cell where a tile was laid or taken away, and next to it."""
    for i in range(5):
        here = cell + (0, WIDE, 1, -WIDE, -1)[i]
        found = int(state.grid[here])
        if found == 0 or found == WALL:
            atlas.land[here] = board.plain[here]
        elif found >= OPEN:
            atlas.land[here] = board.may[state.open_need[found - OPEN]]
        else:
            atlas.land[here] = board.ground[state.code[found - 1]]


@kernel
def put(board: Board, state: State, cell: int, code: int, atlas: Atlas) -> None:
    """Write down what lies on a cell and next to it if a tile were laid there; `resurvey` takes it back."""
    land = atlas.land
    land[cell] = board.ground[code]
    for side in range(4):
        beside = cell + (WIDE, 1, -WIDE, -1)[side]
        if land[beside] >> FREE & 1:
            found = int(state.grid[beside])
            need = int(state.open_need[found - OPEN]) if found >= OPEN else 0
            land[beside] = board.may[need + int(board.port[code, side]) * board.power[side ^ 2]]


@kernel
def tell(board: Board, atlas: Atlas, cell: int, line: int, report: Ints) -> None:
    """Write the report of a way that ends on this cell in this line."""
    report[0], report[1], n, how = 0, 0, 0, ACROSS
    while how != 0:
        if REPORT + n < len(report):
            report[REPORT + n] = cell * LINES + line
        n += 1
        how = int(atlas.came[cell]) >> 8 * line & 255
        if how >= CHANGED:
            report[1] += 1
            line = how - CHANGED
        else:
            report[0] += atlas.land[cell] >> FREE & 1
            cell -= board.step[how - ACROSS] if how > 0 else 0
    report[2] = n


@kernel(inline=True)
def noted(came: int, lines: int, how: int) -> int:
    """How the lines of a cell came there, if these came like this."""
    bytewise = lines * 0x204081 & 0x01010101
    return came & (0x0F0F0F0F ^ bytewise * 15) | bytewise * how


@kernel
def spread(
    board: Board, atlas: Atlas, line: int, start: int, starters: int, cost: int, goal: int, limit: int, report: Ints
) -> int:
    """Go on from a cell in these lines, at this cost, up to the goal or the limit; what it costs to the goal, or -1.

    Cells are taken in order of cost, with all lines that get there at that cost. What is beside a cell is written
    behind the queue it would belong to and counts only if a line gets there that would not otherwise, for that is
    quicker than to ask first.
    """
    land, waits, came, queue, reach = atlas
    for cell in range(CELLS):
        waits[cell] = 0
        reach[cell] = UNREACHED
    home = board.home[line]
    kept, land[home] = land[home], 0  # nobody rides back to where the line starts
    first, second, third = 0, RING, 2 * RING
    now, soon, late = 4, 8, 12
    waits[start] = starters << now
    came[start] = 0
    queue[first] = start
    n, more, most = 1, 0, 0  # cells that wait at this cost, and at one and two more
    found = -1
    while n + more + most > 0 and cost < limit and found < 0:
        i = 0
        while i < n:
            cell = int(queue[at(first + i)])
            i += 1
            waiting = int(waits[at(cell)])
            lines = waiting >> now & 15 & ~waiting
            waiting = (waiting | lines) & ~(15 << now)
            here = int(land[at(cell)])
            if cell == goal:
                arrived = lowest(lines)
                tell(board, atlas, cell - board.step[(int(came[cell]) >> 8 * arrived & 255) - ACROSS], arrived, report)
                found = cost
                break
            reach[at(cell)] ^= (lines * 0x204081 & 0x01010101) * (127 ^ min(cost, MOST_TOLD))
            for side in range(4):
                beside = cell + (WIDE, 1, -WIDE, -1)[side]
                met, there = int(land[at(beside)]), int(waits[at(beside)])
                free = met >> FREE & 1
                known = there | there >> now
                if free:
                    known |= there >> soon | there >> late
                fresh = lines & here >> 4 * side & met >> 4 * (side ^ 2) & ~known
                then = late if free else now
                queue[at(third + most if free else first + n)] = beside
                another = int(fresh != 0) & int(there >> then & 15 == 0)
                most += another & free
                n += another & ~free
                waits[at(beside)] = there | fresh << then
                came[at(beside)] = noted(int(came[at(beside)]), fresh, ACROSS + side)
            # a change: at a station that lies here, or at one that could
            fresh = here >> CHANGES & 15 & ~(waiting | waiting >> soon) & -int(lines != 0)
            queue[at(second + more)] = cell
            more += int(fresh != 0) & int(waiting >> soon & 15 == 0)
            waits[at(cell)] = waiting | fresh << soon
            came[at(cell)] = noted(int(came[at(cell)]), fresh, CHANGED + lowest(lines | 16))
        n, more, most = more, most, 0
        first, second, third = second, third, first
        now, soon, late = soon, late, now
        cost += 1
    land[home] = kept
    return found


@kernel
def travel(board: Board, atlas: Atlas, line: int, limit: int, report: Ints) -> int:
    """The cheapest way of a line's trip, as the land was surveyed: a change costs 1, a missing tile GAP, which is 2.

    Returns its cost, or -1 if there is none below the limit.
    """
    start = board.start[line]
    land = atlas.land[start]
    if (land | land >> 4 | land >> 8 | land >> 12) >> line & 1 == 0:
        return -1
    return spread(board, atlas, line, start, 1 << line, GAP * (land >> FREE & 1), board.goal[line], limit, report)


@kernel
def retreat(board: Board, atlas: Atlas, line: int, limit: int, report: Ints) -> None:
    """Write down what the rest of a line's trip costs from each cell, where that is below the limit."""
    spread(board, atlas, line, board.goal[line], 15, 0, -1, limit, report)


@kernel
def still_leads(board: Board, atlas: Atlas, line: int, report: Ints) -> int:
    """Whether the whole way of a report can be gone as the table lies now."""
    land, cell, colour = atlas.land, board.goal[line], report[REPORT] & 3
    if REPORT + report[2] > len(report):
        return 0
    for i in range(report[2]):
        before = report[REPORT + i] >> 2
        if before == cell:
            if land[cell] >> CHANGES + colour & 1 == 0:
                return 0
        else:
            side = 0
            while before + board.step[side] != cell:
                side += 1
            if land[before] >> 4 * side + colour & land[cell] >> 4 * (side ^ 2) + colour & 1 == 0:
                return 0
        cell, colour = before, report[REPORT + i] & 3
    return (land[cell] | land[cell] >> 4 | land[cell] >> 8 | land[cell] >> 12) >> line & 1


@kernel(inline=True)
def least(costs: int) -> int:
    """The lowest of the four costs at which lines came to a cell."""
    return min(min(costs & 127, costs >> 8 & 127), min(costs >> 16 & 127, costs >> 24 & 127))


@kernel
def through(board: Board, there: Atlas, back: Atlas, cell: int, code: int, line: int) -> int:
    """What a line's trip costs by way of a tile laid on a cell, by the costs to the cells beside it and from there."""
    land = there.land
    first = int(board.port[code, 0])
    one, other, on_one, on_other = MOST_TOLD, MOST_TOLD, MOST_TOLD, MOST_TOLD  # its first colour, and the other if any
    if cell == board.start[line]:
        one, other = (0, other) if first == line + 1 else (one, 0)
    for side in range(4):
        beside = cell + (WIDE, 1, -WIDE, -1)[side]
        colour = int(board.port[code, side]) - 1
        if land[beside] >> 4 * (side ^ 2) + colour & 1:
            come = int(there.reach[beside]) >> 8 * colour & 127
            go = int(back.reach[beside]) >> 8 * colour & 127
            if colour + 1 == first:
                one, on_one = min(one, come), min(on_one, go)
            else:
                other, on_other = min(other, come), min(on_other, go)
    cost = min(one + on_one, other + on_other)
    return min(cost, 1 + min(one + on_other, other + on_one)) if board.station[code] else cost


@kernel
def journey(board: Board, state: State, line: int, gap: int, report: Ints) -> int:
    """The cheapest way of a line's trip as the table lies; see `travel`. Without gaps, no tile may be missing."""
    land, lines = np.empty(CELLS, np.int32), np.empty(CELLS, np.uint16)
    came, reach = np.empty(CELLS, np.int32), np.empty(CELLS, np.int32)
    atlas = Atlas(land, lines, came, np.empty(QUEUE, np.int16), reach)
    survey(board, state, gap, atlas)
    return travel(board, atlas, line, FAR, report)


@kernel
def fewest_changes(board: Board, state: State, line: int) -> int:
    """The changes of a line's trip over tiles that lie; -1 while it is not complete."""
    report = np.empty(REPORT, np.int64)
    return journey(board, state, line, 0, report)


@kernel(inline=True)
def trip_points(changes: int) -> int:
    """What a trip scores: a point less for each change, but never nothing."""
    return max(1, TRIP - changes)


@kernel
def stretch(board: Board, state: State, line: int) -> int:
    """The most tiles in an unbroken chain of a line from its own start, none twice, end tiles not counted.

    Every way is tried; only the junctions of this line fork, and there are three of them.
    """
    chain = np.empty(SLOTS, np.int64)
    tried = np.empty(SLOTS, np.int64)
    used = np.zeros(SLOTS, np.uint8)
    found = int(state.grid[int(board.start[line])])
    if not 0 < found < OPEN:
        return 0
    chain[0] = found - 1
    tried[0] = 0
    used[found - 1] = 1
    n, most = 1, 1
    while n > 0:
        slot = chain[n - 1]
        side = tried[n - 1]
        if side == 4:
            used[slot] = 0
            n -= 1
            continue
        tried[n - 1] += 1
        if int(board.port[int(state.code[slot]), side]) != line + 1:
            continue
        found = int(state.grid[int(state.cell[slot]) + int(board.step[side])])
        if not 0 < found < OPEN or used[found - 1] or int(state.code[found - 1]) >= END_A:
            continue
        chain[n] = found - 1
        tried[n] = 0
        used[found - 1] = 1
        n += 1
        most = max(most, n)
    return most
