"""The two records of Correspondances: the board (what every tile looks like) and the state (what lies where).

The table is a grid of cells with a border of walls around it. A cell holds 0 (far from everything), the
slot of the tile that lies there + 1, or OPEN + its place in the list of open cells: empty cells that share a
side with a tile. So what may be placed where is known without looking around, and which tracks hang together
is kept as a forest (`parent`, `ends`): whether a trip is complete costs nothing to ask.
"""

from __future__ import annotations

from strapontin.core.layout import Grid, Record, Row, int16, int32, int64, shape, uint8

SEATS = 4
LINES = 4

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

# Bits of what lies on a cell to who comes by: bit 4 * side + line for a line that can be ridden across a side, then the
# lines that can be changed to, then whether the cell is empty.
CHANGES, FREE = 16, 20

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


class Board(Record):
    """What every tile looks like, and where it fits."""

    players: int64
    step: Row[int64] = shape(4)  # from a cell to its neighbour N E S W
    power: Row[int64] = shape(4)  # the digit of a side in a need
    start: Row[int64] = shape(LINES)  # the cell a line starts on
    home: Row[int64] = shape(LINES)  # the end tile beside it
    goal: Row[int64] = shape(LINES)  # the end tile it is to arrive at
    goals: Row[int64] = shape(LINES)  # what a line must touch to have arrived, as bits
    port: Grid[uint8] = shape(CODES, 4)
    track: Grid[uint8] = shape(CODES, 4)  # which track of the tile a port belongs to
    tracks: Row[uint8] = shape(CODES)
    ends: Grid[uint8] = shape(CODES, 3)  # the bits a track touches by itself
    lines: Row[uint8] = shape(CODES)  # the lines of a tile as bits
    station: Row[uint8] = shape(CODES)  # 1 where one can change
    ground: Row[int32] = shape(CODES)  # what a tile is to who comes by
    may: Row[int32] = shape(NEEDS)  # what an open cell is to them, by its need
    plain: Row[int32] = shape(CELLS)  # what the empty table is to them
    first: Row[int64] = shape(SHAPES)  # the first look of a shape; the others follow
    fits: Grid[uint8] = shape(SHAPES, NEEDS)  # which of them meet a need, as bits
    passes: Row[uint8] = shape(NEEDS)  # the lines that some section can carry through a need, as bits
    rows: Grid[uint8] = shape(24, LINES)  # the orders of the straight tiles
    deck: Row[uint8] = shape(KINDS)


class Past(Record):
    """A round that is over."""

    number: int64  # the round, 0 before the first is over
    tiles: int64
    longest: int64  # the seat with the longest stretch + 1, or 0
    line: Row[int64] = shape(SEATS)
    trip: Row[int64] = shape(SEATS)  # points for the trip, 0 for none
    changes: Row[int64] = shape(SEATS)
    stretch: Row[int64] = shape(SEATS)
    cell: Row[int16] = shape(SHELF)
    code: Row[uint8] = shape(SHELF)


class State(Record):
    """What lies where."""

    number: int64  # the running round, from 1
    stage: int64
    starter: int64
    seat: int64  # whose turn it is
    dealt: int64  # how many players have a line
    drawn: int64  # the kind of the section to place + 1, or 0
    left: int64  # sections in the pile
    tiles: int64  # tiles on the table, the row included
    opened: int64  # open cells
    complete: int64  # the lines whose trips are complete, held or not, as bits
    line: Row[int64] = shape(SEATS)  # 1 to 4; 0 for not dealt, or not known
    total: Row[int64] = shape(SEATS)
    pile: Row[uint8] = shape(KINDS + 2)
    grid: Row[uint8] = shape(CELLS)
    cell: Row[int16] = shape(SHELF)
    code: Row[uint8] = shape(SHELF)
    parent: Row[uint8] = shape(TRACKS)
    ends: Row[uint8] = shape(TRACKS)  # what a group touches, kept at its root
    open_cell: Row[int16] = shape(OPENS)
    open_need: Row[int16] = shape(OPENS)
    past: Past  # the round before, for all to see


def cell_at(x: int, y: int) -> int:
    """The number of a cell.

    >>> place_of(cell_at(-3, 7))
    (-3, 7)
    """
    return (y - BOTTOM + 1) * WIDE + x - LEFT + 1


def place_of(cell: int) -> tuple[int, int]:
    """The coordinates of a cell."""
    return cell % WIDE + LEFT - 1, cell // WIDE + BOTTOM - 1
