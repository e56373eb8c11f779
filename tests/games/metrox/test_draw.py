"""The picture of a sheet shows what is written on it, and survives any map."""

import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strapontin.games.metrox.faces.sheet import HINT, PEN, Preview, Sheet, draw
from strapontin.games.metrox.kernels.map import CITIES, Map, MapLine, Station, city

NS = "{http://www.w3.org/2000/svg}"


def picture(name="amsterdam", sheet=None):
    return ElementTree.fromstring(draw(city(name) if isinstance(name, str) else name, sheet))


def groups(root, kind):
    return [group for group in root.iter(f"{NS}g") if group.get("class") == kind]


def texts(element):
    return [text.text for text in element.iter(f"{NS}text")]


def inks(element, ink):
    return [part for part in element.iter() if ink in (part.get("stroke"), part.get("fill"))]


@pytest.mark.parametrize("name", CITIES)
def test_an_empty_sheet_shows_the_whole_city(name):
    root = picture(name)
    stations = {station.id for station in city(name).stations}
    assert {group.get("data-station") for group in groups(root, "station")} == stations
    assert {group.get("data-station") for group in groups(root, "label")} == stations
    assert [group.get("data-line") for group in groups(root, "line")] == [line.id for line in city(name).lines]
    assert [texts(group)[0] for group in groups(root, "plate")] == [city(name).name.upper()]
    assert inks(root, PEN) == inks(root, HINT) == []
    stars = [part for part in root.iter(f"{NS}polygon") if part.get("class") == "special"]
    assert len(stars) == sum(station.special for station in city(name).stations)


@pytest.mark.parametrize("name", CITIES)
def test_every_train_shows_letter_windows_and_values(name):
    for line, group in zip(city(name).lines, groups(picture(name), "train"), strict=True):
        assert texts(group)[:3] == [line.id, str(line.first), str(line.later)]
        assert len(list(group.iter(f"{NS}rect"))) == 1 + line.windows + 1


def test_marks_are_crosses_and_transfers_are_framed_counts():
    root = picture(sheet=Sheet({"dam": None, "centraal": 5}))
    marks = {group.get("data-station"): group for group in groups(root, "mark")}
    assert set(marks) == {"dam", "centraal"}
    assert texts(marks["dam"]) == []
    assert len(list(marks["dam"].iter(f"{NS}path"))) == 1
    assert texts(marks["centraal"]) == ["5"]
    assert len(list(marks["centraal"].iter(f"{NS}rect"))) == 1


def test_windows_show_the_cards_written_in_them():
    root = picture(sheet=Sheet(windows={"A": ["3", "2E"], "J": ["+"]}))
    trains = {group.get("data-line"): group for group in groups(root, "train")}
    assert texts(trains["A"])[1:3] == ["3", "2E"]
    assert texts(trains["J"])[1] == "+"


def test_a_value_is_circled_and_a_lost_one_struck_out():
    plain, circled, struck, both = (
        len(inks(groups(picture(sheet=sheet), "train")[0], PEN))
        for sheet in (
            Sheet(),
            Sheet(claims={"A": "first"}, struck=["A"]),
            Sheet(struck=["A"]),
            Sheet(claims={"A": "later"}, struck=["A"]),
        )
    )
    assert (plain, circled, struck, both) == (0, 1, 1, 2)


def test_a_preview_shows_stations_window_and_completed_line():
    preview = Preview(["noord", "noorderpark"], "A", "4", None, ["A"])
    root = picture(sheet=Sheet(windows={"A": ["3"]}, preview=preview))
    tried = {group.get("data-station") for group in groups(root, "preview")}
    assert tried == {"noord", "noorderpark"}
    train = groups(root, "train")[0]
    assert texts(train)[1:3] == ["3", "4"]
    assert [part.get("class") for part in train.iter(f"{NS}circle")].count("preview") == 1


def test_a_chosen_direction_fades_the_other_arrow():
    arrows = [part for part in picture("berlin").iter(f"{NS}polygon") if part.get("class") == "arrow"]
    assert [arrow.get("opacity") for arrow in arrows] == [None, None]
    sheet = Sheet(ways={"C": ">"})
    arrows = [part for part in picture("berlin", sheet).iter(f"{NS}polygon") if part.get("class") == "arrow"]
    assert [arrow.get("opacity") for arrow in arrows] == [None, "0.25"]


def test_special_stations_vanish_where_they_are_not_played():
    root = picture("paris", Sheet(special=False))
    assert [part for part in root.iter(f"{NS}polygon") if part.get("class") == "special"] == []


def test_lines_differ_by_pattern_without_colour():
    cores = [
        tuple(part.get(key) for part in group.iter(f"{NS}path") for key in ("stroke-dasharray", "stroke-width"))
        for group in groups(picture(), "line")
    ]
    assert sorted(Counter(cores).values()) == [2, 2, 2, 2, 2]


def test_text_of_a_map_is_escaped():
    evil = '"/><script>alert(1)</script>'
    bad = Map("x", evil, [Station("a", evil), Station("b", evil, 2)], [MapLine("A", ["a", "b"], 1, 2, 1, colour=evil)])
    root = picture(bad)
    assert not any("script" in part.tag for part in root.iter())
    assert not any(name.startswith("on") for part in root.iter() for name in part.attrib)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_any_map_can_be_drawn(data):
    coordinate = st.integers(-6, 6) | st.floats(-9000, 9000, allow_nan=False)
    ids = [f"s{i}" for i in range(data.draw(st.integers(1, 7)))]
    stations = [
        Station(key, data.draw(st.text(max_size=9)), data.draw(coordinate), data.draw(coordinate)) for key in ids
    ]
    lines = []
    for letter in "AB":
        path = data.draw(st.lists(st.sampled_from(ids), min_size=1, unique=True))
        lines.append(MapLine(letter, path, data.draw(st.integers(1, 4)), 3, 2, loop=len(path) > 2))
    drawn = draw(Map("any", "Any", stations, lines), Sheet(dict.fromkeys(ids)))
    assert "nan" not in drawn.replace("Nan", "")


def test_a_map_too_large_to_draw_with_care_is_drawn_plainly():
    stations = [Station(f"s{i}", f"S{i}", i % 12, i // 12) for i in range(128)]
    lines = [MapLine(chr(65 + i), [station.id for station in stations], 4, 3, 2) for i in range(26)]
    root = picture(Map("huge", "Huge", stations, lines))
    assert len(groups(root, "station")) == 128
    assert len(groups(root, "train")) == 26
