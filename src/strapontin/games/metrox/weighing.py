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

from strapontin.core.bits import lowest
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

# What is kept of a player, in whole numbers: empty stations by line, forth and (on loops) back; the last ride weighed
# (its stations as bits, how many), and the best.
OPEN, ACROSS, TAKEN, MARKED, RIDE, RIDDEN = 0, LINES, 2 * LINES, 2 * LINES + 1, 2 * LINES + 2, 2 * LINES + 3
NUMBERS = 2 * LINES + 4
# And in fractions: by line its prize, what it is hoped to bring, and what one station less is worth to it: one that was
# a run of its own, one at the end of a run, one inside.
PRIZE, HOPED, STEP = 0, LINES, 2 * LINES
FRACTIONS = 5 * LINES


@kernel(INT, INT)
def runs(bits: int) -> int:
    """In how many runs the bits lie."""
    starts, n = bits & ~(bits << 1), 0
    while starts:
        starts &= starts - 1
        n += 1
    return n


@kernel(INT, INT, INT, INT)
def situation(left: int, missing: int, runs: int) -> int:
    """The number of what matters about a line: its windows left, its empty stations, their runs."""
    return (left * MISSING + min(missing, MISSING - 1)) * RUNS + min(runs, RUNS - 1)


@kernel(FLOAT, BOARD, STATE, INT, INT, TABLE)
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
            for kind in range(3):
                fractions[f + STEP + kind * LINES + line] = 0.0
            continue
        points = prize(board, state, seat, line, w)
        left, lie = board.windows[line] - sheet.used[line], runs(numbers[seat * NUMBERS + OPEN + line])
        at = situation(left, missing, lie)
        hoped = points * w[COMPLETE + at] + w[YIELD + at]
        fractions[f + PRIZE + line] = points
        fractions[f + HOPED + line] = hoped
        for kind in range(3):
            at = situation(left, missing - 1, max(0, lie - 1 + kind))
            fractions[f + STEP + kind * LINES + line] = points * w[COMPLETE + at] + w[YIELD + at] - hoped


@kernel(None, BOARD, STATE, INT, TABLE, INTS, FLOATS)
def sit(board: Any, state: Any, seat: int, w: Any, numbers: Any, fractions: Any) -> None:
    """Take in a player's sheet as it is."""
    sheet, b = state.sheet[seat], seat * NUMBERS
    for line in range(board.lines):
        bits, across = 0, 0
        for i in range(min(SEEN, board.length[line])):
            bits |= int(sheet.marks[board.path[line, i]] == 0) << i
            if board.loop[line]:
                across |= int(sheet.marks[stop(board, line, i, BACK)] == 0) << i
        numbers[b + OPEN + line] = bits
        numbers[b + ACROSS + line] = across
    assess(board, state, seat, (1 << board.lines) - 1, w, numbers, fractions)


@kernel(FLOAT, BOARD, INT, INT, INT, TABLE, INTS, FLOATS)
def passing(board: Any, seat: int, station: int, line: int, w: Any, numbers: Any, fractions: Any) -> float:
    """What marking a transfer station on a line is worth to the other lines there, less the transfer it spends."""
    b, f = seat * NUMBERS, seat * FRACTIONS
    gain = -w[SPENT] * (board.transfer[station] - 1)
    lines = board.lines_at[station] & ~(1 << line)
    while lines:
        other = lowest(lines)
        lines &= lines - 1
        beside = (numbers[b + OPEN + other] << 1) >> min(SEEN, int(board.place[other, station]))
        gain += fractions[f + STEP + ((beside & 1) + (beside >> 2 & 1)) * LINES + other]
    return gain


@kernel(FLOAT, BOARD, STATE, INT, INT, INT, INT, TABLE, INTS, FLOATS)
def weigh(
    board: Any, state: Any, seat: int, line: int, way: int, most: int, w: Any, numbers: Any, fractions: Any
) -> float:
    """What a ride of up to so many marks on a line with an empty window is worth; its stations are written down."""
    sheet, card, b, f = state.sheet[seat], state.card, seat * NUMBERS, seat * FRACTIONS
    bits = numbers[b + (OPEN if way == FORTH else ACROSS) + line]
    n, taken, gain = 0, 0, 0.0
    if bits != 0:
        rest = bits
        if card < EXPRESS:
            i = lowest(bits)
            n = min(most, lowest(~(bits >> i)))
            rest = bits & ~(((1 << n) - 1) << i)
        else:
            while n < most and rest != 0:
                rest &= rest - 1
                n += 1
        taken = bits ^ rest
        gain = n * w[POINT] * (1.0 if board.players == 1 else 0.5)
        crossing = taken & board.crossing[way - FORTH, line]
        while crossing:
            gain += passing(board, seat, stop(board, line, lowest(crossing), way), line, w, numbers, fractions)
            crossing &= crossing - 1
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
    numbers[b + TAKEN] = taken
    numbers[b + MARKED] = n
    return gain


@kernel(INT, BOARD, STATE, INT, TABLE, INTS, FLOATS)
def best_ride(board: Any, state: Any, seat: int, w: Any, numbers: Any, fractions: Any) -> int:
    """The ride that weighs most, as far as the card goes on every line; the first such line at a tie."""
    sheet, card, b = state.sheet[seat], state.card, seat * NUMBERS
    record = -1e300
    if card == FREE:
        found = FREE_RIDE + STATIONS
        for station in range(board.stations):
            if sheet.marks[station] == 0:
                gain = passing(board, seat, station, LINES, w, numbers, fractions)
                if gain > record:
                    found, record = FREE_RIDE + station, gain
        return found
    found = 0
    most = 1 if card == TRANSFER else card - EXPRESS if card > EXPRESS else card
    for line in range(board.lines):
        if sheet.used[line] == board.windows[line]:
            continue
        way = direction(board, state, seat, line)
        for choice in range(max(FORTH, way), (BACK if way == 0 else way) + 1):
            gain = weigh(board, state, seat, line, choice, most, w, numbers, fractions)
            if gain > record:
                record = gain
                n = numbers[b + MARKED]
                found = line * RIDE_LINE + (PLUS if card == TRANSFER and n > 0 else n)
                if n > 0 and way == 0:
                    found += choice * RIDE_WAY
                numbers[b + RIDDEN] = numbers[b + TAKEN]
    return found


@kernel(INT, BOARD, INT, INT, INTS)
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
