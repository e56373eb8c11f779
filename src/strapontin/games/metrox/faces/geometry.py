"""Where everything of a sheet lies: stations, the octilinear ways of the lines, and stretches that lines share.

The published map format knows places and orders only; bends and side-by-side offsets are computed here,
always the same way. Trains and labels find their places in `trains` and `labels`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from strapontin.games.metrox.kernels.map import Map, MapLine

Point = tuple[float, float]
Segment = tuple[Point, Point]

PITCH = 80.0
"""How far apart neighbouring stations are drawn."""
STROKE = 10.0
"""The width of a line."""
GAP = 11.5
"""From the middle of a line to the middle of the line beside it."""
BEND = 22.0
"""The radius of a bend."""
RAYS = 7.0
"""How far the rays of a special station stand out."""
CROWDED = 170
"""A map with more hops than this (our cities have about 120) is drawn plainly, so that no map takes minutes."""
CLEAR = 6.0
"""The least room between a station and a line that passes it."""


@dataclass(frozen=True)
class Route:
    """The way of one line across the sheet, from its first station to its last (or round)."""

    line: str
    points: tuple[Point, ...]
    """Corners of the drawn way, side-by-side offsets included."""
    middle: tuple[Point, ...]
    """The same way without offsets: stations and bends only."""
    loop: bool

    def segments(self) -> Iterator[Segment]:
        """The straight pieces of the drawn way."""
        return pairwise(self.points)


@dataclass(frozen=True)
class Skeleton:
    """The stations and lines of a sheet in drawing units."""

    places: dict[str, Point]
    radii: dict[str, float]
    rims: dict[str, float]
    """The radii again, with the rays of special stations."""
    lines_at: dict[str, tuple[str, ...]]
    routes: dict[str, Route]
    strays: tuple[str, ...] = field(default=())
    """What could not be drawn cleanly, in words."""


def skeleton(city: Map) -> Skeleton:
    """Place the stations and route the lines of a map."""
    places = _places(city)
    lines_at = {
        station.id: tuple(line.id for line in city.lines if station.id in line.stations) for station in city.stations
    }
    radii = {station: 11.5 + 1.5 * min(len(lines), 5) for station, lines in lines_at.items()}
    rims = {station.id: radii[station.id] + (RAYS if station.special else 0.0) for station in city.stations}
    bends = _bends(city, places, radii)
    sides = _sides(city, places, bends)
    routes = {line.id: _route(line, places, bends, sides) for line in city.lines}
    strays = () if is_crowded(city) else tuple(_strays(places, radii, lines_at, routes))
    return Skeleton(places, radii, rims, lines_at, routes, strays)


def hops(line: MapLine) -> Iterator[tuple[str, str]]:
    """The pairs of neighbouring stations along a line, the closing one of a loop included."""
    yield from pairwise(line.stations)
    if line.loop:
        yield line.stations[-1], line.stations[0]


def is_crowded(city: Map) -> bool:
    """Whether a map is too large to be drawn with care."""
    return sum(len(line.stations) for line in city.lines) > CROWDED


def is_octilinear(a: Point, b: Point) -> bool:
    """Whether a straight piece runs along one of the eight directions."""
    dx, dy = abs(b[0] - a[0]), abs(b[1] - a[1])
    return min(dx, dy, abs(dx - dy)) < 1e-6


def to_segment(p: Point, segment: Segment) -> float:
    """The distance of a point from a straight piece."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    along = 0.0 if square == 0 else max(0.0, min(1.0, ((p[0] - ax) * dx + (p[1] - ay) * dy) / square))
    return math.hypot(p[0] - ax - along * dx, p[1] - ay - along * dy)


def crossing(one: Segment, other: Segment) -> Point | None:
    """Where two straight pieces cross in their insides, if they do."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    rx, ry, sx, sy = bx - ax, by - ay, dx - cx, dy - cy
    area = rx * sy - ry * sx
    if abs(area) < 1e-9:
        return None
    t = ((cx - ax) * sy - (cy - ay) * sx) / area
    u = ((cx - ax) * ry - (cy - ay) * rx) / area
    return (ax + t * rx, ay + t * ry) if 1e-6 < t < 1 - 1e-6 and 1e-6 < u < 1 - 1e-6 else None


def turn(before: Point, after: Point) -> float:
    """The angle in degrees between two directions, 0 (straight on) to 180 (back)."""
    lengths = math.hypot(*before) * math.hypot(*after)
    if lengths == 0:
        return 0.0
    return math.degrees(math.acos(max(-1.0, min(1.0, (before[0] * after[0] + before[1] * after[1]) / lengths))))


def towards(a: Point, b: Point, by: float) -> Point:
    """The point that far from a on the way to b."""
    length = math.dist(a, b)
    return a if length == 0 else (a[0] + (b[0] - a[0]) * by / length, a[1] + (b[1] - a[1]) * by / length)


def arrow_tips(route: Route, bones: Skeleton) -> tuple[Point, Point]:
    """Where the two arrows of a circular line point to, onwards and backwards."""
    start = route.middle[0]
    radius = next((bones.radii[station] for station, place in bones.places.items() if place == start), 0.0)
    return towards(start, route.middle[1], radius + 20), towards(start, route.middle[-2], radius + 20)


def minus(a: Point, b: Point) -> Point:
    """The way from b to a."""
    return a[0] - b[0], a[1] - b[1]


def _places(city: Map) -> dict[str, Point]:
    raw = {station.id: (float(station.x), float(station.y)) for station in city.stations}
    nearest = sorted(
        min((math.dist(p, q) for other, q in raw.items() if other != station), default=0.0)
        for station, p in raw.items()
    )
    pitch = nearest[len(nearest) // 2] if nearest else 0.0
    scale = PITCH / pitch if pitch > 1e-6 else PITCH / 2
    return {station: (x * scale, y * scale) for station, (x, y) in raw.items()}


def _corners(a: Point, b: Point) -> list[Point]:
    """The two octilinear corners between places that are not in line: slope first, or slope last."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    slope = min(abs(dx), abs(dy))
    sx, sy = math.copysign(slope, dx), math.copysign(slope, dy)
    return [(a[0] + sx, a[1] + sy), (b[0] - sx, b[1] - sy)]


Hop = tuple[str, str]
Bends = dict[Hop, list[Point]]


def _bends(city: Map, places: dict[str, Point], radii: dict[str, float]) -> Bends:
    """The way of every hop, in both directions; where a corner is needed, the one that turns least."""
    ways: Bends = {}
    for line in city.lines:
        for a, b in hops(line):
            if (a, b) not in ways:
                straight = is_octilinear(places[a], places[b])
                way = [places[a], *([] if straight else _corners(places[a], places[b])[:1]), places[b]]
                ways[a, b], ways[b, a] = way, way[::-1]
    for _ in range(0 if is_crowded(city) else 3):
        for a, b in [hop for hop, way in ways.items() if len(way) == 3]:
            options = [[places[a], corner, places[b]] for corner in _corners(places[a], places[b])]
            best = min(options, key=lambda way: _cost(city, places, radii, ways, (a, b), way))
            ways[a, b], ways[b, a] = best, best[::-1]
    return ways


def _cost(
    city: Map, places: dict[str, Point], radii: dict[str, float], ways: Bends, hop: Hop, way: list[Point]
) -> float:
    cost = 0.0
    for line in city.lines:
        along = list(hops(line))
        for i, (a, b) in enumerate(along):
            if {a, b} != set(hop):
                continue
            mine = way if (a, b) == hop else way[::-1]
            if i > 0 or line.loop:
                cost += turn(minus(*ways[along[i - 1]][-2:][::-1]), minus(mine[1], mine[0])) ** 2
            if i + 1 < len(along) or line.loop:
                after = ways[along[(i + 1) % len(along)]]
                cost += turn(minus(mine[-1], mine[-2]), minus(after[1], after[0])) ** 2
    for piece in pairwise(way):
        cost += sum(
            1e5
            for station, place in places.items()
            if station not in hop and to_segment(place, piece) < radii[station] + STROKE / 2 + CLEAR
        )
        for other, others in ways.items():
            if set(other) != set(hop):
                cost += sum(2e4 for segment in pairwise(others) if crossing(piece, segment))
    return cost


def _sides(city: Map, places: dict[str, Point], ways: Bends) -> dict[tuple[str, Hop], float]:
    """How far each line runs beside the middle of each hop, to the left of its own direction."""
    users: dict[Hop, list[MapLine]] = {}
    for line in city.lines:
        for a, b in hops(line):
            users.setdefault((a, b) if (b, a) not in users else (b, a), []).append(line)
    sides: dict[tuple[str, Hop], float] = {}
    plain = is_crowded(city)
    for (a, b), lines in users.items():
        for i, line in enumerate(lines):
            if plain:
                rank = len(lines) - 1 - 2 * i
            else:
                rank = sum(_leftness(other, line, (a, b), ways) for other in lines if other is not line)
            sides[line.id, (a, b)] = rank * GAP / 2
            sides[line.id, (b, a)] = -rank * GAP / 2
    return sides


def _leftness(other: MapLine, line: MapLine, hop: Hop, ways: Bends) -> int:
    """+1 if the line runs to the left of the other on this hop, -1 if to the right."""
    ahead = _fork(line, other, hop, ways)
    behind = -_fork(line, other, (hop[1], hop[0]), ways)
    verdict = ahead or behind
    if ahead and behind and ahead != behind:  # they change sides somewhere: always at the same end
        verdict = ahead if hop[0] < hop[1] else behind
    return verdict or (1 if line.id < other.id else -1) * (1 if hop[0] < hop[1] else -1)


def _fork(line: MapLine, other: MapLine, hop: Hop, ways: Bends) -> int:
    """On which side of the other the line leaves when both go on along this hop: +1 left, -1 right, 0 unknown."""
    seen = {hop}
    while True:
        mine, theirs = _onward(line, hop), _onward(other, hop)
        if mine is None or theirs is None:
            return 0
        if mine != theirs:
            heading = minus(ways[hop][-1], ways[hop][-2])
            return 1 if _bearing(heading, ways[mine]) > _bearing(heading, ways[theirs]) else -1
        if mine in seen:
            return 0
        hop = mine
        seen.add(hop)


def _onward(line: MapLine, hop: Hop) -> Hop | None:
    along = list(hops(line))
    if hop in along:
        i = along.index(hop) + 1
    else:
        along = [(b, a) for a, b in reversed(along)]
        i = along.index(hop) + 1
    return along[i % len(along)] if i < len(along) or line.loop else None


def _bearing(heading: Point, way: list[Point]) -> float:
    """How far to the left (in the drawing, y down) a way turns off a heading, -180 to 180."""
    x, y = minus(way[1], way[0])
    return math.degrees(math.atan2(heading[1] * x - heading[0] * y, heading[0] * x + heading[1] * y))


def _route(line: MapLine, places: dict[str, Point], ways: Bends, sides: dict[tuple[str, Hop], float]) -> Route:
    middle: list[Point] = [places[line.stations[0]]]
    offsets: list[float] = []
    for hop in hops(line):
        way = ways[hop]
        middle += way[1:]
        offsets += [sides[line.id, hop]] * (len(way) - 1)
    return Route(line.id, tuple(_beside(middle, offsets, line.loop)), tuple(middle), line.loop)


def _beside(middle: Sequence[Point], offsets: Sequence[float], loop: bool) -> list[Point]:
    """Shift every piece of a way to its side and join the pieces again."""
    pieces = []
    for (a, b), offset in zip(pairwise(middle), offsets, strict=True):
        length = math.dist(a, b) or 1.0
        nx, ny = (b[1] - a[1]) / length * offset, -(b[0] - a[0]) / length * offset
        pieces.append(((a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)))
    if not pieces:
        return list(middle)
    points = [pieces[0][0]]
    for one, other in pairwise(pieces):
        points += _joint(one, other)
    points.append(pieces[-1][1])
    if loop:
        seam = _joint(pieces[-1], pieces[0])
        points[0], points[-1] = seam[-1], seam[0]
        if len(seam) == 2:
            points.append(seam[-1])
    return points


def _joint(one: Segment, other: Segment) -> list[Point]:
    if math.dist(one[1], other[0]) < 1e-6:
        return [one[1]]
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    rx, ry, sx, sy = bx - ax, by - ay, dx - cx, dy - cy
    area = rx * sy - ry * sx
    if abs(area) < 1e-6:
        return [one[1], other[0]]  # the step lies under the station
    t = ((cx - ax) * sy - (cy - ay) * sx) / area
    return [(ax + t * rx, ay + t * ry)]


def _strays(
    places: dict[str, Point], radii: dict[str, float], lines_at: dict[str, tuple[str, ...]], routes: dict[str, Route]
) -> Iterator[str]:
    for line, route in routes.items():
        for station, place in places.items():
            if line not in lines_at[station]:
                room = min((to_segment(place, piece) for piece in route.segments()), default=math.inf)
                if room < radii[station] + STROKE / 2:
                    yield f"line {line} runs over the station {station}, which is not on it"
    drawn = list(routes.values())
    for i, one in enumerate(drawn):
        for other in drawn[:i]:
            for a in pairwise(one.middle):
                for b in pairwise(other.middle):
                    point = crossing(a, b)
                    if point and all(math.dist(point, place) > radii[s] for s, place in places.items()):
                        yield f"lines {other.line} and {one.line} cross where there is no station"
