"""The game of the load benchmark, for our server: two people mark sheets in turn, until 70 marks are made.

    python -m benchmarks.sheets --port 8000 ...

runs a server that knows it besides the collection. It is, field by field, the game that `boardgameio_server.js` plays.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Literal

import msgspec

from strapontin.core import registry
from strapontin.core.contract import Rules
from strapontin.core.errors import UnreadableMove
from strapontin.core.game import Actions, Game, SeatNote, Setting, View
from strapontin.core.kernel import kernel
from strapontin.core.layout import Grid, Ints, Record, Row, int64, shape
from strapontin.server import serving

SEATS, STATIONS, WINDOWS, TURNS = 2, 38, 9, 70


class Board(Record):
    """Who plays."""

    players: int64


class State(Record):
    """What is marked."""

    turn: int64
    marks: Grid[int64] = shape(SEATS, STATIONS)
    score: Row[int64] = shape(SEATS)


@kernel
def setup(board: Board, state: State) -> None:
    """Empty sheets."""
    state.turn = 0


@kernel
def actors(board: Board, state: State) -> int:
    """One after the other."""
    return 0 if state.turn >= TURNS else 1 << (state.turn % SEATS)


@kernel
def legal(board: Board, state: State, seat: int, out: Ints) -> int:
    """Any station not marked yet."""
    n = 0
    for station in range(STATIONS):
        if state.marks[seat, station] == 0:
            out[n] = station
            n += 1
    return n


@kernel
def chances(board: Board, state: State, out: Ints, weights: Ints) -> int:
    """No chance."""
    return 0


@kernel
def apply(board: Board, state: State, seat: int, action: int) -> None:
    """Mark a station."""
    state.turn += 1
    state.marks[seat, action] = state.turn
    state.score[seat] += 1


@kernel
def scores(board: Board, state: State, out: Ints, ranks: Ints) -> None:
    """A point a mark; the first seat wins."""
    for seat in range(SEATS):
        out[seat], ranks[seat] = state.score[seat], seat + 1


@kernel
def conceal(board: Board, state: State, seat: int) -> None:
    """Nothing is hidden."""


@kernel
def imagine(board: Board, state: State, seat: int, rng: Ints) -> None:
    """Nothing is unknown."""


@kernel
def rollout(board: Board, state: State, rng: Ints) -> int:
    """No bot plays this."""
    return 0


@kernel
def judge(board: Board, state: State, seat: int) -> float:
    """No bot plays this."""
    return 0.0


Bare = Setting[Board, None]


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


class Marked(SeatNote, kw_only=True):
    """A station marked."""

    key: Literal["sheets.marked"] = "sheets.marked"
    station: int


class Sheets(Game[Board, State, None]):
    """The game."""

    id = "sheets"
    name = "Sheets"
    minutes = 1
    seats = range(SEATS, SEATS + 1)
    board_type, state_type = Board, State
    rules = Rules(
        setup=setup,
        actors=actors,
        legal=legal,
        chances=chances,
        apply=apply,
        scores=scores,
        conceal=conceal,
        imagine=imagine,
        rollout=rollout,
        judge=judge,
    )
    width = most = STATIONS
    view_type = SheetsView
    notes = (Marked,)

    def text(self, setting: Bare, state: State, seat: int, actions: Actions) -> str:
        """The number of the station."""
        return str(actions[0])

    def read(self, setting: Bare, state: State, seat: int, text: str) -> Actions:
        """The number of the station."""
        if not text.isdecimal():
            raise UnreadableMove(text, seat, "the number of a station")
        return (int(text),) if int(text) < STATIONS else ()

    def view(self, setting: Bare, state: State, seat: int | str | None) -> View:
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

    def story(self, setting: Bare, before: State, actor: int, actions: Actions, after: State) -> Sequence[Marked]:
        """One line a mark."""
        return [Marked(seat=actor, station=actions[0])]

    def draw(self, setting: Bare, view: View, move: str | None = None, names: Sequence[str] = ()) -> str:
        """Nothing to draw."""
        return ""


if __name__ == "__main__":
    registry.register(Sheets())
    sys.exit(serving.main())
