"""The whole sheet laid out: network, trains, badges, names, and the plate with the city's name."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from strapontin.games.metrox.faces import lettering
from strapontin.games.metrox.faces.badges import BADGE, place_badges
from strapontin.games.metrox.faces.geometry import STROKE, Point, Skeleton, skeleton
from strapontin.games.metrox.faces.labels import Label, place_labels
from strapontin.games.metrox.faces.trains import Box, Train, gap_between, meets, place_trains, to_box
from strapontin.games.metrox.kernels.map import Map

MARGIN = 26.0
PLATE = 30.0
"""The size of the letters on the plate."""


@dataclass(frozen=True)
class Layout:
    """Everything that is drawn of a map, in drawing units."""

    skeleton: Skeleton
    trains: dict[str, Train]
    badges: dict[str, Point]
    labels: dict[str, Label]
    plate: Box
    bounds: Box


_known: dict[bytes, Layout] = {}


def layout(city: Map) -> Layout:
    """Lay a map out; a map that was laid out before is not laid out again."""
    key = msgspec.json.encode((city.name or city.id, city.stations, city.lines))
    if key not in _known:
        if len(_known) > 32:
            _known.pop(next(iter(_known)))
        _known[key] = _lay_out(city)
    return _known[key]


def _lay_out(city: Map) -> Layout:
    bones = skeleton(city)
    trains = place_trains(city, bones)
    labels = place_labels(city, bones, trains)
    badges = place_badges(city, bones, trains, labels)
    boxes = [label.bounds for label in labels.values()]
    boxes += [box for train in trains.values() for box in train.boxes()]
    boxes += [(x - BADGE, y - BADGE, x + BADGE, y + BADGE) for x, y in badges.values()]
    for station, (x, y) in bones.places.items():
        r = bones.radii[station] + STROKE / 2
        boxes.append((x - r, y - r, x + r, y + r))
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, bottom = max(b[2] for b in boxes), max(b[3] for b in boxes)
    plate = _plate(city, bones, boxes, (left, top, right, bottom))
    top = min(top, plate[1])
    bounds = (left - MARGIN, top - MARGIN, max(right, plate[2]) + MARGIN, bottom + MARGIN)
    return Layout(bones, trains, badges, labels, plate, bounds)


def _plate(city: Map, bones: Skeleton, boxes: list[Box], extent: Box) -> Box:
    """The corner with the most room for the enamel plate, or a place above everything."""
    width = lettering.width((city.name or city.id).upper(), PLATE, bold=True) + PLATE * 2.2
    height = PLATE * 2
    left, top, right, bottom = extent
    rooms: dict[Box, float] = {}
    for y in (top, bottom - height):
        for x in (left, right - width):
            plate = (x, y, x + width, y + height)
            room = min(gap_between(plate, box) for box in boxes)
            pieces = (piece for route in bones.routes.values() for piece in route.segments())
            if room > 14 and not any(meets(piece, plate, STROKE + 14) for piece in pieces):
                rooms[plate] = min(room, *(to_box(p, plate) for p in bones.places.values()))
    if rooms:
        return max(rooms, key=lambda plate: (round(rooms[plate]), -plate[1], -plate[0]))
    return left, top - height - 14, left + width, top - 14
