"""The board of L'Odyssée, made of a mode and a city."""

from __future__ import annotations

from functools import cache
from typing import Any

from strapontin.core.game import Setting
from strapontin.core.kernel import blank, copy_of
from strapontin.core.layout import up_to
from strapontin.games.odyssee.kernels import city as cities
from strapontin.games.odyssee.kernels.bits import BIT, CELL_PLACE, CORNER_PLACE, NOWHERE, WORD
from strapontin.games.odyssee.kernels.city import City
from strapontin.games.odyssee.kernels.digging import other_half
from strapontin.games.odyssee.kernels.lattice import (
    CELL,
    CELL_AT,
    CELLS,
    CORNER,
    CORNERS,
    EDGE,
    LEFT,
    OUTER_AT,
    OUTERS,
    RIGHT,
    SIDE,
    STEPS,
    inside,
    text_rank,
    toward,
)
from strapontin.games.odyssee.kernels.state import LITTLE, NONE, ODYSSEE, PLACES, TURNS, Board, State

MODES = {"odyssee": ODYSSEE, "little": LITTLE}
DEFAULT_MODE = "odyssee"


OdysseeSetting = Setting[Board, City | None]


def setting(options: dict[str, Any], players: int) -> OdysseeSetting:
    """The board of a mode, on a city of one's own if one is given."""
    city = cities.read(options["city"]) if "city" in options else None
    return Setting(options, players, board(MODES[options["mode"]], players, city), city)


def board(mode: int, players: int, city: City | None) -> Board:
    """The board record of a mode, a number of players, and a city if one is given."""
    record = copy_of(_lattice())
    record.mode, record.players, record.extent = mode, players, up_to(State, "line", 2 * players)
    if city is not None:
        record.inline = 1
        named = [*city.houses, *city.shops, *city.offices, *city.park, *city.lake]
        record.city[:] = [CELL[cell] for cell in named]
    return record


@cache
def _lattice() -> Board:
    """The tables that are the same for every game."""
    record = blank(Board)
    record.step[:], record.edge[:], record.flank[:], record.spots[:] = NONE, NONE, NONE, NONE
    record.room[:] = NOWHERE
    for i, point in enumerate(CORNERS):
        record.rank[i] = text_rank(point)
        for direction in range(6):
            after = toward(point, direction)
            if inside(after):
                record.step[i, direction] = CORNER[after]
                record.edge[i, direction] = EDGE[frozenset((point, after))]
                for side, third in ((LEFT, toward(point, direction - 1)), (RIGHT, toward(point, direction + 1))):
                    cell = CELL_AT.get(frozenset((point, after, third)))
                    if cell is not None:
                        record.flank[i, direction, side], record.room[i, direction, side] = cell, CELL_PLACE[cell]
            elif after in OUTER_AT:
                record.step[i, direction] = len(CORNERS) + OUTER_AT[after]
    for i, triangle in enumerate(CELLS):
        record.angle[i] = [CORNER[point] for point in triangle.points]
    for k, outer in enumerate(OUTERS):
        record.white[k] = outer.white
        for j, corner in enumerate(outer.rim):
            record.rim[k, j] = CORNER[corner]
            record.entry[k, j] = STEPS.index((corner[0] - outer.tip[0], corner[1] - outer.tip[1]))
    for side in range(6):
        for k, outer in enumerate(OUTERS):
            if not outer.white and other_half(k, side * SIDE):
                record.half[side] |= 1 << k
                for j in range(2):
                    out = (int(record.entry[k, j]) + 3) % 6
                    place = int(CORNER_PLACE[record.rim[k, j]])
                    record.doors[side, out, place >> WORD] |= 1 << (place & BIT)
    for d, district in enumerate(cities.districts()):
        record.water[d] = 1 if district.park else 2 if district.lake else 0
        for place in range(PLACES):
            for turned in range(TURNS):
                for j, name in enumerate(district.cells):
                    record.spots[place, d, turned, j] = cities.laid(name, place, turned)
    return record
