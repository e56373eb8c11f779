"""The log of Le Jeu du Metro: notes by key, for the catalogues to put into words."""

from __future__ import annotations

from typing import Any, Literal

from strapontin.core.contract import CHANCE
from strapontin.core.game import Actions, Note, SeatNote
from strapontin.core.kernel import copy_of
from strapontin.games.jeudumetro.faces.view import cards
from strapontin.games.jeudumetro.kernels import effects
from strapontin.games.jeudumetro.kernels.board import JeudumetroSetting
from strapontin.games.jeudumetro.kernels.state import (
    CC,
    CO,
    CS,
    DEAL,
    DEALT,
    DRAW,
    FIRST,
    HP,
    LAY,
    NAMES,
    OBJECTIVE,
    OBJECTIVES,
    OVER,
    PLACES,
    PLAY,
    PP,
    STEAL,
    STOP,
    State,
)


class Announced(SeatNote, kw_only=True):
    """Who goes first, who opens the game once the cards are dealt, and after whose turn it ends at the latest."""

    passive = True
    key: Literal["jeudumetro.first", "jeudumetro.departure", "jeudumetro.lasttrain"]


class ObjectiveSeen(SeatNote, kw_only=True):
    """Somebody has looked at an objective."""

    passive = True
    key: Literal["jeudumetro.objective"] = "jeudumetro.objective"
    place: str
    """The place whose objective it is."""
    objective: str
    """`0`, `20`, `R0` (right neighbour empty) or `L20` (left neighbour 20)."""


class Dealt(SeatNote, kw_only=True):
    """The first cards of a hand."""

    passive = True
    key: Literal["jeudumetro.hand"] = "jeudumetro.hand"
    cards: list[str]
    """The cards as they are written."""


class Drew(SeatNote, kw_only=True):
    """A card drawn from the pile."""

    passive = True
    key: Literal["jeudumetro.drew"] = "jeudumetro.drew"
    card: str
    """The card as it is written."""


class Stole(SeatNote, kw_only=True):
    """A card taken out of a hand."""

    key: Literal["jeudumetro.stole"] = "jeudumetro.stole"
    victim: int
    """Whose card it was."""
    card: str
    """The card as it is written."""


class Refilled(Note, kw_only=True):
    """The discard becomes the pile again."""

    key: Literal["jeudumetro.refilled"] = "jeudumetro.refilled"
    n: int
    """How many cards come back."""
    refill: int
    """How often that has happened."""


class Attached(SeatNote, kw_only=True):
    """What the cards attached to a train do when a turn begins."""

    passive = True
    key: Literal["jeudumetro.attached"] = "jeudumetro.attached"
    place: str
    """The place the train lies at."""
    before: int
    """Passengers before."""
    after: int
    """Passengers after."""


class Discarded(SeatNote, kw_only=True):
    """Cards laid off."""

    key: Literal["jeudumetro.discarded"] = "jeudumetro.discarded"
    cards: list[str]
    """The cards as they are written."""
    n: int
    """How many they are."""


class Played(SeatNote, kw_only=True):
    """A card played."""

    card: str
    """The card as it is written."""


class PlayedOnTrain(Played, kw_only=True):
    """A card for one train."""

    key: Literal[
        "jeudumetro.play.V1",
        "jeudumetro.play.V2",
        "jeudumetro.play.V3",
        "jeudumetro.play.SP",
        "jeudumetro.play.M1",
        "jeudumetro.play.M2",
        "jeudumetro.play.M3",
        "jeudumetro.play.CT",
        "jeudumetro.play.TE",
    ]
    place: str
    """The place the train lies at."""
    before: int
    """Passengers before."""
    after: int
    """Passengers after."""
    n: int
    """By how many they differ."""


class PlayedOnPair(Played, kw_only=True):
    """A card for two trains."""

    key: Literal["jeudumetro.play.CO", "jeudumetro.play.CC", "jeudumetro.play.AI"]
    here: str
    """The place of one; passengers leave it."""
    there: str
    """The place of the other."""
    n: int
    """By how many passengers the first differs afterwards."""


class PlayedOnAll(Played, kw_only=True):
    """A card for every train."""

    key: Literal["jeudumetro.play.HP", "jeudumetro.play.CS"]
    n: int
    """Passengers who board or get off."""


class PlayedOnHand(Played, kw_only=True):
    """A card for somebody else's hand."""

    key: Literal["jeudumetro.play.PP"] = "jeudumetro.play.PP"
    victim: int
    """Whose hand."""


class Won(Note, kw_only=True):
    """The end: objectives were reached; or the last train has gone, and the nearest to theirs win."""

    key: Literal["jeudumetro.won", "jeudumetro.arrived"]
    winners: list[int]
    """The seats that win."""
    n: int
    """How many they are."""


class Revealed(SeatNote, kw_only=True):
    """An objective turned up at the end: missed by some passengers, or reached."""

    passive = True
    key: Literal["jeudumetro.revealed", "jeudumetro.reached"]
    place: str
    """The place whose objective it is."""
    objective: str
    """`0`, `20`, `R0` (right neighbour empty) or `L20` (left neighbour 20)."""
    missing: int
    """How many passengers it was away; 0 if it was reached."""


JeudumetroNote = (
    Announced
    | ObjectiveSeen
    | Dealt
    | Drew
    | Stole
    | Refilled
    | Attached
    | Discarded
    | PlayedOnTrain
    | PlayedOnPair
    | PlayedOnAll
    | PlayedOnHand
    | Won
    | Revealed
)


def story(
    setting: JeudumetroSetting, before: State, actor: int, actions: Actions, after: State
) -> list[JeudumetroNote]:
    """The log lines of one step: what the table sees for all, cards and objectives for those who see them."""
    notes: list[JeudumetroNote]
    notes = _drawn(setting, before, actions[0], after) if actor == CHANCE else _acted(setting, before, actor, actions)
    if actor != CHANCE and actions[0] // PLAY == CC:
        here, there = actions[0] // PLACES % PLACES, actions[0] % PLACES
        notes += [_objective(setting, after, place) for place in (here, there)]
    if after.refills > before.refills:
        notes.append(Refilled(n=int(after.stock), refill=int(after.refills)))
        if after.closing > before.closing:
            last = int(after.starter - 1) % setting.players
            notes.append(Announced(key="jeudumetro.lasttrain", seat=last))
    if actor == CHANCE:
        notes += _attached(setting, before, after)
    if after.phase == OVER:
        notes += _ending(setting, after)
    return notes


def _drawn(setting: JeudumetroSetting, before: State, drawn: int, after: State) -> list[JeudumetroNote]:
    """What a draw tells, and to whom."""
    phase, turn = int(before.phase), int(before.turn)
    if phase == FIRST:
        return [Announced(key="jeudumetro.first", seat=drawn)]
    if phase == OBJECTIVE:
        place = int(before.step)
        if setting.players > 2:
            return [_objective(setting, after, place)]
        return [_objective(setting, after, one) for one in (place - 1, place)] if place % 2 else []
    if phase == DEAL:
        seat, last = divmod(int(before.step), DEALT)
        if last < DEALT - 1:
            return []
        hand = Dealt(seat=seat, cards=cards(after.hand[seat]), seats=(seat,))
        if after.phase == DEAL:
            return [hand]
        return [hand, Announced(key="jeudumetro.departure", seat=int(after.starter))]
    if phase == STEAL:
        victim = int(before.victim)
        return [Stole(seat=turn, victim=victim, card=NAMES[drawn], seats=(turn, victim))]
    return [Drew(seat=turn, card=NAMES[drawn], seats=(turn,))] if phase == DRAW else []


def _acted(setting: JeudumetroSetting, before: State, seat: int, actions: Actions) -> list[JeudumetroNote]:
    """A card played, with what it did to the trains; or a discard."""
    names, action = setting.lore.places, actions[0]
    if action >= LAY:
        laid = [NAMES[one - LAY] for one in actions if one != STOP]
        return [Discarded(seat=seat, cards=laid, n=len(laid))]
    kind, here, there = action // PLAY, action // PLACES % PLACES, action % PLACES
    done = copy_of(before)
    effects.effect(setting.board, done, seat, action)
    if kind == PP:
        return [PlayedOnHand(seat=seat, card=NAMES[kind], victim=here)]
    key: Any = f"jeudumetro.play.{NAMES[kind]}"
    riding = int(before.passengers[here]), int(done.passengers[here])
    n = abs(riding[1] - riding[0])
    if kind >= CO:
        return [PlayedOnPair(key=key, seat=seat, card=NAMES[kind], here=names[here], there=names[there], n=n)]
    if kind in (HP, CS):
        return [PlayedOnAll(key=key, seat=seat, card=NAMES[kind], n=abs(int(done.quay - before.quay)))]
    place, (was, now) = names[here], riding
    return [PlayedOnTrain(key=key, seat=seat, card=NAMES[kind], place=place, before=was, after=now, n=n)]


def _objective(setting: JeudumetroSetting, state: State, place: int) -> ObjectiveSeen:
    seat, face = int(setting.board.owner[place]), int(state.face[state.card[place]])
    return ObjectiveSeen(seat=seat, place=setting.lore.places[place], objective=OBJECTIVES[face], seats=(seat,))


def _attached(setting: JeudumetroSetting, before: State, after: State) -> list[Attached]:
    """The trains whose passengers have changed as a turn began."""
    rows = zip(setting.lore.places, before.passengers.tolist(), after.passengers.tolist(), strict=False)
    return [
        Attached(seat=int(after.turn), place=place, before=was, after=now) for place, was, now in rows if was != now
    ]


def _ending(setting: JeudumetroSetting, after: State) -> list[JeudumetroNote]:
    """Who won and how; all objectives are turned up."""
    board, names = setting.board, setting.lore.places
    winners = [seat for seat in range(setting.players) if after.won >> seat & 1]
    won = Won(key="jeudumetro.arrived" if after.late else "jeudumetro.won", winners=winners, n=len(winners))
    notes: list[JeudumetroNote] = [won]
    for place in range(board.places):
        face = int(after.face[after.card[place]])
        missing = int(effects.missing(board, after, place, face))
        notes.append(
            Revealed(
                key="jeudumetro.revealed" if missing else "jeudumetro.reached",
                seat=int(board.owner[place]),
                place=names[place],
                objective=OBJECTIVES[face],
                missing=missing,
            )
        )
    return notes
