"""A sheet as an SVG picture: empty, played on, or with a move tried out; colour, letter and pattern for every line."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from strapontin.games.metrox.faces import lettering
from strapontin.games.metrox.faces.badges import BADGE
from strapontin.games.metrox.faces.colour_distance import is_colour, is_light
from strapontin.games.metrox.faces.geometry import BEND, RAYS, STROKE, Point, arrow_tips, towards
from strapontin.games.metrox.faces.labels import Label
from strapontin.games.metrox.faces.layout import PLATE, Layout, layout
from strapontin.games.metrox.faces.scenery import WATER
from strapontin.games.metrox.faces.trains import DIAMOND, SQUARE, Box, Train
from strapontin.games.metrox.kernels.map import Map, MapLine

INK = "#1b2430"
PAPER = "#fdfcf8"
ENAMEL = "#10306b"
PEN = "#0b1f8f"
"""What players write is drawn in the blue of a pen."""
HINT = "#ff2e63"

CAPTION = 64
"""The height of a player's name above a sheet, where there are several."""

PATTERNS = ("solid", "double", "dashed", "dotted", "striped")


@dataclass(frozen=True)
class Preview:
    """A move tried out: the stations it would mark, the window it would fill, the lines it would complete."""

    stations: Sequence[str] = ()
    line: str | None = None
    card: str = ""
    transfer: int | None = None
    completes: Collection[str] = ()


@dataclass(frozen=True)
class Sheet:
    """What is written on a sheet."""

    marks: Mapping[str, int | None] = field(default_factory=dict)
    """Marked stations, with the framed count where it was a transfer."""
    windows: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The cards in the windows of each line."""
    claims: Mapping[str, str] = field(default_factory=dict)
    """`first` or `later` for every completed line."""
    struck: Collection[str] = ()
    """Lines whose first value somebody else has taken."""
    ways: Mapping[str, str] = field(default_factory=dict)
    """The direction chosen on a circular line, `>` or `<`."""
    fresh: Collection[str] = ()
    """Stations marked in the last round, shown a little stronger."""
    special: bool = True
    """Whether special stations are shown, as they are unless a game leaves them out."""
    preview: Preview | None = None


def draw(city: Map, sheet: Sheet | None = None, *, paper: str = PAPER) -> str:
    """The SVG picture of a sheet."""
    plan = layout(city)
    left, top, right, bottom = plan.bounds
    width, height = right - left, bottom - top
    name = city.name or city.id
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(left)} {_n(top)} {_n(width)} {_n(height)}" '
        f'width="{_n(width)}" height="{_n(height)}" role="img" aria-label={quoteattr(name)} '
        f'font-family="{lettering.FAMILY}">',
        f"<title>{escape(name)}</title>",
        f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(width)}" height="{_n(height)}" fill={quoteattr(paper)}/>',
        *_water(city, plan),
        *_network(city, sheet or Sheet(), plan),
        "</svg>",
    ]
    return "\n".join(parts)


def gallery(city: Map, sheets: Sequence[Sheet], labels: Sequence[str]) -> str:
    """The sheets of several players side by side, two in a row, each below its label."""
    left, top, right, bottom = layout(city).bounds
    wide, high = right - left, bottom - top + CAPTION
    columns = min(2, len(sheets))
    width, height = columns * wide, -(-len(sheets) // columns) * high
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" '
        f'height="{_n(height)}" role="img" aria-label={quoteattr(city.name or city.id)} '
        f'font-family="{lettering.FAMILY}">',
        f'<rect width="{_n(width)}" height="{_n(height)}" fill={quoteattr(PAPER)}/>',
    ]
    for i, (sheet, label) in enumerate(zip(sheets, labels, strict=True)):
        x, y = i % columns * wide, i // columns * high
        parts.append(_text(label, (x + wide / 2, y + CAPTION / 2), CAPTION / 2, INK, bold=True))
        drawn = draw(city, sheet).replace("<svg ", f'<svg x="{_n(x)}" y="{_n(y + CAPTION)}" ', 1)
        parts.append(drawn)
    return "\n".join([*parts, "</svg>"])


def _network(city: Map, sheet: Sheet, plan: Layout) -> Iterator[str]:
    yield from _plate(city, plan)
    for line in city.lines:
        yield from _line(line, plan)
    for line in city.lines:
        if line.loop:
            yield from _arrows(line, plan, sheet.ways.get(line.id))
    preview = sheet.preview or Preview()
    for station in city.stations:
        yield from _station(station.id, station.name or station.id, plan, station.special and sheet.special)
    for station in city.stations:
        if station.id in sheet.marks:
            yield from _mark(plan, station.id, sheet.marks[station.id], PEN, station.id in sheet.fresh)
        elif station.id in preview.stations:
            yield from _mark(plan, station.id, preview.transfer, HINT, True, hint=True)
    for label in plan.labels.values():
        yield _label(label)
    for line in city.lines:
        yield from _train(line, plan, sheet, preview)


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".") if abs(value) >= 0.05 else "0"


def rounded(points: Sequence[Point], radius: float = BEND, closed: bool = False) -> str:
    """A way with its corners rounded."""
    if closed:
        points = points[:-1] if math.dist(points[0], points[-1]) < 1e-6 else points
        middle = ((points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2)
        points = (middle, *points, middle)
    text = [f"M{_n(points[0][0])} {_n(points[0][1])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        cut = min(radius, math.dist(before, corner) / 2, math.dist(corner, after) / 2)
        start, end = towards(corner, before, cut), towards(corner, after, cut)
        text.append(f"L{_n(start[0])} {_n(start[1])}Q{_n(corner[0])} {_n(corner[1])} {_n(end[0])} {_n(end[1])}")
    text.append("Z" if closed else f"L{_n(points[-1][0])} {_n(points[-1][1])}")
    return "".join(text)


def water(city: Map, plan: Layout) -> Iterator[tuple[str, float]]:
    """The rivers and lakes of a city: their ways and widths."""
    if not city.stations:
        return
    station = city.stations[0]
    x, y = plan.skeleton.places[station.id]
    scale = x / station.x if station.x else y / station.y if station.y else 40.0
    for width, corners in WATER.get(city.id, ()):
        yield rounded([(px * scale, py * scale) for px, py in corners], radius=3 * BEND), width * scale


def _water(city: Map, plan: Layout) -> Iterator[str]:
    for way, width in water(city, plan):
        yield (
            f'<path class="water" d="{way}" fill="none" stroke="#d8eaf5" stroke-width="{_n(width)}" '
            f'stroke-linecap="round" stroke-linejoin="round"/>'
        )


def _plate(city: Map, plan: Layout) -> Iterator[str]:
    left, top, right, bottom = plan.plate
    name = (city.name or city.id).upper()
    yield f'<g class="plate">{_rect(plan.plate, 8, ENAMEL)}'
    yield _rect((left + 5, top + 5, right - 5, bottom - 5), 5, "none", "#ffffff", 2.0)
    yield _text(name, ((left + right) / 2, (top + bottom) / 2), PLATE, "#ffffff", bold=True) + "</g>"


def ways(line: MapLine, plan: Layout) -> list[str]:
    """The ways a line is drawn along: its own, train included, or for a loop the coupling and the ring."""
    route, train = plan.skeleton.routes[line.id], plan.trains[line.id]
    if line.loop:
        return [rounded(train.coupling), rounded(route.points, closed=True)]
    return [rounded((train.coupling[0], *route.points) if len(route.points) > 1 else train.coupling)]


def _line(line: MapLine, plan: Layout) -> Iterator[str]:
    yield f'<g class="line" data-line="{line.id}" fill="none" stroke-linejoin="round">'
    for d in ways(line, plan):
        yield f'<path d="{d}" stroke="{PAPER}" stroke-width="{_n(STROKE + 3)}"/>'
        yield f'<path d="{d}" stroke="{paint(line)}" stroke-width="{_n(STROKE)}"/>'
        yield _core(line, d)
    yield "</g>"


def _core(line: MapLine, d: str) -> str:
    """The pattern inside a line, so that lines differ without colour."""
    ink = INK if is_light(paint(line)) else "#ffffff"
    style = {
        "double": f'stroke-width="{_n(STROKE * 0.34)}"',
        "dashed": f'stroke-width="{_n(STROKE * 0.36)}" stroke-dasharray="13 9"',
        "dotted": f'stroke-width="{_n(STROKE * 0.5)}" stroke-dasharray="0.1 11" stroke-linecap="round"',
        "striped": f'stroke-width="{_n(STROKE)}" stroke-dasharray="2.6 10"',
    }.get(line.pattern)
    return f'<path class="core" d="{d}" stroke="{ink}" {style}/>' if style else ""


def paint(line: MapLine) -> str:
    """The colour of a line, grey where the map gives none that can be drawn."""
    return line.colour if is_colour(line.colour) else "#555555"


def arrows(line: MapLine, plan: Layout) -> Iterator[tuple[str, str]]:
    """The two arrows of a circular line: which way, and their corners."""
    route = plan.skeleton.routes[line.id]
    for sign, tip in zip("><", arrow_tips(route, plan.skeleton), strict=True):
        foot = towards(tip, route.middle[0], 14)
        dx, dy = (tip[0] - foot[0]) * 0.62, (tip[1] - foot[1]) * 0.62
        corners = [tip, (foot[0] - dy, foot[1] + dx), (foot[0] + dy, foot[1] - dx)]
        yield sign, " ".join(f"{_n(x)},{_n(y)}" for x, y in corners)


def _arrows(line: MapLine, plan: Layout, way: str | None) -> Iterator[str]:
    """Both arrows; the one not chosen fades."""
    for sign, corners in arrows(line, plan):
        faded = ' opacity="0.25"' if way and way != sign else ""
        yield f'<polygon class="arrow" points="{corners}" fill="{INK}" stroke="{PAPER}" stroke-width="2"{faded}/>'


def _station(station: str, name: str, plan: Layout, special: bool) -> Iterator[str]:
    (x, y), r = plan.skeleton.places[station], plan.skeleton.radii[station]
    lines = " ".join(plan.skeleton.lines_at[station])
    yield f'<g class="station" data-station={quoteattr(station)} data-lines="{lines}"><title>{escape(name)}</title>'
    if special:
        yield f'<polygon class="special" points="{_star(x, y, r + RAYS + 1, r + 1, 12)}" fill="{INK}"/>'
    yield _disc((x, y), r, "#ffffff", INK, 3.0) + "</g>"


def _star(x: float, y: float, outer: float, inner: float, rays: int) -> str:
    points = (
        (x + r * math.sin(math.pi * i / rays), y - r * math.cos(math.pi * i / rays))
        for i in range(2 * rays)
        for r in [inner if i % 2 else outer]
    )
    return " ".join(f"{_n(px)},{_n(py)}" for px, py in points)


def _mark(
    plan: Layout, station: str, transfer: int | None, ink: str, strong: bool, hint: bool = False
) -> Iterator[str]:
    (x, y), r = plan.skeleton.places[station], plan.skeleton.radii[station]
    kind = "preview" if hint else "mark"
    yield f'<g class="{kind}" data-station={quoteattr(station)} stroke-linecap="round">'
    if hint:
        yield _disc((x, y), r + 3, "#ffe3ea", ink, 3.5)
    if transfer is None:
        a = r * 0.5
        yield (
            f'<path d="M{_n(x - a)} {_n(y - a)}l{_n(2 * a)} {_n(2 * a)}m0 {_n(-2 * a)}l{_n(-2 * a)} {_n(2 * a)}" '
            f'stroke="{ink}" stroke-width="{4.2 if strong else 3.4}" fill="none"/>'
        )
    else:
        box = (x - r - 2, y - r - 2, x + r + 2, y + r + 2)
        yield _rect(box, 2, "none", ink, 3.4)
        yield _text(str(transfer), (x, y), r * 1.35, ink, bold=True)
    yield "</g>"


def _label(label: Label) -> str:
    left, top, right, _ = label.box
    step = label.size * lettering.HEIGHT
    x = {"start": left, "end": right, "middle": (left + right) / 2}[label.anchor]
    rows = []
    for i, row in enumerate(label.rows):
        y = top + step * i + step * 0.79
        rows.append(
            f'<text x="{_n(x)}" y="{_n(y)}" textLength="{_n(lettering.width(row, label.size))}" '
            f'lengthAdjust="spacingAndGlyphs">{escape(row)}</text>'
        )
    x0, y0 = label.pivot
    turned = f" rotate({_n(label.angle)})" if label.angle else ""
    return (
        f'<g class="label" data-station={quoteattr(label.station)} transform="translate({_n(x0)} {_n(y0)}){turned}" '
        f'font-size="{_n(label.size)}" fill="{INK}" text-anchor="{label.anchor}">{"".join(rows)}</g>'
    )


def _train(line: MapLine, plan: Layout, sheet: Sheet, preview: Preview) -> Iterator[str]:
    train = plan.trains[line.id]
    light = is_light(paint(line))
    ink = INK if light else "#ffffff"
    yield f'<g class="train" data-line="{line.id}">'
    yield _rect(train.body, 10, paint(line), INK, 2.0)
    x, y = train.letter
    yield _disc((x, y), 12.5, "#ffffff", INK, 1.5)
    yield _text(line.id, (x, y), 19, INK, bold=True)
    written = list(sheet.windows.get(line.id, ()))
    for i, window in enumerate(train.windows):
        yield _rect(window, 4, "#ffffff", INK if light else "#ffffff", 1.2)
        centre = ((window[0] + window[2]) / 2, (window[1] + window[3]) / 2)
        if i < len(written):
            yield _text(written[i], centre, 13.5 if len(written[i]) > 1 else 18, PEN, bold=True)
        elif i == len(written) and preview.line == line.id:
            yield _rect(window, 4, "#ffe3ea", HINT, 3.0)
            yield _text(preview.card, centre, 13.5 if len(preview.card) > 1 else 18, HINT, bold=True)
    yield from _values(line, train, sheet, preview)
    if line.id in plan.badges:
        bx, by = plan.badges[line.id]
        yield _disc((bx, by), BADGE, paint(line), INK, 1.5)
        yield _text(line.id, (bx, by), 14, ink, bold=True)
    yield "</g>"


def _values(line: MapLine, train: Train, sheet: Sheet, preview: Preview) -> Iterator[str]:
    (x, y), (u, v) = train.first, train.later
    diamond = " ".join(
        f"{_n(px)},{_n(py)}" for px, py in ((x, y - DIAMOND), (x + DIAMOND, y), (x, y + DIAMOND), (x - DIAMOND, y))
    )
    edge = f'stroke="{INK}" stroke-width="2"'
    yield f'<polygon points="{diamond}" fill="#ffffff" {edge} stroke-linejoin="round"/>'
    yield _text(str(line.first), (x, y), 17, INK, bold=True)
    yield _rect((u - SQUARE, v - SQUARE, u + SQUARE, v + SQUARE), 2, "#ffffff", INK, 2.0)
    yield _text(str(line.later), (u, v), 16, INK, bold=True)
    claim = sheet.claims.get(line.id)
    if claim:
        cx, cy = train.first if claim == "first" else train.later
        yield _disc((cx, cy), DIAMOND, "none", PEN, 3.4)
    if line.id in sheet.struck and claim != "first":
        yield (
            f'<path d="M{_n(x - 15)} {_n(y + 13)}L{_n(x + 15)} {_n(y - 13)}" stroke="{PEN}" '
            f'stroke-width="3.4" stroke-linecap="round"/>'
        )
    if line.id in preview.completes:
        cx, cy = train.later if line.id in sheet.struck else train.first
        yield (
            f'<circle class="preview" cx="{_n(cx)}" cy="{_n(cy)}" r="{_n(DIAMOND)}" fill="none" stroke="{HINT}" '
            f'stroke-width="3.4" stroke-dasharray="6 4"/>'
        )


def _rect(box: Box, radius: float, fill: str, stroke: str = "none", width: float = 0.0) -> str:
    left, top, right, bottom = box
    edge = f' stroke="{stroke}" stroke-width="{_n(width)}"' if stroke != "none" else ""
    return (
        f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(right - left)}" height="{_n(bottom - top)}" '
        f'rx="{_n(radius)}" fill="{fill}"{edge}/>'
    )


def _disc(centre: Point, radius: float, fill: str, stroke: str, width: float) -> str:
    return (
        f'<circle cx="{_n(centre[0])}" cy="{_n(centre[1])}" r="{_n(radius)}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{_n(width)}"/>'
    )


def _text(text: str, centre: Point, size: float, ink: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{_n(centre[0])}" y="{_n(centre[1] + size * 0.36)}" font-size="{_n(size)}" fill="{ink}" '
        f'text-anchor="middle"{weight}>{escape(text)}</text>'
    )
