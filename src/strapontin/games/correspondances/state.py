"""The two records of Correspondances: the board (what every tile looks like) and the state (what lies where).

The table is a grid of cells with a border of walls around it. A cell holds 0 (far from everything), the
slot of the tile that lies there + 1, or OPEN + its place in the list of open cells: empty cells that share a
side with a tile. So what may be placed where is known without looking around, and which tracks hang together
is kept as a forest (`parent`, `ends`): whether a trip is complete costs nothing to ask.
"""

from __future__ import annotations

import numpy as np

from strapontin.core.kernel import record_type

SEATS = 4
LINES = 4
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3

# The table of the rules, x to the right, y up, and its border.
LEFT, RIGHT, BOTTOM, TOP = -18, 23, -18, 18
WIDE = RIGHT - LEFT + 3
HIGH = TOP - BOTTOM + 3
CELLS = WIDE * HIGH
NODES = CELLS * LINES  # a cell ridden in a colour

# A port is 0 (no line), 1 to 4 (a line) or M. A need is four of them to be matched, 0 for any, in base 5.
M = 5
NEEDS = 5**4

# Kinds of sections: crosses and double bends of each pair of lines, junctions of each line, bridges of each pair.
PAIRS = ((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
CROSS, BEND, JUNCTION, BRIDGE, KINDS = 0, 6, 12, 16, 22
SHAPES = 16  # a bridge has the shape of a cross

# Looks: the 40 ways a section can lie. A code is a look, or a bridge, or a tile of the row.
LOOKS = 40
BRIDGES, STRAIGHT, END_A, END_B, CODES = LOOKS, 52, 56, 57, 58

ROW = 6  # tiles that lie from the start: end A in slot 0, the straight tiles, end B
SECTIONS = 48
SLOTS = ROW + SECTIONS
SHELF = 56  # room for the slots; records have no padding, so that equal knowledge is equal bytes
TRACKS = SLOTS * 3  # a tile has one track, a bridge two, an end tile three
OPENS = 14 + 2 * SECTIONS  # the row has 14 open cells; a tile takes one and gives three at most
OPEN, WALL = 128, 255

# Bits of what a group of tracks touches: the start of line i is bit i, then the M of either end.
M_A, M_B = 16, 32

# Stages of a round.
FIRST, DEAL, SET, DRAW, PLACE, OVER = 0, 1, 2, 3, 4, 5

# Actions of a seat: a cell and a look, or PASS when the section fits nowhere. Chance: a seat, line, row or kind.
PASS = CELLS * LOOKS
WIDTH = PASS + 1
MOST = OPENS * 4

GOAL = 10
TRIP = 5

BOARD = record_type(
    [
        ("players", np.int64),
        ("step", np.int64, 4),  # from a cell to its neighbour N E S W
        ("power", np.int64, 4),  # the digit of a side in a need
        ("start", np.int64, LINES),  # the cell a line starts on
        ("goals", np.int64, LINES),  # what a line must touch to have arrived, as bits
        ("port", np.uint8, (CODES, 4)),
        ("track", np.uint8, (CODES, 4)),  # which track of the tile a port belongs to
        ("tracks", np.uint8, CODES),
        ("ends", np.uint8, (CODES, 3)),  # the bits a track touches by itself
        ("lines", np.uint8, CODES),  # the lines of a tile as bits
        ("station", np.uint8, CODES),  # 1 where one can change
        ("first", np.int64, SHAPES),  # the first look of a shape; the others follow
        ("fits", np.uint8, (SHAPES, NEEDS)),  # which of them meet a need, as bits
        ("passes", np.uint8, NEEDS),  # the lines that some section can carry through a need, as bits
        ("rows", np.uint8, (24, LINES)),  # the orders of the straight tiles
        ("deck", np.uint8, KINDS),
    ],
)

PAST = record_type(
    [
        ("number", np.int64),  # the round, 0 before the first is over
        ("tiles", np.int64),
        ("longest", np.int64),  # the seat with the longest stretch + 1, or 0
        ("line", np.int64, SEATS),
        ("trip", np.int64, SEATS),  # points for the trip, 0 for none
        ("changes", np.int64, SEATS),
        ("stretch", np.int64, SEATS),
        ("cell", np.int16, SHELF),
        ("code", np.uint8, SHELF),
    ],
)

STATE = record_type(
    [
        ("number", np.int64),  # the running round, from 1
        ("stage", np.int64),
        ("starter", np.int64),
        ("seat", np.int64),  # whose turn it is
        ("dealt", np.int64),  # how many players have a line
        ("drawn", np.int64),  # the kind of the section to place + 1, or 0
        ("left", np.int64),  # sections in the pile
        ("tiles", np.int64),  # tiles on the table, the row included
        ("opened", np.int64),  # open cells
        ("complete", np.int64),  # the lines whose trips are complete, held or not, as bits
        ("line", np.int64, SEATS),  # 1 to 4; 0 for not dealt, or not known
        ("total", np.int64, SEATS),
        ("pile", np.uint8, KINDS + 2),
        ("grid", np.uint8, CELLS),
        ("cell", np.int16, SHELF),
        ("code", np.uint8, SHELF),
        ("parent", np.uint8, TRACKS),
        ("ends", np.uint8, TRACKS),  # what a group touches, kept at its root
        ("open_cell", np.int16, OPENS),
        ("open_need", np.int16, OPENS),
        ("past", PAST),  # the round before, for all to see
    ],
)


def cell_at(x: int, y: int) -> int:
    """The number of a cell.

    >>> place_of(cell_at(-3, 7))
    (-3, 7)
    """
    return (y - BOTTOM + 1) * WIDE + x - LEFT + 1


def place_of(cell: int) -> tuple[int, int]:
    """The coordinates of a cell."""
    return cell % WIDE + LEFT - 1, cell // WIDE + BOTTOM - 1
