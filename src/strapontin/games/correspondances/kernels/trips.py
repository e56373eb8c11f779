"""Trips and stretches: the fewest changes, the tiles still missing, the longest chain of one's own line."""

from __future__ import annotations

import numpy as np

from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.games.correspondances.kernels.state import (
    END_A,
    END_B,
    LINES,
    NODES,
    OPEN,
    SLOTS,
    WALL,
    Board,
    M,
    State,
)

GAP = 2
"""What a missing tile weighs in the search for a way, in changes of line."""

FAR = 30000
REPORT = 3
"""A report begins with missing tiles, changes and the length of the way; then its nodes from arrival to start."""


@kernel
def carries(board: Board, state: State, cell: int, line: int) -> int:
    """Whether a cell can be ridden in a line: 1 where a tile lies, 2 where one could lie, 0 where none can."""
    found = int(state.grid[cell])
    if found == WALL:
        return 0
    if found == 0:
        return 2
    if found >= OPEN:
        return 2 if int(board.passes[int(state.open_need[found - OPEN])]) >> line & 1 else 0
    code = int(state.code[found - 1])
    return 1 if code < END_A and int(board.lines[code]) >> line & 1 else 0


@kernel
def arrive(state: State, came: Ints, node: int, cost: int, report: Ints) -> int:
    """Write the report of a way that ends on this node; return its cost."""
    report[0], report[1], n = 0, 0, 0
    while node >= 0:
        if REPORT + n < len(report):
            report[REPORT + n] = node
        n += 1
        found = int(state.grid[node // LINES])
        before = int(came[node])
        if before >= 0 and before // LINES == node // LINES:
            report[1] += 1
        elif not 0 < found < OPEN:
            report[0] += 1
        node = before
    report[2] = n
    return cost


@kernel
def journey(board: Board, state: State, line: int, gap: int, report: Ints) -> int:
    """The cheapest way of a line's trip: a change costs 1, a cell still empty `gap` (0: there must be none).

    Returns its cost, or -1 if there is none. Nodes are cell * 4 + line; they are taken in order of cost from
    queues that come round again, one for each cost that can be waiting.
    """
    rings = max(gap, 1) + 1
    cost = np.full(NODES, FAR, np.int16)
    came = np.empty(NODES, np.int64)
    queue = np.empty((rings, NODES), np.int16)
    length = np.zeros(rings, np.int64)
    cell = int(board.start[line])
    here = carries(board, state, cell, line)
    if here == 0 or (here == 2 and gap == 0):
        return -1
    goal = END_A if int(board.goals[line]) >> 1 & 1 else END_B
    now = 0 if here == 1 else gap
    cost[cell * LINES + line] = now
    came[cell * LINES + line] = -1
    queue[now % rings, 0] = cell * LINES + line
    length[now % rings] = 1
    idle = 0
    while idle < rings:
        ring = now % rings
        idle = 0 if length[ring] > 0 else idle + 1
        i = 0
        while i < length[ring]:
            node = int(queue[ring, i])
            i += 1
            if int(cost[node]) != now:
                continue
            cell, colour = node // LINES, node % LINES
            found = int(state.grid[cell])
            code = int(state.code[found - 1]) if 0 < found < OPEN else -1
            for side in range(4):
                if code >= 0 and int(board.port[code, side]) != colour + 1:
                    continue
                beside = cell + int(board.step[side])
                met = int(state.grid[beside])
                weight = gap
                if 0 < met < OPEN:
                    other = int(state.code[met - 1])
                    port = int(board.port[other, (side + 2) % 4])
                    if other == goal and (port == M or port == colour + 1):
                        return arrive(state, came, node, now, report)
                    if other >= END_A or port != colour + 1:
                        continue
                    weight = 0
                elif gap == 0 or carries(board, state, beside, colour) == 0:
                    continue
                reached = beside * LINES + colour
                if now + weight < int(cost[reached]):
                    cost[reached] = now + weight
                    came[reached] = node
                    ahead = (now + weight) % rings
                    queue[ahead, length[ahead]] = reached
                    length[ahead] += 1
            # a change: at a station that lies here, or at one that could
            if code >= 0 and int(board.station[code]) == 0:
                continue
            for other in range(LINES):
                reached = cell * LINES + other
                if now + 1 < int(cost[reached]) and carries(board, state, cell, other) != 0:
                    cost[reached] = now + 1
                    came[reached] = node
                    ahead = (now + 1) % rings
                    queue[ahead, length[ahead]] = reached
                    length[ahead] += 1
        length[ring] = 0
        now += 1
    return -1


@kernel
def fewest_changes(board: Board, state: State, line: int) -> int:
    """The changes of a line's trip over tiles that lie; -1 while it is not complete."""
    report = np.empty(REPORT, np.int64)
    return journey(board, state, line, 0, report)


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
