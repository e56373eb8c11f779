"""Moves and draws as text: `G` parks a train from place G on, `-` lets it go on; a draw is the number of cars."""

from __future__ import annotations

from quais.kernels.board import QuaisSetting
from quais.kernels.state import LONGEST, PASS, PLACES, State
from strapontin.core.contract import CHANCE
from strapontin.core.errors import UnreadableMove
from strapontin.core.game import Actions

NAMES = [chr(ord("A") + place) for place in range(PLACES)]
MOVES, TRAINS = [*NAMES, "-"], [str(cars + 1) for cars in range(LONGEST)]
assert MOVES[PASS] == "-"


def text(setting: QuaisSetting, state: State, seat: int, actions: Actions) -> str:
    """An action as text."""
    return (TRAINS if seat == CHANCE else MOVES)[actions[0]]


def read(setting: QuaisSetting, state: State, seat: int, text: str) -> Actions:
    """The action a text stands for, legal or not."""
    known = TRAINS if seat == CHANCE else MOVES
    if text not in known:
        expected = "a number of cars" if seat == CHANCE else "a place from A to R, or -"
        raise UnreadableMove(text, "*" if seat == CHANCE else seat, expected)
    return (known.index(text),)
