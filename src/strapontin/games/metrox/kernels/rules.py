"""The rules of metroX as kernels."""

from __future__ import annotations

from strapontin.core.bits import at, count, lowest, mirrored
from strapontin.core.contract import CHANCE_BIT
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.core.rng import below
from strapontin.games.metrox.kernels.state import (
    BACK,
    CARDS,
    EXPRESS,
    FORTH,
    FREE,
    FREE_RIDE,
    NINE,
    PLUS,
    RIDE_LINE,
    RIDE_WAY,
    SIX,
    STATIONS,
    TIERS,
    TRANSFER,
    WORD,
    Board,
    State,
)


@kernel
def shuffle(board: Board, state: State) -> None:
    """All cards come back into the pile."""
    state.coming = state.left = 0
    for card in range(CARDS):
        state.pile[card] = board.deck[card]
        state.left += board.deck[card]
        if board.deck[card] > 0:
            state.coming |= 1 << card


@kernel
def setup(board: Board, state: State) -> None:
    """Empty sheets and a full pile."""
    shuffle(board, state)
    for seat in range(board.players):
        sheet = state.sheet[seat]
        sheet.empty = board.stations
        sheet.open = (1 << board.lines) - 1
        state.playing |= 1 << seat
        for line in range(board.lines):
            if board.length[line] <= WORD:
                sheet.gaps[line] = (1 << board.length[line]) - 1
            sheet.vacant += board.windows[line]


@kernel
def actors(board: Board, state: State) -> int:
    """Everybody who still owes a ride; between rounds chance, as long as anybody has an empty window."""
    if state.card != 0:
        return state.due
    return CHANCE_BIT if state.playing != 0 else 0


@kernel
def chances(board: Board, state: State, out: Ints, weights: Ints) -> int:
    """The cards left in the pile."""
    n = 0
    cards = state.coming
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        out[at(n)] = card
        weights[n] = state.pile[card]
        n += 1
    return n


@kernel(inline=True)
def stop(board: Board, line: int, i: int, way: int) -> int:
    """The i-th station of a line from its train; backwards a loop goes first, last, last but one..."""
    if way == BACK and i > 0:
        i = board.length[line] - i
    return board.path[line, i]


@kernel(inline=True)
def direction(board: Board, state: State, seat: int, line: int) -> int:
    """FORTH or BACK, or 0 on a loop whose direction this player has not chosen yet."""
    if board.loop[line] == 0:
        return FORTH
    sheet = state.sheet[seat]
    return 0 if sheet.way[line] == 0 else FORTH + (sheet.back >> line & 1)


@kernel
def look_along(board: Board, state: State, seat: int, line: int, way: int, i: int) -> int:
    """The empty stations of a line from its i-th on, found one by one: for lines with more stations than bits."""
    sheet, bits = state.sheet[seat], 0
    for j in range(min(WORD, board.length[line] - i)):
        if sheet.marks[stop(board, line, i + j, way)] == 0:
            bits |= 1 << j
    return bits


@kernel(inline=True)
def gaps(board: Board, state: State, seat: int, line: int, way: int, i: int) -> int:
    """The empty stations of a line in the order of a ride, from its i-th on, as bits."""
    if board.length[line] > WORD:
        return look_along(board, state, seat, line, way, i)
    bits = state.sheet[seat].gaps[line]
    if way == BACK:
        bits = bits & 1 | mirrored(bits >> 1, board.length[line] - 1) << 1
    return bits >> i


@kernel(inline=True)
def first_gap(board: Board, state: State, seat: int, line: int, way: int) -> int:
    """Where on a line the first empty station is; WORD or beyond on a complete one."""
    i, bits = 0, gaps(board, state, seat, line, way, 0)
    while bits == 0 and i + WORD < board.length[line]:
        i += WORD
        bits = gaps(board, state, seat, line, way, i)
    return i + lowest(bits | 1 << WORD)


@kernel(inline=True)
def missing(board: Board, state: State, seat: int, line: int) -> int:
    """How many stations of a line are empty."""
    n = count(gaps(board, state, seat, line, FORTH, 0))
    if board.length[line] > WORD:
        for i in range(WORD, board.length[line], WORD):
            n += count(gaps(board, state, seat, line, FORTH, i))
    return n


@kernel(inline=True)
def reach(board: Board, state: State, seat: int, line: int, way: int, card: int) -> int:
    """How many stations a card can mark on a line."""
    if card > EXPRESS:
        # Transfer: the first empty station. Express: marked stations may be skipped, so only empty ones count.
        return min(1 if card == TRANSFER else card - EXPRESS, missing(board, state, seat, line))
    run = gaps(board, state, seat, line, way, first_gap(board, state, seat, line, way))
    return min(card, lowest(~run))


@kernel(inline=True)
def list_rides(
    board: Board, state: State, seat: int, line: int, way: int, card: int, code: int, n: int, out: Ints
) -> int:
    """Write the rides of a line that mark something, the n-th action being the first; how many actions there are then.

    Nine are written wherever they lead, for that is quicker than to count them out; those that do not count are
    written over.
    """
    most = reach(board, state, seat, line, way, card)
    if card == TRANSFER:
        out[at(n)] = code + PLUS
    else:
        for marks in range(NINE):
            out[at(n + marks)] = code + 1 + marks
    return n + most


@kernel
def legal(board: Board, state: State, seat: int, out: Ints) -> int:
    """Every line with an empty window, with every number of marks up to what is possible."""
    n, card = 0, state.card
    sheet = state.sheet[seat]
    if card == FREE:
        for station in range(board.stations):
            out[at(n)] = FREE_RIDE + station
            n += sheet.marks[station] == 0
        out[at(n)] = FREE_RIDE + STATIONS
        return n + 1
    lines = sheet.open
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        code = line * RIDE_LINE
        out[at(n)] = code
        n += 1
        way = direction(board, state, seat, line)
        if way != 0:
            n = list_rides(board, state, seat, line, way, card, code, n, out)
        else:
            for choice in range(FORTH, BACK + 1):
                n = list_rides(board, state, seat, line, choice, card, code + choice * RIDE_WAY, n, out)
    return n


@kernel(inline=True)
def mark(board: Board, state: State, seat: int, station: int) -> None:
    """Mark one empty station in this round."""
    sheet = state.sheet[seat]
    sheet.marks[station] = state.turn
    sheet.empty -= 1
    lines = board.lines_at[station]
    while True:
        line = lowest(lines)
        lines &= lines - 1
        rest = sheet.gaps[line] & ~(1 << min(int(board.place[line, station]), WORD))
        sheet.gaps[line] = rest
        if rest == 0 and (board.length[line] <= WORD or missing(board, state, seat, line) == 0):
            sheet.fresh |= 1 << line
        if lines == 0:
            break


@kernel(inline=True)
def ride(board: Board, state: State, seat: int, action: int) -> None:
    """One ride of one player: the window, the marks, and the repeats that special stations oblige to."""
    sheet = state.sheet[seat]
    if action >= FREE_RIDE:  # the free ride fills no window and triggers nothing
        if action < FREE_RIDE + STATIONS:
            mark(board, state, seat, action - FREE_RIDE)
        sheet.owed = 0
        state.due &= ~(1 << seat)
        return
    line = action >> 6
    chosen = action >> 4 & 3
    marks = action & 15
    sheet.filled[line, sheet.used[line]] = state.turn
    sheet.used[line] += 1
    sheet.open &= ~(int(sheet.used[line] == board.windows[line]) << line)
    sheet.vacant -= 1
    sheet.owed -= 1
    if chosen != 0:
        sheet.way[line] = state.turn
        if chosen == BACK:
            sheet.back |= 1 << line
    way = max(FORTH, direction(board, state, seat, line))
    if marks == PLUS:
        marks = 1
        sheet.transfers += board.transfer[stop(board, line, first_gap(board, state, seat, line, way), way)]
    while marks > 0:
        i = first_gap(board, state, seat, line, way)
        bits = gaps(board, state, seat, line, way, i)
        while marks > 0 and bits != 0:
            station = stop(board, line, i + lowest(bits), way)
            bits &= bits - 1
            mark(board, state, seat, station)
            sheet.owed += board.special[station]
            marks -= 1
    if sheet.vacant == 0:  # repeats still owed lapse when no window is empty
        sheet.owed = 0
        state.playing &= ~(1 << seat)
    if sheet.owed == 0:
        state.due &= ~(1 << seat)


@kernel(inline=True)
def close(board: Board, state: State) -> None:
    """End of a round: lines that became complete are valued, and the 6 brings all cards back."""
    for seat in range(board.players):
        sheet = state.sheet[seat]
        lines = sheet.fresh
        while lines:
            line = lowest(lines)
            lines &= lines - 1
            if state.taken[line] == 0:
                state.taken[line] = state.turn
            sheet.value[line] = 1 if state.taken[line] == state.turn else 2
            sheet.points += board.first[line] if sheet.value[line] == 1 else board.later[line]
        sheet.fresh = 0
    if state.card == SIX:
        shuffle(board, state)
    state.card = 0


@kernel(inline=True)
def reveal(board: Board, state: State, card: int) -> None:
    """A card for everybody who has an empty window."""
    state.turn += 1
    state.card = card
    state.cards[state.turn] = card
    state.pile[card] -= 1
    state.left -= 1
    if state.pile[card] == 0:
        state.coming &= ~(1 << card)
    state.due = state.playing
    for seat in range(board.players):
        state.sheet[seat].owed = state.due >> seat & 1


@kernel
def apply(board: Board, state: State, seat: int, action: int) -> None:
    """Reveal a card, or ride; when nobody owes a ride any more the round closes."""
    if seat < 0:
        reveal(board, state, action)
        return
    ride(board, state, seat, action)
    if state.due == 0:
        close(board, state)


@kernel(inline=True)
def line_points(board: Board, state: State, seat: int) -> int:
    """The values of a player's completed lines."""
    return state.sheet[seat].points


@kernel(inline=True)
def transfer_points(board: Board, state: State, seat: int) -> int:
    """Twice the sum of a player's transfer counts."""
    return 2 * state.sheet[seat].transfers


@kernel(inline=True)
def empty_cost(board: Board, state: State, seat: int) -> int:
    """What a player's empty stations cost: half a point each, rounded down; one each in a solo game."""
    empty = state.sheet[seat].empty
    return empty if board.players == 1 else empty // 2


@kernel(inline=True)
def score(board: Board, state: State, seat: int) -> int:
    """Lines + transfers - empty stations."""
    return line_points(board, state, seat) + transfer_points(board, state, seat) - empty_cost(board, state, seat)


@kernel
def scores(board: Board, state: State, out: Ints, ranks: Ints) -> None:
    """The highest score wins, then fewer empty stations, else shared."""
    for seat in range(board.players):
        out[seat] = score(board, state, seat)
    for seat in range(board.players):
        ranks[seat] = 1
        for other in range(board.players):
            fewer = state.sheet[other].empty < state.sheet[seat].empty
            if out[other] > out[seat] or (out[other] == out[seat] and fewer):
                ranks[seat] += 1


@kernel
def tier(score: int) -> int:
    """Alone: the tier of judgement of a score, 1 for 50 and more, down to 8 for 0 and less."""
    for i in range(len(TIERS)):
        if score >= TIERS[i]:
            return i + 1
    return len(TIERS) + 1


@kernel(inline=True)
def unmark(board: Board, state: State, seat: int, turn: int) -> None:
    """Take off a sheet what was marked in a round, and the frames it got."""
    sheet = state.sheet[seat]
    for station in range(board.stations):
        if sheet.marks[station] == turn:
            sheet.marks[station] = 0
            sheet.empty += 1
            if state.cards[turn] == TRANSFER:
                sheet.transfers -= board.transfer[station]
            for line in range(board.lines):
                if board.lines_at[station] >> line & 1 and board.length[line] <= WORD:
                    sheet.gaps[line] |= 1 << int(board.place[line, station])


@kernel
def conceal(board: Board, state: State, seat: int) -> None:
    """Wipe what the others have written in a round still open; that they are done stays to be seen."""
    if state.card == 0:
        return
    for other in range(board.players):
        if other == seat:
            continue
        sheet = state.sheet[other]
        sheet.owed = min(sheet.owed, 1)
        sheet.fresh = 0
        for line in range(board.lines):
            if sheet.way[line] == state.turn:
                sheet.way[line] = 0
                sheet.back &= ~(1 << line)
            while sheet.used[line] > 0 and sheet.filled[line, sheet.used[line] - 1] == state.turn:
                sheet.used[line] -= 1
                sheet.filled[line, sheet.used[line]] = 0
                sheet.vacant += 1
                sheet.open |= 1 << line
                state.playing |= 1 << other
        unmark(board, state, other, state.turn)


@kernel(inline=True)
def random_card(state: State, rng: Ints) -> int:
    """A card of those that can still come, each with its chance."""
    left = below(rng, state.left)
    cards = state.coming
    card = lowest(cards)
    while left >= state.pile[card]:
        left -= state.pile[card]
        cards &= cards - 1
        card = lowest(cards)
    return card


@kernel(inline=True)
def random_ride(board: Board, state: State, seat: int, rng: Ints) -> int:
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
    onward = sheet.open >> line
    line = line + lowest(onward) if onward != 0 else lowest(sheet.open)
    way = direction(board, state, seat, line)
    code = line * RIDE_LINE
    if way == 0:
        way = FORTH + below(rng, 2)
        code += way * RIDE_WAY
    marks = reach(board, state, seat, line, way, state.card)
    if marks == 0:
        return line * RIDE_LINE
    return code + (PLUS if state.card == TRANSFER else marks)


@kernel
def imagine(board: Board, state: State, seat: int, rng: Ints) -> None:
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


@kernel
def rollout(board: Board, state: State, rng: Ints) -> int:
    """Draw and ride at random until all windows are full."""
    decisions = 0
    while True:
        if state.card == 0:
            if state.playing == 0:
                return decisions
            reveal(board, state, random_card(state, rng))
        for seat in range(board.players):
            while state.sheet[seat].owed > 0:
                ride(board, state, seat, random_ride(board, state, seat, rng))
                decisions += 1
        close(board, state)
