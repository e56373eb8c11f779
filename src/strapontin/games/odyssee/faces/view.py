"""What a screen shows of L'Odyssée: the city, its lines and stations, the tour, and what each legal move would do."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import numpy as np

from strapontin.core.game import Moves, View
from strapontin.core.kernel import copy_of
from strapontin.core.layout import Ints
from strapontin.games.odyssee.faces.notation import NAMES, Ride, here, rides, tour_text
from strapontin.games.odyssee.kernels import rules, tour
from strapontin.games.odyssee.kernels.board import OdysseeSetting
from strapontin.games.odyssee.kernels.digging import doors, extends
from strapontin.games.odyssee.kernels.lattice import CELLS, CORNERS, OUTERS, corner_text, node_text
from strapontin.games.odyssee.kernels.outlook import AFAR, NEED, OUTLOOK, SIGHT, look
from strapontin.games.odyssee.kernels.state import (
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
    Board,
    State,
)

SPOTS = [*(f"{spot} {i + 1}" for spot in ("house", "shop", "office") for i in range(HOUSES)), "park", "lake"]
PHASES = {BUILD: "build", BONUS: "bonus", LOT: "lot", GUIDE: "tour", OVER: "over"}


class CityView(msgspec.Struct):
    """Where the spots lie, in the form `options.city` has; null where a district is still to be drawn."""

    houses: list[str | None]
    """The cells of houses 1 to 6."""
    shops: list[str | None]
    """The cells of shops 1 to 6 (a to f in the terminal)."""
    offices: list[str | None]
    """The cells of the offices."""
    park: list[str]
    """The cells of the Park."""
    lake: list[str]
    """The cells of the Lake."""


class StationView(msgspec.Struct):
    """A station: who caused or built it (null: it was there from the start), and what it serves."""

    corner: str
    """The corner it stands on, such as `2,-1`."""
    by: int | None
    """The seat that caused or built it; null if it was there from the start."""
    houses: list[int]
    """The houses it serves, numbered from 1."""
    shops: list[int]
    """The shops it serves, numbered from 1."""
    lines: list[str]
    """The lines that stop here, such as `1s`."""


class LineView(msgspec.Struct):
    """One line: its path from tip to free end (or tip), and the cells its tunnels lie on."""

    seat: int
    """Whose line."""
    line: Literal["s", "t"]
    """`s` for the solid line, `t` for the striped one."""
    status: Literal["waiting", "open", "blocked", "finished"]
    """`waiting` before its first tunnel, then `open`, `blocked` while nothing fits, and `finished`."""
    path: list[str]
    """Its corners from start to head; `@17` is the tip of outer cell 17."""
    cells: list[str]
    """The cells its tunnels lie on, in order."""
    left: int
    """Tunnels left."""
    exits: list[int]
    """The outer cells it may still leave by, as the city stands."""
    need: int | None
    """Tunnels to the nearest of them; null if there is no way out, or the line is not open."""


class Parts(msgspec.Struct):
    """How a score is made up."""

    stations: int
    """Points for stations."""
    sections: int
    """Points for sections ridden on the tour."""
    presents: int
    """Points for presents, 2 for each."""
    lines: int
    """Points for finished lines (mode `little`)."""
    total: int
    """The score: the sum of these."""


class PlayerView(msgspec.Struct):
    """One player's account."""

    score: Parts
    """The score and what it is made of."""
    finished: int
    """Lines finished."""
    tunnels: int
    """Tunnels dug."""
    turns: int
    """Turns taken."""


class RideView(msgspec.Struct):
    """One ride of Father Christmas on one line, with every corner it passes."""

    seat: int
    """Whose line is ridden."""
    line: Literal["s", "t"]
    """`s` for the solid line, `t` for the striped one."""
    start: str
    """The corner of the station where the ride begins."""
    end: str
    """The corner of the station where it ends."""
    sections: int
    """Sections ridden, a point each for the owner of the line."""
    path: list[str]
    """Every corner on the way."""


class Stop(msgspec.Struct):
    """A stop of the tour: who guided, the move, what it paid, and which shops sent presents by whose lines."""

    house: int
    """The house, numbered from 1."""
    guide: int | None
    """The seat that guided him there; null at the first stop."""
    move: str | None
    """The move that brought him there; null at the first stop."""
    minutes: int | None
    """Null where no way led there, or at the first stop."""
    rides: list[RideView]
    """The rides that brought him there; empty if he walked."""
    sections: list[int]
    """Points per player for sections."""
    shops: list[list[int]]
    """Shops per player."""
    presents: list[int]
    """Points per player for the presents of these shops."""


class Move(msgspec.Struct):
    """A legal move and what it would do."""

    move: str
    """The move as it is written and sent."""
    kind: Literal["tunnel", "start", "leave", "station", "bonus", "pass", "tour"]
    """What it does: which of the fields below have a meaning."""
    line: Literal["s", "t"] | None = None
    """The line it digs, `s` solid or `t` striped; null for other moves."""
    start: str | None = None
    """Where the tunnel begins: a corner, or `@17` for the tip of an outer cell; null for other moves."""
    end: str | None = None
    """Where the tunnel ends: a corner, or `@17` where it leaves the city; null for other moves."""
    cell: str | None = None
    """The cell the tunnel would lie on; null for other moves."""
    stations: list[str] = []
    """Stations that would appear or be built, in order."""
    points: int = 0
    """What the mover would score for them."""
    near: list[str] = []
    """What they would touch, a point each: such as `house 3`, `shop 1`, `office 2`, `park`, `lake`."""
    blocks: bool = False
    """Whether the line would then be blocked."""
    exits: list[int] = []
    """The outer cells the line might then still leave by."""
    need: int | None = None
    """Tunnels the line would then still need to get out; null if there is no way out, and for other moves."""
    ends_turn: bool = False
    """Whether it would end the turn."""
    house: int | None = None
    """The house he would be guided to, numbered from 1; null for other moves."""
    minutes: int | None = None
    """How long that takes; null if no line leads there and he walks, and for other moves."""
    rides: list[RideView] = []
    """The rides that would take him there."""
    sections: list[int] = []
    """Points per player for the sections ridden."""
    shops: list[list[int]] = []
    """The shops that would send presents, per player."""
    presents: list[int] = []
    """Points per player for these presents."""


class OdysseeView(View, kw_only=True):
    """The table; everything lies open."""

    mode: str
    """`odyssee`, or `little`, the short game without a tour."""
    phase: str
    """`setup`, `build`, `bonus` (a station to place for a finished line), `lot` (who guides), `tour` or `over`."""
    starter: int | None
    """The seat that begins; null before it is drawn."""
    turn: int
    """Turns ended."""
    left: int
    """Tunnels left in the running turn."""
    closing: int | None
    """Turns left once the end of building is in sight; null before."""
    supply: int
    """Stations left to build."""
    city: CityView
    """Where the spots of the city lie."""
    districts: list[str]
    """District and turn of each place drawn, such as `3/1`."""
    park_house: int | None
    """The house by the Park, where the tour begins; null before the city is laid out."""
    lake_house: int | None
    """The house by the Lake, where the tour ends; null before the city is laid out."""
    stations: list[StationView]
    """The stations, in the order of their corners."""
    lines: list[LineView]
    """The lines of all seats, solid and striped."""
    accounts: list[PlayerView]
    """Every seat's score and counts."""
    tour: list[Stop]
    """The stops of the tour so far."""
    at: int | None
    """The house Father Christmas is at, numbered from 1; null before the tour."""
    guide: int | None
    """The seat that guides him now; null outside the tour."""
    tied: list[int]
    """Who may be drawn by lot to guide him."""
    moves: list[Move]
    """The legal moves of these eyes' seat and what each would do; empty if it may not act."""


def view(setting: OdysseeSetting, state: State, header: dict[str, Any], moves: Moves) -> OdysseeView:
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
        moves=[move_view(board, state, header["seat"], text, action, work) for text, (action,) in moves().items()],
    )


def move_view(board: Board, state: State, seat: int, text: str, action: int, work: Ints) -> Move:
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
        near = touched(board, state, new[0])
        return Move(move=text, kind=kind, stations=[corner_text(new[0])], points=scored, near=near, ends_turn=ends)
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
        near=[spot for corner in new for spot in touched(board, state, corner)],
        blocks=bool(not row.finished and not extends(after, line)),
        ends_turn=ends,
    )
    if kind == "start":
        move.exits = _outers(int(doors(board, state, start - len(CORNERS))))
    elif kind == "tunnel":
        move.exits, move.need = outlook(board, after, line, work)
    return move


def outlook(board: Board, state: State, line: int, work: Ints) -> tuple[list[int], int | None]:
    """Where a line may still leave, and how many tunnels that takes at least."""
    exits = _outers(int(look(board, state, line, work)))
    need = int(work[(line & 1) * SIGHT + NEED])
    return exits, None if need == AFAR else need


def _outers(mask: int) -> list[int]:
    return [outer for outer in range(len(OUTERS)) if mask >> outer & 1]


def shops_of(board: Board, state: State, house: int) -> list[list[int]]:
    """The shops that send presents to a house, per player, numbered from 1."""
    masks = [int(tour.supplied(state, house, seat)) for seat in range(board.players)]
    return [[shop + 1 for shop in range(HOUSES) if mask >> shop & 1] for mask in masks]


def presents_of(board: Board, state: State, house: int) -> list[int]:
    """Points per player for presents at a house."""
    after = copy_of(state)
    tour.collect(board, after, house)
    return [int(after.presents[seat] - state.presents[seat]) for seat in range(board.players)]


def touched(board: Board, state: State, corner: int) -> list[str]:
    """The spots a corner touches, each worth a point to a station there."""
    mask = int(rules.spots(board, state, corner))
    return [name for i, name in enumerate(SPOTS) if mask >> i & 1]


def minutes_between(board: Board, state: State, house: int, target: int) -> int | None:
    """The minutes of the fastest route, or None if there is none."""
    work = np.empty(tour.WORK, np.int64)
    tour.spread(board, state, house, work)
    found = int(tour.minutes(board, state, target, work))
    return None if found == tour.FAR else found


def section_points(board: Board, ridden: list[Ride]) -> list[int]:
    """Points per player for the sections of a route."""
    return [sum(ride.sections for ride in ridden if ride.line // 2 == seat) for seat in range(board.players)]


def _tour_move(board: Board, state: State, text: str, house: int, index: int) -> Move:
    ridden = rides(board, state, here(state), house, index)
    return Move(
        move=text,
        kind="tour",
        house=house + 1,
        minutes=minutes_between(board, state, here(state), house),
        rides=[_ride(state, ride) for ride in ridden],
        sections=section_points(board, ridden),
        shops=shops_of(board, state, house),
        presents=presents_of(board, state, house),
        ends_turn=True,
    )


def _stop(board: Board, state: State, i: int) -> Stop:
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
        presents=presents_of(board, state, house),
    )


def _ride(state: State, ride: Ride) -> RideView:
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


def _line(board: Board, state: State, line: int, work: Ints) -> LineView:
    row = state.line[line]
    n = int(row.tunnels)
    status: Any = "waiting" if n == 0 else "finished" if row.finished else "open"
    exits: list[int] = []
    need: int | None = None
    if status == "open":
        if extends(state, line):
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


def _account(state: State, seat: int) -> PlayerView:
    stations, sections = int(state.building[seat]), int(state.sections[seat])
    presents, lines = int(state.presents[seat]), int(state.ends[seat])
    return PlayerView(
        score=Parts(stations, sections, presents, lines, int(tour.points(state, seat))),
        finished=int(state.finished[seat]),
        tunnels=int(state.tunnels[seat]),
        turns=int(state.turns[seat]),
    )


def _stations(board: Board, state: State) -> list[StationView]:
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


def _city(state: State) -> CityView:
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
