"""The game of the load benchmark, for our server: two people mark sheets in turn, until 70 marks are made.

    python -m benchmarks.sheets --port 8000 ...

runs a server that knows it besides the collection. It is, field by field, the game that `boardgameio_server.js` plays.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from strapontin.core import registry
from strapontin.core.errors import UnreadableMove
from strapontin.core.game import Actions, Game, Note, Rules, Setting, State, View
from strapontin.core.kernel import FLOAT, INT, INTS, blank, kernel, record_type
from strapontin.server import serving

SEATS, STATIONS, WINDOWS, TURNS = 2, 38, 9, 70

BOARD = record_type([("players", np.int64)])
STATE = record_type([("turn", np.int64), ("marks", np.int64, (SEATS, STATIONS)), ("score", np.int64, SEATS)])


@kernel(None, BOARD, STATE)
def setup(board: Any, state: Any) -> None:
    """Empty sheets."""
    state.turn = 0


@kernel(INT, BOARD, STATE)
def actors(board: Any, state: Any) -> int:
    """One after the other."""
    return 0 if state.turn >= TURNS else 1 << (state.turn % SEATS)


@kernel(INT, BOARD, STATE, INT, INTS)
def legal(board: Any, state: Any, seat: int, out: Any) -> int:
    """Any station not marked yet."""
    n = 0
    for station in range(STATIONS):
        if state.marks[seat, station] == 0:
            out[n] = station
            n += 1
    return n


@kernel(INT, BOARD, STATE, INTS, INTS)
def chances(board: Any, state: Any, out: Any, weights: Any) -> int:
    """No chance."""
    return 0


@kernel(None, BOARD, STATE, INT, INT)
def apply(board: Any, state: Any, seat: int, action: int) -> None:
    """Mark a station."""
    state.turn += 1
    state.marks[seat, action] = state.turn
    state.score[seat] += 1


@kernel(None, BOARD, STATE, INTS, INTS)
def scores(board: Any, state: Any, out: Any, ranks: Any) -> None:
    """A point a mark; the first seat wins."""
    for seat in range(SEATS):
        out[seat], ranks[seat] = state.score[seat], seat + 1


@kernel(None, BOARD, STATE, INT)
def conceal(board: Any, state: Any, seat: int) -> None:
    """Nothing is hidden."""


@kernel(None, BOARD, STATE, INT, INTS)
def imagine(board: Any, state: Any, seat: int, rng: Any) -> None:
    """Nothing is unknown."""


@kernel(INT, BOARD, STATE, INTS)
def rollout(board: Any, state: Any, rng: Any) -> int:
    """No bot plays this."""
    return 0


@kernel(FLOAT, BOARD, STATE, INT)
def judge(board: Any, state: Any, seat: int) -> float:
    """No bot plays this."""
    return 0.0


class Sheet(msgspec.Struct):
    """What a player has marked."""

    marks: list[int]
    windows: list[int]
    score: int


class Mark(msgspec.Struct):
    """A legal move."""

    move: str


class SheetsView(View, kw_only=True):
    """The sheets, and a text as long as a map."""

    turn: int
    sheets: list[Sheet]
    board: str
    moves: list[Mark]


class Sheets(Game):
    """The game."""

    id = "sheets"
    seats = range(SEATS, SEATS + 1)
    board_type, state_type = BOARD, STATE
    rules = Rules(setup, actors, legal, chances, apply, scores, conceal, imagine, rollout, judge)
    width = most = STATIONS
    view_type = SheetsView

    def setting(self, options: Mapping[str, Any], players: int) -> Setting:
        """No options."""
        board = blank(BOARD)
        board.players = players
        return Setting({}, players, board)

    def text(self, setting: Setting, state: State, seat: int, actions: Actions) -> str:
        """The number of the station."""
        return str(actions[0])

    def read(self, setting: Setting, state: State, seat: int, text: str) -> Actions:
        """The number of the station."""
        if not text.isdecimal():
            raise UnreadableMove(text, seat, "the number of a station")
        return (int(text),) if int(text) < STATIONS else ()

    def scene(self, setting: Setting) -> dict[str, Any]:
        """Nothing to draw."""
        return {}

    def view(self, setting: Setting, state: State, seat: int | str | None) -> View:
        """The whole state, as boardgame.io tells it, and the legal moves."""
        header = self.header(setting, state, seat)
        mine = self.actions(setting, state, int(seat)) if isinstance(seat, int) and seat in header["to_act"] else []
        marks, score = state.marks.tolist(), state.score.tolist()
        return SheetsView(
            **header,
            turn=int(state.turn),
            sheets=[Sheet(marks[one], [0] * WINDOWS, score[one]) for one in range(SEATS)],
            board="x" * 5200,
            moves=[Mark(str(station)) for station in mine],
        )

    def story(self, setting: Setting, before: State, actor: int, actions: Actions, after: State) -> list[Note]:
        """One line a mark."""
        return [Note("sheets.marked", {"seat": actor, "station": actions[0]})]

    def draw(self, setting: Setting, view: View, move: str | None = None) -> str:
        """Nothing to draw."""
        return ""


if __name__ == "__main__":
    registry.register(Sheets())
    sys.exit(serving.main())
