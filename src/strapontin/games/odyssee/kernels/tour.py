"""Kernels of Father Christmas's tour: the network, fastest routes in the order of their text, presents, the guide.

A berth is one station on one line. Minutes spread from the house over all berths; what lies on a fastest
route to the target is marked back from there; then rides are followed in ascending order of their text, so
that route number i here is number i in the sorted list of texts. The work array holds all of that.
"""

from __future__ import annotations

from strapontin.core.bits import lowest
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.games.odyssee.kernels.state import CORNERS, HOUSES, LINES, ROUTES, STATIONS, TUNNELS, Board, State

CHANGE = 3
FAR = 1 << 20
RANKS = 121

# The parts of the work array.
TIME = 0  # minutes to a berth
MARK = TIME + LINES * TUNNELS  # whether it lies on a fastest route
BERTH = MARK + LINES * TUNNELS  # line, corner: which station of the line it is
KEY = BERTH + LINES * CORNERS  # the rank of the ride tried last, at each depth
RIDE = KEY + STATIONS + 1  # rides as line, berth to board at, berth to leave at
WORK = RIDE + 3 * (STATIONS + 1)


@kernel
def connect(board: Board, state: State) -> None:
    """Write down the stations of every line, in order; from now on the network stays as it is."""
    for line in range(2 * board.players):
        row = state.line[line]
        for i in range(1, row.tunnels + 1):
            node = row.path[i]
            if node < CORNERS and state.station[node] != 0:
                row.halt[row.halts] = node
                row.halts += 1


@kernel
def spread(board: Board, state: State, house: int, work: Ints) -> None:
    """The minutes from a house to every berth: 1 a section, 3 a change."""
    lines = 2 * board.players
    for line in range(lines):
        row = state.line[line]
        for i in range(row.halts):
            corner = row.halt[i]
            work[BERTH + line * CORNERS + corner] = i
            work[TIME + line * TUNNELS + i] = 0 if state.houses[corner] >> house & 1 else FAR
    minute, last = 0, 0
    while minute <= last:
        for line in range(lines):
            row = state.line[line]
            for i in range(row.halts):
                if work[TIME + line * TUNNELS + i] != minute:
                    continue
                for j in range(max(i - 1, 0), min(i + 2, row.halts)):
                    if work[TIME + line * TUNNELS + j] > minute + 1:
                        work[TIME + line * TUNNELS + j] = minute + 1
                        last = max(last, minute + 1)
                corner = row.halt[i]
                for other in range(lines):
                    if state.passing[corner] >> other & 1:
                        berth = TIME + other * TUNNELS + work[BERTH + other * CORNERS + corner]
                        if work[berth] > minute + CHANGE:
                            work[berth] = minute + CHANGE
                            last = max(last, minute + CHANGE)
        minute += 1


@kernel
def minutes(board: Board, state: State, house: int, target: int, work: Ints) -> int:
    """The minutes from the house they spread from to another, or FAR."""
    least = FAR
    for corner in range(CORNERS):
        both = state.houses[corner] >> house & state.houses[corner] >> target & 1
        if both and state.station[corner] != 0:
            return 0
    for line in range(2 * board.players):
        row = state.line[line]
        for i in range(row.halts):
            if state.houses[row.halt[i]] >> target & 1:
                least = min(least, work[TIME + line * TUNNELS + i])
    return least


@kernel
def mark(board: Board, state: State, target: int, least: int, work: Ints) -> None:
    """Mark every berth that lies on a route of `least` minutes to the target."""
    lines = 2 * board.players
    for line in range(lines):
        row = state.line[line]
        for i in range(row.halts):
            there = state.houses[row.halt[i]] >> target & 1
            at = line * TUNNELS + i
            work[MARK + at] = 1 if there and work[TIME + at] == least else 0
    for back in range(least):
        minute = least - back
        for line in range(lines):
            row = state.line[line]
            for i in range(row.halts):
                at = line * TUNNELS + i
                if work[MARK + at] == 0 or work[TIME + at] != minute:
                    continue
                for j in range(max(i - 1, 0), min(i + 2, row.halts)):
                    if work[TIME + line * TUNNELS + j] == minute - 1:
                        work[MARK + line * TUNNELS + j] = 1
                corner = row.halt[i]
                for other in range(lines):
                    if state.passing[corner] >> other & 1:
                        change = other * TUNNELS + work[BERTH + other * CORNERS + corner]
                        if work[TIME + change] == minute - CHANGE:
                            work[MARK + change] = 1


@kernel
def alights(board: Board, state: State, line: int, i: int, least: int, work: Ints) -> int:
    """Whether a marked berth ends a ride: it is at the target, or a fastest route changes line there."""
    now = work[TIME + line * TUNNELS + i]
    if now == least:
        return 1
    corner = state.line[line].halt[i]
    for other in range(2 * board.players):
        if other != line and state.passing[corner] >> other & 1:
            change = other * TUNNELS + work[BERTH + other * CORNERS + corner]
            if work[MARK + change] == 1 and work[TIME + change] == now + CHANGE:
                return 1
    return 0


@kernel
def next_ride(board: Board, state: State, depth: int, least: int, work: Ints) -> int:
    """Find the next possible ride at this depth after the one tried last, in order of text; 0 if there is none."""
    found, best = 0, FAR * FAR
    aboard, corner, since = -1, -1, 0
    if depth > 0:
        previous = RIDE + 3 * (depth - 1)
        aboard = work[previous]
        corner = state.line[aboard].halt[work[previous + 2]]
        since = work[TIME + aboard * TUNNELS + work[previous + 2]] + CHANGE
    for line in range(2 * board.players):
        row = state.line[line]
        if line == aboard or (line + 1) * RANKS * RANKS <= work[KEY + depth]:
            continue
        for i in range(row.halts):
            at = line * TUNNELS + i
            if work[MARK + at] == 0 or work[TIME + at] != since or (depth > 0 and row.halt[i] != corner):
                continue
            for way in range(-1, 2, 2):
                j = i + way
                while 0 <= j < row.halts and work[MARK + line * TUNNELS + j] == 1:
                    if work[TIME + line * TUNNELS + j] != since + (j - i) * way:
                        break
                    key = (line * RANKS + board.rank[row.halt[i]]) * RANKS + board.rank[row.halt[j]]
                    if work[KEY + depth] < key < best and alights(board, state, line, j, least, work):
                        found, best = 1, key
                        work[RIDE + 3 * depth] = line
                        work[RIDE + 3 * depth + 1] = i
                        work[RIDE + 3 * depth + 2] = j
                    j += way
        if found:  # a ride on a later line comes later
            break
    if found:
        work[KEY + depth] = best
    return found


@kernel
def follow(board: Board, state: State, least: int, stop: int, work: Ints) -> int:
    """Follow marked routes in order of their text up to number `stop`.

    Return how many rides that route has, or, if there are fewer routes, minus how many there are.
    """
    found, depth = 0, 0
    work[KEY] = -1
    while depth >= 0:
        if next_ride(board, state, depth, least, work) == 0:
            depth -= 1
            continue
        berth = work[RIDE + 3 * depth] * TUNNELS + work[RIDE + 3 * depth + 2]
        if work[TIME + berth] == least:
            found += 1
            if found == stop:
                return depth + 1
        else:
            depth += 1
            work[KEY + depth] = -1
    return -found


@kernel
def routes(board: Board, state: State, target: int, work: Ints) -> int:
    """How many fastest routes lead to a house from where minutes have spread, ROUTES at most; 0 if none does."""
    least = minutes(board, state, state.stop[state.stops - 1], target, work)
    if least == FAR or least == 0:
        return 1 if least == 0 else 0
    mark(board, state, target, least, work)
    found = follow(board, state, least, ROUTES, work)
    return ROUTES if found > 0 else -found


@kernel
def route(board: Board, state: State, house: int, target: int, index: int, work: Ints) -> int:
    """Write the rides of one fastest route between two houses; return how many, 0 if none is needed or possible."""
    spread(board, state, house, work)
    least = minutes(board, state, house, target, work)
    if least == FAR or least == 0:
        return 0
    mark(board, state, target, least, work)
    return max(0, follow(board, state, least, index + 1, work))


@kernel
def allowed(board: Board, state: State) -> int:
    """The houses he may go to, as a bit mask: not visited yet, the Lake house only as the last one."""
    left = ((1 << HOUSES) - 1) & ~state.visited
    lake = 1 << state.last
    return left if left == lake else left & ~lake


@kernel
def direct(state: State, line: int, i: int, house: int) -> int:
    """The shops that a line connects directly to the house whose station it has after i tunnels, as a bit mask."""
    row = state.line[line]
    found = 0 | state.shops[row.path[i]]
    for way in range(-1, 2, 2):
        j = i + way
        while 1 <= j <= row.tunnels and row.path[j] < CORNERS:
            corner = row.path[j]
            # the house's own stations never end the search
            if state.station[corner] != 0 and state.houses[corner] >> house & 1 == 0:
                found |= state.shops[corner]
                if state.shops[corner] != 0 or state.houses[corner] != 0:
                    break
            j += way
    return found


@kernel
def supplies(state: State, seat: int, houses: int) -> int:
    """The shops that this player's lines connect directly to each of some houses: bit 6 * house + shop."""
    found = 0
    for line in range(2 * seat, 2 * seat + 2):
        row = state.line[line]
        for i in range(1, row.tunnels + 1):
            corner = row.path[i]
            here = state.houses[corner] & houses if corner < CORNERS else 0
            if here != 0 and state.station[corner] != 0:
                while here:
                    house = lowest(here)
                    found |= int(direct(state, line, i, house)) << HOUSES * house
                    here &= here - 1
    return found


@kernel
def supplied(state: State, house: int, seat: int) -> int:
    """The shops that a line of this player connects directly to a house, as a bit mask."""
    return supplies(state, seat, 1 << house) >> HOUSES * int(house)  # as plain Python it is a number of 16 bits


@kernel
def collect(board: Board, state: State, house: int) -> None:
    """Presents at a house: 2 points for each shop, once per player and stop."""
    for seat in range(board.players):
        shops = supplied(state, house, seat)
        for shop in range(HOUSES):
            if shops >> shop & 1:
                state.presents[seat] += 2


@kernel
def points(state: State, seat: int) -> int:
    """A player's score as things stand."""
    return state.building[seat] + state.sections[seat] + state.presents[seat] + state.ends[seat]


@kernel
def merit(state: State, seat: int) -> int:
    """What breaks ties: more finished lines, then fewer tunnels."""
    return state.finished[seat] * 64 - state.tunnels[seat]


@kernel
def guides(board: Board, state: State) -> int:
    """Who may guide: the fewest points, then the best merit; more than one only if a lot must decide."""
    mask, fewest, best = 0, 0, 0
    for seat in range(board.players):
        score, worthy = points(state, seat), merit(state, seat)
        if mask != 0 and score == fewest and worthy == best:
            mask |= 1 << seat
        elif mask == 0 or score < fewest or (score == fewest and worthy > best):
            mask, fewest, best = 1 << seat, score, worthy
    return mask
