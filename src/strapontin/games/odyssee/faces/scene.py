"""What a screen needs once of a match of L'Odyssée: the lattice of the city, and how lines are told apart."""

from __future__ import annotations

from typing import Literal

import msgspec

from strapontin.core.game import Scene
from strapontin.games.odyssee.faces.art import COLOURS, EMBLEMS, PALE
from strapontin.games.odyssee.kernels.board import OdysseeSetting
from strapontin.games.odyssee.kernels.city import districts
from strapontin.games.odyssee.kernels.lattice import CELLS, CORNERS, OUTERS, Point, corner_text, place
from strapontin.games.odyssee.kernels.state import DIG, TUNNELS


class Corner(msgspec.Struct):
    """A corner of the lattice, where a station can be."""

    id: str
    """Its name, `q,r`."""
    x: float
    """To the right of the middle, in edges."""
    y: float
    """Below the middle, in edges."""


class Cell(msgspec.Struct):
    """A triangle of the city."""

    id: str
    """Its name: a corner and whether it points up or down."""
    corners: list[str]
    """Its three corners."""
    x: float
    """Of its middle: to the right, in edges."""
    y: float
    """Of its middle: downwards, in edges."""


class Outer(msgspec.Struct):
    """A cell outside the city, where lines begin and end."""

    id: int
    """Its number; moves write `@` before it."""
    side: int
    """The side of the city, from 0 to 5."""
    arrow: Literal["white", "black"]
    """White where a line may begin, black where it may leave."""
    rim: list[str]
    """The two corners of the city it touches."""
    x: float
    """Of its tip: to the right of the middle, in edges."""
    y: float
    """Of its tip: below the middle, in edges."""


class Livery(msgspec.Struct):
    """How a player's lines are told from the others'."""

    colour: str
    """Of both lines."""
    pale: str
    """The same, paler."""
    emblem: str
    """A shape: `disc`, `square`, `triangle` or `diamond`."""


class Piece(msgspec.Struct):
    """A district as it lies at place 0, unturned, its spots by their cells."""

    house: str
    """The cell of its house."""
    shop: str
    """The cell of its toy shop."""
    office: str
    """The cell of its office."""
    park: list[str]
    """The cells of the Park, in the district that has it."""
    lake: list[str]
    """The cells of the Lake, in the district that has it."""


class OdysseeScene(Scene, kw_only=True):
    """The lattice with where everything is drawn, and the players' colours."""

    corners: list[Corner]
    """All corners."""
    cells: list[Cell]
    """All cells."""
    outers: list[Outer]
    """All cells outside, by their numbers."""
    tunnels: int
    """How many tunnels a line may have."""
    dig: int
    """How many tunnels are dug in a turn."""
    players: list[Livery]
    """How lines are told apart, by seat."""
    districts: list[Piece]
    """The pieces the city is laid of."""


def scene(setting: OdysseeSetting) -> OdysseeScene:
    """It is the same in every match: what differs is in the view."""
    return OdysseeScene(
        corners=[Corner(corner_text(i), *_spot(point)) for i, point in enumerate(CORNERS)],
        cells=[
            Cell(cell.name, [f"{q},{r}" for q, r in cell.points], *(round(one, 4) for one in cell.middle))
            for cell in CELLS
        ],
        outers=[
            Outer(k, k // 5, "white" if outer.white else "black", [f"{q},{r}" for q, r in outer.rim], *_spot(outer.tip))
            for k, outer in enumerate(OUTERS)
        ],
        tunnels=TUNNELS,
        dig=DIG,
        players=[Livery(*one) for one in zip(COLOURS, PALE, EMBLEMS, strict=True)],
        districts=[Piece(one.house, one.shop, one.office, one.park, one.lake) for one in districts()],
    )


def _spot(point: Point) -> tuple[float, float]:
    x, y = place(point)
    return round(x, 4), round(y, 4)
