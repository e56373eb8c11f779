"""Kernels that look ahead without moving: how far a line is from everything, and where it may still leave.

As the city stands: stations to come and the line's own next tunnels are not reckoned with. The corners a line
may come to spread outwards in waves, one for each tunnel, all headings at once (see `bits`).
"""

from __future__ import annotations

from strapontin.core.bits import lowest
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.games.odyssee.kernels.bits import CELL_BIT, CORNER_AT, CORNER_BIT, POINTS_UP, SPLIT, add, lower, upper
from strapontin.games.odyssee.kernels.digging import other_half, unfinished
from strapontin.games.odyssee.kernels.state import CELLS, CORNERS, OUTERS, TUNNELS, Board, State

AFAR = 99

# The parts of the work array; sets take two words. By direction: where the line's wave stands with that heading,
# where it has been, where there is room for a tunnel, and where a way out.
NEED = 0  # tunnels needed to the nearest way out
WAVE = 2  # by tunnels needed: the corners reached with so many, and no fewer
HERE = WAVE + 2 * (TUNNELS + 1)
BEEN = HERE + 12
ROOM = BEEN + 12
DOOR = ROOM + 12
OUT = DOOR + 12  # where the line may leave
NEXT = OUT + 12
DOWN, UP = NEXT + 12, NEXT + 14  # free cells that point down, and up
OWN = UP + 2  # the line's own corners
STATIONS = OWN + 2
SPOTS = STATIONS + 2  # corners of houses and shops
REACHED = SPOTS + 2
OUTLOOK = REACHED + 2


@kernel
def survey(board: Board, state: State, line: int, work: Ints) -> None:
    """Write down as sets where the line has been, stations and spots, where there is room, and the ways out."""
    for i in range(OUTLOOK):
        work[i] = 0
    row = state.line[line]
    for i in range(1, row.tunnels + 1):
        add(work, OWN, CORNER_BIT[row.path[i]])
    for corner in range(CORNERS):
        if state.station[corner] != 0:
            add(work, STATIONS, CORNER_BIT[corner])
        if state.worth[corner] != 0:
            add(work, SPOTS, CORNER_BIT[corner])
    for cell in range(CELLS):
        if state.cell[cell] == 0:
            add(work, UP if POINTS_UP[cell] else DOWN, CELL_BIT[cell])
    v, w, a, b = work[DOWN], work[DOWN + 1], work[UP], work[UP + 1]
    # the two cells at an edge to the east, to the south-east and to the south-west of a corner
    work[ROOM], work[ROOM + 1] = v | lower(a, b, 1), w | upper(a, b, 1)
    work[ROOM + 2], work[ROOM + 3] = v | lower(a, b, 0), w | upper(a, b, 0)
    work[ROOM + 4], work[ROOM + 5] = lower(v | a, w | b, 0), upper(v | a, w | b, 0)
    for direction in range(3):  # and the same edges from their other ends
        v, w = work[ROOM + 2 * direction], work[ROOM + 2 * direction + 1]
        work[ROOM + 2 * direction + 6] = lower(v, w, direction)
        work[ROOM + 2 * direction + 7] = upper(v, w, direction)
    for outer in range(OUTERS):
        if board.white[outer] == 0 and state.cell[CELLS + outer] == 0 and other_half(outer, row.path[0] - CORNERS):
            for rim in range(2):
                direction = (board.entry[outer, rim] + 3) % 6
                add(work, DOOR + 2 * direction, CORNER_BIT[board.rim[outer, rim]])


@kernel
def ripple(work: Ints, deep: int) -> int:
    """One more tunnel for every way at once; whether there was any."""
    for word in range(2):
        fresh = 0
        for direction in range(6):
            fresh |= work[HERE + 2 * direction + word]
        work[NEXT + word] = fresh
    if work[NEXT] | work[NEXT + 1] == 0:
        return 0
    for direction in range(6):
        ahead, left, right = 2 * direction, 2 * ((direction + 5) % 6), 2 * ((direction + 1) % 6)
        sharply, keenly = 2 * ((direction + 4) % 6), 2 * ((direction + 2) % 6)
        for word in range(2):
            # straight on or a bend of 120 degrees; one of 60 degrees only where a station stands
            able = work[HERE + ahead + word] | work[HERE + left + word] | work[HERE + right + word]
            able |= (work[HERE + sharply + word] | work[HERE + keenly + word]) & work[STATIONS + word]
            leaving = able & work[DOOR + ahead + word]
            if leaving != 0:
                work[OUT + ahead + word] |= leaving
                work[NEED] = min(work[NEED], deep)
            work[NEXT + ahead + word] = able & work[ROOM + ahead + word]
    for direction in range(6):
        at = 2 * direction
        low, high = work[NEXT + at], work[NEXT + at + 1]
        work[HERE + at] = lower(low, high, direction) & ~(work[OWN] | work[BEEN + at])
        work[HERE + at + 1] = upper(low, high, direction) & ~(work[OWN + 1] | work[BEEN + at + 1])
        for word in range(2):
            work[BEEN + at + word] |= work[HERE + at + word]
            work[WAVE + 2 * deep + word] |= work[HERE + at + word] & ~work[REACHED + word]
    for word in range(2):
        work[REACHED + word] |= work[WAVE + 2 * deep + word]
    return 1


@kernel
def look(board: Board, state: State, line: int, work: Ints) -> int:
    """Write the waves of corners a line may come to, and how many tunnels it needs to the nearest way out.

    Return the outer cells it may still leave by, as a bit mask.
    """
    work[NEED] = AFAR
    row = state.line[line]
    if unfinished(state, line) == 0 or row.over == 1:
        return 0
    survey(board, state, line, work)
    work[NEED] = AFAR
    add(work, HERE + 2 * row.heading, CORNER_BIT[row.path[row.tunnels]])
    deep = 1
    while deep <= TUNNELS - row.tunnels and ripple(work, deep):
        deep += 1
    exits = 0
    for direction in range(6):
        for word in range(2):
            doors = work[OUT + 2 * direction + word]
            while doors:
                corner = CORNER_AT[lowest(doors) + SPLIT * word]
                exits |= 1 << int(board.step[corner, direction] - CORNERS)
                doors &= doors - 1
    return exits


@kernel
def served(state: State, seat: int) -> int:
    """The houses with a station on one of this player's lines, as a bit mask."""
    found = 0
    for line in range(2 * seat, 2 * seat + 2):
        row = state.line[line]
        for i in range(1, row.tunnels + 1):
            if row.path[i] < CORNERS and state.station[row.path[i]] != 0:
                found |= state.houses[row.path[i]]
    return found
