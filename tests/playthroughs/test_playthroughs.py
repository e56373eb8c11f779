"""Golden games: a rule that changes, changes one of these texts."""

from __future__ import annotations

import pytest

from tests.conformance.variants import VARIANTS, Variant
from tests.playthroughs.write import FOLDER, playthrough


def test_every_variant_has_a_playthrough_and_every_playthrough_a_variant() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {str(variant) for variant in VARIANTS}


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_game_is_played_as_it_was(variant: Variant) -> None:
    assert playthrough(variant) == (FOLDER / f"{variant}.txt").read_text(encoding="utf-8")
