"""The policy of `weighing` in a hurry: the same rides, found with far less work, for whole games in a simulation.

What weighing works out anew at every card is kept up to date here for every player: the empty stations of each line
as bits from its train, what the line is hoped to bring, and what one station less is worth to it. The rides themselves
are made by the rules.
"""

from __future__ import annotations

from typing import Any

from strapontin.core.bits import lowest
from strapontin.core.kernel import FLOAT, FLOATS, INT, INTS, kernel
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
)
from strapontin.games.metrox.weighing import (
    AHEAD,
    COMPLETE,
    HOPE,
    LEARNED,
    MARKS,
    MISSING,
    PLUSES,
    POINT,
    SPENT,
    WASTE,
    WEIGHTS,
    YIELD,
    prize,
)

# What is kept of a player, in whole numbers: empty stations by line, forth and (on loops) back; then the ride found.
OPEN, ACROSS, RIDE, TAKEN = 0, LINES, 2 * LINES, 2 * LINES + 1
NUMBERS = 2 * LINES + 2
# And in fractions: by line its prize, what it is hoped to bring, and what one station less is worth to it.
PRIZE, HOPED, STEP = 0, LINES, 2 * LINES
FRACTIONS = 3 * LINES

CHANCES = LEARNED[WEIGHTS + HOPE] * LEARNED[COMPLETE : COMPLETE + 5 * MISSING]
YIELDS = LEARNED[WEIGHTS + MARKS] * LEARNED[YIELD : YIELD + 5 * MISSING]
STATION, SPENDING, PLUSSES = (float(LEARNED[WEIGHTS + one]) for one in (POINT, SPENT, PLUSES))
WASTING, AHEAD_OF = (float(LEARNED[WEIGHTS + one]) for one in (WASTE, AHEAD))


@kernel(None, BOARD, STATE, INT, INT, FLOATS)
def assess(board: Any, state: Any, seat: int, touched: int, fractions: Any) -> None:
    """Work out anew what some lines are hoped to bring a player."""
    sheet, f = state.sheet[seat], seat * FRACTIONS
    while touched:
        line = lowest(touched)
        touched &= touched - 1
        missing = int(sheet.missing[line])
        if missing == 0:
            fractions[f + STEP + line] = 0.0
            continue
        points = prize(board, state, seat, line, LEARNED)
        at = (board.windows[line] - sheet.used[line]) * MISSING + min(missing, MISSING - 1)
        hoped = points * CHANCES[at] + YIELDS[at]
        if missing < MISSING:
            at -= 1
        fractions[f + PRIZE + line] = points
        fractions[f + HOPED + line] = hoped
        fractions[f + STEP + line] = points * CHANCES[at] + YIELDS[at] - hoped


@kernel(None, BOARD, STATE, INT, INTS, FLOATS)
def sit(board: Any, state: Any, seat: int, numbers: Any, fractions: Any) -> None:
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
    assess(board, state, seat, (1 << board.lines) - 1, fractions)


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


@kernel(FLOAT, BOARD, INT, INT, FLOATS, INT)
def passing(board: Any, station: int, line: int, fractions: Any, f: int) -> float:
    """What marking a transfer station on a line is worth to the other lines there, less the transfer it spends."""
    gain = -SPENDING * (board.transfer[station] - 1)
    lines = board.lines_at[station] & ~(1 << line)
    while lines:
        gain += fractions[f + STEP + lowest(lines)]
        lines &= lines - 1
    return gain


@kernel(None, BOARD, STATE, INT, INTS, FLOATS)
def find(board: Any, state: Any, seat: int, numbers: Any, fractions: Any) -> None:
    """Find the ride that weighs most, and the stations it marks as bits of its line."""
    sheet, card, b, f = state.sheet[seat], state.card, seat * NUMBERS, seat * FRACTIONS
    record = -1e300
    point = STATION * (1.0 if board.players == 1 else 0.5)
    most = 1 if card == TRANSFER else card - EXPRESS if card > EXPRESS else card
    waste = 0.0 if card == TRANSFER else WASTING
    for line in range(board.lines):
        left = board.windows[line] - sheet.used[line]
        if left == 0:
            continue
        way = direction(board, state, seat, line)
        choice = max(FORTH, way)
        while True:
            bits = numbers[b + (OPEN if choice == FORTH else ACROSS) + line]
            n, taken, gain = 0, 0, 0.0
            if bits != 0:
                rest = bits
                if card < EXPRESS:
                    i = lowest(bits)
                    n = min(card, lowest(~(bits >> i)))
                    rest = bits & ~(((1 << n) - 1) << i)
                else:
                    while n < most and rest != 0:
                        rest &= rest - 1
                        n += 1
                taken = bits ^ rest
                gain = n * point
                crossing = taken & board.crossing[choice - FORTH, line]
                while crossing:
                    gain += passing(board, stop(board, line, lowest(crossing), choice), line, fractions, f)
                    crossing &= crossing - 1
                if card == TRANSFER:
                    transfer = board.transfer[stop(board, line, lowest(taken), choice)]
                    gain += PLUSSES * 2.0 * transfer + SPENDING * (transfer - 1)
                if left > 1 and rest != 0:
                    gain += AHEAD_OF * min(4, lowest(~(rest >> lowest(rest))))
                at = (left - 1) * MISSING + min(sheet.missing[line] - n, MISSING - 1)
                gain += fractions[f + PRIZE + line] * CHANCES[at] + YIELDS[at] - fractions[f + HOPED + line]
            gain -= waste * (most - n)
            if gain > record:
                record = gain
                ride = line * RIDE_LINE + (PLUS if card == TRANSFER and n > 0 else n)
                if n > 0 and way == 0:
                    ride += choice * RIDE_WAY
                numbers[b + RIDE] = ride
                numbers[b + TAKEN] = taken
            if way != 0 or choice == BACK:
                break
            choice = BACK


@kernel(INT, BOARD, STATE, INT, FLOATS)
def find_station(board: Any, state: Any, seat: int, fractions: Any) -> int:
    """The station a free ride is best spent on, or none."""
    sheet, f = state.sheet[seat], seat * FRACTIONS
    found, record = STATIONS, -1e300
    for station in range(board.stations):
        if sheet.marks[station] == 0:
            gain = passing(board, station, LINES, fractions, f)
            if gain > record:
                found, record = station, gain
    return found


@kernel(INT, BOARD, STATE, INT, INTS, FLOATS)
def hurry(board: Any, state: Any, seat: int, numbers: Any, fractions: Any) -> int:
    """Make the ride that weighs most; which lines it touched."""
    b, touched = seat * NUMBERS, 0
    if state.card == FREE:
        station = find_station(board, state, seat, fractions)
        ride(board, state, seat, FREE_RIDE + station)
        if station < STATIONS:
            touched = strike(board, seat, station, numbers)
    else:
        find(board, state, seat, numbers, fractions)
        action, taken = numbers[b + RIDE], numbers[b + TAKEN]
        line, way = action // RIDE_LINE, action // RIDE_WAY % 4
        if way == 0:
            way = max(FORTH, direction(board, state, seat, line))
        ride(board, state, seat, action)
        touched = 1 << line
        while taken:
            touched |= strike(board, seat, stop(board, line, lowest(taken), way), numbers)
            taken &= taken - 1
    assess(board, state, seat, touched, fractions)
    return touched
