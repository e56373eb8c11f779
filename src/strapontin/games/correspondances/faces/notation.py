"""Correspondances in short strings: `first 2`, `line 1=3`, `row 3142`, `draw 12+`; placements `0,1:2121`, or `-`."""

from __future__ import annotations

import re
from itertools import permutations

from strapontin.core.contract import CHANCE
from strapontin.core.errors import UnreadableMove
from strapontin.core.game import Actions
from strapontin.games.correspondances.kernels.board import LOOK_PORTS, CorrespondancesSetting
from strapontin.games.correspondances.kernels.state import (
    BEND,
    BOTTOM,
    BRIDGE,
    CROSS,
    DEAL,
    DRAW,
    FIRST,
    JUNCTION,
    KINDS,
    LEFT,
    LOOKS,
    PAIRS,
    PASS,
    RIGHT,
    SET,
    TOP,
    State,
    cell_at,
    place_of,
)

DRAWS = re.compile(r"first [1-4]|line [1-4]=[1-4]|row [1-4]{4}|draw ([1-4]{2}[+)x]|[1-4]\*)")
PLACEMENT = re.compile(r"(0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3}):([1-4]{4})")


def kind_text(kind: int) -> str:
    """A kind of section: `12+` a cross, `12)` a double bend, `1*` a junction, `12x` a bridge."""
    if JUNCTION <= kind < BRIDGE:
        return f"{kind - JUNCTION + 1}*"
    family, sign = (BRIDGE, "x") if kind >= BRIDGE else (BEND, ")") if kind >= BEND else (CROSS, "+")
    a, b = PAIRS[kind - family]
    return f"{a}{b}{sign}"


KIND_TEXTS = [kind_text(kind) for kind in range(KINDS)]
LOOK_TEXTS = ["".join(map(str, ports)) for ports in LOOK_PORTS]
ROW_TEXTS = ["".join(row) for row in permutations("1234")]


def text(setting: CorrespondancesSetting, state: State, seat: int, actions: Actions) -> str:
    """The notation of a draw or of a placement."""
    (action,) = actions
    if seat != CHANCE:
        if action == PASS:
            return "-"
        x, y = place_of(action // LOOKS)
        return f"{x},{y}:{LOOK_TEXTS[action % LOOKS]}"
    stage = int(state.stage)
    if stage == FIRST:
        return f"first {action + 1}"
    if stage == DEAL:
        return f"line {int(state.dealt) + 1}={action + 1}"
    if stage == SET:
        return f"row {ROW_TEXTS[action]}"
    return f"draw {KIND_TEXTS[action]}"


def read(setting: CorrespondancesSetting, state: State, seat: int, move: str) -> Actions:
    """The action a text stands for; empty if it names a tile, a cell or a step that cannot be here."""
    if seat == CHANCE:
        return _read_draw(state, move)
    if move == "-":
        return (PASS,)
    found = PLACEMENT.fullmatch(move)
    if not found:
        raise UnreadableMove(move, seat, "a placement such as 0,1:2121 (x,y:NESW), or - if the section fits nowhere")
    x, y = int(found[1]), int(found[2])
    if not (LEFT <= x <= RIGHT and BOTTOM <= y <= TOP) or found[3] not in LOOK_TEXTS:
        return ()
    return (cell_at(x, y) * LOOKS + LOOK_TEXTS.index(found[3]),)


def _read_draw(state: State, move: str) -> Actions:
    if not DRAWS.fullmatch(move):
        raise UnreadableMove(move, "*", "a draw such as first 2, line 1=3, row 3142 or draw 12+")
    step, what = move.split(" ")
    stage = {"first": FIRST, "line": DEAL, "row": SET, "draw": DRAW}[step]
    if stage != state.stage:
        return ()
    if stage == FIRST:
        return (int(what) - 1,)
    if stage == DEAL:
        return (int(what[2]) - 1,) if int(what[0]) == state.dealt + 1 else ()
    if stage == SET:
        return (ROW_TEXTS.index(what),) if what in ROW_TEXTS else ()
    return (KIND_TEXTS.index(what),) if what in KIND_TEXTS else ()


def witness(setting: CorrespondancesSetting, before: State, actor: int, text: str, seat: int) -> str:
    """A line tile is drawn unseen: only its player knows which."""
    if actor == CHANCE and text.startswith("line ") and int(before.dealt) != seat:
        return text.split("=")[0] + "=?"
    return text
