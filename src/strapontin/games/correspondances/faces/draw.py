"""The table of Correspondances as SVG: only what is laid, with room around it, and the players above."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from strapontin.games.correspondances.faces.art import INK, PLATE, SIDE, bullet, letters, section, tile
from strapontin.games.correspondances.faces.view import CorrespondancesView, Placement, Tile, Trip
from strapontin.games.correspondances.kernels.board import CorrespondancesSetting

TABLE = "#e9edf1"
ACCENT = "#e2007a"
NAME = 12
"""Letters of a name that fit below a player's points."""
STRIP = 1.1
"""The height of the strip of players, in tiles of a table eight tiles wide."""


def draw(
    setting: CorrespondancesSetting, view: CorrespondancesView, move: str | None = None, names: Sequence[str] = ()
) -> str:
    """The table as these eyes see it, with a preview of a legal move if one is named."""
    left, bottom, right, top = view.frame
    shown = next((one for one in view.moves if one.move == move), None)
    wide, high = (right - left + 1) * SIDE, (top - bottom + 1) * SIDE
    scale = wide / (8 * SIDE)
    strip = STRIP * SIDE * scale
    laid = {(one.x, one.y) for one in view.tiles}
    looks = {(one.ports, one.kind) for one in view.tiles}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {-strip:g} {wide} {high + strip:g}" role="img">',
        f'<rect y="{-strip:g}" width="{wide}" height="{high + strip:g}" rx="{30 * scale:g}" fill="{TABLE}"/>',
        "<defs>",
        *(f'<g id="{_name(ports, kind)}">{tile(ports, kind)}</g>' for ports, kind in sorted(looks)),
        "</defs>",
        f'<g transform="translate(0 {-strip:g}) scale({scale:g})">{_players(view, names)}</g>',
        f'<g transform="translate({-left * SIDE} {top * SIDE})">',
        *_cells(view, shown),
        *(_laid(one) for one in view.tiles),
        *(part for seat, trip in enumerate(view.trips) if trip and seat == view.seat for part in _way(trip, laid)),
        *_ports(view, laid),
        *_latest(view),
        *_preview(view, shown),
        "</g></svg>",
    ]
    return "".join(parts)


def _name(ports: str, kind: str) -> str:
    return f"corr-{kind}-{ports}"


def _corner(x: int, y: int) -> str:
    return f"{x * SIDE} {-y * SIDE}"


def _laid(one: Tile) -> str:
    return f'<use href="#{_name(one.ports, one.kind)}" transform="translate({_corner(one.x, one.y)})"/>'


def _cells(view: CorrespondancesView, shown: Placement | None) -> list[str]:
    """The cells that take the section drawn."""
    cells = sorted({(one.x, one.y) for one in view.moves if one.x is not None and one.y is not None})
    opacity = 0.35 if shown else 1
    return [
        f'<rect x="{x * SIDE + 10}" y="{-y * SIDE + 10}" width="80" height="80" rx="12" fill="#fff" '
        f'stroke="{PLATE}" stroke-width="4" stroke-dasharray="10 9" opacity="{opacity}"/>'
        for x, y in cells
    ]


def _ports(view: CorrespondancesView, laid: set[tuple[int, int]]) -> list[str]:
    """The number of each track of a two-line tile that ends at an empty cell: what must be matched there."""
    marks = []
    for one in view.tiles:
        if one.kind in ("end", "straight", "junction"):  # their number stands in the middle
            continue
        for (dx, dy), port in zip(((0, 1), (1, 0), (0, -1), (-1, 0)), one.ports, strict=True):
            if port in "1234" and (one.x + dx, one.y + dy) not in laid:
                x, y = (one.x + 0.5 + dx * 0.36) * SIDE, (0.5 - one.y - dy * 0.36) * SIDE
                marks.append(bullet(x, y, int(port), 14))
    return marks


def _latest(view: CorrespondancesView) -> list[str]:
    """A frame around the tile laid last."""
    if not view.tiles or view.tiles[-1].seat is None:
        return []
    one = view.tiles[-1]
    return [_frame(one.x, one.y, INK, 5)]


def _frame(x: int, y: int, colour: str, width: int) -> str:
    return (
        f'<rect x="{x * SIDE + 1}" y="{-y * SIDE + 1}" width="98" height="98" rx="10" fill="none" '
        f'stroke="{colour}" stroke-width="{width}"/>'
    )


def _way(trip: Trip, laid: set[tuple[int, int]]) -> list[str]:
    """The nearest way of one's own trip, dotted from point to point, with the line to ride where a tile is missing."""
    if not trip.way:
        return []
    starts, arrives = ((5, 0), (0, 0)) if trip.line in (1, 4) else ((0, 0), (5, 0))
    cells = [(step.x, step.y) for step in trip.way]
    middles = [((x + 0.5) * SIDE, (0.5 - y) * SIDE) for x, y in [starts, *cells, arrives]]
    middles[0] = _between(middles[0], middles[1])
    middles[-1] = _between(middles[-1], middles[-2])
    line = "M" + "L".join(f"{x:g} {y:g}" for x, y in middles)
    dots = 'fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="0.1 16.67"'
    parts = [
        f'<path d="{line}" {dots} stroke="{colour}" stroke-width="{width}"/>'
        for colour, width in (("#fff", 10), (ACCENT, 6))
    ]
    missing = {(step.x, step.y): step.line for step in trip.way if (step.x, step.y) not in laid}
    for (x, y), number in missing.items():
        parts.append(f'<g opacity=".55">{bullet((x + 0.5) * SIDE, (0.5 - y) * SIDE, number, 20)}</g>')
    return parts


def _between(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _preview(view: CorrespondancesView, shown: Placement | None) -> list[str]:
    """The section where the named move would lay it."""
    if shown is None or shown.x is None or shown.y is None or shown.ports is None:
        return []
    art = section(shown.ports, bridge=bool(view.drawn and view.drawn.endswith("x")))
    return [
        f'<g transform="translate({_corner(shown.x, shown.y)})">{art}</g>',
        _frame(shown.x, shown.y, ACCENT, 8),
    ]


def _players(view: CorrespondancesView, names: Sequence[str]) -> str:
    """Each player's number and name, line if known, and points; whose turn it is; the section drawn and the pile."""
    parts = []
    for seat in range(view.players):
        x = 20 + seat * 140
        acting = seat in view.to_act
        fill, ink = (PLATE, "#fff") if acting else ("#fff", INK)
        parts.append(f'<rect x="{x}" y="20" width="128" height="66" rx="33" fill="{fill}"/>')
        parts.append(letters(x + 26, 53, 30, f"{seat + 1}", ink))
        line = view.lines[seat]
        if line:
            parts.append(bullet(x + 62, 53, line, 19))
        else:
            parts.append(
                f'<circle cx="{x + 62}" cy="53" r="19" fill="none" stroke="{ink}" stroke-width="3" '
                f'stroke-dasharray="6 6"/>' + letters(x + 62, 53, 24, "?", ink)
            )
        parts.append(letters(x + 102, 53, 34, str(view.scores[seat]), ink))
        if names:
            parts.append(letters(x + 64, 99, 17, escape(names[seat][:NAME]), INK))
    if view.drawn:
        bridge = view.drawn.endswith("x")
        a, b = view.drawn[0], view.drawn[1] if view.drawn[1] != "*" else view.drawn[0]
        ports = f"{a}{a}{b}{b}" if view.drawn.endswith(")") else f"{a}{b}{a}{b}"
        parts.append(f'<g transform="translate(596 10) scale(.9)">{section(ports, bridge)}{_frame(0, 0, PLATE, 5)}</g>')
    parts.append(letters(778, 53, 40, f"×{sum(view.pile.values())}", INK, "end"))
    return "".join(parts)
