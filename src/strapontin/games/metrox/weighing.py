"""Which rides look good in metroX.

A ride is weighed by what it does to two hopes, both learned from self-play: that a line with so many empty
stations and windows will be completed, and how many stations its windows will still bring.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from strapontin.core.bits import lowest
from strapontin.core.kernel import FLOAT, FLOATS, INT, TABLE, kernel
from strapontin.games.metrox import hopes
from strapontin.games.metrox.rules import direction, stop
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
    STATE,
    STATIONS,
    TRANSFER,
)

MISSING = 24
"""Lines with more empty stations than this are hoped for as if they had no more."""

# Where the numbers lie: chances to complete and yields by windows left and empty stations, then weights.
COMPLETE, YIELD, WEIGHTS = 0, 5 * MISSING, 10 * MISSING
POINT, HOPE, MARKS, WASTE, PLUSES, SPENT, AHEAD, RACE = range(8)
NUMBERS = WEIGHTS + 8
LEARNED = np.array(hopes.NUMBERS)


@kernel(FLOAT, BOARD, STATE, INT, INT, TABLE)
def prize(board: Any, state: Any, seat: int, line: int, w: Any) -> float:
    """What completing a line would bring: its first value while it is free, less what the race may cost."""
    if state.taken[line] != 0:
        return float(board.later[line])
    first = float(board.first[line])
    if board.players == 1:
        return first
    mine, cost = state.sheet[seat].missing[line], 0.5 * w[WEIGHTS + RACE]
    for other in range(board.players):
        if other != seat and state.sheet[other].missing[line] < mine:
            cost = w[WEIGHTS + RACE]
    return first - (first - board.later[line]) * cost


@kernel(FLOAT, FLOAT, INT, INT, TABLE)
def hope(points: float, missing: int, left: int, w: Any) -> float:
    """What a line is hoped to bring with so many empty stations and windows left."""
    at = left * MISSING + min(missing, MISSING - 1)
    return w[WEIGHTS + HOPE] * points * w[COMPLETE + at] + w[WEIGHTS + MARKS] * w[YIELD + at]


@kernel(None, BOARD, STATE, INT, TABLE, FLOATS)
def look(board: Any, state: Any, seat: int, w: Any, lines: Any) -> None:
    """Write for every line its prize, and what one station less is worth to it."""
    sheet = state.sheet[seat]
    for line in range(board.lines):
        points = prize(board, state, seat, line, w)
        missing, left = int(sheet.missing[line]), board.windows[line] - sheet.used[line]
        lines[LINES + line] = points
        lines[line] = 0.0
        if missing > 0:
            lines[line] = hope(points, missing - 1, left, w) - hope(points, missing, left, w)


@kernel(FLOAT, BOARD, INT, INT, TABLE, FLOATS)
def stopover(board: Any, station: int, line: int, w: Any, lines: Any) -> float:
    """What marking a station is worth to all lines there but the one ridden."""
    gain = w[WEIGHTS + POINT] * (1.0 if board.players == 1 else 0.5)
    at = board.lines_at[station] & ~(1 << line)
    while at:
        gain += lines[lowest(at)]
        at &= at - 1
    return gain


@kernel(FLOAT, BOARD, STATE, INT, INT, INT, INT, TABLE, FLOATS)
def weigh(board: Any, state: Any, seat: int, line: int, way: int, most: int, w: Any, lines: Any) -> float:
    """What a ride of up to so many marks on a line is worth; how many it sets is written behind the lines."""
    sheet = state.sheet[seat]
    card, length = state.card, board.length[line]
    missing, left = int(sheet.missing[line]), board.windows[line] - sheet.used[line]
    gain, n, i = 0.0, 0, 0
    if missing > 0 and most > 0:
        while i < length and n < most:
            station = stop(board, line, i, way)
            i += 1
            if sheet.marks[station] == 0:
                n += 1
                gain += stopover(board, station, line, w, lines)
                if card == TRANSFER:
                    gain += w[WEIGHTS + PLUSES] * 2.0 * board.transfer[station]
                else:
                    gain -= w[WEIGHTS + SPENT] * (board.transfer[station] - 1)
            elif n > 0 and card < EXPRESS:
                break
        if left > 1 and missing > n:
            run = 0
            while i < length and sheet.marks[stop(board, line, i, way)] != 0:
                i += 1
            while i < length and run < 4 and sheet.marks[stop(board, line, i, way)] == 0:
                run += 1
                i += 1
            gain += w[WEIGHTS + AHEAD] * run
    points = lines[LINES + line]
    gain += hope(points, missing - n, left - 1, w) - hope(points, missing, left, w)
    if card != TRANSFER:
        gain -= w[WEIGHTS + WASTE] * ((card - EXPRESS if card > EXPRESS else card) - n)
    lines[2 * LINES] = n
    return gain


@kernel(INT, BOARD, STATE, INT, TABLE, FLOATS)
def best_ride(board: Any, state: Any, seat: int, w: Any, lines: Any) -> int:
    """The ride that weighs most, as far as the card goes on every line; the first such line at a tie."""
    sheet, card = state.sheet[seat], state.card
    look(board, state, seat, w, lines)
    found, record = -1, -1e300
    if card == FREE:
        for station in range(board.stations):
            if sheet.marks[station] == 0:
                gain = stopover(board, station, LINES, w, lines) - w[WEIGHTS + SPENT] * (board.transfer[station] - 1)
                if gain > record:
                    found, record = FREE_RIDE + station, gain
        return found if found >= 0 else FREE_RIDE + STATIONS
    most = 1 if card == TRANSFER else card - EXPRESS if card > EXPRESS else card
    for line in range(board.lines):
        if sheet.used[line] == board.windows[line]:
            continue
        way = direction(board, state, seat, line)
        for choice in range(FORTH, BACK + 1):
            if way != 0 and choice != way:
                continue
            gain = weigh(board, state, seat, line, choice, most, w, lines)
            if gain > record:
                record = gain
                marks = int(lines[2 * LINES])
                found = line * RIDE_LINE + (PLUS if card == TRANSFER and marks > 0 else marks)
                if marks > 0 and way == 0:
                    found += choice * RIDE_WAY
    return found
