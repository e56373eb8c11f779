"""Print and play: the right pages, in the right size, in vector, in both languages."""

import io
from functools import cache

import pytest
from pypdf import PdfReader

from strapontin.games.metrox.kernels.map import CITIES, city
from strapontin.print import PAPERS, booklet
from strapontin.words import LANGUAGES, say


@cache
def pages(name, **kwargs):
    return PdfReader(io.BytesIO(booklet(city(name), **kwargs))).pages


@pytest.mark.parametrize("name", CITIES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_booklet_is_sheet_cards_scores_and_rules(name, language):
    sheet, cards, scores, rules = pages(name, language=language)
    words = sheet.extract_text()
    assert city(name).name.upper() in words
    assert all(label in words for label in ("J", say(language, "print.total")))
    assert say(language, "print.card.transfer") in cards.extract_text()
    assert say(language, "print.block") in scores.extract_text()
    assert say(language, "print.rules") in rules.extract_text()


@pytest.mark.parametrize("name", CITIES)
def test_the_rules_speak_of_loops_and_rays_only_where_there_are_any(name):
    rules = " ".join(pages(name)[3].extract_text().split())
    assert ("circular line" in rules) == any(line.loop for line in city(name).lines)
    assert ("Stations with rays" in rules) == any(station.special for station in city(name).stations)


def test_all_fourteen_cards_are_there():
    words = pages("paris")[1].extract_text().split()
    assert [words.count(n) for n in "3456"] == [3, 3, 2, 1]
    assert words.count("express") == 3
    assert words.count("transfer") == 2


def test_copies_are_sheets():
    assert len(pages("amsterdam", copies=6)) == 6 + 3


@pytest.mark.parametrize("copies", [0, -1, 101])
def test_a_silly_number_of_copies_is_refused(copies):
    with pytest.raises(ValueError, match="copies"):
        booklet(city("amsterdam"), copies=copies)


@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 595, 842), ("letter", 612, 792)])
def test_paper_has_its_size_and_sheets_lie_on_their_side(paper, width, height):
    sizes = [tuple(round(float(side)) for side in page.mediabox[2:]) for page in pages("berlin", paper=paper)]
    assert sizes == [(height, width), (width, height), (width, height), (width, height)]
    assert paper in PAPERS


@pytest.mark.parametrize("name", CITIES)
def test_pages_are_vector_only(name):
    for page in pages(name):
        assert list(page.images) == []


def test_the_same_booklet_is_the_same_file():
    assert booklet(city("amsterdam")) == booklet(city("amsterdam"))
