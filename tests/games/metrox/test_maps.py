"""The four cities have the properties of published sheets, counted on their data."""

import json
import re
from importlib import resources
from itertools import combinations

import msgspec
import pytest

from strapontin.games.metrox.faces import colour_distance, map_quality
from strapontin.games.metrox.faces.sheet import PATTERNS
from strapontin.games.metrox.kernels.map import CITIES, STANDARD_DECK, city


def changed(name, **fields):
    """A copy of a city with some fields of its first line changed."""
    copy = msgspec.convert(msgspec.to_builtins(city(name)), type(city(name)))
    for field, value in fields.items():
        setattr(copy.lines[0], field, value)
    return copy


@pytest.mark.parametrize("name", CITIES)
def test_every_property_is_in_its_range(name):
    rows = map_quality.stats(city(name))
    print("\n".join(f"{row.property:<42}{row.value:>16}   {row.range}" for row in rows))
    assert [row for row in rows if not row.ok] == []


@pytest.mark.parametrize("name", CITIES)
def test_a_map_file_says_only_what_the_format_knows(name):
    data = json.loads((resources.files("strapontin.games.metrox") / "maps" / f"{name}.json").read_text())
    assert data["id"] == name
    assert set(data) <= {"id", "name", "stations", "lines", "deck"}
    for station in data["stations"]:
        assert set(station) == {"id", "name", "x", "y", "special"}
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", station["id"])
        assert isinstance(station["x"], int)
        assert isinstance(station["y"], int)
    for line in data["lines"]:
        assert set(line) == {"id", "stations", "windows", "first", "later", "loop", "colour", "pattern"}
        assert line["pattern"] in PATTERNS
    assert [line["id"] for line in data["lines"]] == list("ABCDEFGHIJ")


@pytest.mark.parametrize("name", CITIES)
def test_a_city_is_played_with_the_standard_cards(name):
    assert city(name).deck == STANDARD_DECK


def test_amsterdam_has_the_values_of_the_booklet():
    values = {line.id: (line.first, line.later) for line in city("amsterdam").lines}
    expected = "A 5/3, B 4/2, C 7/5, D 6/4, E 6/4, F 3/2, G 3/2, H 4/2, I 4/2, J 2/1"
    assert ", ".join(f"{line} {first}/{later}" for line, (first, later) in values.items()) == expected


@pytest.mark.parametrize(("name", "loops"), [("amsterdam", ""), ("berlin", "C"), ("paris", ""), ("madrid", "J")])
def test_berlin_c_and_madrid_j_are_circular_lines(name, loops):
    assert [line.id for line in city(name).lines if line.loop] == list(loops)


@pytest.mark.parametrize(
    ("name", "least", "most"), [("amsterdam", 0, 0), ("berlin", 0, 0), ("paris", 4, 6), ("madrid", 4, 6)]
)
def test_paris_and_madrid_have_special_stations(name, least, most):
    special = [station.id for station in city(name).stations if station.special]
    assert least <= len(special) <= most
    at = map_quality.lines_at(city(name))
    assert all(len(at[station]) >= 2 for station in special), "a special station is where a repeat tempts"


@pytest.mark.parametrize("name", CITIES)
def test_no_two_stations_have_the_same_name(name):
    names = [station.name for station in city(name).stations]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("eyes", colour_distance.EYES)
@pytest.mark.parametrize("name", CITIES)
def test_lines_look_different_to_every_eye(name, eyes):
    for one, other in combinations(city(name).lines, 2):
        apart = colour_distance.distance(one.colour, other.colour, eyes)
        assert apart >= map_quality.LEAST[eyes], (one.id, other.id, apart)
        if one.pattern == other.pattern:
            assert apart >= 20, "lines of one pattern must differ clearly in tone"


@pytest.mark.parametrize("name", CITIES)
def test_every_pattern_is_used_twice(name):
    used = [line.pattern for line in city(name).lines]
    assert {pattern: used.count(pattern) for pattern in PATTERNS} == dict.fromkeys(PATTERNS, 2)


def outside(city):
    """The properties outside the range of the published sheets."""
    return [row.property for row in map_quality.stats(city) if not row.ok]


def test_a_property_outside_its_range_is_noticed():
    assert outside(city("paris")) == []
    assert any("windows in all" in what for what in outside(changed("paris", windows=4)))
    assert any("value pairs" in what for what in outside(changed("paris", first=6, later=1)))
    assert any("formula" in what for what in outside(changed("paris", first=7, later=5)))
    assert any("closest colours" in what for what in outside(changed("paris", colour="#8b256f")))
    assert any("colours" in what for what in outside(changed("paris", colour="red")))


def test_a_small_map_is_outside_and_crashes_nothing():
    tiny = msgspec.convert(
        {
            "stations": [{"id": "a"}, {"id": "b"}],
            "lines": [{"id": "A", "stations": ["a", "b"], "windows": 1, "first": 2, "later": 1}],
        },
        type(city("paris")),
    )
    assert "stations" in outside(tiny)
