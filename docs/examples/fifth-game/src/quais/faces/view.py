"""The JSON a screen needs."""

from typing import Any

import msgspec

from quais.kernels import rules
from quais.kernels.state import QuaisSetting, State
from strapontin.core.game import Moves, View
from strapontin.core.kernel import copy_of


class Parking(msgspec.Struct):
    """A legal move."""

    move: str
    """Its notation."""
    points: int
    """What it brings."""


class QuaisView(View, kw_only=True):
    """The platform, and what comes."""

    cars: int
    """Cars of the train that waits; 0 when none does."""
    pile: list[int]
    """How many trains of one, two and three cars are still to come."""
    owners: list[int | None]
    """Whose car stands at each place; null for nobody's."""
    trains: list[int]
    """Which train that car is of, from 1; 0 for none."""
    moves: list[Parking]
    """What these eyes may do now."""


def view(setting: QuaisSetting, state: State, header: dict[str, Any], moves: Moves) -> QuaisView:
    """What these eyes see; nobody has secrets here."""
    return QuaisView(
        **header,
        cars=int(state.cars),
        pile=state.pile.tolist(),
        owners=[one - 1 if one else None for one in state.owner.tolist()],
        trains=state.train.tolist(),
        moves=[Parking(move, _gain(setting, state, header["seat"], *actions)) for move, actions in moves().items()],
    )


def _gain(setting: QuaisSetting, state: State, seat: int, action: int) -> int:
    """What an action brings, tried on a copy."""
    after = copy_of(state)
    rules.apply(setting.board, after, seat, action)
    return int(rules.points(setting.board, after, seat) - rules.points(setting.board, state, seat))
