"""Print and play: every game whole, on either paper, in both languages, with backs that lie behind their fronts."""

import re
from collections import Counter
from importlib import import_module

import pytest

from strapontin.core.registry import collection, game
from strapontin.games.correspondances.kernels.board import DECKS
from strapontin.games.correspondances.kernels.state import BEND, BRIDGE, CROSS, JUNCTION, LINES, PAIRS
from strapontin.games.jeudumetro.kernels.state import COPIES, FACE_COPIES, NAMES, OBJECTIVES, PASSENGERS, PLACES
from strapontin.games.odyssee.kernels.city import districts
from strapontin.games.odyssee.kernels.state import HOUSES, SEATS, STATIONS, TUNNELS
from strapontin.print import PAPERS, booklet, rules
from strapontin.print.press import Press
from strapontin.print.rules import PICTURE, text
from strapontin.words import LANGUAGES, say
from tests.print.reading import fonts, joined, marks, near, pages, printed, words

GAMES = collection()
SIZES = {"a4": (595, 842), "letter": (612, 792)}


def pieces(name, **given):
    """How many of each piece lie on the fronts."""
    every = pages(name, **given)
    return Counter(one.name for page in every[:: 1 if given.get("single_sided") else 2] for one in printed(page))


def pictures(name):
    """The pictures of a game's rules on paper."""
    return import_module(f"strapontin.print.pictures.{name}").pictures()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_printed(name):
    assert game(name).printable


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("paper", PAPERS)
def test_paper_has_its_size_and_leaves_two_sides(name, paper):
    every = pages(name, paper=paper)
    sizes = {tuple(sorted(round(float(side)) for side in page.mediabox[2:])) for page in every}
    assert sizes == {SIZES[paper]}
    assert len(every) % 2 == 0


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_lies_beyond_the_edge_of_the_paper(name, paper):
    for page in pages(name, paper=paper):
        wide, high = float(page.mediabox.width), float(page.mediabox.height)
        for one in printed(page):
            assert one.left >= -0.01, one
            assert one.bottom >= -0.01, one
            assert one.left + one.width <= wide + 0.01, one
            assert one.bottom < high, one


@pytest.mark.parametrize("name", GAMES)
def test_pages_are_vector_only_and_bring_their_fonts(name):
    used = {}
    for page in pages(name, single_sided=True):
        assert list(page.images) == []
        used |= fonts(page)
    assert {one.partition("+")[2] for one in used} == {"Signika-Regular", "Signika-Bold"}
    for one, font in used.items():
        assert "/FontFile2" in font["/FontDescriptor"].get_object(), one


def test_the_same_game_is_the_same_file():
    assert booklet("correspondances") == booklet("correspondances")


# ------------------------------------------------------------------------------------------------- fronts and backs

BACKS = {
    (GAMES[0], "card"): "card-back",
    (GAMES[0], "sheet"): None,
    (GAMES[1], "card"): "back",
    (GAMES[1], "objective"): "secret",
    (GAMES[1], "train"): "train-back",
    (GAMES[1], "passenger"): None,
    **{(GAMES[2], kind): "tile-back" for kind in ("cross", "bend", "junction", "bridge")},
    **{(GAMES[2], kind): "row-back" for kind in ("straight", "end")},
    (GAMES[2], "line"): "line-back",
    (GAMES[2], "pawn"): None,
    (GAMES[3], "station"): None,
    (GAMES[3], "house"): "-lit",
}
"""What lies behind what; None for the same again, and houses have lit ones."""


def behind(name, front):
    """The back of a front; None if it is white."""
    kind = front.partition("-")[0]
    if (name, kind) not in BACKS:
        return None
    back = BACKS[name, kind]
    return front if back is None else front + back if back.startswith("-") else back


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("paper", PAPERS)
def test_backs_lie_behind_their_fronts_when_a_leaf_is_turned(name, paper):
    every = pages(name, paper=paper)
    seen = 0
    for front, back in zip(every[::2], every[1::2], strict=True):
        wide = float(front.mediabox.width)
        there = {(round(one.left, 1), round(one.bottom, 1)): one.name for one in printed(back)}
        expected = {}
        for one in printed(front):
            kept = behind(name, one.name)
            if kept is not None:
                expected[round(wide - one.left - one.width, 1), round(one.bottom, 1)] = kept
        if expected:
            assert there == expected
            seen += len(expected)
    assert seen


@pytest.mark.parametrize("name", GAMES)
def test_one_side_alone_has_every_front_and_no_back(name):
    both, one = pieces(name), pieces(name, single_sided=True)
    booklets = {key for key in both | one if key.startswith("rules-")}
    assert {key: n for key, n in both.items() if key not in booklets} == {
        key: n for key, n in one.items() if key not in booklets
    }
    assert not any(key.endswith(("back", "secret", "-lit")) for key in one)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_cut_has_its_crop_marks_on_both_sides(name, paper):
    cut = 0
    for front, back in zip(pages(name, paper=paper)[::2], pages(name, paper=paper)[1::2], strict=True):
        for page in (front, back) if list(printed(back)) else (front,):
            standing, lying = marks(page)
            for one in printed(page):
                kind = one.name.partition("-")[0]
                if (name, kind) not in BACKS or kind == "sheet":
                    continue
                assert near(one.left, standing), one
                assert near(one.left + one.width, standing), one
                assert near(one.bottom, lying), one
                assert near(one.bottom + one.height, lying), one
                cut += 1
    assert cut > 10


# ----------------------------------------------------------------------------------------------------- how many


def test_jeudumetro_has_43_cards_6_objectives_6_trains_and_80_passengers():
    found = pieces("jeudumetro")
    assert {name: found[f"card-{name}"] for name in NAMES} == dict(zip(NAMES, COPIES, strict=True))
    dealt = dict(zip(OBJECTIVES[1:], FACE_COPIES[1:], strict=True))
    assert {name: found[f"objective-{name}"] for name in dealt} == dealt
    kinds = Counter(dict.fromkeys(("card", "objective", "train", "passenger"), 0))
    for key, n in found.items():
        kinds[key.partition("-")[0]] += n
    assert (kinds["card"], kinds["objective"], kinds["train"]) == (43, 6, PLACES)
    assert kinds["passenger"] == PASSENGERS == 80
    assert (found["rail"], found["quay"]) == (PLACES, 1)


def test_no_leaf_of_cards_holds_more_than_nine():
    for page in pages("jeudumetro", paper="letter")[::2]:
        assert sum(one.name.startswith(("card-", "objective-", "train-")) for one in printed(page)) <= 9


def test_correspondances_has_the_tiles_of_both_sets():
    found = Counter()
    for key, n in pieces("correspondances").items():
        found[key.partition("-")[0]] += n
    standard, expert = DECKS["standard"], DECKS["expert"]
    assert found["cross"] == standard[CROSS] * len(PAIRS)
    assert found["bend"] == standard[BEND] * len(PAIRS)
    assert found["junction"] == standard[JUNCTION] * LINES
    assert found["cross"] + found["bend"] + found["junction"] == 48
    assert found["bridge"] == expert[BRIDGE] * len(PAIRS)
    assert (found["straight"], found["end"], found["line"], found["pawn"]) == (LINES, 2, LINES, 4)


def test_odyssee_has_tunnels_for_all_stations_and_houses():
    found = pieces("odyssee")
    for seat in range(1, SEATS + 1):
        for line in "st":
            assert found[f"tunnel-{seat}{line}"] + found[f"tunnel-{seat}{line}-turned"] == TUNNELS
    assert found["station"] == STATIONS
    assert [found[f"house-{i + 1}"] for i in range(HOUSES)] == [1] * HOUSES


@pytest.mark.parametrize("language", LANGUAGES)
def test_odyssee_has_a_leaf_for_every_district(language):
    n = len(districts())
    told = [joined(say(language, "print.odyssee.city", i=i + 1, n=n)) for i in range(n)]
    assert [words("odyssee", language).count(one) for one in told] == [1] * n


# ------------------------------------------------------------------------------------------------------- words


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_say_what_they_do(language):
    found = words("jeudumetro", language)
    for name in NAMES:
        assert joined(say(language, f"jeudumetro.card.{name}")) in found
        assert joined(say(language, f"jeudumetro.text.{name}"))[1:] in found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_all_there_in_the_chosen_language(name, language):
    found = words(name, language)
    heads = re.findall("^##+ (.*)$", text(name, language), re.MULTILINE)
    assert len(heads) >= 5
    for head in heads:
        assert joined(re.sub("[*`]", "", head)) in found
    last = re.sub(r"[*`>|-]|<!--.*?-->", "", text(name, language), flags=re.DOTALL).strip()[-30:]
    assert joined(last) in found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_of_the_rules_is_there_with_its_caption(name, language):
    told = PICTURE.findall(text(name, language))
    assert {drawn for drawn, _ in told} == set(pictures(name))
    for _, caption in told:
        assert joined(caption) in words(name, language)


@pytest.mark.parametrize("name", GAMES)
def test_no_two_pictures_of_the_rules_are_the_same_and_none_is_empty(name):
    drawn = list(pictures(name).values())
    assert len(set(drawn)) == len(drawn)
    assert all(re.search("<(path|rect|circle|polygon)", one) for one in drawn)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("paper", PAPERS)
def test_what_a_heading_or_a_picture_is_for_stands_below_it_in_its_column(name, paper, monkeypatch):
    fill, feet = rules._fill, []

    def watched(frame, story, canvas):
        before = list(story)
        fill(frame, story, canvas)
        feet.extend([one for one in before if one not in story][-1:])

    monkeypatch.setattr(rules, "_fill", watched)
    for language in LANGUAGES:
        rules.draw(Press(name, paper, language, single_sided=True), name, name, pictures(name))
    assert len(feet) > 8
    assert not any(getattr(one, "keep", False) for one in feet)


def test_what_only_a_screen_shows_is_left_out():
    assert "previews" not in text("correspondances", "en")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_booklet_is_one_leaf_folded_once_and_read_in_order(name, paper, language):
    outer, inner = (page for page in pages(name, paper=paper, language=language) if any_rules(page))
    low = {one.name for one in printed(outer) if one.bottom == 0}
    assert low == {"rules-1"}
    order = [one.name for one in sorted(printed(inner), key=lambda one: -one.bottom)]
    assert order == ["rules-2", "rules-3"][: len(order)]
    assert order


def any_rules(page):
    return any(one.name.startswith("rules-") for one in printed(page))
