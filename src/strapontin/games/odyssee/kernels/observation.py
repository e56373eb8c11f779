"""What a seat of L'Odyssée knows, as numbers: the city, the lines in it, how the scores came about, the tour.

All lies open; but whoever looks comes first, and each seat's lines are its solid and its striped one.
"""

from __future__ import annotations

from strapontin.core.observation import (
    BITS,
    CHOICE,
    Axis,
    Part,
    around,
    bits,
    choice,
    circle,
    items,
    number,
    seats,
    whose,
)
from strapontin.games.odyssee.kernels import lattice
from strapontin.games.odyssee.kernels.bits import BIT, CELL_PLACE, WORD
from strapontin.games.odyssee.kernels.board import OdysseeSetting
from strapontin.games.odyssee.kernels.lattice import corner_text, node_text
from strapontin.games.odyssee.kernels.state import (
    CELLS,
    CORNERS,
    DIG,
    HOUSES,
    NONE,
    OUTERS,
    PLACES,
    ROUTES,
    STATIONS,
    TUNNELS,
)

PHASES = ("starter", "districts", "homes", "build", "bonus", "lot", "guide", "over")
MANY = 10_000


def parts(setting: OdysseeSetting) -> list[Part]:
    """Of a city with the lines of so many players."""
    players = setting.players
    everybody = circle(players)
    lines = tuple(f"{one}.{which}" for one in around(players) for which in ("solid", "striped"))
    each_line = Axis(lines, ring=2 * players, turn=2)
    corners = items([corner_text(i) for i in range(CORNERS)])
    edges = items([_edge(i) for i in range(len(lattice.EDGE))])
    houses = tuple(f"house{i + 1}" for i in range(HOUSES))
    by_house = items(houses)
    at_most = CELLS - 1
    return [
        choice("phase", PHASES),
        number("drawn", high=PLACES + HOUSES),
        whose("starter", players, before=("none",), low=NONE),
        whose("seat", players, before=("none",), low=NONE),
        number("dug", high=DIG),
        Part("leaving", (), CHOICE, ("none", *lines), low=NONE, ring=2 * players, turn=2),
        number("turn", high=MANY),
        number("closing", low=NONE, high=MANY),
        number("supply", high=STATIONS),
        number("turns", [everybody], high=MANY),
        *(number(field, [by_house], low=NONE, high=at_most) for field in ("house", "shop", "office")),
        *(number(field, [items(("a", "b"))], low=NONE, high=at_most) for field in ("park", "lake")),
        number("worth", [corners], high=127),
        bits("houses", houses, [corners]),
        bits("shops", houses, [corners]),
        whose("station", players, [corners], before=("none", "set up")),
        Part("passing", (corners,), BITS, lines, ring=2 * players, turn=2),
        Part("running", (edges,), BITS, lines, ring=2 * players, turn=2),
        *(bits(f"free[{word}]", _cells(word)) for word in range(4)),
        bits("gates", [node_text(CORNERS + i) for i in range(OUTERS)]),
        *(
            number(field, [everybody], low=-MANY, high=MANY)
            for field in ("building", "sections", "presents", "ends", "finished", "tunnels")
        ),
        seats("tied", players),
        choice("home", ("none", *houses), low=NONE),
        choice("last", ("none", *houses), low=NONE),
        bits("visited", houses),
        number("stops", high=HOUSES),
        number("stop", [by_house], low=NONE, high=HOUSES - 1),
        whose("guide", players, [by_house], before=("none",), low=NONE),
        number("route", [by_house], low=NONE, high=ROUTES - 1),
        number(
            "line.path", [each_line, items([str(i) for i in range(TUNNELS + 1)])], low=NONE, high=CORNERS + OUTERS - 1
        ),
        number("line.tunnels", [each_line], high=TUNNELS),
        number("line.heading", [each_line], low=NONE, high=5),
        number("line.finished", [each_line]),
        number("line.over", [each_line]),
    ]


def _cells(word: int) -> list[str]:
    """What the bits of a word of the free cells stand for, up to the last of them."""
    names = {int(at) & BIT: cell.name for at, cell in zip(CELL_PLACE, lattice.CELLS, strict=True) if at >> WORD == word}
    return [names.get(bit, f"none{bit}") for bit in range(max(names) + 1)]


def _edge(number: int) -> str:
    """The two corners of an edge."""
    (ends,) = [ends for ends, one in lattice.EDGE.items() if one == number]
    return "-".join(f"{q},{r}" for q, r in sorted(ends))
