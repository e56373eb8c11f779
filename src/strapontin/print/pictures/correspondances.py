"""Tiles, the row, what fits and a trip."""

from __future__ import annotations

from strapontin.games.correspondances.faces.art import INK, letters, tile
from strapontin.games.correspondances.faces.view import kind_of, ports_of
from strapontin.games.correspondances.kernels.state import CODES, LINES, STRAIGHT
from strapontin.print.ink import moved, svg

ROUTE = "M50 100V76L76 50H250V196"
"""Of the trip: up from the end tile, round the bend, across, and down on the other line."""


def pictures() -> dict[str, str]:
    """By their names."""
    ends = [ports_of(code) for code in range(STRAIGHT, CODES) if kind_of(code) == "end"]
    row = [tile(ends[0], "end"), *(tile(f"{i}-{i}-", "straight") for i in range(1, LINES + 1)), tile(ends[1], "end")]
    kinds = [row[0], row[2], tile("2121", "cross"), tile("2211", "bend"), tile("3333", "junction")]
    return {"tiles": _beside(kinds, 20), "row": _row(row), "fit": _fit(), "trip": _trip(ends[0])}


def _beside(tiles: list[str], gap: float) -> str:
    """Tiles in a row."""
    step = 100 + gap
    return svg("".join(moved(one, i * step, 0) for i, one in enumerate(tiles)), 0, 0, len(tiles) * step - gap, 100)


def _row(row: list[str]) -> str:
    """The row of a round, an arrow at the start of each line: from both end tiles, up and down."""
    shape = 'stroke-width="7" stroke-linecap="round" stroke-linejoin="round"'
    arrow = f'<path d="M0 0V-34M-12 -22L0 -34L12 -22" fill="none" stroke="{INK}" {shape}/>'
    body = "".join(moved(one, i * 100, 0) for i, one in enumerate(row))
    for x in (50, len(row) * 100 - 50):
        body += moved(arrow, x, -10) + moved(f'<g transform="rotate(180)">{arrow}</g>', x, 110)
    return svg(body, 0, -52, len(row) * 100, 204)


def _fit() -> str:
    """Two tiles that fit, ticked, and two that do not, crossed out."""
    pairs = (("3232", "M-9 0L-3 7L9-8", "#00743c"), ("1414", "M-8-8L8 8M8-8L-8 8", "#b3122f"))
    body = ""
    for i, (ports, sign, colour) in enumerate(pairs):
        disc = f'<circle r="17" fill="#fff" stroke="{colour}" stroke-width="4"/>'
        mark = f'{disc}<path d="{sign}" fill="none" stroke="{colour}" stroke-width="5"/>'
        two = tile("1212", "cross") + moved(tile(ports, "cross"), 100, 0) + moved(mark, 100, 14)
        body += moved(two, i * 260, 4)
    return svg(body, 0, -4, 460, 110)


def _trip(end: str) -> str:
    """A trip of five tiles with one change, and what it scores."""
    laid = (
        (0, 100, end, "end"),
        (0, 0, "3223", "bend"),
        (100, 0, "4242", "cross"),
        (200, 0, "1212", "cross"),
        (200, 100, "1-1-", "straight"),
    )
    body = "".join(moved(tile(ports, kind), x, y) for x, y, ports, kind in laid)
    for colour, width in (("#fff", 13), (INK, 6)):
        body += f'<path d="{ROUTE}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>'
    body += '<circle cx="250" cy="50" r="27" fill="none" stroke="#e07b00" stroke-width="8"/>'
    return svg(body + letters(410, 100, 40, "5 − 1 = 4", INK), -4, -4, 508, 208)
