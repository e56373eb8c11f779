"""What a search knows of metroX beyond its rules: which rides look good, and what a position is worth.

A ride is weighed by what it does to two hopes, both learned from self-play: that a line with so many empty
stations and windows will be completed, and how many stations its windows will still bring.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from strapontin.core.game import Insight
from strapontin.core.kernel import FLOAT, FLOATS, INT, INTS, TABLE, kernel
from strapontin.core.rng import below
from strapontin.games.metrox import hopes
from strapontin.games.metrox.rules import apply, close, direction, ride, scores, stop
from strapontin.games.metrox.state import (
    BACK,
    BOARD,
    CARDS,
    EXPRESS,
    FORTH,
    FREE,
    FREE_RIDE,
    LINES,
    PLUS,
    RIDE_LINE,
    RIDE_WAY,
    SEATS,
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

DE_BRUIJN = 0x077CB531
PLACE_OF = np.zeros(32, np.int64)
"""The place of a single bit among 32, by what multiplying it with DE_BRUIJN leaves on top."""
for _bit in range(32):
    PLACE_OF[((1 << _bit) * DE_BRUIJN & 0xFFFFFFFF) >> 27] = _bit

WIN = 0.6
"""How much of a position's worth is winning; the rest is the margin, so that a lost game is still played well."""
SCALE = 30.0
"""A margin in points that counts as large."""


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
        low = at & -at
        gain += lines[PLACE_OF[((low * DE_BRUIJN) & 0xFFFFFFFF) >> 27]]
        at ^= low
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


@kernel(INT, BOARD, STATE, INT, INTS)
def policy(board: Any, state: Any, seat: int, rng: Any) -> int:
    """The ride that weighs most."""
    return best_ride(board, state, seat, LEARNED, np.empty(2 * LINES + 1))


@kernel(None, BOARD, STATE, INTS)
def finish(board: Any, state: Any, rng: Any) -> None:
    """Draw, and ride by the policy, until all windows are full."""
    lines = np.empty(2 * LINES + 1)
    while True:
        if state.card == 0:
            playing = False
            for seat in range(board.players):
                playing = playing or state.sheet[seat].vacant > 0
            if not playing:
                return
            left = 0
            for card in range(CARDS):
                left += state.pile[card]
            left = below(rng, left)
            card = 0
            while left >= state.pile[card]:
                left -= state.pile[card]
                card += 1
            apply(board, state, -1, card)
        for seat in range(board.players):
            while state.sheet[seat].owed > 0:
                ride(board, state, seat, best_ride(board, state, seat, LEARNED, lines))
        close(board, state)


@kernel(FLOAT, BOARD, STATE, INT, INT)
def appeal(board: Any, state: Any, seat: int, action: int) -> float:
    """What a ride weighs, in points."""
    if action == FREE_RIDE + STATIONS:
        return 0.0
    lines = np.empty(2 * LINES + 1)
    look(board, state, seat, LEARNED, lines)
    if action >= FREE_RIDE:
        station = action - FREE_RIDE
        spent = LEARNED[WEIGHTS + SPENT] * (board.transfer[station] - 1)
        return stopover(board, station, LINES, LEARNED, lines) - spent
    line = action // RIDE_LINE
    way = action // RIDE_WAY % 4
    if way == 0:
        way = max(FORTH, direction(board, state, seat, line))
    marks = action % RIDE_WAY
    return weigh(board, state, seat, line, way, 1 if marks == PLUS else marks, LEARNED, lines)


@kernel(INT, BOARD, STATE, INT)
def clue(board: Any, state: Any, seat: int) -> int:
    """The card, and with special stations how many rides are owed."""
    return state.card + 32 * state.sheet[seat].owed


@kernel(FLOAT, BOARD, STATE, INT, FLOATS)
def belief(board: Any, state: Any, seat: int, evidence: Any) -> float:
    """Everything but the running round is open, so nothing is to be inferred."""
    return 1.0


@kernel(INT, BOARD, STATE)
def stage(board: Any, state: Any) -> int:
    """A simulation goes on to the end of the game."""
    return 0


@kernel(FLOAT, BOARD, STATE, INT)
def worth(board: Any, state: Any, seat: int) -> float:
    """Solo the score; at a table winning, and the margin to the best of the others."""
    points, ranks = np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    scores(board, state, points, ranks)
    if board.players == 1:
        return (points[0] + 50.0) / 150.0
    winners, best = 0, -1000
    for other in range(board.players):
        winners += ranks[other] == 1
        if other != seat:
            best = max(best, points[other])
    won = 1.0 / winners if ranks[seat] == 1 else 0.0
    margin = min(1.0, max(-1.0, (points[seat] - best) / SCALE))
    return WIN * won + (1.0 - WIN) * (0.5 + 0.5 * margin)


INSIGHT = Insight(policy, finish, appeal, clue, belief, stage, worth, depth=2, regular=1000)
