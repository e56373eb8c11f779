"""Where the letter of a line stands behind its terminus, once everything else has found its place."""

from __future__ import annotations

import math

from strapontin.games.metrox.faces.geometry import STROKE, Point, Skeleton, is_crowded, minus, to_segment
from strapontin.games.metrox.faces.labels import Label
from strapontin.games.metrox.faces.trains import Train, to_box
from strapontin.games.metrox.kernels.map import Map

BADGE = 10.5
"""The radius of the lettered disc at a terminus."""


def place_badges(city: Map, skeleton: Skeleton, trains: dict[str, Train], labels: dict[str, Label]) -> dict[str, Point]:
    """A spot for the letter behind each terminus; none where there is no room."""
    badges: dict[str, Point] = {}
    for line in city.lines:
        route = skeleton.routes[line.id]
        if line.loop or len(route.middle) < 2 or is_crowded(city):
            continue
        end, heading = route.middle[-1], minus(route.middle[-1], route.middle[-2])
        straight = math.atan2(heading[1], heading[0])
        spots = [
            (
                end[0] + reach * math.cos(straight + math.radians(aside)),
                end[1] + reach * math.sin(straight + math.radians(aside)),
            )
            for extra in (4.0, 9.0)
            for reach in [skeleton.rims[line.stations[-1]] + BADGE + extra]
            for aside in (0, 22, -22, 45, -45, 67, -67, 90, -90, 112, -112, 135, -135)
        ]
        spot = next((spot for spot in spots if _fits(spot, skeleton, trains, labels, badges)), None)
        if spot is not None:
            badges[line.id] = spot
    return badges


def _fits(
    spot: Point, skeleton: Skeleton, trains: dict[str, Train], labels: dict[str, Label], badges: dict[str, Point]
) -> bool:
    return (
        all(math.dist(spot, place) > skeleton.rims[s] + BADGE + 2 for s, place in skeleton.places.items())
        and all(
            to_segment(spot, piece) > BADGE + STROKE / 2 + 2
            for route in skeleton.routes.values()
            for piece in route.segments()
        )
        and all(to_segment(spot, train.coupling) > BADGE + STROKE / 2 + 2 for train in trains.values())
        and all(to_box(spot, box) > BADGE + 3 for train in trains.values() for box in train.boxes())
        and all(to_box(label.inside(spot), label.box) > BADGE + 2 for label in labels.values())
        and all(math.dist(spot, other) > 2 * BADGE + 3 for other in badges.values())
    )
