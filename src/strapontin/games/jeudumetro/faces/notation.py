"""Le Jeu du Metro in short strings: `V2>3` `HP` `CO 2>5` `AI 2<>6` `-V2,HP`; draws `first 3` `obj 1=0` `draw V2`."""

from __future__ import annotations

import re

from strapontin.core.contract import CHANCE
from strapontin.core.errors import UnreadableMove
from strapontin.core.game import Actions
from strapontin.games.jeudumetro.kernels.board import JeudumetroSetting
from strapontin.games.jeudumetro.kernels.state import (
    AI,
    CC,
    CO,
    CS,
    DEAL,
    DEALT,
    DISCARD,
    DRAW,
    FIRST,
    HP,
    LAY,
    NAMES,
    OBJECTIVE,
    OBJECTIVES,
    PLACES,
    PLAY,
    PP,
    STEAL,
    STOP,
    TE,
    State,
)

KIND = "|".join(NAMES)
PLACE = "[1-9][AB]?"
BARE = re.compile(r"(HP|CS|TE)")
AIMED = re.compile(rf"(V1|V2|V3|SP|M1|M2|M3|CT|PP|TE)>({PLACE})")
WALK = re.compile(rf"(CO) ({PLACE})>({PLACE})")
SWAP = re.compile(rf"(CC|AI) ({PLACE})<>({PLACE})")
LAID = re.compile(rf"-((?:{KIND})(?:,(?:{KIND}))*)")
DRAWN = re.compile(
    rf"(?:(first) ([1-9])|(obj) ({PLACE})=(0|20|R0|L20)|(deal) ([1-9])=({KIND})|(draw) ({KIND})|(steal) ({KIND}))"
)
EXPECTED = (
    "a play such as V2>3, HP, PP>4, CO 2>5 or AI 2<>6 (lower place first), or a discard such as -V2,HP "
    f"with its cards in the order {' '.join(NAMES)}"
)
EXPECTED_DRAW = "a draw such as first 3, obj 1=0, deal 1=V2, draw V2 or steal V2"
VERBS = {FIRST: "first", OBJECTIVE: "obj", DEAL: "deal", DRAW: "draw", STEAL: "steal"}


def text(setting: JeudumetroSetting, state: State, seat: int, actions: Actions) -> str:
    """The notation of a draw, a play or a discard; a discard that goes on ends with a comma."""
    if seat == CHANCE:
        return drawn_text(setting, state, actions[0])
    if actions[0] < LAY:
        return play_text(setting, actions[0])
    cards = ",".join(NAMES[action - LAY] for action in actions if action != STOP)
    return f"-{cards}" if actions[-1] == STOP else f"-{cards},"


def play_text(setting: JeudumetroSetting, action: int) -> str:
    """The notation of a played card."""
    places = setting.lore.places
    kind, here, there = action // PLAY, action // PLACES % PLACES, action % PLACES
    name = NAMES[kind]
    if kind in (HP, CS) or (kind == TE and setting.players > 2):
        return name
    if kind == PP:
        return f"{name}>{here + 1}"
    if kind == CO:
        return f"{name} {places[here]}>{places[there]}"
    if kind in (CC, AI):
        return f"{name} {places[here]}<>{places[there]}"
    return f"{name}>{places[here]}"


def drawn_text(setting: JeudumetroSetting, state: State, action: int) -> str:
    """The notation of what chance draws."""
    verb = VERBS.get(int(state.phase), "draw")
    if verb == "first":
        return f"first {action + 1}"
    if verb == "obj":
        return f"obj {setting.lore.places[int(state.step)]}={OBJECTIVES[action]}"
    if verb == "deal":
        return f"deal {int(state.step) // DEALT + 1}={NAMES[action]}"
    return f"{verb} {NAMES[action]}"


def read(setting: JeudumetroSetting, state: State, seat: int, move: str) -> Actions:
    """The actions a text stands for; empty if it names a place or a player that is not here."""
    if seat == CHANCE:
        return read_draw(setting, state, move)
    laid = LAID.fullmatch(move)
    if laid or (move == "-" and state.phase == DISCARD):
        kinds = [NAMES.index(name) for name in laid[1].split(",")] if laid else []
        if kinds != sorted(kinds):
            raise UnreadableMove(move, seat, EXPECTED)
        return (*(LAY + kind for kind in kinds), STOP)
    found = BARE.fullmatch(move) or AIMED.fullmatch(move) or WALK.fullmatch(move) or SWAP.fullmatch(move)
    if not found:
        raise UnreadableMove(move, seat, EXPECTED)
    name, *targets = found.groups()
    return read_play(setting, seat, move, NAMES.index(name), targets)


def read_play(setting: JeudumetroSetting, seat: int, move: str, kind: int, targets: list[str]) -> Actions:
    """The action of a played card and the places (for Pickpocket, the player) it names."""
    known = [str(i + 1) for i in range(setting.players)] if kind == PP else list(setting.lore.places)
    if any(name not in known for name in targets):
        return ()
    numbers = [known.index(name) for name in targets]
    if kind == TE:
        if bool(targets) == (setting.players > 2):
            return ()
        numbers = numbers or [seat]
    if kind in (CC, AI) and numbers[0] > numbers[1]:
        raise UnreadableMove(move, seat, EXPECTED)
    here, there = [*numbers, 0, 0][:2]
    if len(numbers) == 2 and here == there:
        return ()
    return (kind * PLAY + here * PLACES + there,)


def read_draw(setting: JeudumetroSetting, state: State, move: str) -> Actions:
    """The outcome of chance a text stands for; empty if it is not what is drawn now."""
    found = DRAWN.fullmatch(move)
    if not found:
        raise UnreadableMove(move, "*", EXPECTED_DRAW)
    verb, *values = [group for group in found.groups() if group is not None]
    if verb != VERBS.get(int(state.phase)):
        return ()
    if verb == "first":
        return (int(values[0]) - 1,)
    action = OBJECTIVES.index(values[-1]) if verb == "obj" else NAMES.index(values[-1])
    return (action,) if drawn_text(setting, state, action) == move else ()


def witness(setting: JeudumetroSetting, before: State, actor: int, text: str, seat: int) -> str:
    """A draw as a seat saw it: one's own cards, and what one stole or was robbed of; otherwise `?`.

    Two players look at their objectives only when both lie in their places, so nobody sees them dealt.
    """
    if actor != CHANCE:
        return text
    phase = int(before.phase)
    if phase == OBJECTIVE:
        seen = setting.players > 2 and int(before.step) == seat
    elif phase == DEAL:
        seen = int(before.step) // DEALT == seat
    elif phase == STEAL:
        seen = seat in (int(before.turn), int(before.victim))
    else:
        seen = phase == FIRST or int(before.turn) == seat
    if seen:
        return text
    mark = "=" if "=" in text else " "
    return text.split(mark)[0] + mark + "?"


def holder(setting: JeudumetroSetting, state: State) -> int | None:
    """Two players lay their objectives unseen: whoever has the place turns the card over and tells it."""
    return int(setting.board.owner[state.step]) if int(state.phase) == OBJECTIVE else None
