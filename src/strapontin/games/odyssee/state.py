"""The two records of L'Odyssée: the board (lattice, districts, options) and the state (city, lines, tour).

A line is the path it runs: first the tip of its outer cell, then corners, at last, if it is finished, another
tip. A tip has the number of its outer cell after the corners; an outer cell has its number after the cells.
Lines are numbered 2 * seat for the solid one and 2 * seat + 1 for the striped one.
"""

from __future__ import annotations

import numpy as np

from strapontin.core.kernel import record_type

SEATS = 4
LINES = 2 * SEATS
TUNNELS = 18
STATIONS = 30
DIG = 3
HOUSES = 6
PLACES = 6
TURNS = 3  # of a district

CORNERS, CELLS, EDGES, OUTERS = 91, 150, 240, 30
NODES = CORNERS + OUTERS
NONE = -1

# Modes.
ODYSSEE, LITTLE = 0, 1

# Phases. In the first three, in LOT and in no other, chance is to act.
STARTER, DISTRICTS, HOMES, BUILD, BONUS, LOT, GUIDE, OVER = range(8)

# Where a station comes from: set up at a house, or FROM + seat.
SET_UP, FROM = 1, 2
CLOSED = 100  # a cell that is never built on

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

BOARD = record_type(
    [
        ("players", np.int64),
        ("mode", np.int64),
        ("inline", np.int64),  # 1 if the options give the city
        ("step", np.int16, (CORNERS, 6)),  # the next corner or tip in a direction, or NONE
        ("edge", np.int16, (CORNERS, 6)),  # the edge there, or NONE
        ("flank", np.int16, (CORNERS, 6, 2)),  # the cells left and right of it, or NONE
        ("rim", np.int16, (OUTERS, 2)),  # the corners of an outer cell
        ("entry", np.int16, (OUTERS, 2)),  # and the directions from its tip to them
        ("white", np.int16, OUTERS),
        ("rank", np.int64, CORNERS),  # of a corner's name in ascending order of names
        ("angle", np.int16, (CELLS, 3)),  # the corners of a cell
        ("spots", np.int16, (PLACES, PLACES, TURNS, 5)),  # place, district, turn: house, shop, office, two of water
        ("water", np.int16, PLACES),  # 1 for the district with the Park, 2 for the one with the Lake
        ("city", np.int16, 22),  # the city of the options
    ],
)

LINE = record_type(
    [
        ("path", np.int16, TUNNELS + 1),
        ("cells", np.int16, TUNNELS),
        ("tunnels", np.int16),
        ("heading", np.int16),  # the direction of the last tunnel
        ("finished", np.int16),
        ("over", np.int16),  # given up for the striped one
        ("halts", np.int16),  # stations on it, for the tour
        ("halt", np.int16, TUNNELS),  # their corners, in order
    ],
)

STATE = record_type(
    [
        ("phase", np.int16),
        ("drawn", np.int16),  # districts or houses drawn so far
        ("starter", np.int16),
        ("seat", np.int16),  # whose turn it is, or who guides
        ("dug", np.int16),  # tunnels of this turn
        ("leaving", np.int16),  # the line that earns a bonus station now
        ("turn", np.int16),  # turns ended
        ("closing", np.int16),  # turns left, or NONE while building is open
        ("supply", np.int16),
        ("turns", np.int16, SEATS),
        ("district", np.int16, PLACES),  # district * TURNS + turn of each place, or NONE
        ("house", np.int16, HOUSES),
        ("shop", np.int16, HOUSES),
        ("office", np.int16, HOUSES),
        ("park", np.int16, 2),
        ("lake", np.int16, 2),
        ("cell", np.int8, CELLS + OUTERS),  # 0 free, 1 + line, or CLOSED
        ("worth", np.int8, CORNERS),  # points for a station
        ("houses", np.int8, CORNERS),  # houses a corner touches, as a bit mask
        ("shops", np.int8, CORNERS),
        ("station", np.int8, CORNERS),
        ("passing", np.int16, CORNERS),  # lines at a corner, as a bit mask
        ("running", np.int16, EDGES),  # lines along an edge
        ("line", LINE, LINES),
        # how each score is made up
        ("building", np.int16, SEATS),
        ("sections", np.int16, SEATS),
        ("presents", np.int16, SEATS),
        ("ends", np.int16, SEATS),
        ("finished", np.int16, SEATS),
        ("tunnels", np.int16, SEATS),
        # the tour
        ("tied", np.int16),  # who may be drawn as guide, as a bit mask
        ("home", np.int16),  # the house that touches the Park
        ("last", np.int16),  # the house that touches the Lake
        ("visited", np.int16),
        ("stops", np.int16),  # how many
        ("stop", np.int16, HOUSES),
        ("guide", np.int16, HOUSES),
        ("route", np.int16, HOUSES),  # which of the routes to this stop, or NONE where there was none
    ],
)
