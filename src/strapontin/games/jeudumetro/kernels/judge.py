"""What a position of Le Jeu du Metro looks like to a player: how far its objectives are, and what helps."""

from __future__ import annotations

from strapontin.core.kernel import kernel
from strapontin.games.jeudumetro.kernels.effects import bears, missing
from strapontin.games.jeudumetro.kernels.state import (
    CO,
    CS,
    CT,
    HP,
    M1,
    M3,
    OVER,
    RIGHT_ZERO,
    SP,
    UNSEEN,
    V1,
    V3,
    ZERO,
    Board,
    State,
)

WON = 1000.0
DRIFT = 1.5
"""What one attached card pulling the right way is worth, in passengers."""
IN_HAND = 0.1
"""What a passenger that a card in hand could move is worth."""
NEW_CARD = 0.8
"""Passengers that an unknown card moves the right way, on average."""


@kernel
def promise(state: State, seat: int, up: int) -> float:
    """Passengers that the cards in hand could move towards an objective that wants more (or fewer) of them."""
    total = 2.0 * state.hand[seat, CO]
    if up:
        total += 2.0 * state.hand[seat, HP] + 3.0 * state.hand[seat, SP]
        for kind in range(V1, V3 + 1):
            total += (kind - V1 + 1.0) * state.hand[seat, kind]
    else:
        total += 2.0 * state.hand[seat, CS] + 3.0 * state.hand[seat, CT]
        for kind in range(M1, M3 + 1):
            total += (kind - M1 + 1.0) * state.hand[seat, kind]
    return total


@kernel
def judge(board: Board, state: State, seat: int) -> float:
    """A win, or else the distance to it; it reads the seat's own objectives and hand, and the open table."""
    if state.phase == OVER:
        return WON if state.won >> seat & 1 else -WON
    value = 0.0
    for place in range(board.places):
        if board.owner[place] != seat:
            continue
        face = state.face[state.card[place]]
        if face == UNSEEN:
            continue
        up = 0 if face in (ZERO, RIGHT_ZERO) else 1
        train = bears(board, place, face)
        drift = state.stars[train] - state.controllers[train]
        value -= missing(board, state, place, face)
        value += DRIFT * (drift if up else -drift)
        value += IN_HAND * (promise(state, seat, up) + NEW_CARD * state.due)
    return value
