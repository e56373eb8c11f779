"""The city as SVG: ground, spots, tunnels with lines side by side, stations, Father Christmas and his route."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from strapontin.games.odyssee.faces import art
from strapontin.games.odyssee.faces.art import COLOURS, GOLD, INK, PALE, SNOW, at, n, polygon
from strapontin.games.odyssee.faces.view import CityView, Move, OdysseeView
from strapontin.games.odyssee.kernels.board import OdysseeSetting
from strapontin.games.odyssee.kernels.lattice import (
    CELL,
    CELLS,
    CORNERS,
    OUTERS,
    VERTICES,
    Point,
    place,
    read_corner,
)

UNIT = 60.0
WIDTH, HEIGHT = 13.0 * UNIT, 12.0 * UNIT
SHIFT = 0.115  # of a line from its edge towards its tunnel's cell
TRIM = 0.24  # of a segment at a corner, where its curve begins
LINE = 0.15
CASING = 0.205
NAME = 14  # letters of a player's name

Spot = tuple[float, float]


def draw(setting: OdysseeSetting, view: OdysseeView, move: str | None = None, names: Sequence[str] = ()) -> str:
    """The position, with a preview of a legal move if one is named."""
    preview = next((one for one in view.moves if one.move == move), None)
    parts = [
        ground(),
        _spots(view),
        _tunnels(view),
        _route(view, preview),
        _lines(view),
        _stations(view),
        _ends(view),
        _preview(view, preview),
        _father_christmas(view),
        _plates(view, names),
    ]
    box = f"{n(-WIDTH / 2)} {n(-HEIGHT / 2)} {n(WIDTH)} {n(HEIGHT)}"
    size = f'width="{n(WIDTH)}" height="{n(HEIGHT)}"'
    backdrop = f'<rect x="{n(-WIDTH / 2)}" y="{n(-HEIGHT / 2)}" {size} rx="18" fill="#eaf1f8"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">{backdrop}{"".join(parts)}</svg>'


def spot(point: Point) -> Spot:
    """Where a lattice point is drawn."""
    x, y = place(point)
    return x * UNIT, y * UNIT


def node(name: str) -> Point:
    """The lattice point of `2,-5` or of the tip of `@17`."""
    if name.startswith("@"):
        return OUTERS[int(name[1:])].tip
    corner = read_corner(name)
    assert corner is not None
    return CORNERS[corner]


def middle(cell: str) -> Spot:
    """Where the centre of a cell is drawn."""
    if cell.startswith("@"):
        outer = OUTERS[int(cell[1:])]
        points = [spot(point) for point in (*outer.rim, outer.tip)]
        return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3
    x, y = CELLS[CELL[cell]].middle
    return x * UNIT, y * UNIT


def triangle(cell: str, inset: float) -> list[Spot]:
    """The outline of a cell, drawn in a little."""
    points = (
        (*OUTERS[int(cell[1:])].rim, OUTERS[int(cell[1:])].tip) if cell.startswith("@") else CELLS[CELL[cell]].points
    )
    mx, my = middle(cell)
    return [(mx + (x - mx) * (1 - inset), my + (y - my) * (1 - inset)) for x, y in map(spot, points)]


def ground() -> str:
    """The lattice, the seams of the districts, and the cells outside."""
    hexagon = [spot(point) for point in VERTICES]
    found = [polygon(hexagon, f'fill="#fbfdff" stroke="{INK}" stroke-width="2.5" stroke-linejoin="round"')]
    found.append(edges(CORNERS))
    seams = "".join(f"M0 0L{n(x)} {n(y)}" for x, y in hexagon)
    found.append(f'<path d="{seams}" stroke="#aebfd3" stroke-width="2" stroke-dasharray="7 6" fill="none"/>')
    found.append(outer_cells(range(len(OUTERS))))
    return f"<g>{''.join(found)}</g>"


def edges(corners: Sequence[Point], stroke: str = "#d5dfeb") -> str:
    """The edges between these corners."""
    found = []
    for point in corners:
        for q, r in ((1, 0), (0, 1), (-1, 1)):
            other = (point[0] + q, point[1] + r)
            if other in corners:
                (x, y), (u, v) = spot(point), spot(other)
                found.append(f"M{n(x)} {n(y)}L{n(u)} {n(v)}")
    return f'<path d="{"".join(found)}" stroke="{stroke}" stroke-width="1.3" fill="none"/>'


def outer_cells(numbers: Sequence[int]) -> str:
    """Some of the cells outside, each with its arrow."""
    found = []
    for k in numbers:
        name = f"@{k}"
        shade = "#0b4f8a" if OUTERS[k].white else "#c9d5e3"
        found.append(
            polygon(triangle(name, 0.14), f'fill="{shade}" stroke="{shade}" stroke-width="3" stroke-linejoin="round"')
        )
        found.append(_arrow(OUTERS[k], name))
    return "".join(found)


def _arrow(outer: Any, name: str) -> str:
    """White points in: a line may start here; black points out: a line may leave here."""
    (ax, ay), (bx, by) = map(spot, outer.rim)
    tx, ty = spot(outer.tip)
    mx, my = middle(name)
    dx, dy = (ax + bx) / 2 - tx, (ay + by) / 2 - ty
    length = (dx * dx + dy * dy) ** 0.5
    dx, dy = dx / length, dy / length
    if not outer.white:
        dx, dy = -dx, -dy
    s = 0.13 * UNIT
    shape = [
        (mx + dx * 1.3 * s, my + dy * 1.3 * s),
        (mx - dx * s - dy * 1.1 * s, my - dy * s + dx * 1.1 * s),
        (mx - dx * 0.4 * s, my - dy * 0.4 * s),
        (mx - dx * s + dy * 1.1 * s, my - dy * s - dx * 1.1 * s),
    ]
    return polygon(shape, f'fill="{SNOW if outer.white else "#11161f"}"')


def _spots(view: OdysseeView) -> str:
    visited = [stop.house for stop in view.tour]
    return spots(view.city, visited, closed=view.mode != "little")


def spots(city: CityView, visited: Sequence[int] = (), closed: bool = True, numbered: bool = True) -> str:
    """Park, Lake, offices, shops and houses, as far as they are known."""
    found = []
    size = 0.27 * UNIT
    for cells, fill, edge, picture in (
        (city.park, "#bfe3c4", "#5fa873", art.fir()),
        (city.lake, "#a9d8ee", "#4d9fc4", art.ice()),
    ):
        for cell in cells:
            found.append(polygon(triangle(cell, 0.03), f'fill="{fill}" stroke="{edge}" stroke-width="1.5"'))
            found.append(at(*middle(cell), size, picture))
    shade = ' opacity=".7"' if closed else ""
    for office in city.offices:
        if office:
            found.append(at(*middle(office), 0.24 * UNIT, art.office(not closed), shade))
    for i, shop in enumerate(city.shops):
        if shop:
            found.append(polygon(triangle(shop, 0.06), 'fill="#efe6fb" stroke="#8c68bd" stroke-width="1.2"'))
            found.append(at(*middle(shop), size, art.shop(i + 1 if numbered else None)))
    for i, house in enumerate(city.houses):
        if house:
            found.append(polygon(triangle(house, 0.06), 'fill="#fdeadd" stroke="#c97a4f" stroke-width="1.2"'))
            found.append(at(*middle(house), size, art.house(i + 1 if numbered else None, i + 1 in visited)))
    return "".join(found)


def _tunnels(view: OdysseeView) -> str:
    found = []
    for line in view.lines:
        look = f'fill="{PALE[line.seat]}" stroke="{COLOURS[line.seat]}" stroke-opacity=".35" stroke-width="1"'
        found += [polygon(triangle(cell, 0.1), look) for cell in line.cells]
    return "".join(found)


def track(path: list[str], cells: list[str]) -> str:
    """A line as a smooth path: every segment drawn towards its tunnel's cell, corners rounded."""
    segments = []
    for start, end, cell in zip(path, path[1:], cells, strict=False):
        (ax, ay), (bx, by) = spot(node(start)), spot(node(end))
        dx, dy = (bx - ax) / UNIT, (by - ay) / UNIT
        mx, my = middle(cell)
        side = 1 if (mx - ax) * -dy + (my - ay) * dx > 0 else -1
        ox, oy = -dy * SHIFT * UNIT * side, dx * SHIFT * UNIT * side
        if cell.startswith("@"):
            ox = oy = 0.0
        segments.append((ax, ay, bx, by, dx, dy, ox, oy))
    drawn = []
    for i, (ax, ay, bx, by, dx, dy, ox, oy) in enumerate(segments):
        cut = TRIM * UNIT
        sx, sy = (ax + ox, ay + oy) if i == 0 else (ax + ox + dx * cut, ay + oy + dy * cut)
        last = i == len(segments) - 1
        ex, ey = (bx + ox, by + oy) if last else (bx + ox - dx * cut, by + oy - dy * cut)
        if i == 0:
            drawn.append(f"M{n(sx)} {n(sy)}")
        else:
            _, _, _, _, px, py, qx, qy = segments[i - 1]
            straight = px * dx + py * dy > 0.9
            if straight and abs(qx - ox) + abs(qy - oy) > 1:  # the line changes to the other side of its edge
                fx, fy = ax + qx - px * cut, ay + qy - py * cut
                drawn.append(
                    f"C{n(fx + px * cut)} {n(fy + py * cut)} {n(sx - dx * cut)} {n(sy - dy * cut)} {n(sx)} {n(sy)}"
                )
            else:
                drawn.append(f"Q{n(ax + (qx + ox) / 2)} {n(ay + (qy + oy) / 2)} {n(sx)} {n(sy)}")
        drawn.append(f"L{n(ex)} {n(ey)}")
    return "".join(drawn)


def _lines(view: OdysseeView) -> str:
    drawn = [line for line in view.lines if line.path]
    found = [railway(track(line.path, line.cells), COLOURS[line.seat], line.line) for line in drawn]
    return f"<g>{''.join(found)}</g>"


def railway(way: str, colour: str, line: str) -> str:
    """A line along a path, solid or striped."""
    common = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    found = f'<path d="{way}" {common} stroke="{SNOW}" stroke-width="{n(CASING * UNIT)}"/>'
    found += f'<path d="{way}" {common} stroke="{colour}" stroke-width="{n(LINE * UNIT)}"/>'
    if line == "t":
        dashes = f'stroke-dasharray="{n(0.1 * UNIT)} {n(0.1 * UNIT)}"'
        plain = 'fill="none" stroke-linejoin="round"'
        found += f'<path d="{way}" {plain} {dashes} stroke="{SNOW}" stroke-width="{n(0.085 * UNIT)}"/>'
    return found


def _stations(view: OdysseeView) -> str:
    found = []
    for station in view.stations:
        x, y = spot(node(station.corner))
        found.append(
            f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(0.2 * UNIT)}" fill="{SNOW}" stroke="{INK}" stroke-width="3.4"/>'
        )
        if station.by is not None:
            found.append(art.emblem(station.by, x, y, 0.075 * UNIT, COLOURS[station.by]))
        elif station.houses:
            found.append(at(x, y + 0.5, 0.1 * UNIT, '<path d="M-1 0 0-1 1 0V.9H-1Z" fill="#b5532f"/>'))
    return "".join(found)


def _ends(view: OdysseeView) -> str:
    """Bullets with the player's emblem where a line starts, and larger where its free end is."""
    found = []
    for line in view.lines:
        if not line.path:
            continue
        colour = COLOURS[line.seat]
        for name, r in ((line.path[0], 0.17), *([(line.path[-1], 0.17)] if line.status == "finished" else [])):
            x, y = spot(node(name))
            found.append(
                f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r * UNIT)}" fill="{colour}" stroke="{SNOW}" stroke-width="2"/>'
            )
            found.append(art.emblem(line.seat, x, y, 0.07 * UNIT))
        if line.status in ("open", "blocked"):
            (ax, ay), (x, y) = spot(node(line.path[-2])), spot(node(line.path[-1]))
            if line.status == "blocked":
                found.append(_cross(x, y, colour))
            else:
                dx, dy = (x - ax) / UNIT, (y - ay) / UNIT
                if any(one.corner == line.path[-1] for one in view.stations):
                    x, y = x + dx * 0.3 * UNIT, y + dy * 0.3 * UNIT
                found.append(_head(x, y, dx, dy, colour))
    return "".join(found)


def _head(x: float, y: float, dx: float, dy: float, colour: str) -> str:
    """A drill head: this end may be dug on."""
    s = 0.2 * UNIT
    tip = (x + dx * 1.3 * s, y + dy * 1.3 * s)
    shape = [
        tip,
        (x - dx * s * 0.6 - dy * s, y - dy * s * 0.6 + dx * s),
        (x - dx * s * 0.6 + dy * s, y - dy * s * 0.6 - dx * s),
    ]
    return polygon(shape, f'fill="{colour}" stroke="{SNOW}" stroke-width="2.4" stroke-linejoin="round"')


def _cross(x: float, y: float, colour: str) -> str:
    """A buffer stop: this line is blocked."""
    s = 0.13 * UNIT
    way = f"M{n(x - s)} {n(y - s)}L{n(x + s)} {n(y + s)}M{n(x - s)} {n(y + s)}L{n(x + s)} {n(y - s)}"
    return (
        f'<path d="{way}" stroke="{SNOW}" stroke-width="9" stroke-linecap="round"/>'
        f'<path d="{way}" stroke="{colour}" stroke-width="5" stroke-linecap="round"/>'
    )


def _ridden(view: OdysseeView, rides: Any) -> str:
    found = []
    for ride in rides:
        line = next(one for one in view.lines if (one.seat, one.line) == (ride.seat, ride.line))
        i, j = sorted((line.path.index(ride.start), line.path.index(ride.end)))
        way = track(line.path[i : j + 1], line.cells[i:j])
        found.append(
            f'<path d="{way}" fill="none" stroke="{GOLD}" stroke-width="{n(0.34 * UNIT)}" stroke-linecap="round"/>'
        )
    return "".join(found)


def _route(view: OdysseeView, preview: Move | None) -> str:
    """Father Christmas's last ride, or the one that is being considered, glows under the lines."""
    if preview is not None and preview.rides:
        return _ridden(view, preview.rides)
    return _ridden(view, view.tour[-1].rides) if view.tour else ""


def _preview(view: OdysseeView, move: Move | None) -> str:
    if move is None:
        return ""
    found = []
    seat = view.seat if isinstance(view.seat, int) else 0
    if move.cell and move.start and move.end:
        found.append(
            polygon(triangle(move.cell, 0.08), f'fill="{GOLD}" fill-opacity=".35" stroke="{GOLD}" stroke-width="2.5"')
        )
        way = track([move.start, move.end], [move.cell])
        found.append(
            f'<path d="{way}" fill="none" stroke="{COLOURS[seat]}" stroke-width="{n(LINE * UNIT)}" '
            f'stroke-dasharray="5 7" stroke-linecap="round"/>'
        )
    for corner in move.stations:
        x, y = spot(node(corner))
        found.append(
            f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(0.24 * UNIT)}" fill="{SNOW}" stroke="{GOLD}" stroke-width="5"/>'
        )
    if move.points and move.stations:
        x, y = spot(node(move.stations[0]))
        found.append(f'<circle cx="{n(x + 24)}" cy="{n(y - 24)}" r="15" fill="{INK}"/>')
        found.append(art.text(x + 24, y - 18, 17, f"+{move.points}", SNOW))
    if move.kind == "tour" and move.house is not None:
        cell = view.city.houses[move.house - 1]
        if cell:
            found.append(
                polygon(triangle(cell, -0.05), f'fill="none" stroke="{GOLD}" stroke-width="5" stroke-linejoin="round"')
            )
    return "".join(found)


def _father_christmas(view: OdysseeView) -> str:
    cell = view.city.houses[view.at - 1] if view.at else None
    if cell is None:
        return ""
    x, y = middle(cell)
    beside = -0.46 if cell.endswith("v") else 0.46  # at an edge of the house, clear of its stations
    return at(x, y + beside * UNIT, 0.33 * UNIT, art.father_christmas())


def _plates(view: OdysseeView, names: Sequence[str]) -> str:
    """An enamel plate for each player in the free corners: emblem, score, name, and the tunnels left of each line."""
    found = []
    wide, high = 2.4 * UNIT, 1.2 * UNIT
    left, right = -WIDTH / 2 + 12, WIDTH / 2 - 12 - wide
    top, bottom = -HEIGHT / 2 + 12, HEIGHT / 2 - 12 - high
    for seat, (x, y) in zip(
        range(view.players), ((left, top), (right, top), (right, bottom), (left, bottom)), strict=False
    ):
        acting = seat in view.to_act
        won = seat in view.winners
        ring = GOLD if acting or won else SNOW
        found.append(f'<rect x="{n(x)}" y="{n(y)}" width="{n(wide)}" height="{n(high)}" rx="10" fill="#123a6b"/>')
        found.append(
            f'<rect x="{n(x + 4)}" y="{n(y + 4)}" width="{n(wide - 8)}" height="{n(high - 8)}" rx="7" fill="none" '
            f'stroke="{ring}" stroke-width="{4 if acting or won else 2}"/>'
        )
        found.append(
            f'<circle cx="{n(x + 30)}" cy="{n(y + high / 2)}" r="17" fill="{COLOURS[seat]}" '
            f'stroke="{SNOW}" stroke-width="2.5"/>'
        )
        found.append(art.emblem(seat, x + 30, y + high / 2, 8))
        found.append(art.text(x + 72, y + high / 2 + 11, 31, str(view.scores[seat]), SNOW))
        if names:
            beside = y + high + 19 if y < 0 else y - 8
            found.append(art.text(x + wide / 2, beside, 17, escape(names[seat][:NAME]), INK))
        for line in (one for one in view.lines if one.seat == seat):
            ly = y + (23 if line.line == "s" else 49)
            found.append(_gauge(line, x + 101, ly))
    supply = f'<circle cx="-16" cy="{n(HEIGHT / 2 - 18)}" r="9" fill="{SNOW}" stroke="{INK}" stroke-width="3"/>'
    found.append(supply + art.text(12, HEIGHT / 2 - 11, 20, str(view.supply)))
    return "".join(found)


def _gauge(line: Any, x: float, y: float) -> str:
    """A piece of the line and how many tunnels it has left, a flag once it has left the city, a cross if blocked."""
    colour = COLOURS[line.seat]
    way = f"M{n(x)} {n(y)}h11"
    found = [f'<path d="{way}" stroke="{SNOW}" stroke-width="11" stroke-linecap="round"/>']
    found.append(f'<path d="{way}" stroke="{colour}" stroke-width="7" stroke-linecap="round"/>')
    if line.line == "t":
        found.append(f'<path d="{way}" stroke="{SNOW}" stroke-width="4" stroke-dasharray="4 3"/>')
    mark = {"finished": "✓", "blocked": "×"}.get(line.status, str(line.left))
    return "".join(found) + art.text(x + 25, y + 5, 14, mark, SNOW)
