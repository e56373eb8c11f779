"""The city, lines side by side, a station, and a ride of the tour."""

from __future__ import annotations

from collections.abc import Sequence

from strapontin.games.odyssee.faces import art
from strapontin.games.odyssee.faces.art import polygon
from strapontin.games.odyssee.faces.draw import (
    HEIGHT,
    UNIT,
    WIDTH,
    edges,
    ground,
    node,
    railway,
    spot,
    spots,
    track,
    triangle,
)
from strapontin.games.odyssee.faces.view import CityView
from strapontin.games.odyssee.kernels import city as cities
from strapontin.games.odyssee.kernels.city import districts
from strapontin.games.odyssee.kernels.lattice import CELLS, CORNERS
from strapontin.print.ink import svg

Laid = tuple[int, str, Sequence[str], Sequence[str]]
"""A line: its seat, `s` or `t`, its corners, and the cells of its tunnels."""
PARALLEL: Sequence[Laid] = (
    (0, "s", ("-1,0", "0,0", "1,0", "1,1"), ("-1,-1^", "0,-1^", "1,0v")),
    (1, "t", ("-1,1", "0,0", "1,0", "2,0"), ("-1,0^", "0,0v", "1,-1^")),
)
"""Two lines that share an edge, one on each side of it."""
MEETING: Sequence[Laid] = (
    (1, "s", ("-1,0", "0,0", "1,0", "2,0"), ("-1,-1^", "0,-1^", "1,-1^")),
    (0, "s", ("1,-1", "0,0", "-1,1"), ("0,-1v", "-1,0^")),
)
RIDE: Sequence[Laid] = (
    (1, "s", ("-1,0", "0,0", "1,0"), ("-1,-1^", "0,-1^")),
    (2, "t", ("1,0", "2,0", "3,0"), ("1,-1^", "2,-1^")),
)


def pictures() -> dict[str, str]:
    """By their names."""
    laid = [[CELLS[cities.laid(cell, i, 0)].name for cell in one.cells] for i, one in enumerate(districts())]
    waters = {kind: laid[i][3:] for i, one in enumerate(districts()) for kind in cities.WATERS if getattr(one, kind)}
    houses, shops, offices = ([one[k] for one in laid] for k in range(3))
    city = CityView([*houses], [*shops], [*offices], waters["park"], waters["lake"])
    whole = svg(ground() + spots(city), -WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT)
    tunnel = _quarter(PARALLEL, _stations("0,0", "1,0"))
    return {"city": whole, "tunnel": tunnel, "station": _station(), "tour": _tour()}


def _quarter(lines: Sequence[Laid], more: str, right: float = 2.6, glowing: str = "") -> str:
    """Lines in a quarter of the city, and what lies on and under them."""
    shown = [(q, r) for q, r in CORNERS if -1 <= r <= 1 and -2 <= q + r / 2 <= right + 0.4]
    body = [edges(shown, "#9fb2c8")]
    body += [polygon(triangle(cell, 0.1), f'fill="{art.PALE[seat]}"') for seat, _, _, cells in lines for cell in cells]
    body.append(glowing)
    body += [railway(track([*path], [*cells]), art.COLOURS[seat], line) for seat, line, path, cells in lines]
    return svg("".join([*body, more]), -1.6 * UNIT, -0.95 * UNIT, (1.6 + right) * UNIT, 1.9 * UNIT)


def _stations(*corners: str) -> str:
    found = ""
    for corner in corners:
        x, y = spot(node(corner))
        found += f'<circle cx="{x:g}" cy="{y:g}" r="12" fill="#fff" stroke="{art.INK}" stroke-width="3.4"/>'
    return found


def _told(x: float, y: float, words: str, fill: str = "#ffffff") -> str:
    """A figure on a pill, at a place of the lattice's plane."""
    pill = f'<rect x="-19" y="-12" width="38" height="24" rx="12" fill="{fill}" stroke="{art.INK}" stroke-width="1.6"/>'
    return art.at(x * UNIT, y * UNIT, 1, pill + art.text(0, 6.3, 18, words))


def _station() -> str:
    """Where two lines meet: a station with a house and a shop beside it, and its points."""
    beside = spots(CityView([None, None, None, "0,0v"], ["-1,0v"], [], [], []), numbered=True)
    return _quarter(MEETING, beside + _stations("0,0") + _told(0.62, -0.5, "+2", art.GOLD))


def _tour() -> str:
    """Two sections and a change between them, from house to house."""
    homes = spots(CityView([None, "-1,0v", None, None, "2,0v"], [], [], [], []), [2])
    look = f'fill="none" stroke="{art.GOLD}" stroke-width="24" stroke-linecap="round"'
    glow = "".join(f'<path d="{track([*path], [*cells])}" {look}/>' for _, _, path, cells in RIDE)
    santa = art.at(-1.16 * UNIT, -0.36 * UNIT, 0.36 * UNIT, art.father_christmas())
    minutes = _told(0, -0.5, "1") + _told(1, -0.5, "+3") + _told(2, -0.5, "+1")
    return _quarter(RIDE, homes + _stations("-1,0", "1,0", "3,0") + santa + minutes, 3.6, glow)
