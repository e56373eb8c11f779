"""The board of Correspondances: what every tile looks like and where it fits."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import Any

from strapontin.core.game import Setting
from strapontin.core.kernel import blank
from strapontin.games.correspondances.kernels.state import (
    BEND,
    BOTTOM,
    BRIDGE,
    BRIDGES,
    CHANGES,
    CODES,
    CROSS,
    END_A,
    END_B,
    FREE,
    JUNCTION,
    KINDS,
    LEFT,
    LINES,
    LOOKS,
    M_A,
    M_B,
    NEEDS,
    PAIRS,
    RIGHT,
    ROW,
    SHAPES,
    STRAIGHT,
    TOP,
    WIDE,
    Board,
    M,
    cell_at,
)

DECKS = {
    "standard": {CROSS: 3, BEND: 3, JUNCTION: 3, BRIDGE: 0},
    "expert": {CROSS: 3, BEND: 2, JUNCTION: 3, BRIDGE: 1},
}
"""How many sections of each kind are in the pile."""

STARTS = {1: (5, 1), 2: (0, 1), 3: (0, -1), 4: (5, -1)}
"""The cell each line's start leads to."""


def turns(ports: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The different ways a tile can lie, turned clockwise by quarters."""
    return list(dict.fromkeys(ports[4 - i :] + ports[: 4 - i] for i in range(4)))


LOOK_PORTS: list[tuple[int, ...]] = [
    *(look for a, b in PAIRS for look in turns((a, b, a, b))),
    *(look for a, b in PAIRS for look in turns((a, a, b, b))),
    *((line,) * 4 for line in range(1, LINES + 1)),
]
"""The ports N E S W of the 40 looks."""

PORTS: list[tuple[int, ...]] = [
    *LOOK_PORTS,
    *LOOK_PORTS[: STRAIGHT - BRIDGES],
    *((line, 0, line, 0) for line in range(1, LINES + 1)),
    (2, 0, 3, M),
    (1, M, 4, 0),
]
"""The ports N E S W of every tile code."""


CorrespondancesSetting = Setting[Board, None]


def setting(options: dict[str, Any], players: int) -> CorrespondancesSetting:
    """The board of the chosen tiles."""
    return Setting(options, players, board(players, options["tiles"]), None)


@cache
def board(players: int, tiles: str) -> Board:
    """The board record of a set of tiles, the same for every match."""
    record = blank(Board)
    record.players = players
    record.step[:] = (WIDE, 1, -WIDE, -1)
    record.power[:] = (1, 5, 25, 125)
    for line, (x, y) in STARTS.items():
        record.start[line - 1] = cell_at(x, y)
    starts_a, starts_b = 1 << 1 | 1 << 2, 1 << 0 | 1 << 3
    ends = cell_at(0, 0), cell_at(ROW - 1, 0)
    for line in range(LINES):
        record.home[line], record.goal[line] = ends if starts_a >> line & 1 else ends[::-1]
    record.goals[:] = [starts_a | M_A if starts_b >> line & 1 else starts_b | M_B for line in range(LINES)]
    for i, row in enumerate(permutations(range(LINES))):
        record.rows[i, :] = row
    for kind in range(KINDS):
        record.deck[kind] = DECKS[tiles][_family(kind)]
    for code in range(CODES):
        _tile(record, code)
    _fits(record)
    return record


def _family(kind: int) -> int:
    return max(family for family in (CROSS, BEND, JUNCTION, BRIDGE) if family <= kind)


def _tile(record: Board, code: int) -> None:
    """The ports, tracks and ends of one tile."""
    ports = PORTS[code]
    lines = sorted({port for port in ports if 0 < port < M})
    record.port[code, :] = ports
    record.lines[code] = sum(1 << line - 1 for line in lines)
    # rules, Material: crosses and double bends are stations; there, and nowhere else, one can change lines
    record.station[code] = len(lines) == 2 and code < BRIDGES
    record.tracks[code] = 1
    if BRIDGES <= code < STRAIGHT:
        record.tracks[code] = 2
        record.track[code, :] = [lines.index(port) for port in ports]
    elif code >= END_A:  # no passing through end tiles: each point is a track of its own
        record.tracks[code] = 3
        points = [port for port in ports if port]
        record.track[code, :] = [points.index(port) if port else 0 for port in ports]
        bits = {M: M_A if code == END_A else M_B}
        record.ends[code, :] = [bits.get(port, 1 << port - 1) for port in points]
    # M matches all lines
    crossing = [range(1, LINES + 1) if port == M else [port] * (port > 0) for port in ports]
    record.ground[code] = sum(1 << 4 * side + line - 1 for side, over in enumerate(crossing) for line in over)
    record.ground[code] |= int(record.station[code] * record.lines[code]) << CHANGES


def _fits(record: Board) -> None:
    """Which looks meet which needs."""
    shape_of: list[int] = []
    for shape in range(SHAPES):
        record.first[shape] = len(shape_of)
        shape_of += [shape] * (2 if shape < BEND else 4 if shape < JUNCTION else 1)
    assert len(shape_of) == LOOKS
    for look, ports in enumerate(LOOK_PORTS):
        shape = shape_of[look]
        bit = 1 << look - int(record.first[shape])
        for wanted in product((0, 1), repeat=4):  # a need met: each side wants this port or anything
            need = sum(port * want * 5**side for side, (port, want) in enumerate(zip(ports, wanted, strict=True)))
            record.fits[shape, need] |= bit
            record.passes[need] |= record.lines[look]
    for need in range(NEEDS):
        record.may[need] = _empty(int(record.passes[need]))
    for x in range(LEFT, RIGHT + 1):
        for y in range(BOTTOM, TOP + 1):
            record.plain[cell_at(x, y)] = _empty((1 << LINES) - 1)


def _empty(lines: int) -> int:
    """What an empty cell is to who comes by, if some section can carry these lines through it."""
    return 1 << FREE | lines << CHANGES | lines * 0x1111


assert END_B == CODES - 1
