"""What a screen shows of Correspondances: the table, one's own trip, and what each placement would do."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import Any

import msgspec
import numpy as np

from strapontin.core.game import Moves, View
from strapontin.core.kernel import copy_of
from strapontin.games.correspondances.faces.notation import KIND_TEXTS, LOOK_TEXTS
from strapontin.games.correspondances.kernels import laying, rules, trips
from strapontin.games.correspondances.kernels.board import PORTS, CorrespondancesSetting
from strapontin.games.correspondances.kernels.state import (
    BRIDGES,
    END_A,
    FIRST,
    GOAL,
    KINDS,
    LINES,
    LOOKS,
    NODES,
    OVER,
    PASS,
    ROW,
    STRAIGHT,
    TRIP,
    Board,
    State,
    place_of,
)

STAGES = ("first", "lines", "row", "draw", "place", "over")
SIGNS = "-1234M"

TILES = 50_000
"""Tiles that are remembered as a screen gets them: many eyes see them, many times."""


class Tile(msgspec.Struct):
    """A tile on the table."""

    x: int
    """The column; the row from A to B lies on 0 to 5."""
    y: int
    """The row, counted upwards; the row from A to B lies on 0."""
    ports: str
    """Its ports N E S W: a line, M, or - where there is none."""
    kind: str
    """`end`, `straight`, `cross`, `bend`, `junction` or `bridge`."""
    station: bool
    """Whether one can change lines there."""
    seat: int | None
    """Who laid it; null for the tiles of the row."""


class Step(msgspec.Struct):
    """A cell on a way, and the line it is ridden in; a change shows the same cell twice."""

    x: int
    """The column of the cell."""
    y: int
    """The row of the cell, counted upwards."""
    line: int
    """The line ridden there."""


class Trip(msgspec.Struct):
    """How a player's trip stands, for eyes that know the line."""

    line: int
    """The player's line, 1 to 4."""
    missing: int | None
    """Tiles still missing on the nearest way, at least; null if there is no way left."""
    changes: int | None
    """Changes on that way (a missing tile weighs as much as two when ways are compared); null if there is none."""
    worth: int | None
    """What a trip with these changes would score; null if there is no way left."""
    way: list[Step]
    """The way from start to arrival, over cells that may still be empty."""
    stretch: int
    """The longest unbroken chain of the line from its start, in tiles; the longest of the table scores 1 point."""


class Result(msgspec.Struct):
    """What a round gave one player."""

    line: int
    """The line the player had, 1 to 4."""
    arrived: bool
    """Whether the trip was complete."""
    changes: int | None
    """Changes on the trip; null if it was not complete."""
    trip: int
    """Points for the trip."""
    stretch: int
    """The longest unbroken chain of the line from its start, in tiles."""
    longest: bool
    """Whether the point for the longest stretch was won."""
    points: int
    """Points of the round: trip and stretch."""
    way: list[Step]
    """The way from start to arrival; for who did not arrive the nearest one, over cells that stayed empty."""


class Round(msgspec.Struct):
    """A round that is over, lines revealed."""

    number: int
    """The round, from 1."""
    tiles: list[Tile]
    """The table as it lay in the end."""
    results: list[Result]
    """What it gave every seat."""


class Placement(msgspec.Struct):
    """A legal move and what it would do, as far as this seat knows; `-` has no cell."""

    move: str
    """The move as it is written and sent, such as `0,1:2121`."""
    x: int | None
    """The column of the cell; null for `-`."""
    y: int | None
    """The row of the cell, counted upwards; null for `-`."""
    ports: str | None
    """The lines at its ports N E S W; null for `-`."""
    completes: list[int]
    """The lines whose trips it would complete, whoever may hold them."""
    finishes: bool
    """Whether it would complete one's own trip."""
    points: int | None
    """What one's own trip would then score; null if it would not be complete."""
    missing: int | None
    """Tiles one's own trip would still miss, as in Trip; null if there would be no way left."""
    changes: int | None
    """Changes on one's own way then, as in Trip; null if there would be none."""
    worth: int | None
    """What a trip with these changes would score; null if there would be no way left."""
    stretch: int
    """One's own longest stretch then, in tiles."""


class CorrespondancesView(View, kw_only=True):
    """The table as one seat sees it."""

    number: int
    """The round, from 1."""
    stage: str
    """What comes next: `first`, `lines`, `row`, `draw`, `place` or `over`."""
    starter: int | None
    """The seat that began the round; null before it is drawn."""
    goal: int
    """The points that win the game."""
    trip: int
    """What a trip without a change scores; each change takes a point from it, down to 1."""
    lines: list[int | None]
    """Each player's line; null where these eyes do not know it."""
    trips: list[Trip | None]
    """How each player's trip stands; null where these eyes do not know the line."""
    tiles: list[Tile]
    """The row from A to B, then the sections as they were laid."""
    frame: tuple[int, int, int, int]
    """The part of the table to show: left, bottom, right, top, with room for one more tile all around."""
    drawn: str | None
    """The section to be placed now, such as `12+`; null when there is none."""
    pile: dict[str, int]
    """What can still come, by kind."""
    aside: dict[str, int]
    """Sections that fitted nowhere in this round."""
    complete: list[int]
    """Lines whose trips are complete though the round goes on: nobody holds them."""
    last: Round | None
    """The round before, the last one when the game is over; null in the first round."""
    moves: list[Placement]
    """The legal moves of these eyes' seat and what each would do; empty if it may not act."""


def view(setting: CorrespondancesSetting, state: State, header: dict[str, Any], moves: Moves) -> CorrespondancesView:
    """Build the view from a concealed state."""
    board, players = setting.board, setting.players
    tiles = _tiles(state, int(state.tiles), players, int(state.starter))
    over = state.stage == OVER
    lines = [int(line) or None for line in (state.past.line if over else state.line)[:players]]
    running = state.tiles > 0 and not over
    return CorrespondancesView(
        **header,
        number=int(state.number),
        stage=STAGES[int(state.stage)],
        starter=None if state.stage == FIRST else int(state.starter),
        goal=GOAL,
        trip=TRIP,
        lines=lines,
        trips=[_trip(board, state, line) if line and running else None for line in lines],
        tiles=tiles,
        frame=_frame(tiles),
        drawn=KIND_TEXTS[int(state.drawn) - 1] if state.drawn else None,
        pile={KIND_TEXTS[kind]: int(state.pile[kind]) for kind in range(KINDS) if state.pile[kind]},
        aside=_aside(board, state, tiles) if running else {},
        complete=[] if over else _lines(int(state.complete)),
        last=_last(setting, state) if state.past.number else None,
        moves=[_placement(board, state, header["seat"], move, action) for move, (action,) in moves().items()],
    )


def _lines(mask: int) -> list[int]:
    return [line + 1 for line in range(LINES) if mask >> line & 1]


@cache
def ports_of(code: int) -> str:
    """The ports N E S W of a tile code."""
    return "".join(SIGNS[port] for port in PORTS[code])


@cache
def kind_of(code: int) -> str:
    """What a tile code is: `cross`, `bend`, `junction`, `bridge`, `straight` or `end`."""
    if code >= STRAIGHT:
        return "end" if code >= END_A else "straight"
    if code >= BRIDGES:
        return "bridge"
    ports = PORTS[code]
    return "junction" if len(set(ports)) == 1 else "cross" if ports[0] == ports[2] else "bend"


@lru_cache(TILES)
def _tile(cell: int, code: int, seat: int | None) -> Tile:
    kind = kind_of(code)
    return Tile(*place_of(cell), ports_of(code), kind, kind in ("cross", "bend"), seat)


def _tiles(source: Any, count: int, players: int, starter: int) -> list[Tile]:
    """The tiles of the running round or of the one before; sections were laid in turn from the starter on."""
    laid = zip(source.cell[:count].tolist(), source.code[:count].tolist(), strict=True)
    return [
        _tile(cell, code, (starter + slot - ROW) % players if slot >= ROW else None)
        for slot, (cell, code) in enumerate(laid)
    ]


def _frame(tiles: list[Tile]) -> tuple[int, int, int, int]:
    xs, ys = [tile.x for tile in tiles] or [0, 5], [tile.y for tile in tiles] or [0]
    return min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1


def _aside(board: Board, state: State, tiles: list[Tile]) -> dict[str, int]:
    """What is neither in the pile, nor on the table, nor in hand."""
    seen = Counter(_section(tile.kind, tile.ports) for tile in tiles[ROW:])
    if state.drawn:
        seen[KIND_TEXTS[int(state.drawn) - 1]] += 1
    counts = zip(KIND_TEXTS, board.deck.tolist(), state.pile.tolist(), strict=False)  # a pile has room for more kinds
    left = {kind: deck - pile - seen[kind] for kind, deck, pile in counts}
    return {kind: n for kind, n in left.items() if n > 0}


@cache
def _section(kind: str, ports: str) -> str:
    """The section a tile shows, as the pile counts it."""
    return "".join(sorted(set(ports))) + {"cross": "+", "bend": ")", "junction": "*", "bridge": "x"}[kind]


def _way(report: Any) -> list[Step]:
    """The steps of a report, from start to arrival."""
    nodes = report[trips.REPORT : trips.REPORT + int(report[2])][::-1]
    return [Step(*place_of(int(node) // LINES), int(node) % LINES + 1) for node in nodes]


def _trip(board: Board, state: State, line: int) -> Trip:
    report = np.zeros(trips.REPORT + NODES, np.int64)
    found = trips.journey(board, state, line - 1, trips.GAP, report) >= 0
    changes = int(report[1])
    return Trip(
        line=line,
        missing=int(report[0]) if found else None,
        changes=changes if found else None,
        worth=int(trips.trip_points(changes)) if found else None,
        way=_way(report) if found else [],
        stretch=int(trips.stretch(board, state, line - 1)),
    )


def _last(setting: CorrespondancesSetting, state: State) -> Round:
    """The round before, with everybody's way."""
    board, players = setting.board, setting.players
    starter = int(state.starter) if state.stage == OVER else (int(state.starter) - 1) % players
    past, ground = state.past, copy_of(state)
    laying.recall(board, ground)
    results = []
    for seat in range(players):
        report = np.zeros(trips.REPORT + NODES, np.int64)
        arrived = bool(past.trip[seat])
        trips.journey(board, ground, int(past.line[seat]) - 1, 0 if arrived else trips.GAP, report)
        longest = int(past.longest) == seat + 1
        results.append(
            Result(
                line=int(past.line[seat]),
                arrived=arrived,
                changes=int(past.changes[seat]) if arrived else None,
                trip=int(past.trip[seat]),
                stretch=int(past.stretch[seat]),
                longest=longest,
                points=int(past.trip[seat]) + longest,
                way=_way(report),
            )
        )
    return Round(int(past.number), _tiles(past, int(past.tiles), players, starter), results)


def _placement(board: Board, state: State, seat: int, move: str, action: int) -> Placement:
    """Lay the section on a copy of what this seat knows and tell the difference."""
    after = copy_of(state)
    if action != PASS:
        laying.lay(board, after, action // LOOKS, rules.code_of(state, action))
    x, y = (None, None) if action == PASS else place_of(action // LOOKS)
    line = int(state.line[seat])
    report = np.zeros(trips.REPORT, np.int64)
    completes = _lines(int(after.complete) & ~int(state.complete))
    finishes = line in completes
    found = trips.journey(board, after, line - 1, 0 if finishes else trips.GAP, report) >= 0
    return Placement(
        move=move,
        x=x,
        y=y,
        ports=None if action == PASS else LOOK_TEXTS[action % LOOKS],
        completes=completes,
        finishes=finishes,
        points=int(trips.trip_points(int(report[1]))) if finishes else None,
        missing=int(report[0]) if found else None,
        changes=int(report[1]) if found else None,
        worth=int(trips.trip_points(int(report[1]))) if found else None,
        stretch=int(trips.stretch(board, after, line - 1)),
    )
