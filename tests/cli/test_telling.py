"""The log in words: whoever reads it is "you", rides are told as they went, nothing is left as a code."""

from __future__ import annotations

import re

import pytest

from strapontin.cli.boards import tell
from strapontin.conformance.driver import whole
from strapontin.core.match import Match
from strapontin.words import LANGUAGES, Language
from tests.conformance.variants import VARIANTS
from tests.games.metrox.sheets import line, rounds, table

SMALL = [one for one in VARIANTS if str(one) in ("metrox-tiny-2", "jeudumetro-2", "correspondances-2", "odyssee-2")]
YOU = {"en": re.compile(r"\byou(rs?)?\b", re.IGNORECASE), "fr": re.compile(r"\bv(ous|otre|os)\b", re.IGNORECASE)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_whoever_did_it_is_you_and_never_named(variant, language: Language) -> None:
    match = whole(variant, 0)
    for seat, player in enumerate(match.players):
        for note in match.log(seat):
            told = tell(note, match, language, seat)
            others = tell(note, match, language)
            assert not re.search(r"[{}|]", told + others)
            if player.name in others and language in YOU:
                assert YOU[language].search(told), told
            assert player.name not in told, told


@pytest.mark.parametrize("language", LANGUAGES)
def test_father_christmas_rides_lines_that_are_named(language: Language) -> None:
    match = whole(next(one for one in SMALL if one.game == "odyssee"), 0)
    guided = [note for note in match.log() if note.key == "odyssee.guided"]
    assert guided
    for note in guided:
        told = tell(note, match, language)
        assert not re.search(r", ,|, (by|par) ?$|\(", told)
        assert told.count(match.players[0].name) + told.count(match.players[1].name) == 1 + len(note.params["rides"])


def told_rides(match: Match) -> list[str]:
    return [tell(note, match, "en") for note in match.log() if note.key == "metrox.rode"]


def test_stations_are_told_in_the_order_of_the_ride() -> None:
    back = [*"gfedcba"]
    match = rounds(
        table(line("A", "abcdefg", windows=3), line("B", "".join(back)), line("C", "abcd", loop=True)), "3: B3"
    )
    assert told_rides(match)[0].endswith("rides line B: g, f and e")
    ring = rounds(table(line("A", "dcba"), line("C", "abcdef", windows=3, loop=True)), "3: C<3")
    assert told_rides(ring)[0].endswith("rides line C: a, f and e")
