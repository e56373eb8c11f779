"""The two records of metroX: the board (a map, its deck, the table) and the state (what has happened).

Whatever a round writes carries the number of that round: a marked station, a filled window, a chosen
direction. So the card in a window is the card of its round, the log needs no memory of its own, and to hide
a choice of the running round is to wipe what bears its number.
"""

from __future__ import annotations

import numpy as np

from strapontin.core.kernel import record_type

SEATS = 6
LINES = 26
STATIONS = 128
WINDOWS = 4
ROUNDS = 256
SEEN = 60
"""Places on a line that fit into the bits of an integer; the few beyond are not looked at by who is in a hurry."""

# Cards: 1..9 are numbers, 11..19 Express of 1..9.
EXPRESS = 10
TRANSFER = 20
FREE = 21
CARDS = 22
SIX = 6

# A mark is the round it was made in; a transfer has this bit as well.
FRAME = 1 << 15

# Actions of a seat: a ride is line, way and marks; a free ride is a station, or none. Chance: a card.
FORTH, BACK = 1, 2
PLUS = 10
RIDE_LINE, RIDE_WAY = 64, 16
FREE_RIDE = LINES * RIDE_LINE
WIDTH = FREE_RIDE + STATIONS + 1
MOST = LINES * 20

BOARD = record_type(
    [
        ("players", np.int64),
        ("lines", np.int64),
        ("stations", np.int64),
        ("windows", np.int64, LINES),
        ("first", np.int64, LINES),
        ("later", np.int64, LINES),
        ("loop", np.int64, LINES),
        ("length", np.int64, LINES),
        ("path", np.uint8, (LINES, STATIONS)),  # the stations of a line, from its train
        ("place", np.uint8, (LINES, STATIONS)),  # where on a line a station of it is
        ("lines_at", np.int64, STATIONS),  # the lines of a station, as a bit mask
        ("crossing", np.int64, (2, LINES)),  # bits of the places (forth, back) where a line meets others
        ("transfer", np.int64, STATIONS),  # and how many they are
        ("special", np.uint8, STATIONS),  # 1 where the special-station rule holds
        ("deck", np.uint8, CARDS),
    ],
)

SHEET = record_type(
    [
        ("marks", np.uint16, STATIONS),
        ("filled", np.uint16, (LINES, WINDOWS)),
        ("way", np.uint16, LINES),  # round * 2, + 1 if backwards; 0 while the direction is open
        ("missing", np.uint8, LINES),  # empty stations of each line
        ("used", np.uint8, LINES),  # windows filled
        ("value", np.uint8, LINES),  # 0, or 1 for first, 2 for later
        ("empty", np.int16),  # empty stations in all
        ("vacant", np.int16),  # empty windows in all
        ("owed", np.int16),  # rides still to make in this round
    ],
)

STATE = record_type(
    [
        ("turn", np.int64),  # the running round, from 1
        ("card", np.int64),  # its card, 0 between rounds
        ("cards", np.uint8, ROUNDS),  # the card of every round
        ("pile", np.uint8, CARDS),
        ("taken", np.uint16, LINES),  # the round in which a line was completed first
        ("sheet", SHEET, SEATS),
    ],
)
