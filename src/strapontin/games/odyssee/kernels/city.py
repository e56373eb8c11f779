"""The city as data: the six districts of ours, and cities given inline; every fault is named in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from strapontin.core.errors import BadOptions, clip
from strapontin.games.odyssee.kernels.lattice import CELL, CELL_AT, CELLS, VERTICES, Cell, Point
from strapontin.games.odyssee.kernels.state import HOUSES

WATERS = ("park", "lake")


class City(msgspec.Struct, forbid_unknown_fields=True):
    """Where the spots of a city lie; cells by name, house k + 1 at index k."""

    houses: list[str]
    shops: list[str]
    offices: list[str]
    park: list[str]
    lake: list[str]


class District(msgspec.Struct, forbid_unknown_fields=True):
    """A district as it lies at place 0, unturned."""

    house: str
    shop: str
    office: str
    park: list[str] = []
    lake: list[str] = []

    @property
    def cells(self) -> list[str]:
        """House, shop, office, and Park or Lake."""
        return [self.house, self.shop, self.office, *self.park, *self.lake]


@cache
def districts() -> tuple[District, ...]:
    """The six districts."""
    data = (resources.files("strapontin.games.odyssee") / "districts.json").read_bytes()
    found = msgspec.convert(msgspec.json.decode(data)["districts"], list[District])
    return tuple(found)


def laid(cell: str, place: int, turned: int) -> int:
    """Where a cell of a district comes to lie: turned clockwise by thirds, then at a place."""

    def moved(point: Point) -> Point:
        # weights of the middle and of the two ends of side 0: (q, r) = b * (0, -1) + c * (1, -1)
        c = point[0]
        b = -point[1] - c
        weights = [5 - b - c, b, c]
        weights = weights[-turned:] + weights[:-turned] if turned else weights
        (aq, ar), (bq, br) = VERTICES[place], VERTICES[(place + 1) % 6]
        return (weights[1] * aq + weights[2] * bq) // 5, (weights[1] * ar + weights[2] * br) // 5

    return CELL_AT[frozenset(map(moved, CELLS[CELL[cell]].points))]


def touching(one: Cell, other: Cell) -> bool:
    """Whether two cells share a corner."""
    return not set(one.points).isdisjoint(other.points)


def touched_by(waters: Sequence[int], houses: Sequence[int]) -> list[int]:
    """The indices of the houses that touch any of these cells."""
    return [i for i, house in enumerate(houses) if any(touching(CELLS[house], CELLS[cell]) for cell in waters)]


def read(data: Any) -> City:
    """A city from JSON data; BadOptions has one line for every fault."""
    try:
        found = msgspec.convert(data, City)
    except msgspec.ValidationError as error:
        raise BadOptions(f"city: {error}") from None
    lines = faults(found)
    if lines:
        raise BadOptions(lines)
    return found


def faults(city: City) -> list[str]:
    """Everything that makes a city unplayable, a line each."""
    found = []
    for field in ("houses", "shops", "offices", "park", "lake"):
        cells, n = getattr(city, field), 2 if field in WATERS else HOUSES
        if len(cells) != n:
            found.append(f"city: {field}: {len(cells)} cells given; it must be {n}")
        found += [
            f"city: {field}[{i}]: there is no cell {clip(cell)}; a cell is named like 0,-3v or 0,-3^"
            for i, cell in enumerate(cells[:n])
            if cell not in CELL
        ]
    named = [*city.houses, *city.shops, *city.offices, *city.park, *city.lake]
    found += [f"city: {clip(cell)} is used {n} times; each cell has one use" for cell, n in _repeated(named)]
    return found or _water_faults(city)


def _repeated(cells: list[str]) -> list[tuple[str, int]]:
    return [(cell, n) for cell, n in Counter(cells).items() if n > 1 and cell in CELL]


def _water_faults(city: City) -> list[str]:
    found = []
    houses = [CELL[cell] for cell in city.houses]
    near: dict[str, list[int]] = {}
    for field in WATERS:
        cells = [CELL[cell] for cell in getattr(city, field)]
        if len(set(CELLS[cells[0]].points) & set(CELLS[cells[1]].points)) != 2:
            names = " and ".join(CELLS[cell].name for cell in cells)
            found.append(f"city: {field}: {names} are not neighbours; they must share an edge")
        near[field] = touched_by(cells, houses)
        if len(near[field]) != 1:
            found.append(f"city: {field}: {len(near[field])} houses touch it; exactly one must")
    if not found and near["park"] == near["lake"]:
        name = city.houses[near["park"][0]]
        found.append(f"city: lake: the house {name} touches Park and Lake; they must be two different houses")
    return found
