"""Kernels of Father Christmas's tour: the network, fastest routes in the order of their text, presents, the guide.

A berth is one station on one line, and the berths of a line are the bits of a number. Minute by minute the berths that
can be reached spread from the house; what lies on a fastest route to the target is marked back from there; then rides
are followed in ascending order of their text, so that route number i here is number i in the sorted list of texts. The
work array holds all of that.
"""

from __future__ import annotations

from strapontin.core.bits import lowest
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.games.odyssee.kernels.bits import CORNER_AT, WORD
from strapontin.games.odyssee.kernels.state import CORNERS, HOUSES, LINES, ROUTES, STATIONS, Board, State

CHANGE = 3
FAR = 1 << 20
RANKS = 121
MINUTES = (1 + CHANGE) * CORNERS  # a fastest route comes to no corner twice

# The parts of the work array.
LAST = 0  # the last minute at which anything is reached
NEAR = LAST + 1  # the houses that share a station with the one minutes spread from, as bits
SEEN = NEAR + 1  # line: its berths reached so far
CHANGES = SEEN + LINES  # line: its berths where other lines stop as well
DOORS = CHANGES + LINES  # line, house: its berths at the house
BERTH = DOORS + LINES * HOUSES  # line, corner: which berth that is
REACHED = BERTH + LINES * CORNERS  # minute, line: its berths that are reached in so many minutes, and no fewer
MARKED = REACHED + (MINUTES + CHANGE + 1) * LINES  # minute, line: those of them on a fastest route to the target
KEY = MARKED + (MINUTES + CHANGE + 1) * LINES  # the rank of the ride tried last, at each depth
SINCE = KEY + STATIONS + 2  # the minute at which a ride begins
RIDE = SINCE + STATIONS + 2  # rides as line, berth to board at, berth to leave at
WORK = RIDE + 3 * (STATIONS + 2)


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
def chart(board: Board, state: State, house: int, work: Ints) -> None:
    """Note which berth of a line is where, at which houses, and where one can change."""
    for line in range(2 * board.players):
        row = state.line[line]
        work[SEEN + line] = 0
        work[CHANGES + line] = 0
        for other in range(HOUSES):
            work[DOORS + line * HOUSES + other] = 0
        for i in range(row.halts):
            corner = int(row.halt[i])
            work[BERTH + line * CORNERS + corner] = i
            if int(state.passing[corner]) & ~(1 << line):
                work[CHANGES + line] |= 1 << i
            homes = int(state.houses[corner])
            while homes:
                work[DOORS + line * HOUSES + lowest(homes)] |= 1 << i
                homes &= homes - 1
    work[NEAR] = 0
    for word in range(2):
        standing = int(state.stations[word])
        while standing:
            homes = int(state.houses[CORNER_AT[word << WORD | lowest(standing)]])
            standing &= standing - 1
            if homes >> house & 1:
                work[NEAR] |= homes


@kernel(inline=True)
def beside(state: State, line: int, berths: int) -> int:
    """The berths of a line next to any of these."""
    return (berths << 1 | berths >> 1) & ((1 << int(state.line[line].halts)) - 1)


@kernel
def spread(board: Board, state: State, house: int, work: Ints) -> None:
    """Write down which berths are reached from a house at every minute: 1 a section, 3 a change."""
    chart(board, state, house, work)
    lines = 2 * board.players
    for minute in range(CHANGE):
        for line in range(lines):
            work[REACHED + minute * LINES + line] = work[DOORS + line * HOUSES + house] if minute == 0 else 0
    minute, last = 0, 0
    while minute <= last + CHANGE:
        now = REACHED + minute * LINES
        for line in range(lines):
            work[now + CHANGE * LINES + line] = 0
        for line in range(lines):
            fresh = work[now + line] & ~work[SEEN + line]
            work[now + line] = fresh
            if fresh == 0:
                continue
            last = minute
            work[SEEN + line] |= fresh
            work[now + LINES + line] |= beside(state, line, fresh)
            fresh &= work[CHANGES + line]
            while fresh:
                corner = int(state.line[line].halt[lowest(fresh)])
                fresh &= fresh - 1
                others = int(state.passing[corner]) & ~(1 << line)
                while others:
                    other = lowest(others)
                    others &= others - 1
                    work[now + CHANGE * LINES + other] |= 1 << work[BERTH + other * CORNERS + corner]
        minute += 1
    work[LAST] = last


@kernel
def minutes(board: Board, state: State, target: int, work: Ints) -> int:
    """The minutes to a house from the one they spread from, or FAR."""
    if work[NEAR] >> target & 1:
        return 0
    for minute in range(work[LAST] + 1):
        for line in range(2 * board.players):
            if work[REACHED + minute * LINES + line] & work[DOORS + line * HOUSES + target]:
                return minute
    return FAR


@kernel
def mark(board: Board, state: State, target: int, least: int, work: Ints) -> None:
    """Mark every berth that lies on a route of `least` minutes to the target."""
    lines = 2 * board.players
    for minute in range(least + 1):
        for line in range(lines):
            here = work[REACHED + minute * LINES + line] & work[DOORS + line * HOUSES + target]
            work[MARKED + minute * LINES + line] = here if minute == least else 0
    for back in range(least):
        minute = least - back
        for line in range(lines):
            marked = work[MARKED + minute * LINES + line]
            if marked == 0:
                continue
            before = (minute - 1) * LINES + line
            work[MARKED + before] |= beside(state, line, marked) & work[REACHED + before]
            marked = marked & work[CHANGES + line] if minute >= CHANGE else 0
            while marked:
                corner = int(state.line[line].halt[lowest(marked)])
                marked &= marked - 1
                others = int(state.passing[corner]) & ~(1 << line)
                while others:
                    other = lowest(others)
                    others &= others - 1
                    before = (minute - CHANGE) * LINES + other
                    berth = 1 << work[BERTH + other * CORNERS + corner]
                    work[MARKED + before] |= berth & work[REACHED + before]


@kernel
def alights(board: Board, state: State, line: int, i: int, now: int, least: int, work: Ints) -> int:
    """Whether a marked berth ends a ride: it is at the target, or a fastest route changes line there."""
    if now == least:
        return 1
    if work[CHANGES + line] >> i & 1 and now + CHANGE <= least:
        corner = int(state.line[line].halt[i])
        others = int(state.passing[corner]) & ~(1 << line)
        while others:
            other = lowest(others)
            others &= others - 1
            if work[MARKED + (now + CHANGE) * LINES + other] >> work[BERTH + other * CORNERS + corner] & 1:
                return 1
    return 0


@kernel
def next_ride(board: Board, state: State, depth: int, least: int, work: Ints) -> int:
    """Find the next possible ride at this depth after the one tried last, in order of text; 0 if there is none."""
    found, best = 0, FAR * FAR
    aboard, corner = -1, -1
    since = work[SINCE + depth]
    if depth > 0:
        previous = RIDE + 3 * (depth - 1)
        aboard = work[previous]
        corner = int(state.line[aboard].halt[work[previous + 2]])
    for line in range(2 * board.players):
        row = state.line[line]
        if line == aboard or (line + 1) * RANKS * RANKS <= work[KEY + depth]:
            continue
        boarding = work[MARKED + since * LINES + line]
        if depth > 0:
            there = state.passing[corner] >> line & 1
            boarding &= 1 << work[BERTH + line * CORNERS + corner] if there else 0
        while boarding:
            i = lowest(boarding)
            boarding &= boarding - 1
            for way in range(-1, 2, 2):
                j, now = i + way, since + 1
                while now <= least and j >= 0 and work[MARKED + now * LINES + line] >> j & 1:
                    key = (line * RANKS + board.rank[row.halt[i]]) * RANKS + board.rank[row.halt[j]]
                    if work[KEY + depth] < key < best and alights(board, state, line, j, now, least, work):
                        found, best = 1, key
                        work[RIDE + 3 * depth] = line
                        work[RIDE + 3 * depth + 1] = i
                        work[RIDE + 3 * depth + 2] = j
                    j, now = j + way, now + 1
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
    work[SINCE] = 0
    while depth >= 0:
        if next_ride(board, state, depth, least, work) == 0:
            depth -= 1
            continue
        now = work[SINCE + depth] + abs(work[RIDE + 3 * depth + 1] - work[RIDE + 3 * depth + 2])
        if now == least:
            found += 1
            if found == stop:
                return depth + 1
        else:
            depth += 1
            work[KEY + depth] = -1
            work[SINCE + depth] = now + CHANGE
    return -found


@kernel
def routes(board: Board, state: State, target: int, work: Ints) -> int:
    """How many fastest routes lead to a house from where minutes have spread, ROUTES at most; 0 if none does."""
    least = minutes(board, state, target, work)
    if least == FAR or least == 0:
        return 1 if least == 0 else 0
    mark(board, state, target, least, work)
    found = follow(board, state, least, ROUTES, work)
    return ROUTES if found > 0 else -found


@kernel
def route(board: Board, state: State, house: int, target: int, index: int, work: Ints) -> int:
    """Write the rides of one fastest route between two houses; return how many, 0 if none is needed or possible."""
    spread(board, state, house, work)
    least = minutes(board, state, target, work)
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
