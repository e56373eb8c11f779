"""Moves and draws as text: `G` parks a train from place G on, `-` lets it go on; a draw is the number of cars."""

from quais.kernels.state import LONGEST, PASS, PLACES, QuaisSetting, State
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
    if seat == CHANCE and text not in TRAINS:
        raise UnreadableMove(text, "*", "a number of cars")
    if seat != CHANCE and text not in MOVES:
        raise UnreadableMove(text, seat, "a place from A to R, or -")
    return ((TRAINS if seat == CHANCE else MOVES).index(text),)
