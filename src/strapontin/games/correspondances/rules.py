"""The rules of Correspondances as kernels: rounds, turns, arrivals."""

from __future__ import annotations

from typing import Any

import numpy as np

from strapontin.core.kernel import INT, INTS, kernel
from strapontin.core.rng import below, weighted
from strapontin.games.correspondances.state import (
    BOARD,
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
    STATE,
    STRAIGHT,
    TRIP,
    WALL,
    WIDE,
)
from strapontin.games.correspondances.table import clear, lay
from strapontin.games.correspondances.trips import fewest_changes, stretch

CHANCE_BIT = 1 << 16
ORIGIN = HIGH // 2 * WIDE + 1 - LEFT


@kernel(None, BOARD, STATE)
def setup(board: Any, state: Any) -> None:
    """An empty table within its walls."""
    for cell in range(CELLS):
        x, y = cell % WIDE, cell // WIDE
        if x == 0 or x == WIDE - 1 or y == 0 or y == HIGH - 1:
            state.grid[cell] = WALL
    state.stage = FIRST


@kernel(INT, BOARD, STATE)
def actors(board: Any, state: Any) -> int:
    """The player whose turn it is once a section is drawn; chance before."""
    if state.stage == PLACE:
        return 1 << int(state.seat)
    return 0 if state.stage == OVER else CHANCE_BIT


@kernel(INT, BOARD, STATE, INTS, INTS)
def chances(board: Any, state: Any, out: Any, weights: Any) -> int:
    """Who begins, then each player's line, the order of the row, and the sections in the pile."""
    n = 0
    if state.stage == DRAW:
        for kind in range(KINDS):
            if state.pile[kind] > 0:
                out[n] = kind
                weights[n] = state.pile[kind]
                n += 1
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


@kernel(INT, BOARD, STATE, INT, INTS)
def legal(board: Any, state: Any, seat: int, out: Any) -> int:
    """Every open cell in every rotation that matches on all its sides; PASS if there is none."""
    n = 0
    shape = int(state.drawn) - 1
    if shape >= BRIDGE:
        shape -= BRIDGE
    first = int(board.first[shape])
    for place in range(state.opened):
        fits = int(board.fits[shape, int(state.open_need[place])])
        look = int(state.open_cell[place]) * LOOKS + first
        while fits:
            if fits & 1:
                out[n] = look
                n += 1
            fits >>= 1
            look += 1
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@kernel(INT, STATE, INT)
def code_of(state: Any, action: int) -> int:
    """The tile a placement lays: a bridge looks like a cross, the kind is the one drawn."""
    look = action % LOOKS
    return BRIDGES + look if state.drawn > BRIDGE else look


@kernel(INT, BOARD, STATE)
def held(board: Any, state: Any) -> int:
    """The lines that players hold, as bits."""
    mask = 0
    for seat in range(board.players):
        if state.line[seat] > 0:
            mask |= 1 << int(state.line[seat]) - 1
    return mask


@kernel(None, BOARD, STATE, INT)
def begin(board: Any, state: Any, order: int) -> None:
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


@kernel(None, BOARD, STATE)
def score(board: Any, state: Any) -> None:
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
            past.trip[seat] = max(1, TRIP - int(past.changes[seat]))
        past.stretch[seat] = stretch(board, state, line)
        if past.stretch[seat] > most:
            most, longest = int(past.stretch[seat]), seat + 1
        elif past.stretch[seat] == most:  # a tie for the longest gives nothing
            longest = 0
    past.longest = longest
    for seat in range(board.players):
        state.total[seat] += past.trip[seat] + (1 if longest == seat + 1 else 0)


@kernel(None, BOARD, STATE)
def close(board: Any, state: Any) -> None:
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


@kernel(None, BOARD, STATE, INT)
def chance(board: Any, state: Any, action: int) -> None:
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


@kernel(None, BOARD, STATE, INT, INT)
def apply(board: Any, state: Any, seat: int, action: int) -> None:
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


@kernel(None, BOARD, STATE, INTS, INTS)
def scores(board: Any, state: Any, out: Any, ranks: Any) -> None:
    """Total points; the highest total wins."""
    for seat in range(board.players):
        out[seat] = state.total[seat]
        ranks[seat] = 1
        for other in range(board.players):
            if state.total[other] > state.total[seat]:
                ranks[seat] += 1


@kernel(None, BOARD, STATE, INT)
def conceal(board: Any, state: Any, seat: int) -> None:
    """Wipe the lines of the others; lines of rounds that are over are public."""
    for other in range(board.players):
        if other != seat:
            state.line[other] = 0


@kernel(None, BOARD, STATE, INT, INTS)
def imagine(board: Any, state: Any, seat: int, rng: Any) -> None:
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


@kernel(INT, BOARD, STATE, INTS)
def random_placement(board: Any, state: Any, rng: Any) -> int:
    """A quick random choice: the first open cell from a random one on that takes the section, in any way it does."""
    shape = int(state.drawn) - 1
    if shape >= BRIDGE:
        shape -= BRIDGE
    place = below(rng, int(state.opened))
    for _ in range(state.opened):
        fits = int(board.fits[shape, int(state.open_need[place])])
        if fits:
            turn = below(rng, 4)
            while not fits >> turn & 1:
                turn = (turn + 1) % 4
            return int(state.open_cell[place]) * LOOKS + int(board.first[shape]) + turn
        place = place + 1 if place + 1 < state.opened else 0
    return PASS


@kernel(INT, BOARD, STATE, INTS)
def rollout(board: Any, state: Any, rng: Any) -> int:
    """Draw and place at random until the game is over."""
    out, weights = np.empty(24, np.int64), np.empty(24, np.int64)
    decisions = 0
    while state.stage != OVER:
        if state.stage == PLACE:
            apply(board, state, int(state.seat), random_placement(board, state, rng))
            decisions += 1
        else:
            n = chances(board, state, out, weights)
            chance(board, state, out[weighted(rng, weights, n)])
    return decisions
