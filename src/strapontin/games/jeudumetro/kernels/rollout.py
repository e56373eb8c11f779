"""Le Jeu du Metro played quickly and at random, as a search does, as kernels."""

from __future__ import annotations

from strapontin.core.bits import lowest
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.core.rng import below
from strapontin.games.jeudumetro.kernels.rules import act, apply
from strapontin.games.jeudumetro.kernels.state import (
    ACT,
    AI,
    CC,
    CO,
    CS,
    DISCARD,
    FIRST,
    HP,
    LAY,
    LEAST_TO_ROB,
    OBJECTIVE,
    OVER,
    PLACES,
    PLAY,
    PP,
    STEAL,
    STOP,
    TE,
    UNSEEN,
    Board,
    State,
)


@kernel(inline=True)
def random_kind(state: State, seat: int, rng: Ints) -> int:
    """Any card of a hand."""
    left = below(rng, state.held[seat])
    kinds = state.kinds[seat]
    while left >= state.hand[seat, lowest(kinds)]:
        left -= state.hand[seat, lowest(kinds)]
        kinds &= kinds - 1
    return lowest(kinds)


@kernel
def random_play(board: Board, state: State, seat: int, rng: Ints) -> int:
    """A quick random choice: any card of the hand on any target; what cannot be played is discarded."""
    kind = random_kind(state, seat, rng)
    here = below(rng, board.places)
    there = (here + 1 + below(rng, board.places - 1)) % board.places
    if kind == PP:
        for i in range(board.players):
            victim = (here + i) % board.players
            if victim != seat and state.held[victim] >= LEAST_TO_ROB:
                return kind * PLAY + victim * PLACES
        return LAY + kind
    if kind in (HP, CS):
        return kind * PLAY
    if kind == TE:
        here = 2 * seat + below(rng, 2) if board.players == 2 else seat
        return kind * PLAY + here * PLACES
    if kind == CO:
        # nobody to walk from here: they walk the other way, if anybody is there
        if state.passengers[here] == 0:
            here, there = there, here
        return LAY + kind if state.passengers[here] == 0 else kind * PLAY + here * PLACES + there
    if kind in (CC, AI):
        return kind * PLAY + min(here, there) * PLACES + max(here, there)
    return kind * PLAY + here * PLACES


@kernel
def random_card(board: Board, state: State, rng: Ints) -> int:
    """What chance draws, without listing all outcomes where a count is enough."""
    if state.phase == FIRST:
        return below(rng, board.players)
    if state.phase == OBJECTIVE:
        while True:
            face = 1 + below(rng, 6)
            face = (UNSEEN, 1, 2, 3, 4, 1, 2)[face]
            copies = board.faces[face]
            for card in range(state.step):
                if state.face[card] == face:
                    copies -= 1
            # a kind of two copies comes up twice as often; with one copy left half of that is refused
            if below(rng, board.faces[face]) < copies:
                return face
    if state.phase == STEAL:
        return random_kind(state, state.victim, rng)
    left = below(rng, state.stock)
    kinds = state.coming
    while left >= state.pile[lowest(kinds)]:
        left -= state.pile[lowest(kinds)]
        kinds &= kinds - 1
    return lowest(kinds)


@kernel
def rollout(board: Board, state: State, rng: Ints) -> int:
    """Play any card, draw, until somebody wins."""
    decisions = 0
    while state.phase != OVER:
        if state.phase == DISCARD:
            act(board, state, state.turn, STOP)
        elif state.phase == ACT:
            act(board, state, state.turn, random_play(board, state, state.turn, rng))
            decisions += 1
        else:
            apply(board, state, -1, random_card(board, state, rng))
    return decisions
