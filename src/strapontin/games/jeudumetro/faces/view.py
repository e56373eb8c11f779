"""What a screen shows of Le Jeu du Metro: the table as one seat knows it, and what each legal move would do."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import numpy as np

from strapontin.core.game import Actions, Moves, View
from strapontin.core.kernel import copy_of
from strapontin.games.jeudumetro.kernels import effects, knowledge
from strapontin.games.jeudumetro.kernels.board import JeudumetroSetting
from strapontin.games.jeudumetro.kernels.state import (
    AI,
    CC,
    CO,
    CT,
    LAY,
    NAMES,
    OBJECTIVES,
    PLACES,
    PLAY,
    PP,
    SP,
    STOP,
    UNSEEN,
    State,
)

Does = Literal["discard", "change", "attach", "rob", "objectives", "trains", "nothing"]
DEEDS: dict[int, Does] = {SP: "attach", CT: "attach", PP: "rob", CC: "objectives", AI: "trains"}
"""What cards do; the others change passengers, or nothing."""
PHASES = ("first", "objectives", "deal", "act", "act", "steal", "draw", "over")


class Place(msgspec.Struct):
    """A place at the table: the train that lies there and the objective card beside it."""

    place: str
    """The name of the place in moves: a seat from 1, and with two players A or B behind it."""
    seat: int
    """The player whose place it is."""
    left: str
    """The place on its left."""
    right: str
    """The place on its right."""
    train: int
    """Which of the trains lies here, from 1; trains change places."""
    passengers: int
    """Passengers on the train."""
    stars: int
    """Cards "Celebrity on board" attached to the train."""
    controllers: int
    """Cards "Inspector on board" attached to the train."""
    objective: str | None
    """`0`, `20`, `R0` (right neighbour empty) or `L20` (left neighbour 20); null if these eyes do not know it."""
    missing: int | None
    """How many passengers the objective is away from being fulfilled; null if it is not known."""
    seen_by: list[int]
    """The seats that have seen this objective."""


class Hand(msgspec.Struct):
    """One player's cards, as far as these eyes know them."""

    seat: int
    """Whose hand."""
    size: int
    """How many cards it holds."""
    cards: list[str]
    """One's own cards; in another hand, those one is certain of."""


class Change(msgspec.Struct):
    """Passengers on a train before and after."""

    place: str
    """The place the train lies at."""
    before: int
    """Passengers before."""
    after: int
    """Passengers after."""


class Play(msgspec.Struct):
    """A legal move and what it would do, for what this seat knows."""

    move: str
    """The move as it is written and sent, such as `V2>1`."""
    does: Does
    """What it does, in a word: which sentence tells it."""
    card: str | None
    """The card played; null for a discard."""
    targets: list[str]
    """The places it acts on, in the order of the notation; for Pickpocket the player's places."""
    victim: int | None
    """The seat Pickpocket takes a card from; null for other cards."""
    discards: list[str]
    """The cards a discard lays off; empty when a card is played."""
    draws: int
    """Cards drawn afterwards."""
    changes: list[Change]
    """The trains whose passengers change, by the place they lie at."""
    quay: int
    """Passengers on the quay afterwards."""
    ends: str
    """Whether it would end the game: `yes`, `no`, or `maybe` by objectives this seat does not know."""
    wins: list[int]
    """The seats that would win for certain."""
    may_win: list[int]
    """The seats that would win, or might by an objective this seat does not know; `wins` are among them."""


class JeudumetroView(View, kw_only=True):
    """The table as one seat sees it."""

    phase: str
    """`first`, `objectives` and `deal` while the table is set; then `act`, `steal` and `draw` in a turn; `over`."""
    turn: int | None
    """The seat whose turn it is; null during the set-up."""
    turns: int
    """Turns begun so far."""
    starter: int | None
    """The seat that went first; null before it is drawn."""
    quay: int
    """Passengers waiting on the platform."""
    places: list[Place]
    """The places at the table in the order of the notation."""
    hands: list[Hand]
    """The hand of every seat."""
    pile: int
    """Cards left to draw."""
    discard: dict[str, int]
    """The open discard: how many of each card."""
    attached: dict[str, int]
    """Cards attached to trains: out of the pile for good."""
    unseen: dict[str, int]
    """The cards these eyes have not placed: in the pile or in other hands."""
    refills: int
    """How often the discard has become the pile again."""
    last_refill: int
    """The refill that announces the last train."""
    last_train: bool
    """Whether the running lap is the last."""
    by_distance: bool
    """Over, and nobody's objective was fulfilled: the smallest distance won."""
    moves: list[Play]
    """The legal moves of these eyes' seat and what each would do; empty if it may not act."""


def view(setting: JeudumetroSetting, state: State, header: dict[str, Any], moves: Moves) -> JeudumetroView:
    """Build the view from a concealed state."""
    phase = PHASES[int(state.phase)]
    board = setting.board
    attached = {
        "SP": int(np.sum(state.stars[: board.places])),
        "CT": int(np.sum(state.controllers[: board.places])),
    }
    return JeudumetroView(
        **header,
        phase=phase,
        turn=int(state.turn) if state.turns else None,
        turns=int(state.turns),
        starter=int(state.starter) if phase != "first" else None,
        quay=int(state.quay),
        places=[_place(setting, state, place) for place in range(board.places)],
        hands=[Hand(seat, int(state.held[seat]), cards(state.hand[seat])) for seat in range(setting.players)],
        pile=int(state.stock),
        discard=counts(state.discard),
        attached={name: n for name, n in attached.items() if n},
        unseen=_unseen(setting, state),
        refills=int(state.refills),
        last_refill=int(board.refills),
        last_train=bool(state.closing),
        by_distance=bool(state.late),
        moves=[_play(setting, state, header["seat"], move, actions) for move, actions in moves().items()],
    )


def cards(row: Any) -> list[str]:
    """A row of counts as a list of cards in the order of the notation, copies repeated."""
    return [name for name, n in zip(NAMES, row.tolist(), strict=False) for _ in range(n)]


def counts(row: Any) -> dict[str, int]:
    """A row of counts by name, without those that are 0."""
    return {name: n for name, n in zip(NAMES, row.tolist(), strict=False) if n}


def _place(setting: JeudumetroSetting, state: State, place: int) -> Place:
    board, names = setting.board, setting.lore.places
    card = int(state.card[place])
    face = int(state.face[card])
    return Place(
        place=names[place],
        seat=int(board.owner[place]),
        left=names[int(board.left[place])],
        right=names[int(board.right[place])],
        train=int(state.train[place]) + 1,
        passengers=int(state.passengers[place]),
        stars=int(state.stars[place]),
        controllers=int(state.controllers[place]),
        objective=None if face == UNSEEN else OBJECTIVES[face],
        missing=None if face == UNSEEN else int(effects.missing(board, state, place, face)),
        seen_by=[seat for seat in range(setting.players) if state.knows[card] >> seat & 1],
    )


def _unseen(setting: JeudumetroSetting, state: State) -> dict[str, int]:
    board = setting.board
    left = np.subtract(board.copies, state.discard) - np.asarray(state.hand)[: setting.players].sum(0)
    left[SP] -= np.sum(state.stars[: board.places])
    left[CT] -= np.sum(state.controllers[: board.places])
    return counts(left)


def _play(setting: JeudumetroSetting, state: State, seat: int, move: str, actions: Actions) -> Play:
    """Try a move on a copy of what the seat knows and tell the difference."""
    board, names = setting.board, setting.lore.places
    action = actions[0]
    if action >= LAY:
        laid = [NAMES[one - LAY] for one in actions if one != STOP]
        due = len(laid) + int(state.due)
        return Play(move, "discard", None, [], None, laid, due, [], int(state.quay), "no", [], [])
    kind, here, there = action // PLAY, action // PLACES % PLACES, action % PLACES
    after = copy_of(state)
    effects.effect(board, after, seat, action)
    outlook = int(knowledge.outlook(board, after)) if kind != PP else 0
    wins = [one for one in range(setting.players) if outlook >> one & 1]
    may_win = [one for one in range(setting.players) if outlook >> 8 + one & 1]
    changes = [
        Change(name, then, now)
        for name, then, now in zip(names, state.passengers.tolist(), after.passengers.tolist(), strict=False)
        if then != now
    ]
    return Play(
        move=move,
        does=DEEDS.get(kind) or ("change" if changes else "nothing"),
        card=NAMES[kind],
        targets=[names[place] for place in targets(setting, kind, here, there)],
        victim=here if kind == PP else None,
        discards=[],
        draws=0 if outlook >> 16 & 1 else 1,
        changes=changes,
        quay=int(after.quay),
        ends="yes" if outlook >> 16 & 1 else "maybe" if may_win else "no",
        wins=wins,
        may_win=may_win,
    )


def targets(setting: JeudumetroSetting, kind: int, here: int, there: int) -> list[int]:
    """The places a card acts on, in the order of the notation."""
    if kind == PP:
        return [place for place in range(setting.board.places) if setting.board.owner[place] == here]
    if kind >= CO:
        return [here, there]
    return [] if NAMES[kind] in ("HP", "CS") else [here]
