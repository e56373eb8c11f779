"""Kernels of building: where a line may go, what a tunnel does, stations, and when a line is blocked."""

from __future__ import annotations

from strapontin.core.bits import at, lowest
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.games.odyssee.kernels.bits import BIT, CELL_PLACE, CORNER_PLACE, WORD
from strapontin.games.odyssee.kernels.state import (
    CELLS,
    CORNERS,
    FROM,
    LEAVE,
    LITTLE,
    NONE,
    OUTERS,
    START,
    STATION,
    TUNNEL,
    TUNNELS,
    Board,
    State,
)

# A way of a line: direction << STEP, and to it one of these.
STEP = 2
ON_LEFT, ON_RIGHT, EXIT = 0, 1, 2
FREE, OUT = 3, 1 << EXIT


@kernel
def other_half(outer: int, from_outer: int) -> int:
    """Whether an outer cell lies on none of the three sides at and next to another's."""
    gap = (outer // 5 - from_outer // 5 + 6) % 6
    return 1 if 2 <= gap <= 4 else 0


@kernel
def doors(board: Board, state: State, outer: int) -> int:
    """The outer cells a line that starts at one may leave by, as far as nobody has: a bit mask."""
    return board.half[outer // 5] & state.gates


@kernel
def unfinished(state: State, line: int) -> int:
    """Whether a line is started and has not left the city."""
    return 1 if state.line[line].tunnels > 0 and state.line[line].finished == 0 else 0


@kernel(inline=True)
def begun(state: State, line: int) -> int:
    """The side of the city where a line has begun."""
    return (state.line[line].path[0] - CORNERS) // 5


@kernel(inline=True)
def vacant(state: State, place: int) -> int:
    """Whether the cell at this place of the sets of free cells is free."""
    return state.free[at(place >> WORD)] >> (place & BIT) & 1


@kernel(inline=True)
def occupy(state: State, cell: int) -> None:
    """From now on a cell is taken; outer cells have their numbers after the others."""
    if cell >= CELLS:
        state.gates &= ~(1 << (cell - CELLS))
    else:
        place = CELL_PLACE[cell]
        state.free[at(place >> WORD)] &= ~(1 << (place & BIT))


@kernel(inline=True)
def ahead(board: Board, state: State, line: int, direction: int) -> int:
    """What a line with tunnels left may do from its free end in a direction: dig left or right, or leave; as bits."""
    row = state.line[line]
    here = row.path[at(row.tunnels)]
    there = int(board.step[at(here), at(direction)])
    if there < 0:
        return 0
    bend = (direction - row.heading + 6) % 6
    if bend == 3 or ((bend == 2 or bend == 4) and state.station[at(here)] == 0):
        return 0  # no bend of 60 degrees, except where a station already stands
    if there >= CORNERS:
        return (board.half[begun(state, line)] & state.gates) >> (there - CORNERS) << EXIT & OUT
    if state.passing[at(there)] >> line & 1:
        return 0  # a line never comes back to one of its own corners
    left, right = board.room[at(here), at(direction), ON_LEFT], board.room[at(here), at(direction), ON_RIGHT]
    return vacant(state, left) << ON_LEFT | vacant(state, right) << ON_RIGHT


@kernel
def survey(board: Board, state: State, line: int) -> None:
    """Write down all a line may do from its free end, so that nobody has to ask again until something changes there."""
    row = state.line[line]
    ways = 0
    if unfinished(state, line) and row.over == 0 and row.tunnels < TUNNELS:
        for direction in range(6):
            ways |= ahead(board, state, line, direction) << (direction << STEP)
    row.ways = ways


@kernel(inline=True)
def stir(board: Board, state: State, corner: int) -> None:
    """Something is new at a corner: whatever lines have their free end there must look anew."""
    lines = int(state.passing[at(corner)])
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        if state.line[at(line)].path[at(state.line[at(line)].tunnels)] == corner:
            survey(board, state, line)


@kernel
def extends(state: State, line: int) -> int:
    """Whether the line can be dug on from its free end."""
    return 1 if state.line[line].ways != 0 else 0


@kernel
def ended(state: State, line: int) -> int:
    """Whether a line is finished or blocked."""
    return 1 if state.line[line].tunnels > 0 and state.line[line].ways == 0 else 0


@kernel
def startable(board: Board, state: State, seat: int) -> int:
    """The line a player may start now, or NONE; of the white arrows there are more than lines."""
    solid = 2 * seat
    if state.line[solid].tunnels == 0:
        return solid
    if state.line[solid + 1].tunnels > 0:
        return NONE
    if board.mode == LITTLE:  # only one line is started in a player's first turn
        return solid + 1 if state.turns[seat] > 0 else NONE
    return solid + 1 if ended(state, solid) else NONE


@kernel
def can_dig(board: Board, state: State, seat: int) -> int:
    """Whether a player can dig any tunnel."""
    if extends(state, 2 * seat) or extends(state, 2 * seat + 1):
        return 1
    return 1 if startable(board, state, seat) >= 0 else 0


@kernel
def tunnels(board: Board, state: State, line: int, out: Ints, n: int) -> int:
    """List what a line can dig from its free end."""
    row = state.line[line]
    ways = int(row.ways)
    while ways:
        way = lowest(ways)
        ways &= ways - 1
        direction, how = way >> STEP, way & FREE
        if how == EXIT:
            outer = board.step[at(row.path[at(row.tunnels)]), at(direction)] - CORNERS
            out[at(n)] = LEAVE + (line & 1) * OUTERS + outer
        else:
            out[at(n)] = TUNNEL + (line & 1) * 12 + direction * 2 + how
        n += 1
    return n


@kernel
def starts(board: Board, state: State, line: int, out: Ints, n: int) -> int:
    """List where a line can start."""
    first = n
    for strict in range(2):
        for outer in range(OUTERS):
            if board.white[outer] == 0 or state.gates >> outer & 1 == 0:
                continue
            # little: the striped line starts in the other half, unless no white arrow is free there
            halved = board.mode == LITTLE and line & 1 == 1 and strict == 0
            if halved and other_half(outer, state.line[line - 1].path[0] - CORNERS) == 0:
                continue
            for rim in range(2):
                out[n] = START + (line & 1) * 2 * OUTERS + outer * 2 + rim
                n += 1
        if n > first:
            break
    return n


@kernel
def sites(board: Board, state: State, seat: int, out: Ints, n: int) -> int:
    """List where a player can build a station: corners of an unfinished line of theirs but its free end."""
    if state.supply == 0:
        return n
    solid = 2 * seat
    for line in range(solid, solid + 2):
        if unfinished(state, line) == 0:
            continue
        row = state.line[line]
        for i in range(1, row.tunnels):
            corner = row.path[i]
            if state.station[corner] != 0:
                continue
            if line > solid and state.passing[corner] >> solid & 1 and unfinished(state, solid):
                other = state.line[solid]
                if other.path[other.tunnels] != corner:
                    continue  # listed already: both lines run there in parallel
            out[n] = STATION + int(corner)
            n += 1
    return n


@kernel
def bonus_sites(state: State, line: int, out: Ints, n: int) -> int:
    """List the corners of a line that has just left the city where its bonus station may stand."""
    row = state.line[line]
    for i in range(1, row.tunnels):
        if state.station[row.path[i]] == 0:
            out[n] = STATION + int(row.path[i])
            n += 1
    return n


@kernel
def stand(state: State, corner: int, whose: int) -> None:
    """A station stands at a corner, from the set-up or FROM a seat."""
    place = CORNER_PLACE[corner]
    state.station[corner] = whose
    state.stations[at(place >> WORD)] |= 1 << (place & BIT)
    state.supply -= 1


@kernel
def build(state: State, seat: int, corner: int) -> None:
    """A station of this player's: a point for every spot its corner touches."""
    stand(state, corner, FROM + seat)
    state.building[seat] += state.worth[corner]


@kernel
def meet(state: State, line: int, corner: int, edge: int) -> None:
    """A station appears where another line passes that does not run along the new edge."""
    others = int(state.passing[corner]) & ~(1 << line)
    if edge >= 0:
        others &= ~int(state.running[edge])
    if others != 0 and state.station[corner] == 0 and state.supply > 0:
        build(state, line >> 1, corner)


@kernel
def lay(state: State, line: int, cell: int, node: int, direction: int) -> None:
    """Lay one tunnel on a cell, its line going on to a corner or tip."""
    row = state.line[line]
    row.cells[row.tunnels] = cell
    row.tunnels += 1
    row.path[row.tunnels] = node
    row.heading = direction
    occupy(state, cell)
    state.tunnels[line >> 1] += 1
    if node < CORNERS:
        place = CORNER_PLACE[node]
        state.passing[node] |= 1 << line
        row.own[at(place >> WORD)] |= 1 << (place & BIT)


@kernel
def start(board: Board, state: State, line: int, outer: int, rim: int) -> None:
    """Begin a line at an outer cell; once the striped one is begun, the solid one is over (but not in little)."""
    corner = board.rim[outer, rim]
    state.line[line].path[0] = CORNERS + outer
    lay(state, line, CELLS + outer, corner, board.entry[outer, rim])
    meet(state, line, corner, NONE)
    if line & 1 and board.mode != LITTLE and state.line[line - 1].finished == 0:
        state.line[line - 1].over = 1
        state.line[line - 1].ways = 0
    stir(board, state, corner)


@kernel
def extend(board: Board, state: State, line: int, direction: int, side: int) -> None:
    """Dig one tunnel along an edge, on the cell at one side of it."""
    row = state.line[line]
    here = row.path[row.tunnels]
    there = board.step[here, direction]
    edge = board.edge[here, direction]
    cell = board.flank[here, direction, side]
    lay(state, line, cell, there, direction)
    state.running[edge] |= 1 << line
    meet(state, line, here, edge)
    meet(state, line, there, edge)
    for j in range(3):
        stir(board, state, board.angle[cell, j])


@kernel
def leave(board: Board, state: State, line: int, outer: int) -> None:
    """Lead a line out of the city: it is finished."""
    row = state.line[line]
    here = row.path[row.tunnels]
    direction = 0
    while board.step[here, direction] != CORNERS + outer:
        direction += 1
    lay(state, line, CELLS + outer, CORNERS + outer, direction)
    row.finished = 1
    row.ways = 0
    state.finished[line >> 1] += 1
    meet(state, line, here, NONE)
    for j in range(2):
        stir(board, state, board.rim[outer, j])
