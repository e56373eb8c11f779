"""The JSON a screen needs."""

from __future__ import annotations

from typing import Any

import msgspec

from quais.faces.notation import text
from quais.kernels import rules
from quais.kernels.board import QuaisSetting
from quais.kernels.state import State
from strapontin.core.game import View
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


def view(header: dict[str, Any], setting: QuaisSetting, state: State, actions: list[int]) -> QuaisView:
    """What these eyes see; nobody has secrets here."""
    moves = []
    for action in actions:
        seat, after = header["seat"], copy_of(state)
        rules.apply(setting.board, after, seat, action)
        gain = rules.points(setting.board, after, seat) - rules.points(setting.board, state, seat)
        moves.append(Parking(text(setting, state, seat, (action,)), int(gain)))
    return QuaisView(
        **header,
        cars=int(state.cars),
        pile=state.pile.tolist(),
        owners=[one - 1 if one else None for one in state.owner.tolist()],
        trains=state.train.tolist(),
        moves=moves,
    )
