"""metroX on paper: the right pages of a city, its whole deck, in both languages."""

import pytest

from strapontin.games.metrox.kernels.map import CITIES, city
from strapontin.print import booklet
from strapontin.words import LANGUAGES, say
from tests.print.reading import pages, printed


@pytest.mark.parametrize(("name", "language"), [*((name, "en") for name in CITIES), (CITIES[0], "fr")])
def test_it_is_sheet_cards_scores_and_the_rules_on_one_page(name, language):
    sheet, cards, scores, rules, *_ = pages("metrox", city=name, language=language, single_sided=True)
    words = sheet.extract_text()
    assert city(name).name.upper() in words
    assert all(label in words for label in ("J", say(language, "print.total")))
    assert say(language, "print.card.transfer") in cards.extract_text()
    assert say(language, "print.block") in scores.extract_text()
    assert say(language, "print.rules") in rules.extract_text()


@pytest.mark.parametrize("name", CITIES)
def test_the_page_of_rules_speaks_of_loops_and_rays_only_where_there_are_any(name):
    rules = " ".join(pages("metrox", city=name, single_sided=True)[3].extract_text().split())
    assert ("circular line" in rules) == has_loop(name)
    assert ("Stations with rays" in rules) == has_rays(name)


def has_loop(name):
    return any(line.loop for line in city(name).lines)


def has_rays(name):
    return any(station.special for station in city(name).stations)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_city_with_everything_has_its_rules_on_one_page_of_the_shorter_paper(language):
    longest = next(name for name in CITIES if has_loop(name) and has_rays(name))
    rules = pages("metrox", city=longest, paper="letter", language=language, single_sided=True)[3]
    assert say(language, "print.rules") in rules.extract_text()


def test_the_whole_deck_is_there():
    fronts = [one.name for one in printed(pages("metrox", paper="letter")[2]) if one.name != "card-back"]
    signs = {"+": "transfer", "*": "free"}
    assert sorted(fronts) == sorted(f"card-{signs.get(card, card)}" for card in city(CITIES[0]).deck)


@pytest.mark.parametrize(("single_sided", "each"), [(True, 1), (False, 2)])
def test_copies_are_sheets_and_a_leaf_serves_two_games(single_sided, each):
    sheets = [
        one
        for page in pages("metrox", copies=2, single_sided=single_sided)
        for one in printed(page)
        if one.name == "sheet"
    ]
    assert len(sheets) == 2 * each


@pytest.mark.parametrize("copies", [0, -1, 101])
def test_a_silly_number_of_copies_is_refused(copies):
    with pytest.raises(ValueError, match="copies"):
        booklet("metrox", copies=copies)


def test_sheets_lie_on_their_side():
    sheet, behind, cards, *_ = pages("metrox")
    lying = [page.mediabox.width > page.mediabox.height for page in (sheet, behind, cards)]
    assert lying == [True, True, False]
