"""Sheets are drawn like metro maps: octilinear, side by side where shared, nothing on top of anything."""

import math
from itertools import combinations, pairwise

import pytest

from strapontin.games.metrox.faces import labels, trains
from strapontin.games.metrox.faces.badges import BADGE
from strapontin.games.metrox.faces.geometry import (
    GAP,
    PITCH,
    STROKE,
    crossing,
    hops,
    is_octilinear,
    minus,
    skeleton,
    to_segment,
    turn,
)
from strapontin.games.metrox.faces.layout import layout
from strapontin.games.metrox.kernels.map import CITIES, Map, MapLine, Station, city

EVERY_CITY = pytest.mark.parametrize("name", CITIES)


def little(places, **lines):
    """A map with stations named after their letter."""
    return Map(
        "little",
        "Little",
        [Station(key, key, x, y) for key, (x, y) in places.items()],
        [MapLine(key, list(stations), 2, 3, 2) for key, stations in lines.items()],
    )


@EVERY_CITY
def test_lines_run_in_eight_directions(name):
    for route in skeleton(city(name)).routes.values():
        assert all(is_octilinear(a, b) for a, b in pairwise(route.middle))


@EVERY_CITY
def test_lines_never_turn_back_sharply(name):
    for route in skeleton(city(name)).routes.values():
        for a, b, c in zip(route.middle, route.middle[1:], route.middle[2:], strict=False):
            assert turn(minus(b, a), minus(c, b)) <= 90.5, (route.line, b)


@EVERY_CITY
def test_a_line_passes_through_all_its_stations_and_no_other(name):
    bones = skeleton(city(name))
    for line in city(name).lines:
        pieces = list(bones.routes[line.id].segments())
        for station, place in bones.places.items():
            away = min(to_segment(place, piece) for piece in pieces)
            if station in line.stations:
                assert away < bones.radii[station] - 2, (line.id, station)
            else:
                assert away >= bones.radii[station] + STROKE / 2 + 4, (line.id, station)


@EVERY_CITY
def test_two_lines_cross_only_at_stations(name):
    bones = skeleton(city(name))
    assert bones.strays == ()
    for one, other in combinations(bones.routes.values(), 2):
        for a in pairwise(one.middle):
            for b in pairwise(other.middle):
                point = crossing(a, b)
                assert point is None or point in bones.places.values()


@EVERY_CITY
def test_stations_keep_their_distance(name):
    bones = skeleton(city(name))
    for (one, p), (other, q) in combinations(bones.places.items(), 2):
        assert math.dist(p, q) >= PITCH - 1e-6, (one, other)


@EVERY_CITY
def test_lines_that_share_a_stretch_run_side_by_side(name):
    bones, checked = skeleton(city(name)), 0
    for one, other in combinations(city(name).lines, 2):
        for hop in {frozenset(pair) for pair in hops(one)} & {frozenset(pair) for pair in hops(other)}:
            a, b = (bones.places[station] for station in hop)
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            nearest = []
            for line in (one, other):
                piece = min(bones.routes[line.id].segments(), key=lambda s: to_segment(middle, s))
                nearest.append(to_segment(middle, piece))
                assert to_segment(middle, piece) <= 1.01 * GAP
            assert max(nearest) > GAP / 2 - 0.01
            assert sum(nearest) >= GAP - 0.01
            checked += 1
    assert checked >= {"amsterdam": 8, "paris": 8, "madrid": 1}.get(name, 0)


def test_lines_that_part_to_the_left_run_on_the_left():
    places = {"a": (0, 0), "b": (2, 0), "c": (4, 0), "d": (6, -2), "e": (6, 2)}
    for upper, lower in (("A", "B"), ("B", "A")):
        bones = skeleton(little(places, **{upper: "abcd", lower: "abce"}))
        high, low = (bones.routes[line].points[0][1] for line in (upper, lower))
        assert low - high == pytest.approx(GAP)


def test_a_corner_turns_the_line_as_little_as_possible():
    bones = skeleton(little({"a": (0, 0), "b": (2, 0), "c": (6, 2), "d": (8, 4)}, A="abcd"))
    _, b, corner, c, _ = bones.routes["A"].middle
    assert corner == pytest.approx(((b[0] + c[0]) / 2, b[1])), "straight on first, then with the slope that follows"


def test_a_station_in_the_way_and_a_bare_crossing_are_told():
    over = skeleton(little({"a": (0, 0), "b": (4, 0), "x": (2, 0), "y": (2, 2)}, A="ab", B="xy"))
    assert over.strays == ("line A runs over the station x, which is not on it",)
    bare = skeleton(little({"a": (0, 0), "b": (4, 4), "x": (0, 4), "y": (4, 0)}, A="ab", B="xy"))
    assert bare.strays == ("lines A and B cross where there is no station",)


@EVERY_CITY
def test_no_name_lies_on_another_name(name):
    plan = layout(city(name))
    clashes = [(a, b) for a, b in combinations(plan.labels, 2) if labels.overlap(plan.labels[a], plan.labels[b])]
    assert clashes == []


@EVERY_CITY
def test_no_name_lies_on_a_line_a_station_or_a_train(name):
    plan = layout(city(name))
    pieces = [piece for route in plan.skeleton.routes.values() for piece in route.segments()]
    pieces += [train.coupling for train in plan.trains.values()]
    for station, label in plan.labels.items():
        for a, b in pieces:
            near = trains.meets((a, b), label.bounds, STROKE / 2)
            assert not (near and trains.meets((label.inside(a), label.inside(b)), label.box, STROKE / 2)), station
        for other, place in plan.skeleton.places.items():
            assert trains.to_box(label.inside(place), label.box) >= plan.skeleton.rims[other], (station, other)
        for spot in plan.badges.values():
            assert trains.to_box(label.inside(spot), label.box) >= BADGE, station
        for train in plan.trains.values():
            for box in train.boxes():
                assert label.angle or trains.gap_between(label.bounds, box) > 0, (station, train.line)


@EVERY_CITY
def test_every_name_stands_by_its_station(name):
    plan = layout(city(name))
    for station, label in plan.labels.items():
        place = plan.skeleton.places[station]
        assert trains.to_box(label.inside(place), label.box) <= plan.skeleton.rims[station] + 40
        assert "".join(label.rows).replace("-", "").replace(" ", "") == "".join(
            next(s.name for s in city(name).stations if s.id == station).split()
        ).replace("-", "")


@EVERY_CITY
def test_most_names_are_level_and_large(name):
    plan = layout(city(name))
    assert sum(label.angle != 0 for label in plan.labels.values()) <= 6
    assert sum(label.size < labels.SIZE for label in plan.labels.values()) <= 8


@EVERY_CITY
def test_trains_stand_free_at_the_start_of_their_line(name):
    plan = layout(city(name))
    for line in city(name).lines:
        train = plan.trains[line.id]
        assert len(train.windows) == line.windows
        assert train.coupling[1] == plan.skeleton.places[line.stations[0]]
        assert is_octilinear(*train.coupling)
        assert math.dist(*train.coupling) < 2 * PITCH
        for box in train.boxes():
            for other in plan.skeleton.routes.values():
                assert not any(trains.meets(piece, box, STROKE / 2 + 1) for piece in other.segments()), line.id
            for station, place in plan.skeleton.places.items():
                assert trains.to_box(place, box) > plan.skeleton.rims[station], (line.id, station)
            for other in plan.trains.values():
                if other is not train:
                    assert all(trains.gap_between(box, theirs) > 4 for theirs in other.boxes()), (line.id, other.line)
                    assert not trains.meets(other.coupling, box, STROKE / 2), (line.id, other.line)


@EVERY_CITY
def test_every_open_line_has_its_letter_at_the_terminus(name):
    plan = layout(city(name))
    assert set(plan.badges) == {line.id for line in city(name).lines if not line.loop}


@EVERY_CITY
def test_everything_lies_on_the_paper_and_the_paper_is_well_used(name):
    plan = layout(city(name))
    left, top, right, bottom = plan.bounds
    for box in [*(label.bounds for label in plan.labels.values()), plan.plate]:
        assert left < box[0] < box[2] < right
        assert top < box[1] < box[3] < bottom
    assert 1.15 < (right - left) / (bottom - top) < 1.45
    thirds = {
        (int(3 * (x - left) / (right - left)), int(3 * (y - top) / (bottom - top)))
        for x, y in plan.skeleton.places.values()
    }
    plate = (plan.plate[0] + plan.plate[2]) / 2, (plan.plate[1] + plan.plate[3]) / 2
    thirds.add((int(3 * (plate[0] - left) / (right - left)), int(3 * (plate[1] - top) / (bottom - top))))
    assert len(thirds) == 9, "something in all nine ninths of the sheet"


def test_a_layout_is_always_the_same():
    from strapontin.games.metrox.faces.layout import _lay_out

    assert _lay_out(city("berlin")) == layout(city("berlin"))
