"""Which rides look good in metroX, quickly enough for whole games in a simulation.

A line is hoped to bring its value, if it will be completed, and stations. Both hopes were learned from self-play, by
the windows it has left, its empty stations, and the runs these lie in: a number stops where a run ends. A ride is
weighed by what it does to the hopes of its own line and of all lines it crosses.

What that takes is kept up to date for every player: the empty stations of each line as bits from its train, what the
line is hoped to bring, and what one station less is worth to it. The rides themselves are made by the rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from strapontin.core.bits import count, lowest
from strapontin.core.kernel import FLOAT, FLOATS, INT, INTS, TABLE, kernel
from strapontin.games.metrox import hopes
from strapontin.games.metrox.rules import direction, ride, stop
from strapontin.games.metrox.state import (
    BACK,
    BOARD,
    EXPRESS,
    FORTH,
    FREE,
    FREE_RIDE,
    LINES,
    PLUS,
    RIDE_LINE,
    RIDE_WAY,
    SEEN,
    STATE,
    STATIONS,
    TRANSFER,
    WINDOWS,
)

MISSING, RUNS = 24, 5
"""Lines with as many empty stations or runs of them, or more, are hoped for as if they had one less."""

# Where the learned numbers lie: chances to complete and yields by windows left, empty stations and runs; weights.
SITUATIONS = (WINDOWS + 1) * MISSING * RUNS
COMPLETE, YIELD, WEIGHTS = 0, SITUATIONS, 2 * SITUATIONS
POINT, HOPE, MARKS, WASTE, PLUSES, SPENT, AHEAD, RACE = range(WEIGHTS, WEIGHTS + 8)
SIZE = WEIGHTS + 8


def ready(learned: Any) -> Any:
    """The numbers as the kernels want them: the hopes already multiplied by their weights."""
    w = np.array(learned, float)
    w[COMPLETE:YIELD] *= w[HOPE]
    w[YIELD:WEIGHTS] *= w[MARKS]
    return w


LEARNED = ready(hopes.NUMBERS)

# What is kept of a player, in whole numbers: empty stations by line, forth and (on loops) back; the ride chosen, and
# the stations it marks as bits of its line.
OPEN, ACROSS, RIDE, RIDDEN = 0, LINES, 2 * LINES, 2 * LINES + 1
NUMBERS = 2 * LINES + 2
# And in fractions: by line its prize, and what it is hoped to bring; by transfer station what marking it is worth to
# all its lines, less the transfer it spends; by line and place what that line has put into this sum.
PRIZE, HOPED, STOP = 0, LINES, 2 * LINES
SHARE = STOP + STATIONS
FRACTIONS = SHARE + LINES * SEEN


@kernel(INT, INT, inline=True)
def runs(bits: int) -> int:
    """In how many runs the bits lie."""
    return count(bits & ~(bits << 1))


@kernel(INT, INT, INT, INT, inline=True)
def situation(left: int, missing: int, runs: int) -> int:
    """The number of what matters about a line: its windows left, its empty stations, their runs."""
    return (left * MISSING + min(missing, MISSING - 1)) * RUNS + min(runs, RUNS - 1)


@kernel(FLOAT, BOARD, STATE, INT, INT, TABLE, inline=True)
def prize(board: Any, state: Any, seat: int, line: int, w: Any) -> float:
    """What completing a line would bring: its first value while it is free, less what the race may cost."""
    if state.taken[line] != 0:
        return float(board.later[line])
    first = float(board.first[line])
    if board.players == 1:
        return first
    mine, cost = state.sheet[seat].missing[line], 0.5 * w[RACE]
    for other in range(board.players):
        if other != seat and state.sheet[other].missing[line] < mine:
            cost = w[RACE]
    return first - (first - board.later[line]) * cost


@kernel(None, BOARD, STATE, INT, INT, TABLE, INTS, FLOATS)
def assess(board: Any, state: Any, seat: int, touched: int, w: Any, numbers: Any, fractions: Any) -> None:
    """Work out anew what some lines are hoped to bring a player."""
    sheet, f = state.sheet[seat], seat * FRACTIONS
    while touched:
        line = lowest(touched)
        touched &= touched - 1
        missing = int(sheet.missing[line])
        if missing == 0:
            continue
        points, bits = prize(board, state, seat, line, w), numbers[seat * NUMBERS + OPEN + line]
        left, lie = board.windows[line] - sheet.used[line], runs(bits)
        at = situation(left, missing, lie)
        hoped = points * w[COMPLETE + at] + w[YIELD + at]
        fractions[f + PRIZE + line] = points
        fractions[f + HOPED + line] = hoped
        share = f + SHARE + line * SEEN
        crossing = bits & board.crossing[0, line]
        while crossing:
            i = lowest(crossing)
            crossing &= crossing - 1
            beside = (bits << 1) >> i  # a station of its own makes a run less, one inside a run makes one more
            at = situation(left, missing - 1, lie - 1 + (beside & 1) + (beside >> 2 & 1))
            worth = points * w[COMPLETE + at] + w[YIELD + at] - hoped
            fractions[f + STOP + board.path[line, i]] += worth - fractions[share + i]
            fractions[share + i] = worth


@kernel(INT, BOARD, STATE, INT, INT, TABLE, FLOATS)
def turned(board: Any, state: Any, seat: int, touched: int, w: Any, fractions: Any) -> int:
    """Of the lines touched in a round, those whose prize has changed for a player, because a race has turned."""
    sheet, f, found = state.sheet[seat], seat * FRACTIONS, 0
    while touched:
        line = lowest(touched)
        touched &= touched - 1
        if sheet.missing[line] > 0 and prize(board, state, seat, line, w) != fractions[f + PRIZE + line]:
            found |= 1 << line
    return found


@kernel(None, BOARD, STATE, INT, TABLE, INTS, FLOATS)
def sit(board: Any, state: Any, seat: int, w: Any, numbers: Any, fractions: Any) -> None:
    """Take in a player's sheet as it is."""
    sheet, b, f = state.sheet[seat], seat * NUMBERS, seat * FRACTIONS
    for line in range(board.lines):
        bits, across = 0, 0
        for i in range(min(SEEN, board.length[line])):
            bits |= int(sheet.marks[board.path[line, i]] == 0) << i
            if board.loop[line]:
                across |= int(sheet.marks[stop(board, line, i, BACK)] == 0) << i
        numbers[b + OPEN + line] = bits
        numbers[b + ACROSS + line] = across
        crossing = bits & board.crossing[0, line]
        while crossing:
            i = lowest(crossing)
            crossing &= crossing - 1
            station = board.path[line, i]
            fractions[f + STOP + station] = -w[SPENT] * (board.transfer[station] - 1)
            fractions[f + SHARE + line * SEEN + i] = 0.0
    assess(board, state, seat, (1 << board.lines) - 1, w, numbers, fractions)


@kernel(FLOAT, BOARD, STATE, INT, INT, INT, TABLE, INTS, FLOATS, inline=True)
def shortened(board: Any, state: Any, seat: int, line: int, beside: int, w: Any, numbers: Any, fractions: Any) -> float:
    """What one station less is worth to a line that is not complete, by how many empty ones are beside it."""
    sheet, f = state.sheet[seat], seat * FRACTIONS
    lie = runs(numbers[seat * NUMBERS + OPEN + line])
    at = situation(board.windows[line] - sheet.used[line], sheet.missing[line] - 1, max(0, lie - 1 + beside))
    return fractions[f + PRIZE + line] * w[COMPLETE + at] + w[YIELD + at] - fractions[f + HOPED + line]


@kernel(FLOAT, BOARD, STATE, INT, INT, TABLE, INTS, FLOATS)
def weigh_station(board: Any, state: Any, seat: int, station: int, w: Any, numbers: Any, fractions: Any) -> float:
    """What a free ride to an empty station is worth."""
    if board.transfer[station] != 1:
        return fractions[seat * FRACTIONS + STOP + station]
    line = lowest(board.lines_at[station])
    beside = (numbers[seat * NUMBERS + OPEN + line] << 1) >> min(SEEN, int(board.place[line, station]))
    return shortened(board, state, seat, line, (beside & 1) + (beside >> 2 & 1), w, numbers, fractions)


@kernel(INT, BOARD, STATE, INT, TABLE, INTS, FLOATS)
def best_station(board: Any, state: Any, seat: int, w: Any, numbers: Any, fractions: Any) -> int:
    """The free ride that weighs most; none when every station is marked."""
    found, record = STATIONS, -1e300
    for line in range(board.lines):
        bits = numbers[seat * NUMBERS + OPEN + line]
        if bits == 0:
            continue
        crossing = bits & board.crossing[0, line]
        plain, before, after = bits ^ crossing, bits << 1, bits >> 1
        while crossing:
            station = board.path[line, lowest(crossing)]
            crossing &= crossing - 1
            gain = fractions[seat * FRACTIONS + STOP + station]
            if gain > record:
                found, record = int(station), gain
        for beside in range(3):  # of stations with as many empty ones beside them, any will do
            alike = plain & (~(before | after) if beside == 0 else before ^ after if beside == 1 else before & after)
            if alike != 0:
                gain = shortened(board, state, seat, line, beside, w, numbers, fractions)
                if gain > record:
                    found, record = int(board.path[line, lowest(alike)]), gain
    return FREE_RIDE + found


@kernel(INT, INT, INT, INT, inline=True)
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


@kernel(FLOAT, BOARD, STATE, INT, INT, INT, INT, TABLE, INTS, FLOATS, inline=True)
def weigh(
    board: Any, state: Any, seat: int, line: int, way: int, most: int, w: Any, numbers: Any, fractions: Any
) -> float:
    """What a ride of up to so many marks on a line with an empty window is worth."""
    sheet, card, b, f = state.sheet[seat], state.card, seat * NUMBERS, seat * FRACTIONS
    bits = numbers[b + (OPEN if way == FORTH else ACROSS) + line]
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
            gain += fractions[f + STOP + stop(board, line, i, way)]
            gain -= fractions[f + SHARE + line * SEEN + (i if way == FORTH or i == 0 else board.length[line] - i)]
        if card == TRANSFER and n > 0:
            transfer = board.transfer[stop(board, line, lowest(taken), way)]
            gain += w[PLUSES] * 2.0 * transfer + w[SPENT] * (transfer - 1)
        left = board.windows[line] - sheet.used[line]
        if left > 1 and rest != 0:
            gain += w[AHEAD] * min(4, lowest(~(rest >> lowest(rest))))
        at = situation(left - 1, sheet.missing[line] - n, runs(rest))
        gain += fractions[f + PRIZE + line] * w[COMPLETE + at] + w[YIELD + at] - fractions[f + HOPED + line]
    if card != TRANSFER:
        gain -= w[WASTE] * ((card - EXPRESS if card > EXPRESS else card) - n)
    return gain


@kernel(INT, BOARD, STATE, INT, TABLE, INTS, FLOATS)
def best_ride(board: Any, state: Any, seat: int, w: Any, numbers: Any, fractions: Any) -> int:
    """The ride that weighs most, as far as the card goes on every line; the first such line at a tie."""
    sheet, card, b = state.sheet[seat], state.card, seat * NUMBERS
    if card == FREE:
        return best_station(board, state, seat, w, numbers, fractions)
    record = -1e300
    found, along = 0, 0
    most = 1 if card == TRANSFER else card - EXPRESS if card > EXPRESS else card
    for line in range(board.lines):
        if sheet.used[line] == board.windows[line]:
            continue
        way = direction(board, state, seat, line)
        for choice in range(max(FORTH, way), (BACK if way == 0 else way) + 1):
            gain = weigh(board, state, seat, line, choice, most, w, numbers, fractions)
            if gain > record:
                found, along, record = line, choice, gain
    bits = numbers[b + (OPEN if along == FORTH else ACROSS) + found]
    taken = reached(card, bits, most) if bits != 0 else 0
    numbers[b + RIDDEN] = taken
    if taken == 0:
        return found * RIDE_LINE
    open_way = direction(board, state, seat, found) == 0
    return found * RIDE_LINE + (along * RIDE_WAY if open_way else 0) + (PLUS if card == TRANSFER else count(taken))


@kernel(INT, BOARD, INT, INT, INTS, inline=True)
def strike(board: Any, seat: int, station: int, numbers: Any) -> int:
    """Take a station off the empty ones of its lines; which lines those are."""
    b, at = seat * NUMBERS, board.lines_at[station]
    lines = at
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        i = int(board.place[line, station])
        if i < SEEN:
            numbers[b + OPEN + line] &= ~(1 << i)
        if board.loop[line]:
            i = board.length[line] - i if i > 0 else 0
            if i < SEEN:
                numbers[b + ACROSS + line] &= ~(1 << i)
    return at


@kernel(INT, BOARD, STATE, INT, TABLE, INTS, FLOATS)
def hurry(board: Any, state: Any, seat: int, w: Any, numbers: Any, fractions: Any) -> int:
    """Make the ride that weighs most; which lines it touched."""
    action = best_ride(board, state, seat, w, numbers, fractions)
    numbers[seat * NUMBERS + RIDE] = action
    touched = 0
    if action < FREE_RIDE:
        line, way, taken = action // RIDE_LINE, action // RIDE_WAY % 4, numbers[seat * NUMBERS + RIDDEN]
        if way == 0:
            way = max(FORTH, direction(board, state, seat, line))
        touched = 1 << line
        while taken:
            touched |= strike(board, seat, stop(board, line, lowest(taken), way), numbers)
            taken &= taken - 1
    elif action < FREE_RIDE + STATIONS:
        touched = strike(board, seat, action - FREE_RIDE, numbers)
    ride(board, state, seat, action)
    assess(board, state, seat, touched, w, numbers, fractions)
    return touched
