"""Kernels that look ahead without moving: how far a line is from everything, and where it may still leave.

As the city stands: stations to come and the line's own next tunnels are not reckoned with. The corners a line
may come to spread outwards in waves, one for each tunnel, all headings at once (see `bits`).
"""

from __future__ import annotations

from strapontin.core.bits import lowest
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.games.odyssee.kernels.bits import BIT, CORNER_AT, CORNER_PLACE, WORD, add, lower, upper
from strapontin.games.odyssee.kernels.digging import begun, unfinished
from strapontin.games.odyssee.kernels.state import CORNERS, TUNNELS, Board, State

AFAR = 99

# What a look finds, for the solid line and SIGHT later for the striped one; sets take two words.
NEED = 0  # tunnels needed to the nearest way out
EXITS = 1  # the outer cells it may still leave by, as bits
WAVE = 2  # by tunnels needed: the corners reached with so many, and no fewer; as far as it can go and still leave
SIGHT = WAVE + 2 * (TUNNELS + 1)

# What it needs for that. By direction: where the line's wave stands with that heading, where it has been, where there
# is room for a tunnel, and where a way out.
HERE = 2 * SIGHT
BEEN = HERE + 12
ROOM = BEEN + 12
DOOR = ROOM + 12
NEXT = DOOR + 12
FRESH = NEXT + 12  # where it has come to with any heading
OUTLOOK = FRESH + 2


@kernel
def clear(board: Board, state: State, line: int, work: Ints) -> None:
    """Write down by direction where there is room beside an edge, and where the line may leave."""
    row = state.line[line]
    v, w, a, b = state.free[0], state.free[1], state.free[2], state.free[3]
    # the two cells at an edge to the east, to the south-east and to the south-west of a corner
    work[ROOM], work[ROOM + 1] = v | lower(a, b, 1), w | upper(a, b, 1)
    work[ROOM + 2], work[ROOM + 3] = v | lower(a, b, 0), w | upper(a, b, 0)
    work[ROOM + 4], work[ROOM + 5] = lower(v | a, w | b, 0), upper(v | a, w | b, 0)
    for direction in range(3):  # and the same edges from their other ends
        v, w = work[ROOM + 2 * direction], work[ROOM + 2 * direction + 1]
        work[ROOM + 2 * direction + 6] = lower(v, w, direction)
        work[ROOM + 2 * direction + 7] = upper(v, w, direction)
    side = begun(state, line)
    for direction in range(6):
        for word in range(2):
            at = 2 * direction + word
            work[DOOR + at] = board.doors[side, direction, word]
            work[HERE + at] = 0
            work[BEEN + at] = row.own[word]
    used = board.half[side] & ~state.gates
    while used:
        outer = lowest(used)
        used &= used - 1
        for rim in range(2):
            place = CORNER_PLACE[board.rim[outer, rim]]
            work[DOOR + 2 * ((board.entry[outer, rim] + 3) % 6) + (place >> WORD)] &= ~(1 << (place & BIT))


@kernel(inline=True)
def go(state: State, work: Ints, direction: int) -> int:
    """Where the wave may go on in a direction; whether it may leave the city there."""
    ahead, left, right = 2 * direction, 2 * ((direction + 5) % 6), 2 * ((direction + 1) % 6)
    sharply, keenly = 2 * ((direction + 4) % 6), 2 * ((direction + 2) % 6)
    leaving = 0
    for word in range(2):
        # straight on or a bend of 120 degrees; one of 60 degrees only where a station stands
        able = work[HERE + ahead + word] | work[HERE + left + word] | work[HERE + right + word]
        able |= (work[HERE + sharply + word] | work[HERE + keenly + word]) & state.stations[word]
        leaving |= able & work[DOOR + ahead + word]
        work[NEXT + ahead + word] = able
    return leaving


@kernel
def depart(board: Board, work: Ints, direction: int) -> int:
    """The outer cells by which the wave leaves in a direction, as bits; each of these doors is found once."""
    exits = 0
    for word in range(2):
        doors = work[NEXT + 2 * direction + word] & work[DOOR + 2 * direction + word]
        work[DOOR + 2 * direction + word] &= ~doors
        while doors:
            corner = CORNER_AT[word << WORD | lowest(doors)]
            exits |= 1 << int(board.step[corner, direction] - CORNERS)
            doors &= doors - 1
    return exits


@kernel(inline=True)
def come(work: Ints, direction: int) -> None:
    """Dig one tunnel in a direction from wherever the wave may go on, to corners new to it with this heading."""
    at = 2 * direction
    low, high = work[NEXT + at] & work[ROOM + at], work[NEXT + at + 1] & work[ROOM + at + 1]
    work[HERE + at] = lower(low, high, direction) & ~work[BEEN + at]
    work[HERE + at + 1] = upper(low, high, direction) & ~work[BEEN + at + 1]
    for word in range(2):
        work[BEEN + at + word] |= work[HERE + at + word]
        work[FRESH + word] |= work[HERE + at + word]


@kernel
def ripple(board: Board, state: State, work: Ints) -> int:
    """One more tunnel for every way at once; the outer cells by which it may leave instead, as bits."""
    exits = 0
    # each direction written out: with a known direction all its shifts are known
    exits |= depart(board, work, 0) if go(state, work, 0) else 0
    exits |= depart(board, work, 1) if go(state, work, 1) else 0
    exits |= depart(board, work, 2) if go(state, work, 2) else 0
    exits |= depart(board, work, 3) if go(state, work, 3) else 0
    exits |= depart(board, work, 4) if go(state, work, 4) else 0
    exits |= depart(board, work, 5) if go(state, work, 5) else 0
    work[FRESH] = 0
    work[FRESH + 1] = 0
    come(work, 0)
    come(work, 1)
    come(work, 2)
    come(work, 3)
    come(work, 4)
    come(work, 5)
    return exits


@kernel
def look(board: Board, state: State, line: int, work: Ints) -> int:
    """Write the waves of corners a line may come to, and how many tunnels it needs to the nearest way out.

    Return the outer cells it may still leave by, as a bit mask.
    """
    row = state.line[line]
    found = (line & 1) * SIGHT
    work[found + NEED] = AFAR
    work[found + EXITS] = 0
    if unfinished(state, line) == 0 or row.over == 1:
        return 0
    for i in range(2 * (TUNNELS + 1)):
        work[found + WAVE + i] = 0
    clear(board, state, line, work)
    add(work, HERE + 2 * int(row.heading), CORNER_PLACE[row.path[row.tunnels]])
    left = TUNNELS - row.tunnels
    deep, slack, exits, gates = 1, left, 0, board.half[begun(state, line)] & state.gates
    reached, further, fresh = 0, 0, 1
    # with every way out found, the waves from which it could not leave any more do not matter
    while deep <= left and fresh != 0 and (exits != gates or deep <= slack):
        leaving = ripple(board, state, work)
        if leaving != 0 and exits == 0:
            work[found + NEED] = deep
            slack = left - deep
        exits |= leaving
        fresh = work[FRESH] | work[FRESH + 1]
        work[found + WAVE + 2 * deep] = work[FRESH] & ~reached
        work[found + WAVE + 2 * deep + 1] = work[FRESH + 1] & ~further
        reached |= work[FRESH]
        further |= work[FRESH + 1]
        deep += 1
    work[found + EXITS] = exits
    return exits


@kernel
def served(state: State, seat: int) -> int:
    """The houses with a station on one of this player's lines, as a bit mask."""
    found = 0
    for line in range(2 * seat, 2 * seat + 2):
        row = state.line[line]
        for word in range(2):
            halts = row.own[word] & state.stations[word]
            while halts:
                found |= int(state.houses[CORNER_AT[word << WORD | lowest(halts)]])
                halts &= halts - 1
    return found
