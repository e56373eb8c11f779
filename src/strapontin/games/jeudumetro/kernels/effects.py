"""What cards do to trains, and whose objective that fulfils, as kernels."""

from __future__ import annotations

from strapontin.core.bits import natural
from strapontin.core.kernel import kernel
from strapontin.games.jeudumetro.kernels.state import (
    AI,
    CC,
    CO,
    CROWD,
    CS,
    CT,
    HP,
    LEFT_TWENTY,
    M1,
    M3,
    OVER,
    PLACES,
    PLAY,
    RIGHT_ZERO,
    SP,
    START,
    TE,
    TWENTY,
    V1,
    V3,
    ZERO,
    Board,
    State,
)

CROWDED = 8
"""Where the crowded trains begin among the bits of `extremes`."""


@kernel(inline=True)
def bears(board: Board, place: int, face: int) -> int:
    """The place whose train an objective lying here speaks of."""
    if face == RIGHT_ZERO:
        return board.right[place]
    if face == LEFT_TWENTY:
        return board.left[place]
    return place


@kernel(inline=True)
def missing(board: Board, state: State, place: int, face: int) -> int:
    """How far an objective lying here is from being fulfilled, in passengers."""
    riding = state.passengers[bears(board, place, face)]
    if face in (ZERO, RIGHT_ZERO):
        return riding
    return max(0, CROWD - riding)


@kernel(inline=True)
def extremes(board: Board, state: State) -> int:
    """The places whose train is empty, as bits, and from bit CROWDED on those whose train is crowded."""
    found = 0
    for place in range(board.places):
        riding = state.passengers[place]
        found |= int(riding == 0) << place | int(riding >= CROWD) << CROWDED + place
    return found


@kernel(inline=True)
def held_here(board: Board, trains: int, place: int) -> int:
    """The objectives that would be fulfilled here with these trains empty and crowded, as a bit mask of faces."""
    mask = (trains >> place & 1) << ZERO | (trains >> CROWDED + place & 1) << TWENTY
    mask |= (trains >> board.right[place] & 1) << RIGHT_ZERO
    return mask | (trains >> CROWDED + board.left[place] & 1) << LEFT_TWENTY


@kernel
def test(board: Board, state: State) -> int:
    """Test all objectives after a completed effect; return whether somebody won.

    That nobody won tells the whole table what the cards lying here cannot be.
    """
    trains = extremes(board, state)
    if trains == 0:  # no objective at all can be fulfilled
        return 0
    winners = (1 << board.players) - 1
    for place in range(board.places):
        if held_here(board, trains, place) >> state.face[state.card[place]] & 1 == 0:
            winners &= ~(1 << board.owner[place])
    if winners != 0:
        state.won = winners
        state.phase = OVER
        return 1
    if board.players > 2:
        for place in range(board.places):
            state.denied[state.card[place]] |= held_here(board, trains, place)
        return 0
    for player in range(2):
        first, second = state.card[2 * player], state.card[2 * player + 1]
        here, there = held_here(board, trains, 2 * player), held_here(board, trains, 2 * player + 1)
        if first > second:
            first, second, here, there = second, first, there, here
        for face in range(ZERO, LEFT_TWENTY + 1):
            if here >> face & 1:
                state.paired[first, second] |= (there >> 1) << 4 * (face - 1)
    return 0


@kernel(inline=True)
def sent(kind: int) -> int:
    """How many passengers a card sends aboard one train (or, below 0, off it); 0 for cards that do something else."""
    if V1 <= kind <= V3:
        return kind - V1 + 1
    return -(kind - M1 + 1) if M1 <= kind <= M3 else 0


@kernel(inline=True)
def boarding(state: State, place: int, change: int) -> int:
    """How many passengers board (or, below 0, alight) here if so many are to: as many as there are."""
    return min(change, state.quay) if change > 0 else -min(-change, state.passengers[place])


@kernel(inline=True)
def rushing(board: Board, quay: int, turn: int) -> int:
    """Heure de pointe: how many board the train so many to the left, one passenger a train in two passes."""
    return min(1, max(0, quay - turn)) + min(1, max(0, quay - turn - board.places))


@kernel(inline=True)
def renewed(state: State, place: int) -> int:
    """Terminus: the passengers of a train after all have alighted and as many as at the start have boarded."""
    return min(START, state.passengers[place] + state.quay)


@kernel(inline=True)
def crossing(state: State, place: int) -> int:
    """Correspondance: how many walk over to another train."""
    return min(2, state.passengers[place])


@kernel(inline=True)
def ride(state: State, place: int, change: int) -> None:
    """Passengers board (or, below 0, alight) here: as many as there are."""
    change = boarding(state, place, change)
    state.passengers[place] += change
    state.quay -= change


@kernel(inline=True)
def attached(board: Board, state: State, seat: int) -> int:
    """The cards attached to a player's trains act: their net sum, train A before train B; whether any act."""
    moved = 0
    for place in range(board.places):
        pull = state.stars[place] - state.controllers[place]
        if board.owner[place] == seat and pull != 0:
            ride(state, place, pull)
            moved = 1
    return moved


@kernel(inline=True)
def own(board: Board, seat: int) -> int:
    """A player's own place (A)."""
    return 2 * seat if board.players == 2 else seat


@kernel
def rush(board: Board, state: State, seat: int) -> None:
    """Heure de pointe: one passenger a train going left from the player's own, two passes."""
    place, quay = own(board, seat), 0 + state.quay
    for turn in range(board.places):
        ride(state, place, rushing(board, quay, turn))
        place = board.left[place]


@kernel(inline=True)
def exchange(board: Board, state: State, here: int, there: int) -> None:
    """Changement de conducteur: two objective cards change places, and each owner looks at the new one."""
    state.card[here], state.card[there] = state.card[there], state.card[here]
    state.knows[state.card[here]] |= 1 << board.owner[here]
    state.knows[state.card[there]] |= 1 << board.owner[there]


@kernel(inline=True)
def switch(state: State, here: int, there: int) -> None:
    """Aiguillage: two trains change places, with passengers and attached cards."""
    state.train[here], state.train[there] = state.train[there], state.train[here]
    state.passengers[here], state.passengers[there] = state.passengers[there], state.passengers[here]
    state.stars[here], state.stars[there] = state.stars[there], state.stars[here]
    state.controllers[here], state.controllers[there] = state.controllers[there], state.controllers[here]


@kernel(inline=True)
def effect(board: Board, state: State, seat: int, action: int) -> None:
    """What a played card does to the table; Pickpocket does nothing that the table sees."""
    kind = natural(action) // PLAY
    here = natural(action) // PLACES % PLACES
    there = natural(action) % PLACES
    if sent(kind) != 0:
        ride(state, here, sent(kind))
    elif kind == SP:
        state.stars[here] += 1
    elif kind == CT:
        state.controllers[here] += 1
    elif kind == HP:
        rush(board, state, seat)
    elif kind == CS:
        for place in range(board.places):
            ride(state, place, -2)
    elif kind == TE:
        ride(state, here, renewed(state, here) - state.passengers[here])
    elif kind == CO:
        walking = crossing(state, here)
        state.passengers[here] -= walking
        state.passengers[there] += walking
    elif kind == CC:
        exchange(board, state, here, there)
    elif kind == AI:
        switch(state, here, there)
