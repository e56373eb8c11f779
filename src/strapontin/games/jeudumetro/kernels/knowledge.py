"""Who knows what, as kernels: what a seat cannot know is wiped, and what it may imagine instead.

Kept for a seat: its hand; the objectives it has seen, wherever they lie now; cards it is certain of in other
hands (as the victim of a theft); what it drew itself since the pile was last refilled. Known to all: who has
seen which objective, what an objective cannot be because its holder did not win, and that the pile of a
refill was the discard.
"""

from __future__ import annotations

import numpy as np

from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.core.rng import below, unit
from strapontin.games.jeudumetro.kernels.effects import bears, extremes, held_here
from strapontin.games.jeudumetro.kernels.state import (
    CT,
    DECK,
    FACES,
    FIRST,
    KINDS,
    LEFT_TWENTY,
    OBJECTIVE,
    OVER,
    PLACES,
    SP,
    UNSEEN,
    WORLDS,
    Board,
    State,
)


@kernel
def conceal(board: Board, state: State, seat: int) -> None:
    """Wipe hands, pile and objectives but for what this seat knows of them; at the end all objectives lie open."""
    if state.phase != OVER:
        for card in range(PLACES):
            if seat < 0 or state.knows[card] >> seat & 1 == 0:
                state.face[card] = UNSEEN
    state.coming = 0
    for holder in range(board.players):
        if holder != seat:
            state.kinds[holder] = 0
    for kind in range(KINDS):
        state.pile[kind] = 0
        for holder in range(board.players):
            if holder == seat:
                continue
            state.hand[holder, kind] = state.known[holder, kind, seat] if seat >= 0 else 0
            state.kinds[holder] |= int(state.hand[holder, kind] > 0) << kind
            state.drawn[holder, kind] = 0
            for other in range(board.players):
                if other != seat:
                    state.known[holder, kind, other] = 0


@kernel
def worlds(board: Board, state: State, out: Ints, weights: Ints) -> int:
    """Write every way the objectives may be dealt for what is known here, and in how many deals; return how many.

    A world has the face of each card in three bits of its code.
    """
    dealt = board.places
    if state.phase <= OBJECTIVE:
        dealt = 0 if state.phase == FIRST else state.step
    chosen = np.zeros(PLACES + 1, np.int64)
    ways = np.ones(PLACES + 1, np.int64)
    left = np.empty(FACES, np.int64)
    for face in range(FACES):
        left[face] = board.faces[face]
    n = 0
    card = 0
    while card >= 0 and dealt > 0:
        face = chosen[card]
        if face != UNSEEN:
            left[face] += 1
        face += 1
        while face <= LEFT_TWENTY:
            fits = left[face] > 0 and state.denied[card] >> face & 1 == 0
            if state.face[card] != UNSEEN and state.face[card] != face:
                fits = False
            if board.players == 2:
                for other in range(card):
                    if state.paired[other, card] >> (4 * (chosen[other] - 1) + face - 1) & 1:
                        fits = False
            if fits:
                break
            face += 1
        if face > LEFT_TWENTY:
            chosen[card] = UNSEEN
            card -= 1
            continue
        chosen[card] = face
        ways[card + 1] = ways[card] * left[face]
        left[face] -= 1
        if card + 1 < dealt:
            card += 1
            continue
        code, deals = 0, ways[dealt]
        for other in range(dealt):
            code |= chosen[other] << 3 * other
            # two players: a pair that came about by changing places stands for two deals
            if board.players == 2 and other % 2 == 1:
                first = other - 1
                if bears(board, first, chosen[other]) == bears(board, other, chosen[first]):
                    deals *= 2
        out[n] = code
        weights[n] = deals
        n += 1
    return n


@kernel
def outlook(board: Board, state: State) -> int:
    """Who wins if all objectives are tested now, over the worlds that are possible here.

    Bits 0... are the seats that win in every world, bits 8... in any; bit 16: in every world somebody does.
    """
    trains = extremes(board, state)
    if trains == 0:
        return 0
    out = np.empty(WORLDS, np.int64)
    weights = np.empty(WORLDS, np.int64)
    surely, perhaps, always = (1 << board.players) - 1, 0, 1
    for i in range(worlds(board, state, out, weights)):
        winners = (1 << board.players) - 1
        for place in range(board.places):
            if held_here(board, trains, place) >> (out[i] >> 3 * state.card[place] & 7) & 1 == 0:
                winners &= ~(1 << board.owner[place])
        surely &= winners
        perhaps |= winners
        if winners == 0:
            always = 0
    return surely | perhaps << 8 | always << 16


@kernel
def imagine_objectives(board: Board, state: State, rng: Ints) -> None:
    """Give the unseen objectives random faces, every deal that is possible here equally likely."""
    hidden = 0
    for place in range(board.places):
        hidden += state.face[place] == UNSEEN
    if hidden == 0:
        return
    out = np.empty(WORLDS, np.int64)
    weights = np.empty(WORLDS, np.int64)
    n = worlds(board, state, out, weights)
    if n == 0:
        return
    total = 0
    for i in range(n):
        total += weights[i]
    left = below(rng, total)
    i = 0
    while left >= weights[i]:
        left -= weights[i]
        i += 1
    for card in range(board.places):
        state.face[card] = out[i] >> 3 * card & 7


@kernel
def imagine_pile(board: Board, state: State, seat: int, unseen: Ints, rng: Ints) -> None:
    """Choose the pile among the unseen cards, all choices equally likely; it holds no more of a kind than it can.

    After a refill the pile is what the discard was, less what has been drawn: never more than that of any kind.
    `ways[k, m]` counts the ways to choose m cards of the kinds k and up.
    """
    ways = np.zeros((KINDS + 1, DECK + 1), np.int64)
    ways[KINDS, 0] = 1
    for kind in range(KINDS - 1, -1, -1):
        most = min(unseen[kind], state.fresh[kind] - (state.drawn[seat, kind] if seat >= 0 else 0))
        for chosen in range(state.stock + 1):
            subsets = 1
            for taken in range(min(most, chosen) + 1):
                ways[kind, chosen] += subsets * ways[kind + 1, chosen - taken]
                subsets = subsets * (unseen[kind] - taken) // (taken + 1)
    missing = state.stock
    for kind in range(KINDS):
        target = unit(rng) * ways[kind, missing]
        subsets = 1
        taken = 0
        most = min(unseen[kind], state.fresh[kind] - (state.drawn[seat, kind] if seat >= 0 else 0))
        while taken < min(most, missing):
            target -= subsets * ways[kind + 1, missing - taken]
            if target < 0.0:
                break
            subsets = subsets * (unseen[kind] - taken) // (taken + 1)
            taken += 1
        state.pile[kind] = taken
        unseen[kind] -= taken
        missing -= taken


@kernel
def imagine(board: Board, state: State, seat: int, rng: Ints) -> None:
    """Objectives, then the pile, then the other hands, at random among what this seat holds possible.

    What other seats know of each other's hands is not imagined: they know nothing of it there.
    """
    imagine_objectives(board, state, rng)
    unseen = np.empty(KINDS, np.int64)
    left = 0
    for kind in range(KINDS):
        count = board.copies[kind] - state.discard[kind]
        for holder in range(board.players):
            count -= state.hand[holder, kind]
        unseen[kind] = count
    for place in range(board.places):
        unseen[SP] -= state.stars[place]
        unseen[CT] -= state.controllers[place]
    if state.refills > 0:
        imagine_pile(board, state, seat, unseen, rng)
    for kind in range(KINDS):
        left += unseen[kind]
    for holder in range(board.players):
        if holder == seat:
            continue
        hidden = state.held[holder]
        for kind in range(KINDS):
            hidden -= state.hand[holder, kind]
        for _ in range(hidden):
            pick = below(rng, left)
            kind = 0
            while pick >= unseen[kind]:
                pick -= unseen[kind]
                kind += 1
            state.hand[holder, kind] += 1
            state.kinds[holder] |= 1 << kind
            unseen[kind] -= 1
            left -= 1
    for kind in range(KINDS):
        if state.refills == 0:
            state.pile[kind] = unseen[kind]
        state.coming |= int(state.pile[kind] > 0) << kind
