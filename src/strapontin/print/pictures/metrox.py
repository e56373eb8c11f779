"""A sheet, four cards with the rides they make, the score, and a circular line."""

from __future__ import annotations

from strapontin.games.metrox.faces.sheet import ENAMEL, INK, PEN, draw
from strapontin.games.metrox.kernels.map import Map, MapLine, Station
from strapontin.print.ink import moved, svg
from strapontin.print.metrox.leaflet import example

EXPRESS, TRANSFER, FREE = "#b3122f", "#8b256f", "#00743c"
RIDES = (("4", ENAMEL, "x1234--"), ("3E", EXPRESS, "1xx23--"), ("+", TRANSFER, "xx3----"), ("*", FREE, "---*---"))
"""A card, its colour, and a line after its ride: x marked before, a figure or a star marked now, - empty."""
STEP = 46
STAR = "M0 -13L3.8 -4.3 13.2 -3.4 6.1 2.8 8.2 12 0 7.1 -8.2 12 -6.1 2.8 -13.2 -3.4 -3.8 -4.3Z"


def pictures() -> dict[str, str]:
    """By their names."""
    city, written = example()
    return {
        "sheet": draw(city, written, paper="#ffffff"),
        "cards": _cards(),
        "score": _score(),
        "loop": draw(_circle(), paper="#ffffff"),
    }


def _cards() -> str:
    body = ""
    for i, (card, colour, stops) in enumerate(RIDES):
        body += moved(_card(card, colour), 0, i * 72) + moved(_ride(card, stops), 74, i * 72 + 32)
    return svg(body, -3, -3, 84 + len(RIDES[0][2]) * STEP, len(RIDES) * 72 - 2)


def _card(card: str, colour: str) -> str:
    """A card as it is printed, without its name."""
    shape = f'<rect width="48" height="64" rx="6" fill="#fff" stroke="{colour}" stroke-width="3"/>'
    band = f'<path d="M0 25H48V39H0Z" fill="{colour}"/><circle cx="24" cy="32" r="14" fill="#fff"/>'
    chevrons = "M3 27l6 5-6 5ZM39 27l6 5-6 5Z" if card.endswith("E") else ""
    middle = {
        "*": moved(f'<path d="{STAR}" fill="{INK}"/>', 24, 32, 0.9),
        "+": f'<path d="M14 32H34M24 22V42" stroke="{INK}" stroke-width="6"/>',
    }.get(card, _figure(24, 41, 26, card.rstrip("E")))
    return f'{shape}{band}<path d="{chevrons}" fill="#fff"/>{middle}' if chevrons else shape + band + middle


def _ride(card: str, stops: str) -> str:
    """The stations of a line, what was marked and what is marked now."""
    body = f'<path d="M0 0H{len(stops) * STEP}" stroke="#0090d4" stroke-width="11"/>'
    for i, stop in enumerate(stops):
        body += moved(_stop(card, stop), STEP / 2 + i * STEP, 0)
    return body


def _stop(card: str, stop: str) -> str:
    fresh = stop not in "x-"
    disc = f'<circle r="15" fill="{"#ffe27a" if fresh else "#fff"}" stroke="{INK}" stroke-width="4"/>'
    if stop == "x":
        return f'{disc}<path d="M-8 -8L8 8M8 -8L-8 8" stroke="{PEN}" stroke-width="4" stroke-linecap="round"/>'
    if stop == "*":
        return disc + f'<path d="{STAR}" fill="{INK}" transform="scale(.75)"/>'
    if not fresh:
        return disc
    if card != "+":
        return disc + _figure(0, 7, 20, stop)
    others = '<path d="M0 -28V28M-19 19L19 -19" stroke="#ff7a14" stroke-width="9"/>'  # the lines that meet it here
    frame = f'<rect x="-16" y="-16" width="32" height="32" rx="4" fill="#ffe27a" stroke="{PEN}" stroke-width="4"/>'
    return others + frame + _figure(0, 7, 20, stop)


def _score() -> str:
    """The booklet's own example: the values of lines, twice the framed numbers, half the empty stations."""
    parts = (("18", 40), ("+", 84), ("2 × 11", 148), ("−", 212), ("4", 248), ("=", 288))
    body = f'<rect x="2" y="2" width="396" height="60" rx="10" fill="#fff" stroke="{INK}" stroke-width="2"/>'
    body += "".join(_figure(x, 42, 28, text) for text, x in parts)
    body += f'<rect x="312" y="11" width="74" height="42" rx="21" fill="#ffe27a" stroke="{INK}" stroke-width="2"/>'
    return svg(body + _figure(349, 42, 28, "36"), 0, 0, 400, 64)


def _circle() -> Map:
    """A circular line by itself."""
    places = {"Zoo": (3, 2), "Mitte": (4, 1), "Park": (6, 1), "Ring": (7, 2), "Hafen": (6, 3), "Nord": (4, 3)}
    line = MapLine("C", [*places], 2, 4, 2, loop=True, colour="#8b3f97", pattern="striped")
    return Map("loop", "metroX", [Station(name, name, x, y) for name, (x, y) in places.items()], [line])


def _figure(x: float, y: float, size: float, text: str) -> str:
    look = f'font-size="{size:g}" font-weight="700" text-anchor="middle" fill="{INK}"'
    return f'<text x="{x:g}" y="{y:g}" {look}>{text}</text>'
