"""Which rides look good in metroX, quickly enough for whole games in a simulation.

A line is hoped to bring its value, if it will be completed, and stations. Both hopes were learned from self-play, by
the windows it has left, its empty stations, and the runs these lie in: a number stops where a run ends. A ride is
weighed by what it does to the hopes of its own line and of all lines it crosses.

What that takes is kept up to date for every player: what a line is hoped to bring, and what one station less is worth
to it. The rides themselves are made by the rules.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from strapontin.core.bits import count, lowest
from strapontin.core.kernel import kernel
from strapontin.core.layout import Floats, Table
from strapontin.games.metrox.kernels import learned
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

MISSING, RUNS = 24, 5
"""Lines with as many empty stations or runs of them, or more, are hoped for as if they had one less."""

# Where the learned numbers lie: chances to complete and yields by windows left, empty stations and runs; weights.
SITUATIONS = (WINDOWS + 1) * MISSING * RUNS
COMPLETE, YIELD, WEIGHTS = 0, SITUATIONS, 2 * SITUATIONS
POINT, HOPE, MARKS, WASTE, PLUSES, SPENT, AHEAD, RACE = range(WEIGHTS, WEIGHTS + 8)
SIZE = WEIGHTS + 8


def ready(learned: Sequence[float]) -> Floats:
    """The numbers as the kernels want them: the hopes already multiplied by their weights."""
    w = np.array(learned, float)
    w[COMPLETE:YIELD] *= w[HOPE]
    w[YIELD:WEIGHTS] *= w[MARKS]
    return w


LEARNED = ready(learned.NUMBERS)

# What is kept of a player: by line its prize, and what it is hoped to bring; by transfer station what marking it is
# worth to all its lines, less the transfer it spends; by line and place what that line has put into this sum.
PRIZE, HOPED, STOP = 0, LINES, 2 * LINES
SHARE = STOP + STATIONS
FRACTIONS = SHARE + LINES * SEEN


@kernel(inline=True)
def runs(bits: int) -> int:
    """In how many runs the bits lie."""
    return count(bits & ~(bits << 1))


@kernel(inline=True)
def situation(left: int, missing: int, runs: int) -> int:
    """The number of what matters about a line: its windows left, its empty stations, their runs."""
    return (left * MISSING + min(missing, MISSING - 1)) * RUNS + min(runs, RUNS - 1)


@kernel(inline=True)
def seen(board: Board, state: State, seat: int, line: int, way: int) -> int:
    """The empty stations of a line in the order of a ride, as far as one looks."""
    return gaps(board, state, seat, line, way, 0) & ((1 << SEEN) - 1)


@kernel(inline=True)
def brings(points: float, left: int, missing: int, runs: int, w: Table) -> float:
    """What a line that brings so many points when it is complete is hoped to bring, in a situation."""
    at = situation(left, missing, runs)
    return points * w[COMPLETE + at] + w[YIELD + at]


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
    sheet, f = state.sheet[seat], seat * FRACTIONS
    while touched:
        line = lowest(touched)
        touched &= touched - 1
        empty, bits = missing(board, state, seat, line), seen(board, state, seat, line, FORTH)
        if empty == 0:
            continue
        points = prize(board, state, seat, line, w)
        left, lie = board.windows[line] - sheet.used[line], runs(bits)
        hoped = brings(points, left, empty, lie, w)
        fractions[f + PRIZE + line] = points
        fractions[f + HOPED + line] = hoped
        share = f + SHARE + line * SEEN
        crossing = bits & board.crossing[0, line]
        while crossing:
            i = lowest(crossing)
            crossing &= crossing - 1
            beside = (bits << 1) >> i  # a station of its own makes a run less, one inside a run makes one more
            worth = brings(points, left, empty - 1, lie - 1 + (beside & 1) + (beside >> 2 & 1), w) - hoped
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
            fractions[f + STOP + station] = -w[SPENT] * (board.transfer[station] - 1)
            fractions[f + SHARE + line * SEEN + i] = 0.0
    assess(board, state, seat, (1 << board.lines) - 1, w, fractions)


@kernel(inline=True)
def shortened(board: Board, state: State, seat: int, line: int, beside: int, w: Table, fractions: Floats) -> float:
    """What one station less is worth to a line that is not complete, by how many empty ones are beside it."""
    sheet, f = state.sheet[seat], seat * FRACTIONS
    lie = runs(seen(board, state, seat, line, FORTH))
    left, empty = board.windows[line] - sheet.used[line], missing(board, state, seat, line)
    points = fractions[f + PRIZE + line]
    return brings(points, left, empty - 1, max(0, lie - 1 + beside), w) - fractions[f + HOPED + line]


@kernel
def weigh_station(board: Board, state: State, seat: int, station: int, w: Table, fractions: Floats) -> float:
    """What a free ride to an empty station is worth."""
    if board.transfer[station] != 1:
        return fractions[seat * FRACTIONS + STOP + station]
    line = lowest(board.lines_at[station])
    beside = (seen(board, state, seat, line, FORTH) << 1) >> min(SEEN, int(board.place[line, station]))
    return shortened(board, state, seat, line, (beside & 1) + (beside >> 2 & 1), w, fractions)


@kernel
def best_station(board: Board, state: State, seat: int, w: Table, fractions: Floats) -> int:
    """The free ride that weighs most; none when every station is marked."""
    found, record = STATIONS, -1e300
    for line in range(board.lines):
        bits = seen(board, state, seat, line, FORTH)
        if bits == 0:
            continue
        crossing = bits & board.crossing[0, line]
        plain, before, after = bits ^ crossing, bits << 1, bits >> 1
        while crossing:
            station = int(board.path[line, lowest(crossing)])
            crossing &= crossing - 1
            gain = fractions[seat * FRACTIONS + STOP + station]
            if gain > record:
                found, record = station, gain
        for beside in range(3):  # of stations with as many empty ones beside them, any will do
            alike = plain & (~(before | after) if beside == 0 else before ^ after if beside == 1 else before & after)
            if alike != 0:
                gain = shortened(board, state, seat, line, beside, w, fractions)
                if gain > record:
                    found, record = int(board.path[line, lowest(alike)]), gain
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
    sheet, card, f = state.sheet[seat], state.card, seat * FRACTIONS
    bits = seen(board, state, seat, line, way)
    n, gain = 0, 0.0
    if bits != 0:
        taken = reached(card, bits, most)
        rest = bits ^ taken
        n = count(taken)
        gain = n * w[POINT] * (1.0 if board.players == 1 else 0.5)
        crossing = taken & board.crossing[way - FORTH, line]
        while crossing:
            i = lowest(crossing)
            crossing &= crossing - 1
            gain += fractions[f + STOP + int(stop(board, line, i, way))]
            gain -= fractions[f + SHARE + line * SEEN + (i if way == FORTH or i == 0 else board.length[line] - i)]
        if card == TRANSFER and n > 0:
            transfer = board.transfer[stop(board, line, lowest(taken), way)]
            gain += w[PLUSES] * 2.0 * transfer + w[SPENT] * (transfer - 1)
        left = board.windows[line] - sheet.used[line]
        if left > 1 and rest != 0:
            gain += w[AHEAD] * min(4, lowest(~(rest >> lowest(rest))))
        empty = missing(board, state, seat, line) - n
        gain += brings(fractions[f + PRIZE + line], left - 1, empty, runs(rest), w) - fractions[f + HOPED + line]
    if card != TRANSFER:
        gain -= w[WASTE] * ((card - EXPRESS if card > EXPRESS else card) - n)
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
    touched = touched_by(board, state, seat, action)
    ride(board, state, seat, action)
    assess(board, state, seat, touched, w, fractions)
    return touched
