"""What a screen shows of L'Odyssée: the city, its lines and stations, the tour, and what each legal move would do."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import numpy as np

from strapontin.core.game import Actions, Setting, View
from strapontin.core.kernel import copy_of
from strapontin.games.odyssee import rules, tour
from strapontin.games.odyssee.digging import extends, other_half
from strapontin.games.odyssee.lattice import CELLS, CORNERS, OUTERS, corner_text, node_text, place
from strapontin.games.odyssee.notation import NAMES, Ride, here, rides, tour_text
from strapontin.games.odyssee.outlook import AFAR, NEED, OUTLOOK, look
from strapontin.games.odyssee.state import (
    BONUS,
    BUILD,
    DIG,
    FROM,
    GUIDE,
    HOUSES,
    LEAVE,
    LOT,
    NONE,
    OVER,
    PASS,
    ROUTES,
    SET_UP,
    START,
    STATION,
    TOUR,
    TUNNELS,
    TURNS,
)

PHASES = {BUILD: "build", BONUS: "bonus", LOT: "lot", GUIDE: "tour", OVER: "over"}


class CityView(msgspec.Struct):
    """Where the spots lie, in the form `options.city` has; null where a district is still to be drawn."""

    houses: list[str | None]
    shops: list[str | None]
    offices: list[str | None]
    park: list[str]
    lake: list[str]


class StationView(msgspec.Struct):
    """A station: who caused or built it (null: it was there from the start), and what it serves."""

    corner: str
    by: int | None
    houses: list[int]
    """House numbers, from 1."""
    shops: list[int]
    lines: list[str]
    """The lines that stop here, such as `1s`."""


class LineView(msgspec.Struct):
    """One line: its path from tip to free end (or tip), and the cells its tunnels lie on."""

    seat: int
    line: Literal["s", "t"]
    status: Literal["waiting", "open", "blocked", "finished"]
    path: list[str]
    cells: list[str]
    left: int
    """Tunnels left."""
    exits: list[int]
    """The outer cells it may still leave by, as the city stands."""
    need: int | None
    """Tunnels to the nearest of them."""


class Parts(msgspec.Struct):
    """How a score is made up."""

    stations: int
    sections: int
    presents: int
    lines: int
    """For finished lines (little)."""
    total: int


class PlayerView(msgspec.Struct):
    """One player's account."""

    score: Parts
    finished: int
    tunnels: int
    turns: int


class RideView(msgspec.Struct):
    """One ride of Father Christmas on one line, with every corner it passes."""

    seat: int
    line: Literal["s", "t"]
    start: str
    end: str
    sections: int
    path: list[str]


class Stop(msgspec.Struct):
    """A stop of the tour: who guided, the move, what it paid, and which shops sent presents by whose lines."""

    house: int
    guide: int | None
    move: str | None
    minutes: int | None
    """Null where no way led there, or at the first stop."""
    rides: list[RideView]
    sections: list[int]
    """Points per player for sections."""
    shops: list[list[int]]
    """Shops per player, 2 points each."""


class Move(msgspec.Struct):
    """A legal move and what it would do."""

    move: str
    kind: Literal["tunnel", "start", "leave", "station", "bonus", "pass", "tour"]
    line: Literal["s", "t"] | None = None
    start: str | None = None
    """Where the tunnel begins: a corner, or `@17` for the tip of an outer cell."""
    end: str | None = None
    cell: str | None = None
    """The cell the tunnel would lie on."""
    stations: list[str] = []
    """Stations that would appear or be built, in order."""
    points: int = 0
    """What the mover would score for them."""
    blocks: bool = False
    """Whether the line would then be blocked."""
    exits: list[int] = []
    """The outer cells the line might then still leave by."""
    need: int | None = None
    ends_turn: bool = False
    house: int | None = None
    minutes: int | None = None
    rides: list[RideView] = []
    sections: list[int] = []
    """Points per player for the sections ridden."""
    shops: list[list[int]] = []
    """The shops that would send presents, per player."""


class OdysseeView(View, kw_only=True):
    """The table; everything lies open."""

    mode: str
    phase: str
    starter: int | None
    turn: int
    """Turns ended."""
    left: int
    """Tunnels left in the running turn."""
    closing: int | None
    """Turns left once the end of building is in sight."""
    supply: int
    city: CityView
    districts: list[str]
    """District and turn of each place drawn, such as `3/1`."""
    park_house: int | None
    lake_house: int | None
    stations: list[StationView]
    lines: list[LineView]
    accounts: list[PlayerView]
    tour: list[Stop]
    at: int | None
    """The house Father Christmas is at."""
    guide: int | None
    tied: list[int]
    """Who may be drawn by lot to guide him."""
    moves: list[Move]


def scene(setting: Setting) -> dict[str, Any]:
    """The lattice, with where everything is drawn."""

    def spot(point: tuple[int, int]) -> dict[str, float]:
        x, y = place(point)
        return {"x": round(x, 4), "y": round(y, 4)}

    return {
        "corners": [{"id": corner_text(i), **spot(point)} for i, point in enumerate(CORNERS)],
        "cells": [
            {"id": cell.name, "corners": [f"{q},{r}" for q, r in cell.points], "x": round(x, 4), "y": round(y, 4)}
            for cell in CELLS
            for x, y in [cell.middle]
        ],
        "outers": [
            {
                "id": k,
                "side": k // 5,
                "arrow": "white" if outer.white else "black",
                "rim": [f"{q},{r}" for q, r in outer.rim],
                **spot(outer.tip),
            }
            for k, outer in enumerate(OUTERS)
        ],
        "tunnels": TUNNELS,
        "dig": DIG,
    }


def view(setting: Setting, state: Any, header: dict[str, Any], moves: dict[str, Actions]) -> OdysseeView:
    """Build the view."""
    board, work = setting.board, np.empty(OUTLOOK, np.int64)
    building = state.phase in (BUILD, BONUS)
    return OdysseeView(
        **header,
        mode=setting.options["mode"],
        phase=PHASES.get(int(state.phase), "setup"),
        starter=_seat(state.starter),
        turn=int(state.turn),
        left=DIG - int(state.dug) if building else 0,
        closing=int(state.closing) if building and state.closing > 0 else None,
        supply=int(state.supply),
        city=_city(state),
        districts=[f"{one // TURNS}/{one % TURNS}" for one in map(int, state.district) if one != NONE],
        park_house=_number(state.home),
        lake_house=_number(state.last),
        stations=_stations(board, state),
        lines=[_line(board, state, line, work) for line in range(2 * board.players)],
        accounts=[_account(state, seat) for seat in range(board.players)],
        tour=[_stop(board, state, i) for i in range(int(state.stops))],
        at=here(state) + 1 if state.stops else None,
        guide=int(state.seat) if state.phase == GUIDE else None,
        tied=[seat for seat in range(board.players) if state.phase == LOT and int(state.tied) >> seat & 1],
        moves=[move_view(board, state, header["seat"], text, action, work) for text, (action,) in moves.items()],
    )


def move_view(board: Any, state: Any, seat: int, text: str, action: int, work: Any) -> Move:
    """What a move would do."""
    if action >= TOUR:
        house, index = divmod(action - TOUR, ROUTES)
        return _tour_move(board, state, text, house, index)
    if action == PASS:
        return Move(move=text, kind="pass", ends_turn=True)
    after = copy_of(state)
    rules.apply(board, after, seat, action)
    new = np.flatnonzero(after.station != state.station).tolist()
    scored = int(after.building[seat] - state.building[seat])
    ends = bool(after.turn != state.turn)
    if action >= STATION:
        kind: Any = "bonus" if state.phase == BONUS else "station"
        return Move(move=text, kind=kind, stations=[corner_text(new[0])], points=scored, ends_turn=ends)
    kind = "start" if action >= START else "leave" if action >= LEAVE else "tunnel"
    line = 2 * seat + NAMES.index(text[0])
    row = after.line[line]
    n = int(row.tunnels)
    start, end = int(row.path[n - 1]), int(row.path[n])
    new.sort(key=lambda corner: corner != start)  # the corner one comes from first
    move = Move(
        move=text,
        kind=kind,
        line="t" if line & 1 else "s",
        start=node_text(start),
        end=node_text(end),
        cell=_cell(int(row.cells[n - 1])),
        stations=[corner_text(corner) for corner in new],
        points=scored,
        blocks=bool(not row.finished and not extends(board, after, line)),
        ends_turn=ends,
    )
    if kind == "start":
        outer = start - len(CORNERS)
        free = state.cell[len(CELLS) :].tolist()
        move.exits = [k for k, one in enumerate(OUTERS) if not one.white and other_half(k, outer) and not free[k]]
    elif kind == "tunnel":
        move.exits, move.need = outlook(board, after, line, work)
    return move


def outlook(board: Any, state: Any, line: int, work: Any) -> tuple[list[int], int | None]:
    """Where a line may still leave, and how many tunnels that takes at least."""
    mask = int(look(board, state, line, work))
    need = int(work[NEED])
    return [k for k in range(len(OUTERS)) if mask >> k & 1], None if need == AFAR else need


def shops_of(board: Any, state: Any, house: int) -> list[list[int]]:
    """The shops that send presents to a house, per player, numbered from 1."""
    masks = [int(tour.supplied(board, state, house, seat)) for seat in range(board.players)]
    return [[shop + 1 for shop in range(HOUSES) if mask >> shop & 1] for mask in masks]


def minutes_between(board: Any, state: Any, house: int, target: int) -> int | None:
    """The minutes of the fastest route, or None if there is none."""
    work = np.empty(tour.WORK, np.int64)
    tour.spread(board, state, house, work)
    found = int(tour.minutes(board, state, house, target, work))
    return None if found == tour.FAR else found


def section_points(board: Any, ridden: list[Ride]) -> list[int]:
    """Points per player for the sections of a route."""
    return [sum(ride.sections for ride in ridden if ride.line // 2 == seat) for seat in range(board.players)]


def _tour_move(board: Any, state: Any, text: str, house: int, index: int) -> Move:
    ridden = rides(board, state, here(state), house, index)
    return Move(
        move=text,
        kind="tour",
        house=house + 1,
        minutes=minutes_between(board, state, here(state), house),
        rides=[_ride(state, ride) for ride in ridden],
        sections=section_points(board, ridden),
        shops=shops_of(board, state, house),
        ends_turn=True,
    )


def _stop(board: Any, state: Any, i: int) -> Stop:
    house, index = int(state.stop[i]), int(state.route[i])
    before = int(state.stop[i - 1])
    ridden = rides(board, state, before, house, index) if i and index != NONE else []
    return Stop(
        house=house + 1,
        guide=int(state.guide[i]) if i else None,
        move=tour_text(board, state, before, house, max(index, 0)) if i else None,
        minutes=minutes_between(board, state, before, house) if i else None,
        rides=[_ride(state, ride) for ride in ridden],
        sections=section_points(board, ridden),
        shops=shops_of(board, state, house),
    )


def _ride(state: Any, ride: Ride) -> RideView:
    path = [int(node) for node in state.line[ride.line].path[: int(state.line[ride.line].tunnels) + 1]]
    i, j = path.index(ride.start), path.index(ride.end)
    passed = path[i : j + 1] if i < j else path[j : i + 1][::-1]
    return RideView(
        seat=ride.line // 2,
        line="t" if ride.line & 1 else "s",
        start=corner_text(ride.start),
        end=corner_text(ride.end),
        sections=ride.sections,
        path=[corner_text(corner) for corner in passed],
    )


def _line(board: Any, state: Any, line: int, work: Any) -> LineView:
    row = state.line[line]
    n = int(row.tunnels)
    status: Any = "waiting" if n == 0 else "finished" if row.finished else "open"
    exits: list[int] = []
    need: int | None = None
    if status == "open":
        if extends(board, state, line):
            exits, need = outlook(board, state, line, work)
        else:
            status = "blocked"
    return LineView(
        seat=line // 2,
        line="t" if line & 1 else "s",
        status=status,
        path=[node_text(int(node)) for node in row.path[: n + 1]] if n else [],
        cells=[_cell(int(cell)) for cell in row.cells[:n]],
        left=TUNNELS - n,
        exits=exits,
        need=need,
    )


def _account(state: Any, seat: int) -> PlayerView:
    stations, sections = int(state.building[seat]), int(state.sections[seat])
    presents, lines = int(state.presents[seat]), int(state.ends[seat])
    return PlayerView(
        score=Parts(stations, sections, presents, lines, stations + sections + presents + lines),
        finished=int(state.finished[seat]),
        tunnels=int(state.tunnels[seat]),
        turns=int(state.turns[seat]),
    )


def _stations(board: Any, state: Any) -> list[StationView]:
    by, houses, shops = state.station.tolist(), state.houses.tolist(), state.shops.tolist()
    passing, lines = state.passing.tolist(), range(2 * int(board.players))
    return [
        StationView(
            corner=corner_text(corner),
            by=None if by[corner] == SET_UP else by[corner] - FROM,
            houses=[house + 1 for house in range(HOUSES) if houses[corner] >> house & 1],
            shops=[shop + 1 for shop in range(HOUSES) if shops[corner] >> shop & 1],
            lines=[f"{line // 2 + 1}{NAMES[line % 2]}" for line in lines if passing[corner] >> line & 1],
        )
        for corner in range(len(CORNERS))
        if by[corner]
    ]


def _city(state: Any) -> CityView:
    def names(cells: Any) -> list[Any]:
        return [None if cell == NONE else CELLS[int(cell)].name for cell in cells]

    waters = [[one for one in names(cells) if one] for cells in (state.park, state.lake)]
    return CityView(names(state.house), names(state.shop), names(state.office), *waters)


def _cell(cell: int) -> str:
    return CELLS[cell].name if cell < len(CELLS) else f"@{cell - len(CELLS)}"


def _seat(seat: Any) -> int | None:
    return None if seat == NONE else int(seat)


def _number(house: Any) -> int | None:
    return None if house == NONE else int(house) + 1
