"""The rules of Le Jeu du Metro as kernels: set-up, turns, draws, the end."""

from __future__ import annotations

from strapontin.core.bits import at, lowest, natural
from strapontin.core.contract import CHANCE_BIT
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.games.jeudumetro.kernels.effects import attached, bears, effect, missing, test
from strapontin.games.jeudumetro.kernels.state import (
    ACT,
    CT,
    DEAL,
    DEALT,
    DECK,
    DISCARD,
    DRAW,
    FIRST,
    KINDS,
    LAY,
    LEAST_TO_ROB,
    LEFT_TWENTY,
    OBJECTIVE,
    OVER,
    PASSENGERS,
    PLACES,
    PLAY,
    PP,
    SP,
    START,
    STEAL,
    STOP,
    TE,
    ZERO,
    Board,
    State,
)


@kernel
def setup(board: Board, state: State) -> None:
    """Ten passengers on each train, all cards in the pile, objectives and hands still to be dealt."""
    for place in range(board.places):
        state.passengers[place] = START
        state.train[place] = place
        state.card[place] = place
    state.quay = PASSENGERS - START * board.places
    for kind in range(KINDS):
        state.pile[kind] = board.copies[kind]
    state.stock = DECK
    state.coming = (1 << KINDS) - 1
    state.phase = FIRST


@kernel
def actors(board: Board, state: State) -> int:
    """The player whose turn it is; chance for every draw."""
    if state.phase == OVER:
        return 0
    if state.phase == ACT or state.phase == DISCARD:
        return 1 << state.turn
    return CHANCE_BIT


@kernel
def chances(board: Board, state: State, out: Ints, weights: Ints) -> int:
    """Who starts, which objective, which card; even over players and over copies."""
    n = 0
    if state.phase == FIRST:
        for player in range(board.players):
            out[player] = player
            weights[player] = 1
        return board.players
    if state.phase == OBJECTIVE:
        for face in range(ZERO, LEFT_TWENTY + 1):
            copies = board.faces[face]
            for card in range(state.step):
                if state.face[card] == face:
                    copies -= 1
            if copies > 0:
                out[n] = face
                weights[n] = copies
                n += 1
        return n
    stolen = state.phase == STEAL
    kinds = state.kinds[state.victim] if stolen else state.coming
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        out[at(n)] = kind
        weights[at(n)] = state.hand[state.victim, kind] if stolen else state.pile[kind]
        n += 1
    return n


@kernel(inline=True)
def plays(board: Board, state: State, seat: int, kind: int, out: Ints, n: int) -> int:
    """Write all ways to play a card of this kind after the first n; return how many are written then."""
    ways = board.ways[kind]
    if ways > 0:
        for i in range(ways):
            out[at(n + i)] = board.plays[kind, i]
        return n + ways
    if kind == PP:
        for victim in range(board.players):
            out[at(n)] = PP * PLAY + victim * PLACES
            n += victim != seat and state.held[victim] >= LEAST_TO_ROB
    elif kind == TE:
        for here in range(board.places):
            out[at(n)] = TE * PLAY + here * PLACES
            n += board.owner[here] == seat
    else:
        for here in range(board.places):
            for i in range(board.places - 1):
                out[at(n + i)] = board.walks[here, i]
            n += board.places - 1 if state.passengers[here] > 0 else 0
    return n


@kernel
def legal(board: Board, state: State, seat: int, out: Ints) -> int:
    """Play a card; or discard, card by card in the order of the notation, then stop."""
    n = 0
    discards = kinds = state.kinds[seat]
    if state.phase == ACT:
        while kinds:
            n = plays(board, state, seat, lowest(kinds), out, n)
            kinds &= kinds - 1
    else:
        discards &= -1 << state.lowest
        out[at(n)] = STOP
        n += 1
    while discards:
        out[at(n)] = LAY + lowest(discards)
        discards &= discards - 1
        n += 1
    return n


@kernel(inline=True)
def take(state: State, seat: int, kind: int) -> None:
    """A card comes into a hand."""
    state.hand[seat, kind] += 1
    state.held[seat] += 1
    state.kinds[seat] |= 1 << kind


@kernel(inline=True)
def part_with(state: State, seat: int, kind: int) -> None:
    """A card leaves a hand."""
    state.hand[seat, kind] -= 1
    state.held[seat] -= 1
    state.kinds[seat] &= ~(int(state.hand[seat, kind] == 0) << kind)


@kernel(inline=True)
def uncover(state: State, kind: int) -> None:
    """A card leaves the pile."""
    state.pile[kind] -= 1
    state.stock -= 1
    state.coming &= ~(int(state.pile[kind] == 0) << kind)


@kernel
def refill(board: Board, state: State) -> None:
    """The discard becomes the pile; at last it is the last train."""
    for kind in range(KINDS):
        state.pile[kind] = state.discard[kind]
        state.fresh[kind] = state.discard[kind]
        state.stock += state.discard[kind]
        state.coming |= int(state.discard[kind] > 0) << kind
        state.discard[kind] = 0
        for seat in range(board.players):
            state.drawn[seat, kind] = 0
    state.refills += 1
    if state.refills == board.refills:
        state.closing = 1


@kernel
def terminate(board: Board, state: State) -> None:
    """The last train has gone: the smallest distance wins, ties shared."""
    shortest = 1 << 30
    for player in range(board.players):
        distance = 0
        for place in range(board.places):
            if board.owner[place] == player:
                distance += missing(board, state, place, state.face[state.card[place]])
        if distance < shortest:
            shortest = distance
            state.won = 0
        if distance == shortest:
            state.won |= 1 << player
    state.late = 1
    state.phase = OVER


@kernel(inline=True)
def end_turn(board: Board, state: State) -> None:
    """The next player's turn begins with the cards attached to their train."""
    following = state.turn + 1 if state.turn + 1 < board.players else 0
    if state.closing and following == state.starter:
        terminate(board, state)
        return
    state.turn = following
    state.turns += 1
    state.phase = ACT
    if attached(board, state, following):  # else what the last test has said still holds
        test(board, state)


@kernel(inline=True)
def draw_due(board: Board, state: State, due: int) -> None:
    """The turn is played: draw this many cards."""
    state.due = due
    state.phase = DRAW
    if state.stock == 0:
        refill(board, state)


@kernel(inline=True)
def lay_down(board: Board, state: State, seat: int, kind: int) -> None:
    """A card leaves a hand in plain sight: who was certain of n such cards there is certain of n - 1."""
    part_with(state, seat, kind)
    for other in range(board.players):
        if state.known[seat, kind, other] > 0:
            state.known[seat, kind, other] -= 1
    if (kind != SP and kind != CT) or state.phase == DISCARD:
        state.discard[kind] += 1


@kernel(inline=True)
def act(board: Board, state: State, seat: int, action: int) -> None:
    """One action of a player: a card played, a card discarded, or the end of a discard."""
    if action == STOP:
        state.lowest = 0
        draw_due(board, state, state.due)
        return
    if action >= LAY:
        state.phase = DISCARD
        state.lowest = action - LAY
        state.due += 1
        lay_down(board, state, seat, action - LAY)
        return
    kind = natural(action) // PLAY
    lay_down(board, state, seat, kind)
    if kind == PP:
        state.victim = action // PLACES % PLACES
        state.phase = STEAL
        return
    effect(board, state, seat, action)
    if test(board, state) == 0:
        draw_due(board, state, 1)


@kernel
def steal(board: Board, state: State, kind: int) -> None:
    """Thief and victim know which card; the others are now less certain of the victim's hand."""
    thief, victim = state.turn, state.victim
    part_with(state, victim, kind)
    take(state, thief, kind)
    for other in range(board.players):
        if other != victim:
            for lost in range(KINDS):
                if state.known[victim, lost, other] > 0 and (other != thief or lost == kind):
                    state.known[victim, lost, other] -= 1
    state.known[thief, kind, victim] += 1
    state.victim = 0
    draw_due(board, state, 1)


@kernel
def give_objective(board: Board, state: State, face: int) -> None:
    """Deal the next objective; two that bear on one train (two players) change places, at once and unseen."""
    place = state.step
    state.face[place] = face
    state.step += 1
    if board.players > 2:
        state.knows[place] = 1 << place
    elif place % 2 == 1:
        first = place - 1
        if bears(board, first, state.face[first]) == bears(board, place, face):
            state.face[place] = state.face[first]
            state.face[first] = face
        for here in range(ZERO, LEFT_TWENTY + 1):
            for there in range(ZERO, LEFT_TWENTY + 1):
                if bears(board, first, here) == bears(board, place, there):
                    state.paired[first, place] |= 1 << (4 * (here - 1) + there - 1)
        state.knows[first] = state.knows[place] = 1 << board.owner[place]
    if state.step == board.places:
        state.step = 0
        state.phase = DEAL


@kernel
def deal(board: Board, state: State, kind: int) -> None:
    """Deal the next card: four to player 1, then four to player 2..."""
    seat = state.step // DEALT
    uncover(state, kind)
    take(state, seat, kind)
    state.step += 1
    if state.step == DEALT * board.players:
        state.turn = state.starter
        state.turns = 1
        state.phase = ACT


@kernel(inline=True)
def draw(board: Board, state: State, kind: int) -> None:
    """Draw a card; after the last one due the turn is over."""
    uncover(state, kind)
    take(state, state.turn, kind)
    if state.refills > 0:
        state.drawn[state.turn, kind] += 1
    state.due -= 1
    if state.due == 0:
        end_turn(board, state)
    elif state.stock == 0:  # a card must be drawn, and none is left
        refill(board, state)


@kernel
def apply(board: Board, state: State, seat: int, action: int) -> None:
    """One step of a player, or of chance in its phase."""
    if seat >= 0:
        act(board, state, seat, action)
    elif state.phase == DRAW:
        draw(board, state, action)
    elif state.phase == STEAL:
        steal(board, state, action)
    elif state.phase == DEAL:
        deal(board, state, action)
    elif state.phase == OBJECTIVE:
        give_objective(board, state, action)
    else:
        state.starter = action
        state.phase = OBJECTIVE


@kernel
def scores(board: Board, state: State, out: Ints, ranks: Ints) -> None:
    """1 for the winners, 0 for the others; until the end nobody is ahead."""
    for seat in range(board.players):
        out[seat] = state.won >> seat & 1
        ranks[seat] = 2 if state.won and out[seat] == 0 else 1
    if state.won:
        behind = 1
        for seat in range(board.players):
            behind += out[seat]
        for seat in range(board.players):
            if out[seat] == 0:
                ranks[seat] = behind
