"""Looking back: the best a solo player could have done with the cards known beforehand, by beam search.

A sheet is worth what the policy of `insight` makes of it with the cards still to come; so the best never gets
worse from card to card. Every card fills one window, or more where special stations oblige to write it again: some
ways to play are over before the last card, others have windows left after it. These are worth what they have then,
which no further card could make less.

Sheets with the same windows, stations and directions have the same future, so the best of them is enough. Where the
beam was wide enough for all that are left, its best is the best there is, unless windows were left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from strapontin.core.kernel import kernel, records, take
from strapontin.core.layout import Floats, Ints, Row
from strapontin.games.metrox.kernels.board import MetroxSetting
from strapontin.games.metrox.kernels.judge import judge
from strapontin.games.metrox.kernels.rules import apply, close, direction, legal, missing, setup
from strapontin.games.metrox.kernels.state import MOST, Board, State
from strapontin.games.metrox.kernels.weighing import (
    FRACTIONS,
    HOPED,
    LEARNED,
    best_ride,
    follow,
    sit,
)

MIXING = 1_000_003
"""What sheets are told apart by: a number mixed from all that matters."""
STAY = -1
"""In place of a ride, for a sheet that waits until the others have written the card as often as they must."""
# What is told: whether nothing better is possible, how many rides reach the best, then these.
EXACT, RIDES, FIRST = range(3)


class Beam(NamedTuple):
    """Where a beam search writes what it needs."""

    sheets: Row[State]
    """The sheets kept, room for as many again, and one to try rides on."""
    rides: Ints
    """By sheet: the rides that made it."""
    made: Ints
    """By sheet: how many they are."""
    values: Floats
    """By ride tried: what comes of it; beside it the sheet it starts from, the ride, and what the sheet is known by."""
    parents: Ints
    actions: Ints
    marks: Ints
    order: Ints
    """The rides tried, the best first."""
    known: Ints
    """A table of the marks that were met; 0 where there is none."""


@kernel
def breadth(board: Board) -> int:
    """As many rides as there may be to choose from."""
    rides = 0
    for line in range(board.lines):
        rides += 19 if board.loop[line] else 10
    return max(rides, board.stations + 1)


@kernel
def rides_at_most(board: Board, cards: Ints) -> int:
    """As many rides as a game with these cards may have: one for every window, and the free ones."""
    rides = len(cards)
    for line in range(board.lines):
        rides += board.windows[line]
    return rides


@kernel
def prospects(board: Board, trial: State, cards: Ints, at: int, fractions: Floats) -> float:
    """What the policy makes of a sheet with all cards after one of them; what is hoped for decides between equals."""
    sit(board, trial, 0, LEARNED, fractions)
    hopes = 0.0
    for line in range(board.lines):
        if missing(board, trial, 0, line) > 0:
            hopes += fractions[HOPED + line]
    hopes += judge(board, trial, 0)
    while trial.playing != 0:
        if trial.card != 0:
            while trial.due != 0:
                follow(board, trial, 0, best_ride(board, trial, 0, LEARNED, fractions), LEARNED, fractions)
            close(board, trial)
        at += 1
        if at >= len(cards):
            break
        if trial.playing != 0:
            apply(board, trial, -1, cards[at])
    return judge(board, trial, 0) + 0.001 * hopes


@kernel
def known_by(board: Board, state: State) -> int:
    """A number for all that matters of a sheet for what can still happen."""
    sheet = state.sheet[0]
    word = (1 << 62) - 1
    seen = 7 + int(sheet.owed)
    for line in range(board.lines):
        way = direction(board, state, 0, line)
        seen = ((seen ^ (4 * int(sheet.used[line]) + way)) * MIXING) & word
    for station in range(board.stations):
        seen = ((seen ^ int(sheet.marks[station] != 0)) * MIXING) & word
    return seen


@kernel
def expand(board: Board, cards: Ints, at: int, side: int, n: int, width: int, beam: Beam, fractions: Floats) -> int:
    """Write every ride from the first n sheets of a side and what comes of it; those that owe none stay as they are."""
    sheets, out = beam.sheets, np.empty(MOST, np.int64)
    trial, found = 2 * width, 0
    for i in range(n):
        place = side * width + i
        owes = sheets[place].due != 0
        rides = legal(board, sheets[place], 0, out) if owes else 1
        for j in range(rides):
            take(sheets, trial, sheets[place], board)
            if owes:
                apply(board, sheets[trial], 0, out[j])
            beam.parents[found] = place
            beam.actions[found] = out[j] if owes else STAY
            beam.marks[found] = known_by(board, sheets[trial])
            beam.values[found] = prospects(board, sheets[trial], cards, at, fractions)
            found += 1
    return found


@kernel(inline=True)
def worse(values: Floats, one: int, other: int) -> int:
    """Whether one ride comes after another."""
    return int(values[one] < values[other] or (values[one] == values[other] and one > other))


@kernel
def sink(values: Floats, order: Ints, i: int, n: int) -> None:
    """Let an item of a heap of n sink to its place: the worst on top, of equals the later."""
    while 2 * i + 1 < n:
        child = 2 * i + 1
        if child + 1 < n and worse(values, order[child + 1], order[child]):
            child += 1
        if worse(values, order[i], order[child]):
            return
        order[i], order[child] = order[child], order[i]
        i = child


@kernel
def sort(values: Floats, order: Ints, n: int) -> None:
    """Put the numbers from 0 to before n in order, the best value first."""
    for i in range(n):
        order[i] = i
    for i in range(n // 2 - 1, -1, -1):
        sink(values, order, i, n)
    for last in range(n - 1, 0, -1):
        order[0], order[last] = order[last], order[0]
        sink(values, order, 0, last)


@kernel
def unlike(beam: Beam, found: int, width: int) -> int:
    """Leave the best of equal sheets in the order, and width of them at most; how many unlike ones there are."""
    sort(beam.values, beam.order, found)
    beam.known[:] = 0
    kept = 0
    for i in range(found):
        one = beam.order[i]
        at = (beam.marks[one] ^ beam.marks[one] >> 31) % len(beam.known)
        while beam.known[at] != 0 and beam.known[at] != beam.marks[one] + 1:
            at = at + 1 if at + 1 < len(beam.known) else 0
        if beam.known[at] == 0:
            beam.known[at] = beam.marks[one] + 1
            if kept < width:
                beam.order[kept] = one
            kept += 1
    return kept


@kernel
def keep(board: Board, side: int, n: int, length: int, width: int, beam: Beam) -> None:
    """Make the first n rides of the order, and note on the other side what has come of them."""
    for i in range(n):
        place, parent, action = (1 - side) * width + i, beam.parents[beam.order[i]], beam.actions[beam.order[i]]
        take(beam.sheets, place, beam.sheets[parent], board)
        made = beam.made[parent]
        for j in range(made):
            beam.rides[place * length + j] = beam.rides[parent * length + j]
        if action != STAY:
            apply(board, beam.sheets[place], 0, action)
            beam.rides[place * length + made] = action
            made += 1
        beam.made[place] = made


@kernel
def foresee(board: Board, cards: Ints, width: int, beam: Beam, told: Ints) -> int:
    """The best solo score found with these cards; what else there is to tell is written."""
    fractions, length = np.empty(FRACTIONS), rides_at_most(board, cards)
    setup(board, beam.sheets[0])
    beam.made[0] = 0
    n, side, exact = 1, 0, 1
    for at in range(len(cards)):
        owing = 0
        for i in range(n):
            if beam.sheets[side * width + i].playing != 0:
                apply(board, beam.sheets[side * width + i], -1, cards[at])
                owing += 1
        while owing > 0:
            different = unlike(beam, expand(board, cards, at, side, n, width, beam, fractions), width)
            n = min(different, width)
            exact = exact if different <= width else 0
            keep(board, side, n, length, width, beam)
            side = 1 - side
            owing = 0
            for i in range(n):
                owing += beam.sheets[side * width + i].due != 0
    first = side * width
    best = first
    for place in range(first, first + n):
        exact = exact if beam.sheets[place].playing == 0 else 0
        if judge(board, beam.sheets[place], 0) > judge(board, beam.sheets[best], 0):
            best = place
    told[EXACT] = exact
    told[RIDES] = beam.made[best]
    for i in range(beam.made[best]):
        told[FIRST + i] = beam.rides[best * length + i]
    return int(judge(board, beam.sheets[best], 0))


def best(setting: MetroxSetting, cards: list[int], width: int) -> tuple[int, list[int], bool]:
    """The best solo score found with these cards, the rides that reach it, and whether nothing can be better."""
    board, known = setting.board, np.array(cards, np.int64)
    length, room = rides_at_most(board, known), width * breadth(board)
    beam = Beam(
        sheets=records(2 * width + 1, State),
        rides=np.zeros(2 * width * length, np.int64),
        made=np.zeros(2 * width, np.int64),
        values=np.zeros(room),
        parents=np.zeros(room, np.int64),
        actions=np.zeros(room, np.int64),
        marks=np.zeros(room, np.int64),
        order=np.zeros(room, np.int64),
        known=np.zeros(2 * room, np.int64),
    )
    told = np.zeros(FIRST + length, np.int64)
    score = foresee(board, known, width, beam, told)
    return int(score), told[FIRST : FIRST + told[RIDES]].tolist(), bool(told[EXACT])
