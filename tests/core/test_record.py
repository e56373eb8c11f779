"""Records from friends and from strangers: what is read, what is refused, always in one clear line."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import strapontin
from strapontin.conformance.driver import whole
from strapontin.core.errors import BadRecord, StrapontinError
from strapontin.core.record import decode, encode
from strapontin.core.registry import game
from tests.conformance.variants import Variant

DUO = Variant("metrox", "duo", 2, {"map": "amsterdam"})


def written(**changes: Any) -> dict[str, Any]:
    """A short record, unfinished and without a seed, changed here and there."""
    record: dict[str, Any] = {
        "format": "strapontin/1",
        "game": "metrox",
        "options": {"map": "amsterdam"},
        "players": [{"name": "Ana"}, {"name": "expert", "bot": "expert"}],
        "moves": [["*", "4"], [0, "F4"], [1, "D3"], ["*", "+"]],
    }
    return record | changes


def refusal(data: Any) -> str:
    with pytest.raises(StrapontinError) as caught:
        strapontin.load(data) if isinstance(data, dict) else decode(data)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600
    return str(caught.value)


def test_a_record_written_by_hand_is_played_again() -> None:
    match = strapontin.load(written())
    assert match.to_act == {0, 1}
    assert match.record() == written(rules=1)


def test_a_record_names_the_rules_it_is_played_by_and_an_old_one_is_by_the_first() -> None:
    assert whole(DUO, 1).record()["rules"] == 1
    assert strapontin.load(written()).record() == strapontin.load(written(rules=1)).record()


def test_a_record_by_rules_that_are_not_known_is_refused_whatever_they_would_make_of_it() -> None:
    told = "rules: this is a game by version 2 of the rules of metrox; known here: 1"
    assert refusal(written(rules=2)) == told
    assert "$.rules" in refusal(written(rules=0))


def test_a_record_by_earlier_rules_is_played_by_them_where_the_game_still_can(monkeypatch: pytest.MonkeyPatch) -> None:
    metrox = game("metrox")
    older = copy.copy(metrox)
    monkeypatch.setattr(metrox, "version", 2, raising=False)
    assert "known here: 2" in refusal(written())
    older.version = 1
    monkeypatch.setattr(metrox, "earlier", {1: older}, raising=False)
    match = strapontin.load(written())
    assert match.game is older
    assert match.record()["rules"] == 1
    assert strapontin.new("metrox", 1).record()["rules"] == 2


def test_text_and_value_agree() -> None:
    record = whole(DUO, 1).as_record()
    assert decode(encode(record)) == decode(encode(record, indent=2)) == record
    assert json.loads(encode(record)) == whole(DUO, 1).record()


@pytest.mark.parametrize(
    "data", ["", "{", '{"format": "strapontin/1"', "[]", "null", "NaN", '{"moves": NaN}', "\x00\xff"]
)
def test_what_is_not_a_record_is_refused(data: str) -> None:
    assert refusal(data).startswith(("record: ", "not valid JSON: "))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"format": "strapontin/2"}, "format"),
        ({"game": "chess"}, "known games: metrox"),
        ({"game": 7}, "$.game"),
        ({"options": []}, "$.options"),
        ({"options": {"map": "atlantis"}}, "known maps: amsterdam"),
        ({"players": []}, "$.players"),
        ({"players": [{"name": "x"}] * 7}, "1 to 6 players"),
        ({"players": [{"name": ""}]}, "$.players"),
        ({"players": [{"name": "x", "hat": "red"}]}, "hat"),
        ({"moves": "none"}, "$.moves"),
        ({"moves": [["*", 4]]}, "$.moves[0][1]"),
        ({"moves": [["*", "4", "5"]]}, "$.moves[0]"),
        ({"moves": [[-1, "4"]]}, "$.moves[0][0]"),
        ({"moves": [["?", "4"]]}, "$.moves[0][0]"),
        ({"moves": [["*", "4"], [5, "A1"]]}, "moves[1]: seat 5 may not play"),
        ({"moves": [[0, "A1"]]}, "moves[0]: seat 0 may not play 'A1' now; to act: chance"),
        ({"moves": [["*", "4"], [0, "A9"]]}, "moves[1]: 'A9' is not legal for seat 0 now; legal: A0"),
        ({"moves": [["*", "4"], [0, "hello"]]}, "moves[1]: cannot read 'hello'"),
        ({"moves": [["*", "7"]]}, "moves[0]: '7' is not legal for chance now"),
        ({"commitment": "abc"}, "$.commitment"),
        ({"seed": "zz" * 32}, "$.seed"),
        ({"result": {"scores": [1, 2], "winners": [1]}}, "result: given, but the game is not over"),
        ({"extra": 1}, "extra"),
        ({"moves": [["*", "4"]] * 30_000}, "30,000 moves"),
    ],
)
def test_every_fault_is_named_with_its_place(changes: dict[str, Any], expected: str) -> None:
    assert expected in refusal(written(**changes))


def test_ten_megabytes_are_refused() -> None:
    assert "at most" in refusal(json.dumps(written(moves=[["*", "4"]] * 1_000_000)))


def test_deep_nesting_is_refused() -> None:
    refusal('{"options": ' + '{"map": ' * 100_000 + "}" * 100_001)


def test_a_false_result_is_refused() -> None:
    record = whole(DUO, 1).record()
    record["result"]["scores"][0] += 1
    assert "the moves give" in refusal(record)


def test_a_move_after_the_end_is_refused() -> None:
    record = whole(DUO, 1).record()
    record["moves"].append([0, "A0"])
    assert "nobody: the game is over" in refusal(record)


def test_an_unfinished_match_with_its_seed_goes_on_drawing() -> None:
    match = strapontin.new("metrox", 1, seed=5)
    again = strapontin.load(match.record(reveal=True))
    for _ in range(5):
        for one in (match, again):
            one.play(0, one.legal(0)[0])
    assert again.record(reveal=True) == match.record(reveal=True)


def test_a_missing_file_is_an_ordinary_error() -> None:
    with pytest.raises(OSError, match="nowhere"):
        strapontin.load("nowhere.json")


def test_a_position_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadRecord, match="no position 9; the record has 4 moves"):
        strapontin.load(written()).at(9)
