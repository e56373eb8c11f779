"""The triangular lattice under the city: corners, cells, outer cells and their names; the same for every game.

Numbers are for kernels, names for people: corner `2,-5`, cell `0,-3v` or `0,-3^`, outer cell `@17`.
Directions 0 to 5 run clockwise from the east; y points down.
"""

from __future__ import annotations

import re
from typing import NamedTuple

SIDE = 5
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
LEFT, RIGHT = 0, 1
ROOT = 3**0.5 / 2

Point = tuple[int, int]

VERTICES: tuple[Point, ...] = ((0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0))
"""The hexagon's own corners, clockwise; side k runs from vertex k to vertex k + 1."""


def inside(point: Point) -> bool:
    """Whether a point of the lattice is a corner of the city."""
    q, r = point
    return max(abs(q), abs(r), abs(q + r)) <= SIDE


def toward(point: Point, direction: int) -> Point:
    """The next point in a direction."""
    q, r = STEPS[direction % 6]
    return point[0] + q, point[1] + r


def place(point: Point) -> tuple[float, float]:
    """Where a point is drawn, in edge lengths from the middle."""
    return point[0] + point[1] / 2, ROOT * point[1]


class Cell(NamedTuple):
    """A triangular cell: its name and its three points."""

    name: str
    points: tuple[Point, Point, Point]

    @property
    def middle(self) -> tuple[float, float]:
        """Where its centre is drawn."""
        xs, ys = zip(*map(place, self.points), strict=True)
        return sum(xs) / 3, sum(ys) / 3


class Outer(NamedTuple):
    """An outer cell: the two rim corners it lies on, clockwise, and its tip; white starts lines, black ends them."""

    rim: tuple[Point, Point]
    tip: Point
    white: bool


SPAN = range(-SIDE, SIDE + 1)
CORNERS: tuple[Point, ...] = tuple((q, r) for r in SPAN for q in SPAN if inside((q, r)))
CORNER = {point: i for i, point in enumerate(CORNERS)}


def _cells() -> tuple[Cell, ...]:
    found = []
    for r in SPAN:
        for q in SPAN:
            a, b, c, d = (q, r), (q + 1, r), (q, r + 1), (q + 1, r + 1)
            if all(map(inside, (a, b, c))):
                found.append(Cell(f"{q},{r}v", (a, b, c)))
            if all(map(inside, (b, c, d))):
                found.append(Cell(f"{q},{r}^", (b, c, d)))
    return tuple(found)


def _outers() -> tuple[Outer, ...]:
    found = []
    for side, start in enumerate(VERTICES):
        point = start
        for i in range(SIDE):
            after = toward(point, side)
            found.append(Outer((point, after), toward(point, side - 1), i % 2 == 1))
            point = after
    return tuple(found)


CELLS = _cells()
CELL = {cell.name: i for i, cell in enumerate(CELLS)}
CELL_AT = {frozenset(cell.points): i for i, cell in enumerate(CELLS)}
OUTERS = _outers()
OUTER_AT = {outer.tip: k for k, outer in enumerate(OUTERS)}


def _edges() -> dict[frozenset[Point], int]:
    found: dict[frozenset[Point], int] = {}
    for point in CORNERS:
        for direction in range(3):
            if inside(toward(point, direction)):
                found[frozenset((point, toward(point, direction)))] = len(found)
    return found


EDGE = _edges()


def corner_text(corner: int) -> str:
    """The name of a corner.

    >>> corner_text(0)
    '0,-5'
    """
    q, r = CORNERS[corner]
    return f"{q},{r}"


def node_text(node: int) -> str:
    """The name of a corner, or of the outer cell whose tip a line starts or leaves at.

    >>> node_text(len(CORNERS) + 17)
    '@17'
    """
    return corner_text(node) if node < len(CORNERS) else f"@{node - len(CORNERS)}"


NUMBER = r"(?:0|-?[1-9])"
CORNER_TEXT = re.compile(rf"({NUMBER}),({NUMBER})")


def read_corner(text: str) -> int | None:
    """The corner of a name; None if the city has none of that name."""
    found = CORNER_TEXT.fullmatch(text)
    return CORNER.get((int(found[1]), int(found[2]))) if found else None


def text_rank(point: Point) -> int:
    """The rank of a corner's name among all names in ascending order: `-1` before `-5` before `0` before `5`."""

    def rank(number: int) -> int:
        return number + SIDE if number >= 0 else -number - 1

    return rank(point[0]) * (2 * SIDE + 1) + rank(point[1])
