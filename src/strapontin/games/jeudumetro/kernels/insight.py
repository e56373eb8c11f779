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
from strapontin.games.jeudumetro.kernels.effects import bears, boarding, crossing, own, renewed, rushing, sent
from strapontin.games.jeudumetro.kernels.rules import actors, apply, chances, legal
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
SURE = 0.35
"""How far one passenger moved tells what its mover wants."""
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
    """How many passengers nearer to its wishes a play brings a seat, as far as it can tell."""
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
def best_play(board: Board, state: State, seat: int, rng: Ints, out: Ints, want: Ints) -> int:
    """The play that brings most, give or take a whim; one that reaches everything before all others."""
    far = wishes(board, state, seat, want)
    n = legal(board, state, seat, out)
    found, record = out[0], -1e300
    for i in range(n):
        near = gain(board, state, seat, out[i], want)
        if near >= far and out[i] < LAY and out[i] // PLAY != SP and out[i] // PLAY != CT and out[i] // PLAY != PP:
            near += WON
        near += WHIM * unit(rng)
        if near > record:
            found, record = out[i], near
    return found


@kernel
def rehearse(board: Board, states: Row[State], seat: int, rng: Ints, script: Ints) -> None:
    """What the others do depends on the seat's choice, so nothing is shared."""


@kernel
def policy(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> int:
    """Bring one's own objectives nearer."""
    return best_play(board, state, seat, rng, np.empty(MOST, np.int64), np.empty(PLACES, np.int64))


@kernel
def finish(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> None:
    """Everybody plays by the policy until somebody wins."""
    out, weights, want = np.empty(MOST, np.int64), np.empty(MOST, np.int64), np.empty(PLACES, np.int64)
    while state.phase != OVER:
        if actors(board, state) == CHANCE_BIT:
            n = chances(board, state, out, weights)
            apply(board, state, -1, out[weighted(rng, weights, n)])
        else:
            apply(board, state, state.turn, best_play(board, state, state.turn, rng, out, want))


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
def aimed(kind: int) -> float:
    """By how much a play moves the first train it names; cards for all trains aim at none."""
    if kind in (SP, CT):
        return 3.0 if kind == SP else -3.0
    return -2.0 if kind == CO else float(sent(kind))


@kernel
def overhear(board: Board, card: Ints, seat: int, action: int, out: Floats) -> None:
    """Add what a play tells of every objective card its player holds, by face, as logits; cards may change places."""
    kind, here, there = action // PLAY, action // PLACES % PLACES, action % PLACES
    for place in range(board.places):
        if board.owner[place] != seat:
            continue
        for face in range(ZERO, LEFT_TWENTY + 1):
            train, moved = bears(board, place, face), 0.0
            if train == here:
                moved = aimed(kind)
            elif train == there and kind == CO:
                moved = 2.0
            up = -1 if face in (ZERO, RIGHT_ZERO) else 1
            out[card[place] * FACES + face] += SURE * up * moved
    if kind == CC:
        card[here], card[there] = card[there], card[here]


def evidence(setting: JeudumetroSetting, history: History, seat: int, read: Reading) -> Floats:
    """For every objective card and face, how much its holders' plays so far speak for it, as logits."""
    found, card = np.zeros(PLACES * FACES), np.arange(PLACES)
    anywhere = blank(State)  # a play is read without knowing the position
    for actor, text in history:
        if actor == "*" or actor == seat or "?" in text:
            continue
        try:
            actions = read(setting, anywhere, int(actor), text)
        except MoveError:
            continue
        if actions and actions[0] < LAY:
            overhear(setting.board, card, int(actor), actions[0], found)
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
    truths=4,
    depth=1,
    regular=60,
)
