"""What must hold for every game of the collection: the checks anybody can run, and what is published of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import jsonschema
import pytest

from strapontin.conformance import CHECKS, Check, Variant, examine, variants
from strapontin.conformance.driver import begin, steps
from strapontin.conformance.playing import MOST
from strapontin.conformance.secrets import all_eyes
from strapontin.core.errors import UnreadableMove
from strapontin.core.game import Note
from strapontin.core.registry import collection, game
from strapontin.core.schema import schemas
from strapontin.games.metrox.faces.story import CardRevealed
from tests.conformance.variants import VARIANTS

ROOT = Path(__file__).resolve().parents[2]

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
of_games = [one for one in CHECKS if one.once]
of_variants = [one for one in CHECKS if not one.once]


def titled(check: Check) -> str:
    return check.title.replace(" ", "_")


def test_every_registered_game_has_variants_here() -> None:
    assert {variant.game for variant in VARIANTS} == set(collection())


@pytest.mark.parametrize("name", collection())
@pytest.mark.parametrize("check", of_games, ids=titled)
def test_of_games(check: Check, name: str) -> None:
    check.run(next(variant for variant in VARIANTS if variant.game == name))


@every_variant
@pytest.mark.parametrize("check", of_variants, ids=titled)
def test_of_variants(check: Check, variant: Variant) -> None:
    check.run(variant)


@every_variant
def test_scenes_views_lines_and_records_are_valid_against_their_published_schemas(variant: Variant) -> None:
    published = schemas()
    record = jsonschema.Draft202012Validator(published["record.json"])
    view = jsonschema.Draft202012Validator(published[f"view-{variant.game}.json"])
    scene = jsonschema.Draft202012Validator(published[f"scene-{variant.game}.json"])
    line = jsonschema.Draft202012Validator(published[f"note-{variant.game}.json"])
    scene.validate(json.loads(json.dumps(begin(variant, 16).scene)))
    for ply, match in enumerate(steps(variant, 16, MOST)):
        if ply % (3 * variant.players):
            continue
        record.validate(match.record())
        for seat in all_eyes(match):
            view.validate(json.loads(json.dumps(match.view(seat))))
    for note in match.log("*"):
        line.validate({"key": note.key, "params": note.params})


def test_the_published_schemas_in_docs_are_those_of_the_code() -> None:
    for name, schema in schemas().items():
        assert json.loads((ROOT / "docs" / "schema" / name).read_text(encoding="utf-8")) == schema


def _unread(*given: Any) -> Any:
    raise UnreadableMove("?", 0, "something else")


class Shouted(Note, kw_only=True):
    """What no catalogue has a sentence for."""

    key: Literal["metrox.shouted"] = "metrox.shouted"


def _shouting(setting: Any, before: Any, actor: int, actions: Any, after: Any) -> list[Note]:
    return [Shouted()]


def _numbering(setting: Any, before: Any, actor: int, actions: Any, after: Any) -> list[Note]:
    wrong: Any = 7
    return [CardRevealed(card=wrong, turn=1)]


@pytest.mark.parametrize(
    ("part", "wrong", "title"),
    [
        ("usual", 9, "a game says of itself what faces ask"),
        ("width", 2, "kernels list distinct actions within their bounds"),
        ("secrets", True, "seats know different things where a game has secrets or all choose at once"),
        ("read", _unread, "notation round trips"),
        ("story", _shouting, "spectators and logs know every key in both languages"),
        ("story", _shouting, "scenes views and notes are of the types the game names"),
        ("story", _numbering, "scenes views and notes are of the types the game names"),
        ("tally", lambda setting, state: {}, "what a game counts is told of every seat"),
        ("draw", lambda *_: "<p/>", "pictures are drawn for every pair of eyes"),
    ],
)
def test_what_is_wrong_with_a_game_is_found(
    part: str, wrong: Callable[..., Any] | object, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = variants("metrox", most=5)[:1]
    (check,) = [one for one in CHECKS if one.title == title]
    check.run(alone[0])
    monkeypatch.setattr(game("metrox"), part, wrong, raising=False)
    with pytest.raises((AssertionError, UnreadableMove, IndexError, ValueError)):
        check.run(alone[0])


def test_a_suite_goes_on_after_a_fault_and_tells_it_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game("metrox"), "draw", lambda *_: "no\npicture", raising=False)
    found = list(examine(variants("metrox", most=5)[:1]))
    assert [one.check for one in found] == CHECKS
    (fault,) = [one.fault for one in found if one.fault]
    assert fault.startswith("ParseError: ")
    assert "\n" not in fault
