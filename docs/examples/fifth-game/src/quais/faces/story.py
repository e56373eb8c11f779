"""The log: keys of the catalogues, and their parameters."""

from typing import Literal

from quais.faces.notation import NAMES
from quais.kernels import rules
from quais.kernels.state import PASS, QuaisSetting, State
from strapontin.core.contract import CHANCE
from strapontin.core.game import Actions, Note, SeatNote


class Comes(Note, kw_only=True):
    """The next train."""

    key: Literal["quais.comes"] = "quais.comes"
    n: int
    """Its cars."""


class Passed(SeatNote, kw_only=True):
    """A train that fits nowhere."""

    key: Literal["quais.passed"] = "quais.passed"


class Parked(SeatNote, kw_only=True):
    """A train parked."""

    key: Literal["quais.parked"] = "quais.parked"
    place: str
    """Its first place."""
    n: int
    """What it brings."""


QuaisNote = Comes | Passed | Parked


def story(setting: QuaisSetting, before: State, actor: int, actions: Actions, after: State) -> list[QuaisNote]:
    """What one step tells everybody."""
    if actor == CHANCE:
        return [Comes(n=int(after.cars))]
    if actions[0] == PASS:
        return [Passed(seat=actor)]
    gain = rules.points(setting.board, after, actor) - rules.points(setting.board, before, actor)
    return [Parked(seat=actor, place=NAMES[actions[0]], n=int(gain))]
