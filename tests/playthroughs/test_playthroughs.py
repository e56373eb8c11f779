"""Golden games: a rule that changes, changes one of these texts."""

from __future__ import annotations

import pytest

from strapontin.core.registry import game
from tests.conformance.variants import VARIANTS, Variant
from tests.playthroughs.write import FOLDER, digest, digests, noted, playthrough


def test_every_variant_has_a_playthrough_and_every_playthrough_a_variant() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {str(variant) for variant in VARIANTS}


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_game_is_played_as_it_was(variant: Variant) -> None:
    assert playthrough(variant) == (FOLDER / f"{variant}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_whatever_rules_can_still_be_played_play_as_they_did(variant: Variant) -> None:
    one, known = game(variant.game), digests()[variant.game]
    written = (FOLDER / f"{variant}.txt").read_text(encoding="utf-8")
    assert digest(written) == known[str(one.version)][str(variant)], f"{one.id} plays otherwise: raise its `version`"
    for version in one.earlier:
        if told := known[str(version)].get(str(variant)):
            assert digest(playthrough(variant, version)) == told


def test_rules_that_play_otherwise_under_the_same_version_are_not_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = next(one for one in VARIANTS if one.game == "odyssee")
    other = playthrough(variant).replace("scores", "points")
    assert noted(digests(), [(variant, other)]) == (digests(), ["odyssee"])
    monkeypatch.setattr(game("odyssee"), "version", 2, raising=False)
    known, forgotten = noted(digests(), [(variant, other)])
    assert (forgotten, known["odyssee"]["2"]) == ([], {str(variant): digest(other)})
    assert known["odyssee"]["1"] == digests()["odyssee"]["1"]


def test_what_is_told_of_a_game_may_be_told_otherwise_by_the_same_rules() -> None:
    text = playthrough(VARIANTS[0])
    assert digest(text + "  another line\n") == digest(text)
