"""A map as data: what is refused, each fault in one clear line, and what is filled in."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import strapontin
from strapontin.core.errors import BadOptions
from strapontin.games.metrox.kernels.map import CITIES, STANDARD_DECK, city, read
from tests.games.metrox.sheets import city as made
from tests.games.metrox.sheets import line

Data = dict[str, Any]
VALID = made(line("A", "abcd"), line("B", "bxyz", loop=True))


def refused(change: Callable[[Data], Any]) -> list[str]:
    """The faults of a valid map after one change."""
    data = copy.deepcopy(VALID)
    change(data)
    with pytest.raises(BadOptions) as caught:
        strapontin.new("metrox", 2, {"map": data})
    assert all("\n" not in fault for fault in caught.value.faults)
    return caught.value.faults


def test_a_valid_map_is_taken() -> None:
    assert read(VALID).lines[1].loop


def test_a_missing_deck_is_the_standard_one() -> None:
    assert read(VALID).deck == STANDARD_DECK


@pytest.mark.parametrize("name", ["", "AB", "a", "1", "É"])
def test_line_ids_other_than_one_capital_letter_are_refused(name: str) -> None:
    (fault,) = refused(lambda data: data["lines"][0].update(id=name))
    assert "one capital letter" in fault


@pytest.mark.parametrize("name", ["", "-", "two words", "tab\there"])
def test_station_ids_that_are_empty_or_a_dash_or_contain_blanks_are_refused(name: str) -> None:
    def rename(data: Data) -> None:
        data["stations"][0]["id"] = name
        data["lines"][0]["stations"][0] = name

    (fault,) = refused(rename)
    assert "must not be empty, '-' or contain blanks" in fault


def test_a_line_that_passes_a_station_twice_is_refused() -> None:
    assert refused(lambda data: data["lines"][0]["stations"].append("a")) == ["map: lines[0] (A): passes 'a' 2 times"]


@pytest.mark.parametrize("windows", [0, 5, -1])
def test_windows_outside_1_to_4_are_refused(windows: int) -> None:
    (fault,) = refused(lambda data: data["lines"][1].update(windows=windows))
    assert fault == f"map: lines[1] (B): windows {windows}; it must be 1 to 4"


def test_a_station_on_no_line_is_refused() -> None:
    lonely = {"id": "lonely", "name": "", "x": 0, "y": 0}
    assert refused(lambda data: data["stations"].append(lonely)) == ["map: stations[7]: 'lonely' is on no line"]


def test_an_empty_deck_is_refused() -> None:
    assert refused(lambda data: data.update(deck=[])) == ["map: deck: empty; it needs at least a 6"]


@pytest.mark.parametrize("deck", [["3", "4"], ["6E", "+"]])
def test_a_deck_without_a_6_is_refused(deck: list[str]) -> None:
    assert refused(lambda data: data.update(deck=deck)) == ["map: deck: it has no 6, so the cards would run out"]


@pytest.mark.parametrize("card", ["0", "10", "6e", "E", "", "x", "++"])
def test_cards_that_match_nothing_are_refused(card: str) -> None:
    (fault,) = refused(lambda data: data.update(deck=["6", card]))
    assert fault.startswith(f"map: deck[1]: {card!r} is no card")


def test_later_above_first_is_refused() -> None:
    assert refused(lambda data: data["lines"][0].update(first=2, later=3)) == [
        "map: lines[0] (A): later 3 is above first 2"
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(author="me"),
        lambda data: data["stations"][0].update(colour="red"),
        lambda data: data["lines"][0].update(speed=3),
    ],
)
def test_unknown_fields_are_refused(change: Callable[[Data], Any]) -> None:
    (fault,) = refused(change)
    assert "unknown field" in fault


def test_an_unknown_station_is_refused() -> None:
    assert refused(lambda data: data["lines"][0]["stations"].append("nowhere")) == [
        "map: lines[0] (A): unknown station 'nowhere'"
    ]


def test_a_duplicate_line_or_station_is_refused() -> None:
    assert refused(lambda data: data["lines"][1].update(id="A")) == ["map: lines: 2 lines have the id 'A'"]
    assert refused(lambda data: data["stations"].append(data["stations"][0])) == [
        "map: stations: 2 stations have the id 'a'"
    ]


def test_a_loop_of_two_stations_is_refused() -> None:
    def shorten(data: Data) -> None:
        data["lines"][1]["stations"] = ["b", "x"]
        data["stations"] = data["stations"][:5]

    assert refused(shorten) == ["map: lines[1] (B): 2 stations; a loop needs 3"]


def test_a_map_without_lines_is_refused() -> None:
    assert refused(lambda data: data.update(lines=[], stations=[])) == ["map: lines: none; at least one is needed"]


def test_more_stations_than_fit_are_refused_in_one_line() -> None:
    many = [{"id": f"s{i}", "name": "", "x": i, "y": 0} for i in range(10_000)]
    (fault,) = refused(lambda data: data["stations"].extend(many))
    assert fault == "map: stations: 10007 stations; at most 128 fit"


@pytest.mark.parametrize("values", [(100, 1), (5, -1), (-1, -1)])
def test_values_outside_0_to_99_are_refused(values: tuple[int, int]) -> None:
    first, later = values
    (fault,) = refused(lambda data: data["lines"][0].update(first=first, later=later))
    assert fault == f"map: lines[0] (A): first {first}, later {later}; each must be 0 to 99"


def test_more_than_60_cards_are_refused() -> None:
    assert refused(lambda data: data.update(deck=["6"] * 61)) == ["map: deck: 61 cards; at most 60 fit"]


@pytest.mark.parametrize("place", [{"x": 10_000}, {"y": -10_000}])
def test_coordinates_from_10_000_on_are_refused(place: dict[str, int]) -> None:
    (fault,) = refused(lambda data: data["stations"][0].update(place))
    assert fault.endswith("must lie between -10000 and 10000")


@pytest.mark.parametrize(
    ("where", "name", "most"),
    [
        ("stations", "id", 60),
        ("stations", "name", 60),
        ("lines", "colour", 32),
        ("lines", "pattern", 32),
        ("", "id", 60),
        ("", "name", 60),
    ],
)
def test_texts_that_are_too_long_are_refused(where: str, name: str, most: int) -> None:
    def change(data: Data) -> None:
        (data[where][0] if where else data)[name] = "x" * (most + 1)

    faults = refused(change)
    at = f"map: {where}[0]" if where else "map"
    assert any(
        fault.startswith(at) and f"{name} of {most + 1} characters; at most {most} fit" in fault for fault in faults
    )
    assert all(len(fault) < 200 for fault in faults)


def test_a_map_of_more_than_64_kib_is_refused_in_one_line() -> None:
    stations = [f"{i:032}" for i in range(100)]
    lines = [line(letter, "", 1) | {"stations": stations} for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    (fault,) = refused(lambda data: data.update(made(*lines)))
    assert "at most 65536 fit" in fault


def test_more_lines_than_letters_are_refused() -> None:
    def crowd(data: Data) -> None:
        data["lines"] = [line(chr(65 + i % 30), "abcd") for i in range(60)] + data["lines"]

    assert any("capital letter" in fault for fault in refused(crowd))


def test_a_deck_that_makes_endless_games_is_refused() -> None:
    (fault,) = refused(lambda data: data.update(deck=["6", *["*"] * 58]))
    assert "rounds" in fault


def test_the_first_of_very_many_faults_are_told_and_the_rest_counted() -> None:
    data = copy.deepcopy(VALID)
    data["lines"][0]["stations"] = [f"nowhere {i}" for i in range(9_000)]
    data["stations"][0]["id"] = "x" * 9_000
    with pytest.raises(BadOptions, match=r"and 89[0-9]{2} more faults$") as caught:
        read(data)
    assert len(str(caught.value)) < 2_000
    with pytest.raises(BadOptions, match=r"unknown field 'y+\.\.\.;") as caught:
        read(data | {"y" * 90_000: 1})
    assert len(str(caught.value)) < 300


def test_every_fault_has_its_own_line() -> None:
    def ruin(data: Data) -> None:
        data["lines"][0].update(windows=9, first=1, later=2)
        data["lines"][1]["stations"].append("nowhere")
        data["deck"] = ["7"]

    assert len(refused(ruin)) == 4


@pytest.mark.parametrize("option", [7, None, [], "atlantis", True])
def test_an_option_that_is_no_map_is_refused(option: object) -> None:
    with pytest.raises(BadOptions, match="amsterdam"):
        strapontin.new("metrox", 1, {"map": option})


def test_unknown_options_and_wrong_types_are_refused() -> None:
    with pytest.raises(BadOptions, match="unknown 'mpa'"):
        strapontin.new("metrox", 1, {"mpa": "amsterdam"})
    with pytest.raises(BadOptions, match="special 'yes'; it must be true or false"):
        strapontin.new("metrox", 1, {"special": "yes"})


def test_the_map_is_always_written_in_a_record_default_amsterdam() -> None:
    assert strapontin.new("metrox", 1).record()["options"] == {"map": "amsterdam"}
    assert strapontin.new("metrox", 1, {"map": VALID}).record()["options"] == {"map": VALID}


@pytest.mark.parametrize("name", CITIES)
def test_every_city_is_a_valid_map_under_its_own_name(name: str) -> None:
    assert city(name).id == name
