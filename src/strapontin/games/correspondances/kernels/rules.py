"""The rules of Correspondances as kernels: rounds, turns, arrivals."""

from __future__ import annotations

import numpy as np

from strapontin.core.bits import at
from strapontin.core.contract import CHANCE_BIT
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.core.ranks import most_points
from strapontin.core.rng import below, weighted
from strapontin.games.correspondances.kernels.laying import clear, lay
from strapontin.games.correspondances.kernels.state import (
    BRIDGE,
    BRIDGES,
    CELLS,
    DEAL,
    DRAW,
    END_A,
    END_B,
    FIRST,
    GOAL,
    HIGH,
    KINDS,
    LEFT,
    LINES,
    LOOKS,
    OVER,
    PASS,
    PLACE,
    ROW,
    SET,
    SLOTS,
    STRAIGHT,
    WALL,
    WIDE,
    Board,
    State,
)
from strapontin.games.correspondances.kernels.trips import fewest_changes, stretch, trip_points

ORIGIN = HIGH // 2 * WIDE + 1 - LEFT


@kernel
def setup(board: Board, state: State) -> None:
    """An empty table within its walls."""
    for cell in range(CELLS):
        x, y = cell % WIDE, cell // WIDE
        if x == 0 or x == WIDE - 1 or y == 0 or y == HIGH - 1:
            state.grid[cell] = WALL
    state.stage = FIRST


@kernel
def actors(board: Board, state: State) -> int:
    """The player whose turn it is once a section is drawn; chance before."""
    if state.stage == PLACE:
        return 1 << int(state.seat)
    return 0 if state.stage == OVER else CHANCE_BIT


@kernel
def chances(board: Board, state: State, out: Ints, weights: Ints) -> int:
    """Who begins, then each player's line, the order of the row, and the sections in the pile."""
    n = 0
    if state.stage == DRAW:
        for kind in range(KINDS):
            out[at(n)] = kind
            weights[at(n)] = state.pile[kind]
            n += state.pile[kind] > 0
        return n
    most = int(board.players) if state.stage == FIRST else LINES if state.stage == DEAL else 24
    for outcome in range(most):
        held = False
        if state.stage == DEAL:
            for seat in range(board.players):
                held = held or state.line[seat] == outcome + 1
        if not held:
            out[n] = outcome
            weights[n] = 1
            n += 1
    return n


@kernel(inline=True)
def shape_of(state: State) -> int:
    """The shape of the section that was drawn: a bridge has that of a cross."""
    return state.drawn - 1 if state.drawn <= BRIDGE else state.drawn - 1 - BRIDGE


@kernel
def legal(board: Board, state: State, seat: int, out: Ints) -> int:
    """Every open cell in every rotation that matches on all its sides; PASS if there is none.

    Every look is written down, for that is quicker than to ask first; one that does not fit is written over.
    """
    n, shape = 0, shape_of(state)
    first = board.first[shape]
    for place in range(state.opened):
        fits = int(board.fits[at(shape), at(state.open_need[place])])
        look = int(state.open_cell[place]) * LOOKS + first
        for turn in range(4):
            out[at(n)] = look + turn
            n += fits >> turn & 1
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@kernel
def code_of(state: State, action: int) -> int:
    """The tile a placement lays: a bridge looks like a cross, the kind is the one drawn."""
    look = action % LOOKS
    return BRIDGES + look if state.drawn > BRIDGE else look


@kernel
def held(board: Board, state: State) -> int:
    """The lines that players hold, as bits."""
    mask = 0
    for seat in range(board.players):
        if state.line[seat] > 0:
            mask |= 1 << int(state.line[seat]) - 1
    return mask


@kernel
def begin(board: Board, state: State, order: int) -> None:
    """Set the row in this order of the straight tiles, and a full pile."""
    clear(board, state)
    lay(board, state, ORIGIN, END_A)
    for i in range(LINES):
        lay(board, state, ORIGIN + 1 + i, STRAIGHT + int(board.rows[order, i]))
    lay(board, state, ORIGIN + ROW - 1, END_B)
    state.left = 0
    for kind in range(KINDS):
        state.pile[kind] = board.deck[kind]
        state.left += int(board.deck[kind])
    state.seat = state.starter
    state.stage = DRAW


@kernel
def score(board: Board, state: State) -> None:
    """Points for trips and for the longest stretch; what happened is kept for all to see."""
    past = state.past
    past.number = state.number
    past.tiles = state.tiles
    for slot in range(SLOTS):
        past.cell[slot] = state.cell[slot]
        past.code[slot] = state.code[slot]
    most, longest = 0, 0
    for seat in range(board.players):
        line = int(state.line[seat]) - 1
        past.line[seat] = line + 1
        past.trip[seat] = 0
        past.changes[seat] = 0
        if state.complete >> line & 1:
            past.changes[seat] = fewest_changes(board, state, line)
            past.trip[seat] = trip_points(int(past.changes[seat]))
        past.stretch[seat] = stretch(board, state, line)
        if past.stretch[seat] > most:
            most, longest = int(past.stretch[seat]), seat + 1
        elif past.stretch[seat] == most:  # a tie for the longest gives nothing
            longest = 0
    past.longest = longest
    for seat in range(board.players):
        state.total[seat] += past.trip[seat] + (1 if longest == seat + 1 else 0)


@kernel
def close(board: Board, state: State) -> None:
    """End of a round: score it; the game is over when somebody with enough points is alone ahead."""
    score(board, state)
    best, ahead = 0, 0
    for seat in range(board.players):
        state.line[seat] = 0
        if state.total[seat] > best:
            best, ahead = int(state.total[seat]), 1
        elif state.total[seat] == best:
            ahead += 1
    state.dealt = 0
    if best >= GOAL and ahead == 1:
        state.stage = OVER
        return
    clear(board, state)
    for kind in range(KINDS):
        state.pile[kind] = 0
    state.left = 0
    state.number += 1
    state.starter = (state.starter + 1) % board.players
    state.seat = state.starter
    state.stage = DEAL


@kernel
def chance(board: Board, state: State, action: int) -> None:
    """One step of chance."""
    if state.stage == FIRST:
        state.number = 1
        state.starter = action
        state.seat = action
        state.stage = DEAL
    elif state.stage == DEAL:
        state.line[state.dealt] = action + 1
        state.dealt += 1
        if state.dealt == board.players:
            state.stage = SET
    elif state.stage == SET:
        begin(board, state, action)
    else:
        state.pile[action] -= 1
        state.left -= 1
        state.drawn = action + 1
        state.stage = PLACE


@kernel
def apply(board: Board, state: State, seat: int, action: int) -> None:
    """Lay the section that was drawn, or set it aside; a completed trip or the end of the pile ends the round."""
    if seat < 0:
        chance(board, state, action)
        return
    if action != PASS:
        lay(board, state, action // LOOKS, code_of(state, action))
        state.seat = (state.seat + 1) % board.players
    state.drawn = 0
    state.stage = DRAW
    if state.left == 0 or state.complete & held(board, state):
        close(board, state)


@kernel
def scores(board: Board, state: State, out: Ints, ranks: Ints) -> None:
    """Total points; the highest total wins."""
    for seat in range(board.players):
        out[seat] = state.total[seat]
    most_points(board.players, out, ranks)


@kernel
def conceal(board: Board, state: State, seat: int) -> None:
    """Wipe the lines of the others; lines of rounds that are over are public."""
    for other in range(board.players):
        if other != seat:
            state.line[other] = 0


@kernel
def imagine(board: Board, state: State, seat: int, rng: Ints) -> None:
    """Deal the lines not known; a complete trip that has not ended the round is nobody's."""
    taken = held(board, state) | int(state.complete)
    for other in range(state.dealt):
        if state.line[other] == 0:
            free = 0
            for line in range(LINES):
                free += 1 - (taken >> line & 1)
            left = below(rng, free)
            for line in range(LINES):
                if not taken >> line & 1:
                    if left == 0:
                        state.line[other] = line + 1
                        taken |= 1 << line
                        break
                    left -= 1


@kernel
def random_placement(board: Board, state: State, rng: Ints) -> int:
    """A quick random choice: the first open cell from a random one on that takes the section, in any way it does."""
    shape = shape_of(state)
    place = below(rng, state.opened)
    for _ in range(state.opened):
        fits = int(board.fits[shape, int(state.open_need[place])])
        if fits:
            turn = below(rng, 4)
            while not fits >> turn & 1:
                turn = (turn + 1) % 4
            return int(state.open_cell[place]) * LOOKS + int(board.first[shape]) + turn
        place = place + 1 if place + 1 < state.opened else 0
    return PASS


@kernel
def random_outcome(board: Board, state: State, rng: Ints) -> int:
    """What chance does, without listing all outcomes where a count is enough."""
    if state.stage == DRAW:
        left = below(rng, state.left)
        kind = 0
        while left >= state.pile[at(kind)]:
            left -= state.pile[at(kind)]
            kind += 1
        return kind
    out: Ints = np.empty(24, np.int64)
    weights: Ints = np.empty(24, np.int64)
    drawn: int = out[weighted(rng, weights, chances(board, state, out, weights))]
    return drawn


@kernel
def rollout(board: Board, state: State, rng: Ints) -> int:
    """Draw and place at random until the game is over."""
    decisions = 0
    while state.stage != OVER:
        if state.stage == PLACE:
            apply(board, state, state.seat, random_placement(board, state, rng))
            decisions += 1
        else:
            chance(board, state, random_outcome(board, state, rng))
    return decisions
