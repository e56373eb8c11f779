"""The platform as SVG, its places marked with the moves they stand for; and as text, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from quais.faces.notation import NAMES
from quais.faces.view import QuaisView
from quais.kernels.state import PLACES

COLOURS = ("#c8102e", "#00529b", "#00853f", "#a05a00")
SIGNS = "1234"
SIDE, TOP = 40, 64


def draw(view: QuaisView, move: str | None, names: Sequence[str]) -> str:
    """The platform with its trains, who is who, and what comes."""
    legal = {one.move for one in view.moves}
    first = NAMES.index(move) if move in legal and move in NAMES else PLACES
    parts = [f'<rect width="{PLACES * SIDE + 20}" height="{TOP + 100}" fill="#f4f1ea"/>']
    for place in range(PLACES):
        owner, x, name = view.owners[place], 10 + place * SIDE, NAMES[place]
        fill = "#ffffff" if owner is None else COLOURS[owner]
        edge = "#111111" if first <= place < first + view.cars else "#8a8478"
        mark = f' data-move="{name}"' if name in legal else ""
        joined = place > 0 and view.trains[place] and view.trains[place] == view.trains[place - 1]
        left, wide = (x - 4, SIDE) if joined else (x + 2, SIDE - 6)
        parts.append(f'<g{mark}><rect x="{left}" y="{TOP}" width="{wide}" height="40" rx="6" fill="{fill}"')
        parts.append(f' stroke="{edge}" stroke-width="2"/><text x="{x + 19}" y="{TOP + 60}" {_type(14)}>{name}</text>')
        sign = "" if owner is None else SIGNS[owner]
        parts.append(f'<text x="{x + 19}" y="{TOP + 26}" {_type(16, "#ffffff")}>{sign}</text></g>')
    for seat in range(view.players):
        name = escape(names[seat] if seat < len(names) else SIGNS[seat])
        told = f"{name} ({SIGNS[seat]}) {view.scores[seat]}"
        parts.append(f'<text x="{100 + seat * 170}" y="36" {_type(18, COLOURS[seat])}>{told}</text>')
    coming = " ".join("▬" * (cars + 1) + f"×{n}" for cars, n in enumerate(view.pile) if n)
    parts.append(f'<text x="370" y="{TOP + 88}" {_type(16)}>{"■" * view.cars} {coming}</text>')
    size = f"0 0 {PLACES * SIDE + 20} {TOP + 100}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img">{"".join(parts)}</svg>'


def sketch(view: QuaisView) -> str:
    """The platform in two lines."""
    signs = ["·" if one is None else SIGNS[one] for one in view.owners]
    return " ".join(NAMES) + "\n" + " ".join(signs)


def _type(size: int, fill: str = "#222222") -> str:
    return f'font-family="sans-serif" font-size="{size}" text-anchor="middle" fill="{fill}"'
