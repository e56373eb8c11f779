"""Sets of corners as bits, so that one step in a direction is one shift of a whole set.

Corner `q,r` is bit 11 * (r + 5) + q + 5 of two words taken together, and a cell is the bit of the corner it is
named after, in one of two sets: cells that point down, cells that point up. Ascending bits are ascending corners.
"""

from __future__ import annotations

import numpy as np

from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.games.odyssee.kernels.lattice import CELLS, CORNERS, SIDE, Point

ROW = 2 * SIDE + 1
SPLIT = 60  # bits of the lower word
LOWER, UPPER = (1 << SPLIT) - 1, (1 << ROW * ROW - SPLIT) - 1

# A place is a word of some, and a bit of it: word << WORD | bit.
WORD = 6
BIT = (1 << WORD) - 1
UP = 2 << WORD
"""From the place of a cell that points down to the place of the one beside it that points up."""
NOWHERE = BIT
"""A place that is in no set."""


def _place(point: Point) -> int:
    word, bit = divmod(ROW * (point[1] + SIDE) + point[0] + SIDE, SPLIT)
    return word << WORD | bit


def _named_after(points: tuple[Point, Point, Point]) -> Point:
    return min(q for q, _ in points), points[2][1] - 1


CORNER_PLACE = np.array([_place(point) for point in CORNERS])
CELL_PLACE = np.array([_place(_named_after(cell.points)) + UP * cell.name.endswith("^") for cell in CELLS])
EVERY_CELL = np.array([sum(1 << (int(at) & BIT) for at in CELL_PLACE if at >> WORD == word) for word in range(4)])
CORNER_AT = np.full(UP, -1)
"""The corner at a place, or -1 outside the city."""
CORNER_AT[CORNER_PLACE] = range(len(CORNERS))


@kernel(inline=True)
def add(sets: Ints, at: int, place: int) -> None:
    """Put a place into the set whose words begin at this index of an array."""
    sets[at + (place >> WORD)] |= 1 << (place & BIT)


@kernel(inline=True)
def stride(direction: int) -> int:
    """How far a step in direction 0, 1 or 2 moves a bit; 3, 4 and 5 move it back."""
    return 1 if direction % 3 == 0 else ROW + 1 - direction % 3


@kernel(inline=True)
def lower(low: int, high: int, direction: int) -> int:
    """The lower word of a set moved one step in a direction."""
    way = stride(direction)
    return (low << way) & LOWER if direction < 3 else low >> way | (high << (SPLIT - way)) & LOWER


@kernel(inline=True)
def upper(low: int, high: int, direction: int) -> int:
    """The upper word of a set moved one step in a direction."""
    way = stride(direction)
    return (high << way | low >> (SPLIT - way)) & UPPER if direction < 3 else high >> way
