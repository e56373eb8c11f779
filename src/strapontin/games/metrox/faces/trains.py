"""Where the trains stand: windows, letter and values beside the first station of each line."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain, pairwise

import msgspec

from strapontin.games.metrox.faces.geometry import (
    STROKE,
    Point,
    Segment,
    Skeleton,
    crossing,
    is_crowded,
    minus,
    to_segment,
    turn,
)
from strapontin.games.metrox.kernels.map import Map, MapLine

WINDOW = 24.0
HEIGHT = 36.0
DIAMOND = 19.0
SQUARE = 13.0

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Train(msgspec.Struct, frozen=True):
    """A train with everything written on it and beside it."""

    line: str
    """The letter of its line."""
    body: Box
    """The train itself: left, top, right, bottom."""
    letter: Point
    """The middle of the letter."""
    windows: tuple[Box, ...]
    """Its windows, left to right."""
    first: Point
    """The middle of the diamond."""
    later: Point
    """The middle of the square."""
    coupling: Segment
    """From the train to the first station."""

    def boxes(self) -> tuple[Box, Box]:
        """The train, and its values."""
        return self.body, values_box(self.first, self.later)


def values_box(first: Point, later: Point) -> Box:
    """The box around the diamond and the square."""
    left = min(first[0] - DIAMOND, later[0] - SQUARE)
    right = max(first[0] + DIAMOND, later[0] + SQUARE)
    return left, first[1] - DIAMOND, right, first[1] + DIAMOND


def place_trains(city: Map, skeleton: Skeleton) -> dict[str, Train]:
    """Stand every train where it covers nothing and follows on from its line."""
    placed: dict[str, Train] = {}
    if is_crowded(city):
        return {line.id: next(_stands(line, skeleton)) for line in city.lines}
    for _ in range(2):  # the second time round, everybody knows where the others stand
        for line in city.lines:
            others = [train for key, train in placed.items() if key != line.id]
            placed[line.id] = _best(line, skeleton, others)
    return placed


def _best(line: MapLine, skeleton: Skeleton, others: list[Train]) -> Train:
    """The cheapest stand; the plain wishes are priced first, so that collisions are sought for few."""
    xs, ys = zip(*skeleton.places.values(), strict=True)
    extent = (min(xs), min(ys), max(xs), max(ys))
    wishes = sorted(((_wish(train, skeleton, extent), i, train) for i, train in enumerate(_stands(line, skeleton))))
    best, price = wishes[0][2], math.inf
    for wish, _, train in wishes[:500]:
        if wish >= price:
            break
        full = wish
        for cost in chain(_collisions(train, skeleton, others), _coupling_cost(train, skeleton, others)):
            full += cost
            if full >= price:
                break
        else:
            best, price = train, full
    return best


def gap_between(one: Box, other: Box) -> float:
    """The room between two boxes; negative where they overlap."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def to_box(p: Point, box: Box) -> float:
    """The distance of a point from a box, 0 inside."""
    return math.hypot(max(box[0] - p[0], 0.0, p[0] - box[2]), max(box[1] - p[1], 0.0, p[1] - box[3]))


def meets(segment: Segment, box: Box, room: float) -> bool:
    """Whether a straight piece comes nearer to a box than the room."""
    low, high = 0.0, 1.0
    (ax, ay), (bx, by) = segment
    for start, delta, least, most in ((ax, bx - ax, box[0], box[2]), (ay, by - ay, box[1], box[3])):
        least, most = least - room, most + room
        if abs(delta) < 1e-9:
            if not least < start < most:
                return False
            continue
        enter, leave = sorted(((least - start) / delta, (most - start) / delta))
        low, high = max(low, enter), min(high, leave)
    return low < high


def _stands(line: MapLine, skeleton: Skeleton) -> Iterator[Train]:
    start = skeleton.places[line.stations[0]]
    width = 40.0 + (WINDOW + 4) * line.windows
    for eighth in range(8):
        dx, dy = round(math.cos(eighth * math.pi / 4)), round(math.sin(eighth * math.pi / 4))
        for reach in (36.0, 44.0, 54.0, 66.0, 80.0, 100.0, 125.0, 155.0):
            step = reach / math.hypot(dx, dy)
            door = (start[0] + dx * step, start[1] + dy * step)
            for along, across in _doors(dx, dy):
                left, top = door[0] - along * width, door[1] - across * HEIGHT
                body = (left, top, left + width, top + HEIGHT)
                for side in ("right", "left", "below", "above"):
                    if (side, dx, dy) in _BLOCKED:
                        continue
                    yield _train(line, body, side, (door, start), tail=dx < 0)


_BLOCKED = {("left", 1, 0), ("right", -1, 0), ("below", 0, -1), ("above", 0, 1)}
"""Values never stand between a train and its line."""


def _doors(dx: int, dy: int) -> list[tuple[float, float]]:
    """Where on the train (0..1 along, 0..1 across) the line may come in from a direction."""
    ends = {1: [(0.0, 0.5)], -1: [(1.0, 0.5)], 0: []}[dx]
    edge = {1: 0.0, -1: 1.0, 0: -1.0}[dy]
    spots = {1: (0.12, 0.3), -1: (0.88, 0.7), 0: (0.12, 0.5, 0.88)}[dx]
    return ends if dy == 0 else [*ends, *((spot, edge) for spot in spots)]


def _train(line: MapLine, body: Box, side: str, coupling: Segment, tail: bool) -> Train:
    left, top, right, bottom = body
    middle = (top + bottom) / 2
    letter = right - 20 if tail else left + 20
    begin = left + 8 if tail else left + 36
    windows = tuple(
        (x, middle - WINDOW / 2, x + WINDOW, middle + WINDOW / 2)
        for x in (begin + (WINDOW + 4) * i for i in range(line.windows))
    )
    if side == "right":
        first = (right + 6 + DIAMOND, middle)
        later = (first[0] + DIAMOND + 4 + SQUARE, middle)
    elif side == "left":
        later = (left - 6 - SQUARE, middle)
        first = (later[0] - SQUARE - 4 - DIAMOND, middle)
    else:
        y = bottom + 5 + DIAMOND if side == "below" else top - 5 - DIAMOND
        x = right - 2 * (DIAMOND + SQUARE) - 4 if tail else left
        first, later = (x + DIAMOND, y), (x + 2 * DIAMOND + 4 + SQUARE, y)
    return Train(line.id, body, (letter, middle), windows, first, later, coupling)


def _wish(train: Train, skeleton: Skeleton, extent: Box) -> float:
    """What a stand costs for itself: distance, the turn into the line, room it takes outside the network."""
    route = skeleton.routes[train.line]
    door, start = train.coupling
    cost = 0.25 * math.dist(door, start) + 12.0 * (train.later[1] != train.letter[1])
    if len(route.middle) > 1:
        heading = minus(start, door)
        ahead = turn(heading, minus(route.middle[1], start))
        if route.loop:  # come in across the loop, not along it
            ahead = 2 * abs(90 - min(ahead, turn(heading, minus(route.middle[-2], start))))
            centre = [sum(p[i] for p in route.middle) / len(route.middle) for i in (0, 1)]
            cost += 300.0 * (math.dist(door, centre) < math.dist(start, centre))
        cost += {0: 0.0, 1: 10.0, 2: 45.0}.get(round(ahead / 45), 2000.0)
    left, top, right, bottom = extent
    for box in train.boxes():
        out = max(left - box[0], 0) + max(box[2] - right, 0) + max(top - box[1], 0) + max(box[3] - bottom, 0)
        cost += 0.12 * out
    return cost


def _collisions(train: Train, skeleton: Skeleton, others: list[Train]) -> Iterator[float]:
    for box in train.boxes():
        for station, place in skeleton.places.items():
            if abs(place[0] - box[0]) < 300 and abs(place[1] - box[1]) < 120:
                room = to_box(place, box) - skeleton.radii[station]
                yield 1000.0 if room < 5 else 6.0 if room < 30 else 0.0
        for other in others:
            yield 1000.0 * any(gap_between(box, theirs) < 8 for theirs in other.boxes())
            yield 1000.0 * meets(other.coupling, box, STROKE / 2 + 4)
        for route in skeleton.routes.values():
            yield 1000.0 * any(meets(piece, box, STROKE / 2 + 4) for piece in route.segments())


def _coupling_cost(train: Train, skeleton: Skeleton, others: list[Train]) -> Iterator[float]:
    door, start = train.coupling
    for station, place in skeleton.places.items():
        if place != start and to_segment(place, train.coupling) < skeleton.radii[station] + STROKE:
            yield 1000.0
    for route in skeleton.routes.values():
        for piece in pairwise(route.middle):
            if crossing(train.coupling, piece):
                yield 1000.0
            if start in piece:  # leaving along a line would hide one of the two
                far = piece[1] if piece[0] == start else piece[0]
                yield 1000.0 * (turn(minus(door, start), minus(far, start)) < 44)
    for other in others:
        yield 1000.0 * any(meets(train.coupling, box, STROKE) for box in other.boxes())
        yield 1000.0 * (crossing(train.coupling, other.coupling) is not None)
        if other.coupling[1] == start:
            yield 1000.0 * (turn(minus(door, start), minus(other.coupling[0], start)) < 44)
