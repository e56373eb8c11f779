"""What a seat of Correspondances knows, as numbers: its line, the section to place, the pile, and every cell.

A cell has 0 where nothing lies, else the code of its tile and 1 more; `board.port` has the lines at the sides of
every code. Of the round before nothing is told but the points it brought.
"""

from __future__ import annotations

from strapontin.core.observation import Part, bits, choice, circle, items, number, whose
from strapontin.games.correspondances.kernels.board import CorrespondancesSetting
from strapontin.games.correspondances.kernels.state import (
    BOTTOM,
    CODES,
    KINDS,
    LEFT,
    LINES,
    RIGHT,
    SECTIONS,
    SLOTS,
    TOP,
    WIDE,
)

STAGES = ("first", "deal", "set", "draw", "place", "over")
MANY = 10_000


def parts(setting: CorrespondancesSetting) -> list[Part]:
    """Of a table of so many players."""
    players = setting.players
    everybody = circle(players)
    lines = tuple(str(line + 1) for line in range(LINES))
    kinds = tuple(f"kind{kind}" for kind in range(KINDS))
    rows = items([f"y{y}" for y in range(BOTTOM, TOP + 1)], 1, WIDE)
    columns = items([f"x{x}" for x in range(LEFT, RIGHT + 1)], 1)
    return [
        number("number", high=MANY),
        choice("stage", STAGES),
        whose("starter", players),
        whose("seat", players),
        number("dealt", high=players),
        choice("line", ("unknown", *lines), [circle(players, 1)]),
        choice("drawn", ("none", *kinds)),
        number("left", high=SECTIONS),
        number("tiles", high=SLOTS),
        bits("complete", lines),
        number("total", [everybody], high=MANY),
        number("pile", [items(kinds)], high=SECTIONS),
        number("grid", [rows, columns], high=CODES, through="code"),
    ]
