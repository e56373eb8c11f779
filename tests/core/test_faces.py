"""What programs and notebooks are shown of a match: schemas that explain themselves, short lines, labelled pictures."""

import re
from xml.etree import ElementTree

import pytest

import strapontin
from strapontin.core.registry import game, games
from strapontin.core.schema import schemas
from strapontin.server.schema import schema as wire
from strapontin.words import LANGUAGES, catalogue


def test_every_field_of_a_record_and_of_every_view_says_what_it_means():
    for name, schema in schemas().items():
        for kind, definition in schema["$defs"].items():
            for field, about in definition["properties"].items():
                assert about.get("description"), f"{name}: {kind}.{field}"


@pytest.mark.parametrize("name", games())
def test_every_parameter_of_every_line_of_a_log_says_what_it_means(name):
    keys = []
    for line in schemas()[f"note-{name}.json"]["anyOf"]:
        params = line["properties"]["params"]["properties"]
        assert line["description"]
        assert all(about.get("description") for about in params.values()), line["description"]
        assert "seats" not in params
        keys += line["properties"]["key"]["enum"]
    assert len(keys) == len(set(keys))
    assert all(key in catalogue(language) for key in keys for language in LANGUAGES)


def test_a_field_that_may_be_null_says_when():
    for name, schema in schemas().items():
        for kind, definition in schema["$defs"].items():
            for field, about in definition["properties"].items():
                if name != "record.json" and {"type": "null"} in about.get("anyOf", []):
                    assert "null" in about["description"].lower(), f"{name}: {kind}.{field}"


def test_the_types_of_the_wire_explain_the_views_too():
    view = wire()["$defs"]["CorrespondancesView"]["properties"]
    assert view["aside"]["description"] == "Sections that fitted nowhere in this round."
    assert wire()["$defs"]["MetroxNote"]["anyOf"] == schemas()["note-metrox.json"]["anyOf"]


@pytest.mark.parametrize("name", games())
def test_a_match_and_its_state_are_shown_in_one_short_line(name):
    match = strapontin.new(name, players=["Ana", "Bo"], seed=7)
    shown = repr(match)
    assert re.fullmatch(rf"<Match {name}: Ana -?\d+, Bo -?\d+; moves: \d+, to act: .+>", shown)
    for one in (match.state, match.setting.board):
        assert str(one) == repr(one)
        assert "\n" not in repr(one)
        assert len(repr(one)) < 500
    assert str(game(name).rules.actors(match.setting.board, match.state)) in ("1", "2", "3")  # still what kernels take


@pytest.mark.parametrize("name", games())
def test_the_picture_of_a_game_of_several_shows_every_seat_by_its_name(name):
    match = strapontin.new(name, players=["Ana", "B&o"], seed=7)
    for eyes in (None, "*"):
        told = [one.text or "" for one in ElementTree.fromstring(match.svg(eyes)).iter() if one.tag.endswith("text")]
        assert any(text.startswith("Ana") for text in told)
        assert any(text.startswith("B&o") for text in told)


def test_eyes_without_a_seat_see_every_sheet_of_metrox():
    match = strapontin.new("metrox", players=["Ana", "Bo", "Cy"], seed=7)
    assert match.svg("*").count("<svg") == 1 + 3
    assert match.svg(1).count("<svg") == 1
