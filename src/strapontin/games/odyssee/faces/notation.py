"""L'Odyssée in short strings.

Tunnels `s:2,-5>2,-4L`, starts `s:@1>2,-5`, leaving `s:-3,5>@17`, stations `+2,-1`, passing `-`, moves of the
tour `H3:1t(0,1>2,1);2s(2,1>4,0)` or `H3:-`. Draws: `first 2`, `D0 3/1`, `S1 2,-3`, `L2`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from strapontin.core.contract import CHANCE
from strapontin.core.errors import UnreadableMove
from strapontin.core.game import Actions
from strapontin.games.odyssee.kernels.board import OdysseeSetting
from strapontin.games.odyssee.kernels.lattice import (
    CORNER,
    CORNERS,
    NUMBER,
    OUTERS,
    STEPS,
    corner_text,
    node_text,
    read_corner,
)
from strapontin.games.odyssee.kernels.state import (
    DISTRICTS,
    HOMES,
    LEAVE,
    LOT,
    PASS,
    PLACES,
    ROUTES,
    START,
    STARTER,
    STATION,
    TOUR,
    TUNNEL,
    TURNS,
    Board,
    State,
)
from strapontin.games.odyssee.kernels.tour import RIDE, WORK, route

NAMES = "st"
SIDES = "LR"
POINT = rf"{NUMBER},{NUMBER}"
OUTER = r"@(0|[1-9][0-9]?)"
TUNNEL_TEXT = re.compile(rf"([st]):({POINT})>({POINT})([LR])")
START_TEXT = re.compile(rf"([st]):{OUTER}>({POINT})")
LEAVE_TEXT = re.compile(rf"([st]):({POINT})>{OUTER}")
STATION_TEXT = re.compile(rf"\+({POINT})")
RIDE_TEXT = rf"[1-4][st]\({POINT}>{POINT}\)"
TOUR_TEXT = re.compile(rf"H([1-6]):(-|{RIDE_TEXT}(?:;{RIDE_TEXT})*)")

DRAWS = {
    STARTER: (re.compile(r"first ([1-4])"), "who starts, such as first 2"),
    DISTRICTS: (re.compile(r"D([0-5]) ([0-5])/([0-2])"), "a district, such as D0 3/1 (place, district/turn)"),
    HOMES: (re.compile(rf"S([1-6]) ({POINT})"), "a house's station, such as S1 2,-3"),
    LOT: (re.compile(r"L([1-4])"), "who guides, such as L2"),
}
EXPECTED = (
    "a tunnel such as s:2,-5>2,-4L, a start such as s:@1>2,-5, leaving such as s:-3,5>@17, "
    "a station such as +2,-1, a tour move such as H3:1t(0,1>2,1) or H3:-, or - to pass"
)


class Ride(NamedTuple):
    """A ride of Father Christmas: a line, the corners where he boards and leaves, and the sections between."""

    line: int
    start: int
    end: int
    sections: int

    @property
    def text(self) -> str:
        """Its notation."""
        where = f"{corner_text(self.start)}>{corner_text(self.end)}"
        return f"{self.line // 2 + 1}{NAMES[self.line % 2]}({where})"


def rides(board: Board, state: State, house: int, target: int, index: int) -> list[Ride]:
    """The rides of one of the fastest routes between two houses; none if none is needed or possible."""
    work = np.empty(WORK, np.int64)
    n = route(board, state, house, target, index, work)
    found = []
    for line, i, j in work[RIDE : RIDE + 3 * n].reshape(n, 3).tolist():
        halts = state.line[line].halt
        found.append(Ride(line, int(halts[i]), int(halts[j]), abs(i - j)))
    return found


def tour_text(board: Board, state: State, house: int, target: int, index: int) -> str:
    """The notation of a move of the tour."""
    return f"H{target + 1}:" + (";".join(ride.text for ride in rides(board, state, house, target, index)) or "-")


def here(state: State) -> int:
    """The house Father Christmas is at."""
    return int(state.stop[int(state.stops) - 1])


def end_of(state: State, line: int) -> int:
    """The free end of a line that has been started."""
    row = state.line[line]
    return int(row.path[int(row.tunnels)])


def text(setting: OdysseeSetting, state: State, seat: int, actions: Actions) -> str:
    """The notation of a draw or a move."""
    (action,), board = actions, setting.board
    if seat == CHANCE:
        return _draw_text(state, action)
    if action >= TOUR:
        return tour_text(board, state, here(state), *divmod(action - TOUR, ROUTES))
    if action == PASS:
        return "-"
    if action >= STATION:
        return f"+{corner_text(action - STATION)}"
    if action >= START:
        which, code = divmod(action - START, 2 * len(OUTERS))
        return f"{NAMES[which]}:@{code // 2}>{corner_text(int(board.rim[code // 2, code % 2]))}"
    if action >= LEAVE:
        which, outer = divmod(action - LEAVE, len(OUTERS))
        return f"{NAMES[which]}:{corner_text(end_of(state, 2 * seat + which))}>@{outer}"
    which, code = divmod(action - TUNNEL, 12)
    end = end_of(state, 2 * seat + which)
    there = node_text(int(board.step[end, code // 2]))
    return f"{NAMES[which]}:{corner_text(end)}>{there}{SIDES[code % 2]}"


def _draw_text(state: State, outcome: int) -> str:
    if state.phase == DISTRICTS:
        return f"D{int(state.drawn)} {outcome // TURNS}/{outcome % TURNS}"
    if state.phase == HOMES:
        return f"S{int(state.drawn) + 1} {corner_text(outcome)}"
    return f"first {outcome + 1}" if state.phase == STARTER else f"L{outcome + 1}"


def read(setting: OdysseeSetting, state: State, seat: int, move: str) -> Actions:
    """The action a text stands for; empty if it names what cannot exist here."""
    if seat == CHANCE:
        return _read_draw(state, move)
    if move == "-":
        return (PASS,)
    if found := TOUR_TEXT.fullmatch(move):
        return _read_tour(setting, state, int(found[1]) - 1, move)
    if found := STATION_TEXT.fullmatch(move):
        corner = read_corner(found[1])
        return () if corner is None else (STATION + corner,)
    if found := START_TEXT.fullmatch(move):
        return _read_start(found)
    leaving = LEAVE_TEXT.fullmatch(move)
    found = leaving or TUNNEL_TEXT.fullmatch(move)
    if not found:
        raise UnreadableMove(move, seat, EXPECTED)
    which, start = NAMES.index(found[1]), read_corner(found[2])
    row = state.line[2 * seat + which]
    if start is None or row.tunnels == 0 or end_of(state, 2 * seat + which) != start:
        return ()
    if leaving:
        outer = int(found[3])
        near = outer < len(OUTERS) and CORNERS[start] in OUTERS[outer].rim
        return (LEAVE + which * len(OUTERS) + outer,) if near else ()
    end = read_corner(found[3])
    if end is None:
        return ()
    step = (CORNERS[end][0] - CORNERS[start][0], CORNERS[end][1] - CORNERS[start][1])
    return (TUNNEL + which * 12 + STEPS.index(step) * 2 + SIDES.index(found[4]),) if step in STEPS else ()


def _read_start(found: re.Match[str]) -> Actions:
    which, outer, corner = NAMES.index(found[1]), int(found[2]), read_corner(found[3])
    if outer >= len(OUTERS) or corner is None:
        return ()
    rim = [CORNER[point] for point in OUTERS[outer].rim]
    return (START + which * 2 * len(OUTERS) + outer * 2 + rim.index(corner),) if corner in rim else ()


def _read_tour(setting: OdysseeSetting, state: State, house: int, move: str) -> Actions:
    if state.stops == 0 or int(state.visited) >> house & 1:
        return ()
    previous = ""
    for index in range(ROUTES):
        offered = tour_text(setting.board, state, here(state), house, index)
        if offered == move:
            return (TOUR + house * ROUTES + index,)
        if offered == previous or offered.endswith("-"):
            break
        previous = offered
    return ()


def _read_draw(state: State, move: str) -> Actions:
    phase = int(state.phase)
    readable = {one: pattern.fullmatch(move) for one, (pattern, _) in DRAWS.items()}
    if not any(readable.values()):
        raise UnreadableMove(move, "*", DRAWS.get(phase, DRAWS[STARTER])[1])
    found = readable.get(phase)
    if found is None:
        return ()
    if phase == DISTRICTS:
        place, district, turned = map(int, found.groups())
        return (district * TURNS + turned,) if place == state.drawn < PLACES else ()
    if phase == HOMES:
        corner = read_corner(found[2])
        return () if corner is None or int(found[1]) != state.drawn + 1 else (corner,)
    return (int(found[1]) - 1,)
