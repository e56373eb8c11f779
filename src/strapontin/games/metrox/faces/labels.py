"""Where the station names stand: beside their station, level where possible, over no line and no other name."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import msgspec

from strapontin.games.metrox.faces import lettering
from strapontin.games.metrox.faces.geometry import STROKE, Point, Segment, Skeleton, arrow_tips, is_crowded
from strapontin.games.metrox.faces.trains import Box, Train, gap_between, meets, to_box
from strapontin.games.metrox.kernels.map import Map

SIZE = 14.0
SMALL = 12.0
ROOM = 2.0
APART = 5.0
"""The least room between two names."""
ENOUGH = 30
"""So many free places per name are weighed against those of the neighbours."""


class Label(msgspec.Struct, frozen=True, dict=True):
    """A station name: rows of text in a box that is turned around the station by an angle."""

    station: str
    """The id of the station."""
    rows: tuple[str, ...]
    """Its name, in as many rows."""
    size: float
    """Of the letters."""
    pivot: Point
    """What it is turned around."""
    angle: float
    """Degrees, clockwise in the drawing."""
    box: Box
    """Left, top, right, bottom before turning, the pivot at 0, 0."""
    anchor: str
    """start, middle or end."""

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The four corners as drawn."""
        left, top, right, bottom = self.box
        if not self.angle:
            x, y = self.pivot
            return _square(left + x, top + y, right + x, bottom + y)
        return tuple(_turned(p, self.angle, self.pivot) for p in _square(left, top, right, bottom))

    @cached_property
    def bounds(self) -> Box:
        """The upright box around it as drawn."""
        xs, ys = [p[0] for p in self.corners], [p[1] for p in self.corners]
        return min(xs), min(ys), max(xs), max(ys)

    def inside(self, p: Point) -> Point:
        """A drawn point as the label sees it, before turning."""
        x, y = p[0] - self.pivot[0], p[1] - self.pivot[1]
        return _turned((x, y), -self.angle, (0.0, 0.0)) if self.angle else (x, y)


def _square(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _turned(p: Point, angle: float, about: Point) -> Point:
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return about[0] + p[0] * cos - p[1] * sin, about[1] + p[0] * sin + p[1] * cos


def place_labels(city: Map, skeleton: Skeleton, trains: dict[str, Train]) -> dict[str, Label]:
    """Find a place for every name; the same map always gets the same places."""
    if is_crowded(city):
        return {one.id: next(_options(one.id, one.name or one.id, skeleton))[1] for one in city.stations}
    choices: dict[str, list[tuple[float, Label]]] = {}
    for station in city.stations:
        scene = around(station.id, skeleton, trains)
        choices[station.id] = _fitting(_options(station.id, station.name or station.id, skeleton), scene)
    near = {
        a: [b for b in choices if b != a and math.dist(skeleton.places[a], skeleton.places[b]) < 340] for a in choices
    }
    beside = _neighbours(city)
    chosen: dict[str, tuple[float, Label]] = {}
    for key in sorted(choices, key=lambda s: (len(choices[s]), s)):
        chosen[key] = min(choices[key], key=lambda o: _price(o, key, chosen, near, beside))
    for _ in range(12):
        before = dict(chosen)
        for key in choices:
            chosen[key] = min(choices[key], key=lambda o: _price(o, key, chosen, near, beside))
        if before == chosen:
            break
    return {station: label for station, (_, label) in chosen.items()}


def _fitting(options: Iterator[tuple[float, Label]], scene: Around) -> list[tuple[float, Label]]:
    """The best labels that cover nothing; where there is none, the one that covers least."""
    fit: list[tuple[float, Label]] = []
    tried: list[tuple[float, Label]] = []
    for cost, label in options:
        tried.append((cost, label))
        if next(scene.hits(label), None) is None:
            fit.append((cost + scene.doubt(label), label))
            if len(fit) == ENOUGH:
                break
    if not fit:
        fit = [min(tried, key=lambda o: o[0] + 100.0 * sum(1 for _ in scene.hits(o[1])))]
    return sorted(fit, key=lambda o: o[0])


def overlap(one: Label, other: Label, room: float = APART) -> bool:
    """Whether two names come nearer to each other than the room."""
    if gap_between(one.bounds, other.bounds) >= room:
        return False
    return not any(
        max(p[axis] for p in a) + room <= min(p[axis] for p in b)
        or max(p[axis] for p in b) + room <= min(p[axis] for p in a)
        for label in (one, other)
        for a, b in [([label.inside(p) for p in one.corners], [label.inside(p) for p in other.corners])]
        for axis in (0, 1)
    )


def _price(
    option: tuple[float, Label],
    station: str,
    chosen: dict[str, tuple[float, Label]],
    near: dict[str, list[str]],
    beside: dict[str, set[str]],
) -> float:
    cost, label = option
    for other in near[station]:
        if other in chosen:
            theirs = chosen[other][1]
            cost += 200.0 * overlap(label, theirs)
            if other in beside[station]:  # neighbours on a line look calmer when written the same way
                cost += 1.5 * (theirs.angle != label.angle) + 1.0 * (theirs.anchor != label.anchor)
    return cost


def _neighbours(city: Map) -> dict[str, set[str]]:
    beside: dict[str, set[str]] = {station.id: set() for station in city.stations}
    for line in city.lines:
        for a, b in zip(line.stations, line.stations[1:], strict=False):
            beside[a].add(b)
            beside[b].add(a)
    return beside


Spot = tuple[float, str, float, float, float]
"""What it costs, the anchor, how far aside, how far below the station the middle of the text is, the angle."""

_ASIDE = (0.0, 5.0, 10.0, 17.0, 25.0, 34.0)
_LIFT = (0.0, 9.0, 14.0, 18.0, 23.0, 29.0)
_SHIFT = (0.0, 9.0, 18.0, 28.0)
_SLANTED = ((9.0, "start", -45.0), (9.5, "end", -45.0), (11.0, "start", 45.0), (11.5, "end", 45.0))


@cache
def _spots(radius: float, height: float) -> list[Spot]:
    """The places around a station where a text of this size may stand, the best first."""
    spots: list[Spot] = []
    for anchor, sign in (("start", 1.0), ("end", -1.0)):
        for aside in _ASIDE:
            for lift in sorted({sign * lift for lift in _LIFT for sign in (1.0, -1.0)}):
                reach = math.sqrt(max(0.0, (radius + 5) ** 2 - max(0.0, abs(lift) - height / 2) ** 2))
                cost = 0.3 * (sign < 0) + 0.16 * aside + 0.07 * abs(lift)
                spots.append((cost, anchor, sign * (reach + aside), lift, 0.0))
    for up in (-1.0, 1.0):
        for shift in sorted({sign * shift for shift in _SHIFT for sign in (1.0, -1.0)}):
            for away in (0.0, 7.0):
                cost = 2.2 + 0.04 * abs(shift) + 0.25 * away
                spots.append((cost, "middle", shift, up * (radius + 4 + away + height / 2), 0.0))
    for cost, anchor, angle in _SLANTED:
        for aside in (0.0, 8.0):
            x = radius + 5 + aside if anchor == "start" else -radius - 5 - aside
            spots.append((cost + aside / 4, anchor, x, 0.0, angle))
    return sorted(spots)


def _options(station: str, name: str, skeleton: Skeleton) -> Iterator[tuple[float, Label]]:
    """The labels a station may have, the cheapest first."""
    pivot, radius = skeleton.places[station], skeleton.rims[station]
    found: list[tuple[float, int, tuple[str, ...], float, Spot, float, float]] = []
    for rows in lettering.rows(name):
        for size in (SIZE, SMALL):
            width = max(lettering.width(row, size) for row in rows)
            height = len(rows) * size * lettering.HEIGHT
            broken = len(rows) > 1 and " " not in name and rows[0] + rows[1] != name
            extra = (len(rows) - 1) * 0.9 + (SIZE - size) * 2.5 + 3.0 * broken
            for spot in _spots(radius, height):
                found.append((spot[0] + extra, len(found), rows, size, spot, width, height))
    for cost, _, rows, size, (_, anchor, x, y, angle), width, height in sorted(found):
        left = {"start": x, "end": x - width, "middle": x - width / 2}[anchor]
        box = (left, y - height / 2, left + width, y + height / 2)
        yield cost, Label(station, rows, size, pivot, angle, box, anchor)


@dataclass(frozen=True)
class Around:
    """What lies near a station that a name must not cover."""

    discs: list[tuple[Point, float]]
    pieces: list[tuple[Segment, Box]]
    boxes: list[Box]
    own: Point

    def hits(self, label: Label) -> Iterator[Point]:
        """A point of everything a label lies on."""
        left, top, right, bottom = label.bounds
        room = STROKE / 2 + ROOM
        for (a, b), (x0, y0, x1, y1) in self.pieces:
            near = x0 - room < right and left < x1 + room and y0 - room < bottom and top < y1 + room
            if near and meets((label.inside(a), label.inside(b)), label.box, room):
                yield a
        for place, radius in self.discs:
            reach = radius + ROOM
            near = left - reach < place[0] < right + reach and top - reach < place[1] < bottom + reach
            if near and to_box(label.inside(place), label.box) < reach:
                yield place
        for box in self.boxes:
            if gap_between(box, label.bounds) < ROOM + 1:
                corners = [label.inside(p) for p in _square(*box)]
                least_x, least_y = (min(p[i] for p in corners) for i in (0, 1))
                most_x, most_y = (max(p[i] for p in corners) for i in (0, 1))
                if gap_between((least_x, least_y, most_x, most_y), label.box) < ROOM + 1:
                    yield box[:2]

    def doubt(self, label: Label) -> float:
        """What it costs that a name stands nearer to another station than to its own."""
        home = to_box(label.inside(self.own), label.box)
        return sum(
            14.0
            for place, radius in self.discs
            if place != self.own and to_box(label.inside(place), label.box) - radius < home - 10
        )


def _extent(piece: Segment) -> Box:
    (ax, ay), (bx, by) = piece
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def around(station: str, skeleton: Skeleton, trains: dict[str, Train]) -> Around:
    """Everything within reach of a station's name."""
    x, y = skeleton.places[station]
    reach: Box = (x - 220, y - 160, x + 220, y + 160)
    pieces = [piece for route in skeleton.routes.values() for piece in route.segments()]
    pieces += [train.coupling for train in trains.values()]
    discs = [(place, skeleton.rims[key]) for key, place in skeleton.places.items()]
    discs += [(tip, 9.0) for route in skeleton.routes.values() if route.loop for tip in arrow_tips(route, skeleton)]
    return Around(
        [disc for disc in discs if to_box(disc[0], reach) == 0],
        [(piece, _extent(piece)) for piece in pieces if meets(piece, reach, 0.0)],
        [box for train in trains.values() for box in train.boxes() if gap_between(box, reach) < 0],
        (x, y),
    )
