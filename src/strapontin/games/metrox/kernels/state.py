"""The two records of metroX: the board (a map, its deck, the table) and the state (what has happened).

Whatever a round writes carries the number of that round: a marked station, a filled window, a chosen
direction. So the card in a window is the card of its round, the log needs no memory of its own, and to hide
a choice of the running round is to wipe what bears its number.
"""

from __future__ import annotations

from strapontin.core.layout import Grid, Record, Row, int16, int64, shape, uint8

SEATS = 6
LINES = 26
STATIONS = 128
WINDOWS = 4
ROUNDS = 256
WORD = 62
"""Places on a line that fit into the bits of an integer; a line with more is looked at station by station."""
SEEN = 60
"""Places on a line that who is in a hurry looks at."""

# Cards: 1..9 are numbers, 11..19 Express of 1..9.
EXPRESS = 10
TRANSFER = 20
FREE = 21
CARDS = 22
SIX = 6
NINE = 9

# Actions of a seat: a ride is line, way and marks; a free ride is a station, or none. Chance: a card.
FORTH, BACK = 1, 2
PLUS = 10
RIDE_LINE, RIDE_WAY = 64, 16
FREE_RIDE = LINES * RIDE_LINE
WIDTH = FREE_RIDE + STATIONS + 1
MOST = LINES * 20

TIERS = (50, 40, 30, 20, 10, 5, 1)
"""Alone: the least score of each tier of judgement but the last, the best first."""


class Board(Record):
    """The map, its deck, the table."""

    players: int64
    extent: int64  # the bytes of a state up to the last sheet in play
    lines: int64
    stations: int64
    windows: Row[int64] = shape(LINES)
    first: Row[int64] = shape(LINES)
    later: Row[int64] = shape(LINES)
    loop: Row[int64] = shape(LINES)
    length: Row[int64] = shape(LINES)
    path: Grid[uint8] = shape(LINES, STATIONS)  # the stations of a line, from its train
    place: Grid[uint8] = shape(LINES, STATIONS)  # where on a line a station of it is
    lines_at: Row[int64] = shape(STATIONS)  # the lines of a station, as a bit mask
    crossing: Grid[int64] = shape(2, LINES)  # bits of the places (forth, back) where a line meets others
    transfer: Row[int64] = shape(STATIONS)  # and how many they are
    special: Row[uint8] = shape(STATIONS)  # 1 where the special-station rule holds
    deck: Row[uint8] = shape(CARDS)


class Sheet(Record):
    """What one player has written."""

    gaps: Row[int64] = shape(LINES)  # the empty stations of a line, as bits of their places (none where there are more)
    open: int64  # the lines with an empty window, as bits
    fresh: int64  # the lines completed in the running round, as bits
    back: int64  # the loops ridden backwards, as bits
    marks: Row[uint8] = shape(STATIONS)
    filled: Grid[uint8] = shape(LINES, WINDOWS)
    way: Row[uint8] = shape(LINES)  # the round in which the direction of a loop was chosen
    used: Row[uint8] = shape(LINES)  # windows filled
    value: Row[uint8] = shape(LINES)  # 0, or 1 for first, 2 for later
    empty: int16  # empty stations in all
    vacant: int16  # empty windows in all
    transfers: int16  # the sum of the transfer counts
    points: int16  # the values of the completed lines
    owed: int16  # rides still to make in this round


class State(Record):
    """What has happened."""

    turn: int64  # the running round, from 1
    card: int64  # its card, 0 between rounds
    due: int64  # the seats that owe a ride, as bits
    playing: int64  # the seats with an empty window, as bits
    coming: int64  # the cards that can still come, as bits
    left: int64  # and how many there are
    cards: Row[uint8] = shape(ROUNDS)  # the card of every round
    pile: Row[uint8] = shape(CARDS)
    taken: Row[uint8] = shape(LINES)  # the round in which a line was completed first
    sheet: Row[Sheet] = shape(SEATS)  # at the end, so that those of empty seats need not be copied
