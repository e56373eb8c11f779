"""Which rides look good in metroX, quickly enough for whole games in a simulation.

A line is hoped to bring its value, if it will be completed, and stations. Both hopes were learned by self-play, by the
windows it has left, its empty stations, how many of these are crossings, and the runs they lie in: a number stops where
a run ends. A ride is weighed by what it does to the hopes of its own line and of all lines it crosses.

What that takes is kept up to date for every player: what a line is hoped to bring, and what one station less is worth
to it. The rides themselves are made by the rules.
"""

from __future__ import annotations

import numpy as np

from strapontin.core.bits import count, lowest
from strapontin.core.kernel import kernel
from strapontin.core.layout import Floats, Table
from strapontin.games.metrox.kernels.learned import NUMBERS
from strapontin.games.metrox.kernels.rules import direction, gaps, missing, reach, ride, stop
from strapontin.games.metrox.kernels.state import (
    BACK,
    EXPRESS,
    FORTH,
    FREE,
    FREE_RIDE,
    LINES,
    PLUS,
    RIDE_LINE,
    RIDE_WAY,
    SEEN,
    STATIONS,
    TRANSFER,
    WINDOWS,
    Board,
    State,
)

MISSING, RUNS, CROSSINGS, FIRST, SECOND = 16, 5, 8, 7, 5
"""Lines with as many empty stations, runs of them or empty crossings, or more, are hoped for as if they had one less;
so are those whose first run is as long, or whose second one."""
PHASES, PHASE = 4, 6
"""So many phases has a game, by the empty windows of a player: the last phase are the last so many of them."""

# Where the learned numbers lie. Hopes in pairs, for a point of a line's value and for its stations, to be added up: by
# windows left, empty stations, runs and crossings; by windows left, empty stations and the first two runs; by phase,
# windows left and empty stations. Then the weights of each phase.
LEFT = WINDOWS + 1
SHAPES = 0
LEADS = SHAPES + 2 * LEFT * MISSING * RUNS * CROSSINGS
TIMES = LEADS + 2 * LEFT * MISSING * FIRST * SECOND
WEIGHTS = TIMES + 2 * PHASES * LEFT * MISSING
POINT, WASTE, WASTE_EXPRESS, PLUSES, SPENT, RACE = range(WEIGHTS, WEIGHTS + 6)
ROW = 6
SIZE = WEIGHTS + PHASES * ROW

LEARNED: Floats = np.array(NUMBERS, float) / 100.0

# What is kept of a player: by line its prize, and what it is hoped to bring; by transfer station what marking it is
# worth to all its lines; by line and place what that line has put into this sum.
PRIZE, HOPED, STOP = 0, LINES, 2 * LINES
SHARE = STOP + STATIONS
FRACTIONS = SHARE + LINES * SEEN


@kernel(inline=True)
def runs(bits: int) -> int:
    """In how many runs the bits lie."""
    return count(bits & ~(bits << 1))


@kernel(inline=True)
def phase(state: State, seat: int) -> int:
    """How far the game is for a player: 0 is the last phase."""
    return min(int(state.sheet[seat].vacant) // PHASE, PHASES - 1)


@kernel(inline=True)
def seen(board: Board, state: State, seat: int, line: int, way: int) -> int:
    """The empty stations of a line in the order of a ride, as far as one looks."""
    return gaps(board, state, seat, line, way, 0) & ((1 << SEEN) - 1)


@kernel(inline=True)
def shape(few: int, bits: int, crossing: int) -> int:
    """Where the hopes of a line stand by runs and empty crossings, `few` being its windows left and empty stations."""
    lie, meet = min(runs(bits), RUNS - 1), min(count(bits & crossing), CROSSINGS - 1)
    return SHAPES + 2 * ((few * RUNS + lie) * CROSSINGS + meet)


@kernel(inline=True)
def lead(few: int, bits: int) -> int:
    """Where they stand by its first two runs."""
    first = second = 0
    if bits != 0:
        rest = bits >> lowest(bits)
        first = lowest(~rest)
        rest >>= first
        if rest != 0:
            second = min(lowest(~(rest >> lowest(rest))), SECOND - 1)
        first = min(first, FIRST - 1)
    return LEADS + 2 * ((few * FIRST + first) * SECOND + second)


@kernel(inline=True)
def moment(few: int, late: int) -> int:
    """Where they stand by the phase of the game."""
    return TIMES + 2 * (late * LEFT * MISSING + few)


@kernel
def brings(points: float, left: int, missing: int, bits: int, crossing: int, late: int, w: Table) -> float:
    """What a line that brings so many points when it is complete is hoped to bring, with such empty stations."""
    few = left * MISSING + min(missing, MISSING - 1)
    one, two, three = shape(few, bits, crossing), lead(few, bits), moment(few, late)
    return points * (w[one] + w[two] + w[three]) + w[one + 1] + w[two + 1] + w[three + 1]


@kernel(inline=True)
def prize(board: Board, state: State, seat: int, line: int, w: Table) -> float:
    """What completing a line would bring: its first value while it is free, less what the race may cost."""
    if state.taken[line] != 0:
        return float(board.later[line])
    first = float(board.first[line])
    if board.players == 1:
        return first
    mine, cost = missing(board, state, seat, line), 0.5 * w[RACE]
    for other in range(board.players):
        if other != seat and missing(board, state, other, line) < mine:
            cost = w[RACE]
    return first - (first - board.later[line]) * cost


@kernel
def assess(board: Board, state: State, seat: int, touched: int, w: Table, fractions: Floats) -> None:
    """Work out anew what some lines are hoped to bring a player."""
    sheet, f, late = state.sheet[seat], seat * FRACTIONS, phase(state, seat)
    while touched:
        line = lowest(touched)
        touched &= touched - 1
        empty, bits = missing(board, state, seat, line), seen(board, state, seat, line, FORTH)
        if empty == 0:
            continue
        points = prize(board, state, seat, line, w)
        left, across = board.windows[line] - sheet.used[line], board.crossing[0, line]
        hoped = brings(points, left, empty, bits, across, late, w)
        fractions[f + PRIZE + line] = points
        fractions[f + HOPED + line] = hoped
        share = f + SHARE + line * SEEN
        crossing = bits & across
        while crossing:
            i = lowest(crossing)
            crossing &= crossing - 1
            worth = brings(points, left, empty - 1, bits ^ 1 << i, across, late, w) - hoped
            fractions[f + STOP + int(board.path[line, i])] += worth - fractions[share + i]
            fractions[share + i] = worth


@kernel
def turned(board: Board, state: State, seat: int, touched: int, w: Table, fractions: Floats) -> int:
    """Of the lines touched in a round, those whose prize has changed for a player, because a race has turned."""
    f, found = seat * FRACTIONS, 0
    while touched:
        line = lowest(touched)
        touched &= touched - 1
        if missing(board, state, seat, line) > 0 and prize(board, state, seat, line, w) != fractions[f + PRIZE + line]:
            found |= 1 << line
    return found


@kernel
def sit(board: Board, state: State, seat: int, w: Table, fractions: Floats) -> None:
    """Take in a player's sheet as it is."""
    f = seat * FRACTIONS
    for line in range(board.lines):
        crossing = seen(board, state, seat, line, FORTH) & board.crossing[0, line]
        while crossing:
            i = lowest(crossing)
            crossing &= crossing - 1
            station = int(board.path[line, i])
            fractions[f + STOP + station] = 0.0
            fractions[f + SHARE + line * SEEN + i] = 0.0
    assess(board, state, seat, (1 << board.lines) - 1, w, fractions)


@kernel(inline=True)
def shortened(board: Board, state: State, seat: int, line: int, i: int, w: Table, fractions: Floats) -> float:
    """What it is worth to a line that is not complete if its i-th station is marked."""
    sheet, f, late = state.sheet[seat], seat * FRACTIONS, phase(state, seat)
    bits, across = seen(board, state, seat, line, FORTH) & ~(1 << i), board.crossing[0, line]
    left, empty = board.windows[line] - sheet.used[line], missing(board, state, seat, line)
    return brings(fractions[f + PRIZE + line], left, empty - 1, bits, across, late, w) - fractions[f + HOPED + line]


@kernel(inline=True)
def spent(board: Board, state: State, seat: int, station: int, w: Table) -> float:
    """What it costs to mark a station without a transfer."""
    return w[phase(state, seat) * ROW + SPENT] * (board.transfer[station] - 1)


@kernel
def weigh_station(board: Board, state: State, seat: int, station: int, w: Table, fractions: Floats) -> float:
    """What a free ride to an empty station is worth."""
    if board.transfer[station] != 1:
        return fractions[seat * FRACTIONS + STOP + station] - spent(board, state, seat, station, w)
    line = lowest(board.lines_at[station])
    return shortened(board, state, seat, line, min(SEEN, int(board.place[line, station])), w, fractions)


@kernel
def best_station(board: Board, state: State, seat: int, w: Table, fractions: Floats) -> int:
    """The free ride that weighs most; none when every station is marked."""
    found, record = STATIONS, -1e300
    for line in range(board.lines):
        bits = seen(board, state, seat, line, FORTH)
        while bits:
            station = int(board.path[line, lowest(bits)])
            bits &= bits - 1
            gain = weigh_station(board, state, seat, station, w, fractions)
            if gain > record:
                found, record = station, gain
    return FREE_RIDE + found


@kernel(inline=True)
def reached(card: int, bits: int, most: int) -> int:
    """The stations, of the empty ones of a line, that a ride of up to so many marks comes to."""
    if card < EXPRESS:
        i = lowest(bits)
        return ((1 << min(most, lowest(~(bits >> i)))) - 1) << i
    rest, n = bits, 0
    while n < most and rest != 0:
        rest &= rest - 1
        n += 1
    return bits ^ rest


@kernel(inline=True)
def weigh(board: Board, state: State, seat: int, line: int, way: int, most: int, w: Table, fractions: Floats) -> float:
    """What a ride of up to so many marks on a line with an empty window is worth."""
    sheet, card, f, late = state.sheet[seat], state.card, seat * FRACTIONS, phase(state, seat)
    at = late * ROW
    bits = seen(board, state, seat, line, way)
    n, gain = 0, 0.0
    if bits != 0:
        taken = reached(card, bits, most)
        rest = bits ^ taken
        n = count(taken)
        gain = n * w[at + POINT] * (1.0 if board.players == 1 else 0.5)
        crossing = taken & board.crossing[way - FORTH, line]
        while crossing:
            i = lowest(crossing)
            crossing &= crossing - 1
            station = int(stop(board, line, i, way))
            gain += fractions[f + STOP + station] - spent(board, state, seat, station, w)
            gain -= fractions[f + SHARE + line * SEEN + (i if way == FORTH or i == 0 else board.length[line] - i)]
        if card == TRANSFER and n > 0:
            station = int(stop(board, line, lowest(taken), way))
            gain += w[at + PLUSES] * 2.0 * board.transfer[station] + spent(board, state, seat, station, w)
        left = board.windows[line] - sheet.used[line]
        empty = missing(board, state, seat, line) - n
        points, across = fractions[f + PRIZE + line], board.crossing[way - FORTH, line]
        gain += brings(points, left - 1, empty, rest, across, late, w) - fractions[f + HOPED + line]
    if card < EXPRESS:
        gain -= w[at + WASTE] * (card - n)
    elif card < TRANSFER:
        gain -= w[at + WASTE_EXPRESS] * (card - EXPRESS - n)
    return gain


@kernel
def best_ride(board: Board, state: State, seat: int, w: Table, fractions: Floats) -> int:
    """The ride that weighs most, as far as the card goes on every line; the first such line at a tie."""
    card = state.card
    if card == FREE:
        return best_station(board, state, seat, w, fractions)
    record = -1e300
    found, along = 0, 0
    most = 1 if card == TRANSFER else card - EXPRESS if card > EXPRESS else card
    lines = state.sheet[seat].open
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        way = direction(board, state, seat, line)
        for choice in range(max(FORTH, way), (BACK if way == 0 else way) + 1):
            gain = weigh(board, state, seat, line, choice, most, w, fractions)
            if gain > record:
                found, along, record = line, choice, gain
    marks = reach(board, state, seat, found, along, card)
    if marks == 0:
        return found * RIDE_LINE
    open_way = direction(board, state, seat, found) == 0
    return found * RIDE_LINE + (along * RIDE_WAY if open_way else 0) + (PLUS if card == TRANSFER else marks)


@kernel
def touched_by(board: Board, state: State, seat: int, action: int) -> int:
    """The lines a ride touches, as bits: its own, and those of the stations it marks."""
    if action >= FREE_RIDE:
        return board.lines_at[action - FREE_RIDE] if action < FREE_RIDE + STATIONS else 0
    line, way, marks = action // RIDE_LINE, action // RIDE_WAY % 4, action % RIDE_WAY
    if way == 0:
        way = max(FORTH, direction(board, state, seat, line))
    touched, bits = 1 << line, seen(board, state, seat, line, way)
    for _ in range(1 if marks == PLUS else marks):
        if bits != 0:
            touched |= board.lines_at[stop(board, line, lowest(bits), way)]
            bits &= bits - 1
    return touched


@kernel
def follow(board: Board, state: State, seat: int, action: int, w: Table, fractions: Floats) -> int:
    """Make a ride and keep up with it; which lines it touched."""
    touched, late = touched_by(board, state, seat, action), phase(state, seat)
    ride(board, state, seat, action)
    assess(board, state, seat, touched if phase(state, seat) == late else (1 << board.lines) - 1, w, fractions)
    return touched
