"""What a search knows of Le Jeu du Metro beyond its rules: what helps, and who seems to want what."""

from __future__ import annotations

import numpy as np

from strapontin.core.bits import natural
from strapontin.core.contract import CHANCE_BIT, Hints
from strapontin.core.errors import MoveError
from strapontin.core.exponential import exp
from strapontin.core.game import History, Insight, Reading
from strapontin.core.kernel import blank, kernel
from strapontin.core.layout import Floats, Ints, Row
from strapontin.core.rng import unit, weighted
from strapontin.games.jeudumetro.kernels.board import JeudumetroSetting
from strapontin.games.jeudumetro.kernels.effects import (
    attached,
    bears,
    boarding,
    crossing,
    effect,
    own,
    renewed,
    rushing,
    sent,
)
from strapontin.games.jeudumetro.kernels.rules import actors, apply, chances, legal, setup
from strapontin.games.jeudumetro.kernels.state import (
    AI,
    CC,
    CO,
    CROWD,
    CS,
    CT,
    FACES,
    HP,
    KINDS,
    LAY,
    LEFT_TWENTY,
    M1,
    MOST,
    OVER,
    PLACES,
    PLAY,
    PP,
    RIGHT_ZERO,
    SP,
    STOP,
    TE,
    UNSEEN,
    ZERO,
    Board,
    State,
)

DRIFT = 2.0
"""What an attached card pulling the right way is worth, in passengers."""
THEFT = 0.8
JUNK = 0.5
WHIM = 1.0
"""How much chance there is in the policy, in passengers."""
WON = 50.0
SPITE = 0.4
"""What it is worth to set the nearest of the others back by a passenger, in passengers of one's own."""
# How far a play tells what its player wants, in logits: a passenger sent, a card attached, a Correspondance, a card for
# all trains, a passenger more by an Aiguillage; the discard of a card for all trains, or for good.
PASSENGER, ATTACHED, WALKED, EVERYBODY, SWITCHED, SPURNED = 0.12, 1.0, 0.7, 0.3, 0.16, 0.4
DOUBT = 4.0
"""Nothing anybody plays tells more than so many logits."""


@kernel(inline=True)
def distance(want: int, riding: int) -> int:
    """Passengers missing on a train that should be crowded (1) or empty (-1); 0 if nobody cares."""
    return int(want > 0) * max(0, CROWD - riding) + int(want < 0) * riding


@kernel(inline=True)
def wishes(board: Board, state: State, seat: int, want: Ints) -> float:
    """Write what a seat wants of each train; return how far it is from all of it."""
    far = 0.0
    for place in range(board.places):
        want[place] = 0
    for place in range(board.places):
        face = state.face[state.card[place]]
        if board.owner[place] == seat and face != UNSEEN:
            train = bears(board, place, face)
            want[train] = -1 if face in (ZERO, RIGHT_ZERO) else 1
            far += distance(want[train], state.passengers[train])
    return far


@kernel
def unknown(board: Board, state: State, place: int) -> float:
    """How far an objective of unknown face lying here would be, on average."""
    here, left, right = (
        state.passengers[place],
        state.passengers[board.left[place]],
        state.passengers[board.right[place]],
    )
    return (2.0 * here + 2.0 * max(0, CROWD - here) + right + max(0, CROWD - left)) / 6.0


@kernel
def exchanged(board: Board, state: State, seat: int, here: int, there: int) -> float:
    """What a Changement de conducteur brings a seat: a known objective for one it may not know."""
    gain = 0.0
    for side in range(2):
        mine, other = (here, there) if side == 0 else (there, here)
        if board.owner[mine] != seat:
            continue
        face = state.face[state.card[mine]]
        riding = state.passengers[bears(board, mine, face)]
        gain += distance(-1 if face in (ZERO, RIGHT_ZERO) else 1, riding)
        card = state.card[other]
        if state.knows[card] >> seat & 1:
            face = state.face[card]
            riding = state.passengers[bears(board, mine, face)]
            gain -= distance(-1 if face in (ZERO, RIGHT_ZERO) else 1, riding)
        else:
            gain -= unknown(board, state, mine)
    return gain


@kernel(inline=True)
def gain(board: Board, state: State, seat: int, action: int, want: Ints) -> float:
    """How many passengers nearer to these wishes a play of a seat brings trains, as far as it can tell."""
    if action == STOP:
        return 0.0
    if action >= LAY:
        kind, near = action - LAY, 0.0
        for place in range(board.places):
            if want[place] > 0 and (kind <= HP):
                near += 1.0
            if want[place] < 0 and (M1 <= kind <= CS):
                near += 1.0
        return -1.0 if near > 0.0 or kind >= PP else JUNK
    kind = natural(action) // PLAY
    here, there = natural(action) // PLACES % PLACES, natural(action) % PLACES
    riding = state.passengers[here]
    if sent(kind) != 0:
        return distance(want[here], riding) - distance(want[here], riding + boarding(state, here, sent(kind)))
    if kind == SP:
        return DRIFT * want[here]
    if kind == CT:
        return -DRIFT * want[here]
    if kind in (HP, CS):
        near, place = 0.0, own(board, seat)
        for turn in range(board.places):
            if want[place] != 0:
                riding = state.passengers[place]
                change = rushing(board, state.quay, turn) if kind == HP else boarding(state, place, -2)
                near += distance(want[place], riding) - distance(want[place], riding + change)
            place = board.left[place]
        return near
    if kind == TE:
        return distance(want[here], riding) - distance(want[here], renewed(state, here))
    if kind == CO:
        walking, other = crossing(state, here), state.passengers[there]
        near = distance(want[here], riding) - distance(want[here], riding - walking)
        return near + distance(want[there], other) - distance(want[there], other + walking)
    if kind == AI:
        other = state.passengers[there]
        near = distance(want[here], riding) - distance(want[here], other)
        near += distance(want[there], other) - distance(want[there], riding)
        pull = state.stars[there] - state.controllers[there] - state.stars[here] + state.controllers[here]
        return near + DRIFT * pull * (want[here] - want[there])
    if kind == CC:
        return exchanged(board, state, seat, here, there)
    return THEFT


@kernel
def nearest(board: Board, state: State, seat: int, theirs: Ints) -> int:
    """Who of the others is nearest to all they want; what that is of each train is written down."""
    rival, least = -1, 1e300
    for turn in range(1, board.players):
        other = (seat + turn) % board.players
        far = wishes(board, state, other, theirs)
        if far < least:
            rival, least = other, far
    wishes(board, state, rival, theirs)
    return rival


@kernel
def best_play(board: Board, state: State, seat: int, rng: Ints, out: Ints, want: Ints, theirs: Ints) -> int:
    """The play that brings most and the nearest other least, give or take a whim; one that wins before all others.

    In a simulation everybody knows what the nearest of the others wants: who plays well guesses it.
    """
    far = wishes(board, state, seat, want)
    nearest(board, state, seat, theirs)
    n = legal(board, state, seat, out)
    found, record = out[0], -1e300
    for i in range(n):
        near = gain(board, state, seat, out[i], want)
        if out[i] < LAY:
            kind = natural(out[i]) // PLAY
            if near >= far and kind != SP and kind != CT and kind != PP:
                near += WON
            if kind != CC and kind != PP:
                near -= SPITE * gain(board, state, seat, out[i], theirs)  # it is still this seat that plays
        near += WHIM * unit(rng)
        if near > record:
            found, record = out[i], near
    return found


@kernel
def rehearse(board: Board, states: Row[State], seat: int, rng: Ints, script: Ints) -> None:
    """What the others do depends on the seat's choice, so nothing is shared."""


@kernel
def policy(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> int:
    """Bring one's own objectives nearer, and the others no nearer to theirs."""
    out, want, theirs = np.empty(MOST, np.int64), np.empty(PLACES, np.int64), np.empty(PLACES, np.int64)
    return best_play(board, state, seat, rng, out, want, theirs)


@kernel
def finish(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> None:
    """Everybody plays by the policy until somebody wins."""
    out, weights = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    want, theirs = np.empty(PLACES, np.int64), np.empty(PLACES, np.int64)
    while state.phase != OVER:
        if actors(board, state) == CHANCE_BIT:
            n = chances(board, state, out, weights)
            apply(board, state, -1, out[weighted(rng, weights, n)])
        else:
            apply(board, state, state.turn, best_play(board, state, state.turn, rng, out, want, theirs))


@kernel
def appeal(board: Board, state: State, seat: int, actions: Ints, n: int, out: Floats) -> None:
    """What each play brings the seat itself."""
    want = np.empty(PLACES, np.int64)
    far = wishes(board, state, seat, want)
    for i in range(n):
        near = gain(board, state, seat, actions[i], want)
        out[i] = near + 5.0 if near >= far and actions[i] < LAY else near


@kernel
def clue(board: Board, state: State, seat: int) -> int:
    """The hand, and the step of a discard."""
    found = state.phase
    for kind in range(KINDS):
        found = (found * 7 + state.hand[seat, kind]) & 0xFFFFFFFFFFF
    return found


@kernel
def belief(board: Board, state: State, seat: int, evidence: Floats) -> float:
    """The more what somebody did serves the objectives they hold in this truth, the likelier it is."""
    total = 0.0
    for card in range(board.places):
        if state.knows[card] >> seat & 1 == 0:
            total += evidence[card * FACES + state.face[card]]
    return exp(total)


@kernel
def stage(board: Board, state: State) -> int:
    """A simulation goes on to the end of the game."""
    return 0


@kernel
def worth(board: Board, state: State, seat: int) -> float:
    """Winning; with others it is worth a little less."""
    if state.won >> seat & 1 == 0:
        return 0.0
    winners = 0
    for other in range(board.players):
        winners += state.won >> other & 1
    return 0.2 + 0.8 / winners


@kernel
def aimed(state: State, action: int, train: int) -> float:
    """How far a play, or a card laid down, says that its player wants the train at a place to be crowded."""
    if action >= LAY:
        kind = action - LAY
        return -SPURNED if kind in (SP, HP) else SPURNED if kind in (CT, CS) else 0.0
    kind, here, there = natural(action) // PLAY, natural(action) // PLACES % PLACES, natural(action) % PLACES
    if kind in (HP, CS):
        return EVERYBODY if kind == HP else -EVERYBODY
    if kind in (CO, AI) and train in (here, there):
        to, other = (1.0, here) if train == there else (-1.0, there)
        return WALKED * to if kind == CO else SWITCHED * (state.passengers[other] - state.passengers[train])
    if train != here:
        return 0.0
    if kind in (SP, CT):
        return ATTACHED if kind == SP else -ATTACHED
    return PASSENGER * sent(kind)


@kernel
def overhear(board: Board, state: State, seat: int, action: int, told: int, out: Floats) -> None:
    """Add what an action tells of every objective card its player holds, by face, as logits, if that is to be told.

    The state is the table as everybody sees it; it follows the action, and the cards attached to whose turn is next.
    """
    for place in range(board.places):
        if told == 0 or board.owner[place] != seat:
            continue
        for face in range(ZERO, LEFT_TWENTY + 1):
            wanted = aimed(state, action, bears(board, place, face))
            out[state.card[place] * FACES + face] += -wanted if face in (ZERO, RIGHT_ZERO) else wanted
    if action < LAY:
        effect(board, state, seat, action)
    if action < LAY or action == STOP:
        attached(board, state, seat + 1 if seat + 1 < board.players else 0)


def evidence(setting: JeudumetroSetting, history: History, seat: int, read: Reading) -> Floats:
    """For every objective card and face, how much its holders' plays so far speak for it, as logits."""
    found, table = np.zeros(PLACES * FACES), blank(State)
    setup(setting.board, table)
    for actor, text in history:
        if actor == "*" or "?" in text:
            continue
        try:
            actions = read(setting, table, int(actor), text)
        except MoveError:
            continue
        for action in actions:
            overhear(setting.board, table, int(actor), action, int(actor != seat), found)
    return np.clip(found, -DOUBT, DOUBT)


INSIGHT = Insight(
    hints=Hints(
        rehearse=rehearse,
        policy=policy,
        finish=finish,
        appeal=appeal,
        clue=clue,
        belief=belief,
        stage=stage,
        worth=worth,
    ),
    evidence=evidence,
    truths=8,
    depth=1,
    regular=60,
)
