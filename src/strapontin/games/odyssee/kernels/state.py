"""The two records of L'Odyssée: the board (lattice, districts, options) and the state (city, lines, tour).

A line is the path it runs: first the tip of its outer cell, then corners, at last, if it is finished, another
tip. A tip has the number of its outer cell after the corners; an outer cell has its number after the cells.
Lines are numbered 2 * seat for the solid one and 2 * seat + 1 for the striped one. Sets of corners and of cells are two
words of bits, see `bits`.
"""

from __future__ import annotations

from strapontin.core.layout import Grid, Record, Row, int8, int16, int32, int64, shape, uint8

SEATS = 4
LINES = 2 * SEATS
TUNNELS = 18
STATIONS = 30
DIG = 3
HOUSES = 6
PLACES = 6
TURNS = 3  # of a district

CORNERS, CELLS, EDGES, OUTERS = 91, 150, 240, 30
NONE = -1

# Modes.
ODYSSEE, LITTLE = 0, 1

# Phases. In the first three, in LOT and in no other, chance is to act.
STARTER, DISTRICTS, HOMES, BUILD, BONUS, LOT, GUIDE, OVER = range(8)

# Where a station comes from: set up at a house, or FROM + seat.
SET_UP, FROM = 1, 2

# Bits of what a corner touches: houses, shops, offices, then Park and Lake.
SHOPS, OFFICES, WATERS = HOUSES, 2 * HOUSES, 3 * HOUSES

# Actions of a seat. A tunnel goes from a line's free end: line, direction, side of the edge its cell lies on.
TUNNEL = 0
LEAVE = TUNNEL + 24  # line * OUTERS + outer cell
START = LEAVE + 2 * OUTERS  # line * 2 * OUTERS + outer cell * 2 + which of its rim corners
STATION = START + 4 * OUTERS  # corner
PASS = STATION + CORNERS
TOUR = PASS + 1  # house * ROUTES + which of its routes
ROUTES = 64
WIDTH = TOUR + HOUSES * ROUTES
MOST = HOUSES * ROUTES


class Board(Record):
    """The lattice, the districts, the options."""

    players: int64
    extent: int64  # the bytes of a state up to the last line in play
    mode: int64
    inline: int64  # 1 if the options give the city
    step: Grid[int16] = shape(CORNERS, 6)  # the next corner or tip in a direction, or NONE
    edge: Grid[int16] = shape(CORNERS, 6)  # the edge there, or NONE
    flank: Grid[int16] = shape(CORNERS, 6, 2)  # the cells left and right of it, or NONE
    room: Grid[int16] = shape(CORNERS, 6, 2)  # and their places in the sets of free cells, or NOWHERE
    doors: Grid[int64] = shape(6, 6, 2)  # side, direction: from which corners one leaves, if one began on that side
    half: Row[int64] = shape(6)  # side: the black outer cells in its other half, as bits
    rim: Grid[int16] = shape(OUTERS, 2)  # the corners of an outer cell
    entry: Grid[int16] = shape(OUTERS, 2)  # and the directions from its tip to them
    white: Row[int16] = shape(OUTERS)
    rank: Row[int64] = shape(CORNERS)  # of a corner's name in ascending order of names
    angle: Grid[int16] = shape(CELLS, 3)  # the corners of a cell
    spots: Grid[int16] = shape(PLACES, PLACES, TURNS, 5)  # place, district, turn: house, shop, office, two of water
    water: Row[int16] = shape(PLACES)  # 1 for the district with the Park, 2 for the one with the Lake
    city: Row[int16] = shape(22)  # the city of the options


class Line(Record):
    """The path of a line."""

    own: Row[int64] = shape(2)  # its corners, as a set
    ways: int32  # what it may do from its free end, as bits: see `digging.survey`
    path: Row[int8] = shape(TUNNELS + 1)
    cells: Row[uint8] = shape(TUNNELS)
    tunnels: int8
    heading: int8  # the direction of the last tunnel
    finished: int8
    over: int8  # given up for the striped one
    halts: int8  # stations on it, for the tour
    halt: Row[int8] = shape(TUNNELS)  # their corners, in order


class State(Record):
    """The city, its lines, the tour."""

    free: Row[int64] = shape(4)  # the free cells, as two sets: those that point down, those that point up
    stations: Row[int64] = shape(2)  # the corners with a station, as a set
    spots: Row[int64] = shape(2)  # the corners that touch anything a station gets points for, as a set
    gates: int64  # the free outer cells, as bits
    phase: int16
    drawn: int16  # districts or houses drawn so far
    starter: int16
    seat: int16  # whose turn it is, or who guides
    dug: int16  # tunnels of this turn
    leaving: int16  # the line that earns a bonus station now
    turn: int16  # turns ended
    closing: int16  # turns left, or NONE while building is open
    supply: int16
    turns: Row[int16] = shape(SEATS)
    district: Row[int16] = shape(PLACES)  # district * TURNS + turn of each place, or NONE
    house: Row[int16] = shape(HOUSES)
    shop: Row[int16] = shape(HOUSES)
    office: Row[int16] = shape(HOUSES)
    park: Row[int16] = shape(2)
    lake: Row[int16] = shape(2)
    worth: Row[int8] = shape(CORNERS)  # points for a station
    houses: Row[int8] = shape(CORNERS)  # houses a corner touches, as a bit mask
    shops: Row[int8] = shape(CORNERS)
    station: Row[int8] = shape(CORNERS)
    passing: Row[uint8] = shape(CORNERS)  # lines at a corner, as a bit mask
    running: Row[uint8] = shape(EDGES)  # lines along an edge
    # how each score is made up
    building: Row[int16] = shape(SEATS)
    sections: Row[int16] = shape(SEATS)
    presents: Row[int16] = shape(SEATS)
    ends: Row[int16] = shape(SEATS)
    finished: Row[int16] = shape(SEATS)
    tunnels: Row[int16] = shape(SEATS)
    # the tour
    tied: int16  # who may be drawn as guide, as a bit mask
    home: int16  # the house that touches the Park
    last: int16  # the house that touches the Lake
    visited: int16
    stops: int16  # how many
    stop: Row[int16] = shape(HOUSES)
    guide: Row[int16] = shape(HOUSES)
    route: Row[int16] = shape(HOUSES)  # which of the routes to this stop, or NONE where there was none
    line: Row[Line] = shape(LINES)  # at the end, so that those of empty seats need not be copied
