"""Kernels of building: where a line may go, what a tunnel does, stations, and when a line is blocked."""

from __future__ import annotations

from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
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

EXIT = 4  # of `ahead`: the line may leave there; otherwise bit 0 is the left cell, bit 1 the right one


@kernel
def other_half(outer: int, from_outer: int) -> int:
    """Whether an outer cell lies on none of the three sides at and next to another's."""
    gap = (outer // 5 - from_outer // 5 + 6) % 6
    return 1 if 2 <= gap <= 4 else 0


@kernel
def doors(board: Board, state: State, outer: int) -> int:
    """The outer cells a line that starts at one may leave by, as far as nobody has: a bit mask."""
    found = 0
    for other in range(OUTERS):
        if board.white[other] == 0 and other_half(other, outer) and state.cell[CELLS + other] == 0:
            found |= 1 << other
    return found


@kernel
def ahead(board: Board, state: State, line: int, direction: int) -> int:
    """What a line with tunnels left may do from its free end in a direction: nothing, EXIT, or dig left or right."""
    row = state.line[line]
    here = row.path[row.tunnels]
    there = board.step[here, direction]
    if there < 0:
        return 0
    bend = (direction - row.heading + 6) % 6
    if bend == 3 or ((bend == 2 or bend == 4) and state.station[here] == 0):
        return 0  # no bend of 60 degrees, except where a station already stands
    if there >= CORNERS:
        outer = there - CORNERS
        if board.white[outer] == 1 or state.cell[CELLS + outer] != 0:
            return 0
        return EXIT * other_half(outer, row.path[0] - CORNERS)
    if state.passing[there] >> line & 1:
        return 0  # a line never comes back to one of its own corners
    free = 0
    for side in range(2):
        cell = board.flank[here, direction, side]
        if cell >= 0 and state.cell[cell] == 0:
            free |= 1 << side
    return free


@kernel
def unfinished(state: State, line: int) -> int:
    """Whether a line is started and has not left the city."""
    return 1 if state.line[line].tunnels > 0 and state.line[line].finished == 0 else 0


@kernel
def extends(board: Board, state: State, line: int) -> int:
    """Whether the line can be dug on from its free end."""
    row = state.line[line]
    if unfinished(state, line) == 0 or row.over == 1 or row.tunnels == TUNNELS:
        return 0
    for direction in range(6):
        if ahead(board, state, line, direction) != 0:
            return 1
    return 0


@kernel
def ended(board: Board, state: State, line: int) -> int:
    """Whether a line is finished or blocked."""
    return 1 if state.line[line].tunnels > 0 and extends(board, state, line) == 0 else 0


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
    return solid + 1 if ended(board, state, solid) else NONE


@kernel
def can_dig(board: Board, state: State, seat: int) -> int:
    """Whether a player can dig any tunnel."""
    for line in range(2 * seat, 2 * seat + 2):
        if extends(board, state, line):
            return 1
    return 1 if startable(board, state, seat) >= 0 else 0


@kernel
def tunnels(board: Board, state: State, line: int, out: Ints, n: int) -> int:
    """List what a line can dig from its free end."""
    row = state.line[line]
    if unfinished(state, line) == 0 or row.over == 1 or row.tunnels == TUNNELS:
        return n
    for direction in range(6):
        free = ahead(board, state, line, direction)
        if free == EXIT:
            outer = board.step[row.path[row.tunnels], direction] - CORNERS
            out[n] = LEAVE + (line & 1) * OUTERS + outer
            n += 1
            continue
        for side in range(2):
            if free >> side & 1:
                out[n] = TUNNEL + (line & 1) * 12 + direction * 2 + side
                n += 1
    return n


@kernel
def starts(board: Board, state: State, line: int, out: Ints, n: int) -> int:
    """List where a line can start."""
    first = n
    for strict in range(2):
        for outer in range(OUTERS):
            if board.white[outer] == 0 or state.cell[CELLS + outer] != 0:
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
            out[n] = STATION + corner
            n += 1
    return n


@kernel
def bonus_sites(state: State, line: int, out: Ints, n: int) -> int:
    """List the corners of a line that has just left the city where its bonus station may stand."""
    row = state.line[line]
    for i in range(1, row.tunnels):
        if state.station[row.path[i]] == 0:
            out[n] = STATION + row.path[i]
            n += 1
    return n


@kernel
def build(state: State, seat: int, corner: int) -> None:
    """A station of this player's: a point for every spot its corner touches."""
    state.station[corner] = FROM + seat
    state.supply -= 1
    state.building[seat] += state.worth[corner]


@kernel
def meet(state: State, line: int, corner: int, edge: int) -> None:
    """A station appears where another line passes that does not run along the new edge."""
    others = state.passing[corner] & ~(1 << line)
    if edge >= 0:
        others &= ~state.running[edge]
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
    state.cell[cell] = line + 1
    state.tunnels[line >> 1] += 1
    if node < CORNERS:
        state.passing[node] |= 1 << line


@kernel
def start(board: Board, state: State, line: int, outer: int, rim: int) -> None:
    """Begin a line at an outer cell; once the striped one is begun, the solid one is over (but not in little)."""
    corner = board.rim[outer, rim]
    state.line[line].path[0] = CORNERS + outer
    lay(state, line, CELLS + outer, corner, board.entry[outer, rim])
    meet(state, line, corner, NONE)
    if line & 1 and board.mode != LITTLE and state.line[line - 1].finished == 0:
        state.line[line - 1].over = 1


@kernel
def extend(board: Board, state: State, line: int, direction: int, side: int) -> None:
    """Dig one tunnel along an edge, on the cell at one side of it."""
    row = state.line[line]
    here = row.path[row.tunnels]
    there = board.step[here, direction]
    edge = board.edge[here, direction]
    lay(state, line, board.flank[here, direction, side], there, direction)
    state.running[edge] |= 1 << line
    meet(state, line, here, edge)
    meet(state, line, there, edge)


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
    state.finished[line >> 1] += 1
    meet(state, line, here, NONE)
