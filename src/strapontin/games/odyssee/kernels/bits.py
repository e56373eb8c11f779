"""Sets of corners as bits, so that one step in a direction is one shift of a whole set.

Corner `q,r` is bit 11 * (r + 5) + q + 5 of two words taken together, and a cell is the bit of the corner it is
named after. Ascending bits are ascending corners.
"""

from __future__ import annotations

import numpy as np

from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.games.odyssee.kernels.lattice import CELLS, CORNER, CORNERS, SIDE

ROW = 2 * SIDE + 1
SPLIT = 60  # bits of the lower word
LOWER, UPPER = (1 << SPLIT) - 1, (1 << ROW * ROW - SPLIT) - 1

STRIDE = np.array([1, ROW, ROW - 1])
"""How far a step in direction 0, 1 or 2 moves a bit; 3, 4 and 5 move it back."""

CORNER_BIT = np.array([ROW * (r + SIDE) + q + SIDE for q, r in CORNERS])
CELL_BIT = np.array([ROW * (c.points[2][1] - 1 + SIDE) + min(q for q, _ in c.points) + SIDE for c in CELLS])
POINTS_UP = np.array([int(cell.name.endswith("^")) for cell in CELLS])
CORNER_AT = np.array([CORNER.get((i % ROW - SIDE, i // ROW - SIDE), -1) for i in range(ROW * ROW)])
"""The corner of a bit, or -1 outside the city."""


@kernel
def add(sets: Ints, at: int, bit: int) -> None:
    """Put a bit into the set whose words begin at this place of an array."""
    if bit < SPLIT:
        sets[at] |= 1 << bit
    else:
        sets[at + 1] |= 1 << (bit - SPLIT)


@kernel
def lower(low: int, high: int, direction: int) -> int:
    """The lower word of a set moved one step in a direction."""
    stride = int(STRIDE[direction % 3])
    if direction < 3:
        return (low << stride) & LOWER
    return low >> stride | (high << (SPLIT - stride)) & LOWER


@kernel
def upper(low: int, high: int, direction: int) -> int:
    """The upper word of a set moved one step in a direction."""
    stride = int(STRIDE[direction % 3])
    if direction < 3:
        return (high << stride | low >> (SPLIT - stride)) & UPPER
    return high >> stride
