"""The platform as SVG, its places marked with the moves they stand for; and as text, for a terminal."""

from collections.abc import Sequence
from html import escape

from quais.faces.notation import NAMES
from quais.faces.view import QuaisView
from quais.kernels.state import PLACES, QuaisSetting

COLOURS = ("#1a66c2", "#c2410c", "#0f7a52", "#8a3fa8")
MARKS = ("M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z", "M-7-7h14v14h-14z", "M0-9 9 7H-9z", "M0-9 9 0 0 9-9 0z")
"""Colour and mark of each seat, those that the page shows beside the names."""
INK, SOFT, RAIL, PAPER = "#14203a", "#5b6780", "#c9cfd6", "#fdfcf8"
SIDE, LEFT, HALF = 64, 74, PLACES // 2
BEND = "h16q10 0 17 7l16 16q7 7 7 17v60q0 10-7 17l-16 16q-7 7-17 7h-16"
"""How the track turns back, from the end of the first half to the beginning of the second."""


def draw(setting: QuaisSetting, view: QuaisView, move: str | None = None, names: Sequence[str] = ()) -> str:
    """The platform with its trains, what comes, and who is who where names are given."""
    top = 96 if names else 46
    legal = {one.move for one in view.moves}
    first = NAMES.index(move) if move in legal and move in NAMES else PLACES
    coming = range(first, first + view.cars)
    parts = [f'<rect width="700" height="{top + 186}" fill="{PAPER}"/>']
    parts += [f'<path d="M38 {top}H600{BEND}H38" fill="none" stroke="{RAIL}" stroke-width="14"/>']
    parts += [f'<path d="M38 {y - 16}v32" stroke="{INK}" stroke-width="8"/>' for y in (top, top + 140)]
    for place in range(1, PLACES):  # cars of one train are coupled, also around the bend
        one, other = view.trains[place - 1], view.trains[place]
        if (one and one == other) or (place in coming and place - 1 in coming):
            (x, y), (before, _) = _at(place, top), _at(place - 1, top)
            way = f"M600 {top}{BEND}" if place == HALF else f"M{min(x, before)} {y}h{SIDE}"
            parts.append(f'<path d="{way}" fill="none" stroke="{INK}" stroke-width="6"/>')
    for place, name in enumerate(NAMES):
        mark = f' data-move="{name}"' if name in legal else ""
        parts.append(f"<g{mark}>{_place(view, place, top, place in coming, name in legal)}</g>")
    parts += _waiting(view, top + 70) + [_player(view, seat, name) for seat, name in enumerate(names)]
    size = f"0 0 700 {top + 186}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img">{"".join(parts)}</svg>'


def sketch(setting: QuaisSetting, view: QuaisView) -> str:
    """The platform in two lines."""
    signs = ["·" if one is None else str(one + 1) for one in view.owners]
    return " ".join(NAMES) + "\n" + " ".join(signs)


def _at(place: int, top: int) -> tuple[int, int]:
    """Where a place lies: the first half above, the second below, on its way back."""
    return (LEFT + place * SIDE, top) if place < HALF else (LEFT + (PLACES - 1 - place) * SIDE, top + 140)


def _place(view: QuaisView, place: int, top: int, comes: bool, legal: bool) -> str:
    """A station to stop at, or the car that stands there; all around it can be tapped."""
    (x, y), name, owner = _at(place, top), NAMES[place], view.owners[place]
    around = f'<rect x="{x - SIDE / 2:g}" y="{y - 35}" width="{SIDE}" height="70" fill-opacity="0"/>'
    if owner is None and not comes:
        rim, ink = (INK, INK) if legal or not view.moves else (RAIL, SOFT)
        station = f'<circle cx="{x}" cy="{y}" r="20" fill="#ffffff" stroke="{rim}" stroke-width="5"/>'
        return around + station + _text(name, x, y + 7, 20, ink)
    seat = _acting(view) if owner is None else owner
    edge = f' stroke="{INK}" stroke-width="3" stroke-dasharray="6 4"' if comes else ""
    beyond = y - 30 if place < HALF else y + 41
    return around + _car(seat, x, y, 56, 42, edge) + _text(name, x, beyond, 16, SOFT)


def _car(seat: int, x: float, y: float, wide: int, high: int, edge: str = "") -> str:
    body = f'<rect x="{x - wide / 2:g}" y="{y - high / 2:g}" width="{wide}" height="{high}" rx="{high // 4}"'
    sign = f'<path d="{MARKS[seat]}" transform="translate({x:g} {y:g}) scale({high / 40:g})" fill="#ffffff"/>'
    return f'{body} fill="{COLOURS[seat]}"{edge}/>{sign}'


def _waiting(view: QuaisView, y: int) -> list[str]:
    """The train that waits, and how many of each length are still to come."""
    parts = [_car(_acting(view), LEFT + car * 38, y, 34, 28) for car in range(view.cars)]
    for cars, left in enumerate(view.pile):
        x = 300 + cars * 105
        shade = SOFT if left else RAIL
        parts += [
            f'<rect x="{x + car * 16}" y="{y - 7}" width="14" height="14" rx="3" fill="{shade}"/>'
            for car in range(cars + 1)
        ]
        parts.append(_text(f"×{left}", x + cars * 16 + 34, y + 7, 20, shade))
    return parts


def _player(view: QuaisView, seat: int, name: str) -> str:
    x = LEFT + seat * 155
    return _car(seat, x, 28, 34, 28) + _text(f"{escape(name[:11])} · {view.scores[seat]}", x + 24, 34, 16, INK, "start")


def _acting(view: QuaisView) -> int:
    return next((seat for seat in view.to_act if isinstance(seat, int)), 0)


def _text(said: str, x: float, y: float, size: int, fill: str, anchor: str = "middle") -> str:
    look = f'font-family="sans-serif" font-weight="600" font-size="{size}" text-anchor="{anchor}" fill="{fill}"'
    return f'<text x="{x:g}" y="{y:g}" {look}>{said}</text>'
