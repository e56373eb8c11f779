"""The two records of Quais: the board, which never changes, and the state."""

from __future__ import annotations

from strapontin.core.game import Setting
from strapontin.core.layout import Record, Row, int16, int64, shape

PLACES, LONGEST, COPIES, SEATS = 18, 3, 4, 4
PASS, MOST = PLACES, PLACES + 1
"""The action of a train that fits nowhere; others are the first place a train stands at."""
DRAW, PARK = 0, 1


class Board(Record):
    """Who plays."""

    players: int64


QuaisSetting = Setting[Board, None]


class State(Record):
    """What stands where, and what comes."""

    phase: int64  # DRAW or PARK
    turn: int64  # trains that have come
    cars: int64  # of the train that waits
    pile: Row[int16] = shape(LONGEST)  # trains still to come, by their cars less one
    owner: Row[int16] = shape(PLACES)  # seat + 1, 0 for a free place
    train: Row[int16] = shape(PLACES)  # which train, from 1
