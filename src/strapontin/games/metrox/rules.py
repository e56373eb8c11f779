"""The rules of metroX as kernels."""

from __future__ import annotations

from typing import Any

from strapontin.core.bits import lowest
from strapontin.core.game import CHANCE_BIT
from strapontin.core.kernel import INT, INTS, kernel
from strapontin.core.rng import below
from strapontin.games.metrox.state import (
    BACK,
    BOARD,
    CARDS,
    EXPRESS,
    FORTH,
    FRAME,
    FREE,
    FREE_RIDE,
    PLUS,
    RIDE_LINE,
    RIDE_WAY,
    SIX,
    STATE,
    STATIONS,
    TRANSFER,
)


@kernel(None, BOARD, STATE)
def setup(board: Any, state: Any) -> None:
    """Empty sheets and a full pile."""
    for card in range(CARDS):
        state.pile[card] = board.deck[card]
    for seat in range(board.players):
        sheet = state.sheet[seat]
        sheet.empty = board.stations
        for line in range(board.lines):
            sheet.missing[line] = board.length[line]
            sheet.vacant += board.windows[line]


@kernel(INT, BOARD, STATE)
def actors(board: Any, state: Any) -> int:
    """Everybody who still owes a ride; between rounds chance, as long as anybody has an empty window."""
    mask = 0
    if state.card == 0:
        for seat in range(board.players):
            if state.sheet[seat].vacant > 0:
                return CHANCE_BIT
        return 0
    for seat in range(board.players):
        if state.sheet[seat].owed > 0:
            mask |= 1 << seat
    return mask


@kernel(INT, BOARD, STATE, INTS, INTS)
def chances(board: Any, state: Any, out: Any, weights: Any) -> int:
    """The cards left in the pile."""
    n = 0
    for card in range(CARDS):
        if state.pile[card] > 0:
            out[n] = card
            weights[n] = state.pile[card]
            n += 1
    return n


@kernel(INT, BOARD, INT, INT, INT)
def stop(board: Any, line: int, i: int, way: int) -> int:
    """The i-th station of a line from its train; backwards a loop goes first, last, last but one..."""
    if way == BACK and i > 0:
        i = board.length[line] - i
    return board.path[line, i]


@kernel(INT, BOARD, STATE, INT, INT)
def direction(board: Any, state: Any, seat: int, line: int) -> int:
    """FORTH or BACK, or 0 on a loop whose direction this player has not chosen yet."""
    if board.loop[line] == 0:
        return FORTH
    chosen = state.sheet[seat].way[line]
    return 0 if chosen == 0 else FORTH + (chosen & 1)


@kernel(INT, BOARD, STATE, INT, INT, INT)
def reach(board: Any, state: Any, seat: int, line: int, way: int) -> int:
    """How many stations the card can mark on a line."""
    card = state.card
    sheet = state.sheet[seat]
    if sheet.missing[line] == 0:
        return 0
    if card > EXPRESS:
        # Transfer: the first empty station. Express: marked stations may be skipped, so only empty ones count.
        most = 1 if card == TRANSFER else card - EXPRESS
        return min(most, int(sheet.missing[line]))
    length = board.length[line]
    i = 0
    while sheet.marks[stop(board, line, i, way)] != 0:
        i += 1
    n = 0
    while n < card and i < length and sheet.marks[stop(board, line, i, way)] == 0:
        n += 1
        i += 1
    return n


@kernel(INT, BOARD, STATE, INT, INTS)
def legal(board: Any, state: Any, seat: int, out: Any) -> int:
    """Every line with an empty window, with every number of marks up to what is possible."""
    n = 0
    sheet = state.sheet[seat]
    if state.card == FREE:
        for station in range(board.stations):
            if sheet.marks[station] == 0:
                out[n] = FREE_RIDE + station
                n += 1
        out[n] = FREE_RIDE + STATIONS
        return n + 1
    for line in range(board.lines):
        if sheet.used[line] == board.windows[line]:
            continue
        ride = line * RIDE_LINE
        out[n] = ride
        n += 1
        way = direction(board, state, seat, line)
        for choice in range(FORTH, BACK + 1):
            if way != 0 and choice != way:
                continue
            code = ride + (choice * RIDE_WAY if way == 0 else 0)
            most = reach(board, state, seat, line, choice)
            if state.card == TRANSFER:
                if most > 0:
                    out[n] = code + PLUS
                    n += 1
            else:
                for marks in range(1, most + 1):
                    out[n] = code + marks
                    n += 1
    return n


@kernel(None, BOARD, STATE, INT, INT, INT)
def mark(board: Any, state: Any, seat: int, station: int, frame: int) -> None:
    """Mark one empty station in this round."""
    sheet = state.sheet[seat]
    sheet.marks[station] = state.turn | frame
    sheet.empty -= 1
    lines = board.lines_at[station]
    while lines:
        sheet.missing[lowest(lines)] -= 1
        lines &= lines - 1


@kernel(None, BOARD, STATE, INT, INT)
def ride(board: Any, state: Any, seat: int, action: int) -> None:
    """One ride of one player: the window, the marks, and the repeats that special stations oblige to."""
    sheet = state.sheet[seat]
    if action >= FREE_RIDE:  # the free ride fills no window and triggers nothing
        if action < FREE_RIDE + STATIONS:
            mark(board, state, seat, action - FREE_RIDE, 0)
        sheet.owed = 0
        return
    line = action // RIDE_LINE
    chosen = action // RIDE_WAY % 4
    marks = action % RIDE_WAY
    sheet.filled[line, sheet.used[line]] = state.turn
    sheet.used[line] += 1
    sheet.vacant -= 1
    sheet.owed -= 1
    if chosen != 0:
        sheet.way[line] = state.turn * 2 + chosen - FORTH
    way = max(FORTH, direction(board, state, seat, line))
    frame = 0
    if marks == PLUS:
        frame, marks = FRAME, 1
    i = 0
    while marks > 0:
        station = stop(board, line, i, way)
        if sheet.marks[station] == 0:
            mark(board, state, seat, station, frame)
            sheet.owed += board.special[station]
            marks -= 1
        i += 1
    if sheet.vacant == 0:  # repeats still owed lapse when no window is empty
        sheet.owed = 0


@kernel(None, BOARD, STATE)
def close(board: Any, state: Any) -> None:
    """End of a round: lines that became complete are valued, and the 6 brings all cards back."""
    for line in range(board.lines):
        for seat in range(board.players):
            sheet = state.sheet[seat]
            if sheet.missing[line] == 0 and sheet.value[line] == 0:
                if state.taken[line] == 0:
                    state.taken[line] = state.turn
                sheet.value[line] = 1 if state.taken[line] == state.turn else 2
    if state.card == SIX:
        for card in range(CARDS):
            state.pile[card] = board.deck[card]
    state.card = 0


@kernel(None, BOARD, STATE, INT, INT)
def apply(board: Any, state: Any, seat: int, action: int) -> None:
    """Reveal a card, or ride; when nobody owes a ride any more the round closes."""
    if seat < 0:
        state.turn += 1
        state.card = action
        state.cards[state.turn] = action
        state.pile[action] -= 1
        for other in range(board.players):
            state.sheet[other].owed = 1 if state.sheet[other].vacant > 0 else 0
        return
    ride(board, state, seat, action)
    for other in range(board.players):
        if state.sheet[other].owed > 0:
            return
    close(board, state)


@kernel(INT, BOARD, STATE, INT)
def line_points(board: Any, state: Any, seat: int) -> int:
    """The values of a player's completed lines."""
    points = 0
    for line in range(board.lines):
        value = state.sheet[seat].value[line]
        if value != 0:
            points += board.first[line] if value == 1 else board.later[line]
    return points


@kernel(INT, BOARD, STATE, INT)
def transfer_points(board: Any, state: Any, seat: int) -> int:
    """Twice the sum of a player's transfer counts."""
    total = 0
    for station in range(board.stations):
        if state.sheet[seat].marks[station] & FRAME:
            total += board.transfer[station]
    return 2 * total


@kernel(INT, BOARD, STATE, INT)
def empty_cost(board: Any, state: Any, seat: int) -> int:
    """What a player's empty stations cost: half a point each, rounded down; one each in a solo game."""
    empty = state.sheet[seat].empty
    return empty if board.players == 1 else empty // 2


@kernel(None, BOARD, STATE, INTS, INTS)
def scores(board: Any, state: Any, out: Any, ranks: Any) -> None:
    """Lines + transfers - empty stations; highest wins, then fewer empty stations, else shared."""
    for seat in range(board.players):
        out[seat] = (
            line_points(board, state, seat) + transfer_points(board, state, seat) - empty_cost(board, state, seat)
        )
    for seat in range(board.players):
        ranks[seat] = 1
        for other in range(board.players):
            fewer = state.sheet[other].empty < state.sheet[seat].empty
            if out[other] > out[seat] or (out[other] == out[seat] and fewer):
                ranks[seat] += 1


@kernel(None, BOARD, STATE, INT)
def conceal(board: Any, state: Any, seat: int) -> None:
    """Wipe what the others have written in a round still open; that they are done stays to be seen."""
    if state.card == 0:
        return
    for other in range(board.players):
        if other == seat:
            continue
        sheet = state.sheet[other]
        sheet.owed = min(sheet.owed, 1)
        for line in range(board.lines):
            if sheet.way[line] >> 1 == state.turn:
                sheet.way[line] = 0
            while sheet.used[line] > 0 and sheet.filled[line, sheet.used[line] - 1] == state.turn:
                sheet.used[line] -= 1
                sheet.filled[line, sheet.used[line]] = 0
                sheet.vacant += 1
        for station in range(board.stations):
            if sheet.marks[station] & (FRAME - 1) == state.turn:
                sheet.marks[station] = 0
                sheet.empty += 1
                for line in range(board.lines):
                    sheet.missing[line] += board.lines_at[station] >> line & 1


@kernel(INT, STATE, INTS, inline=True)
def random_card(state: Any, rng: Any) -> int:
    """A card of those that can still come, each with its chance."""
    left = 0
    for card in range(CARDS):
        left += state.pile[card]
    left = below(rng, left)
    card = 0
    while left >= state.pile[card]:
        left -= state.pile[card]
        card += 1
    return card


@kernel(INT, BOARD, STATE, INT, INTS)
def random_ride(board: Any, state: Any, seat: int, rng: Any) -> int:
    """A quick random choice: any line with an empty window, ridden as far as the card goes."""
    sheet = state.sheet[seat]
    if state.card == FREE:
        if sheet.empty == 0:
            return FREE_RIDE + STATIONS
        station = below(rng, board.stations)
        while sheet.marks[station] != 0:
            station = station + 1 if station + 1 < board.stations else 0
        return FREE_RIDE + station
    line = below(rng, board.lines)
    while sheet.used[line] == board.windows[line]:
        line = line + 1 if line + 1 < board.lines else 0
    way = direction(board, state, seat, line)
    code = line * RIDE_LINE
    if way == 0:
        way = FORTH + below(rng, 2)
        code += way * RIDE_WAY
    marks = reach(board, state, seat, line, way)
    if marks == 0:
        return line * RIDE_LINE
    return code + (PLUS if state.card == TRANSFER else marks)


@kernel(None, BOARD, STATE, INT, INTS)
def imagine(board: Any, state: Any, seat: int, rng: Any) -> None:
    """Let those who have played unseen have played anything."""
    if state.card == 0:
        return
    for other in range(board.players):
        sheet = state.sheet[other]
        if other == seat or sheet.owed > 0 or sheet.vacant == 0:
            continue
        sheet.owed = 1
        while sheet.owed > 0:
            ride(board, state, other, random_ride(board, state, other, rng))


@kernel(INT, BOARD, STATE, INTS)
def rollout(board: Any, state: Any, rng: Any) -> int:
    """Draw and ride at random until all windows are full."""
    decisions = 0
    while True:
        if state.card == 0:
            playing = False
            for seat in range(board.players):
                playing = playing or state.sheet[seat].vacant > 0
            if not playing:
                return decisions
            apply(board, state, -1, random_card(state, rng))
        for seat in range(board.players):
            while state.sheet[seat].owed > 0:
                ride(board, state, seat, random_ride(board, state, seat, rng))
                decisions += 1
        close(board, state)
