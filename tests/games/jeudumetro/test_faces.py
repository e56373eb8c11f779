"""The picture, the cards, the terminal and the words."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from strapontin.cli.boards import tell
from strapontin.cli.boards.jeudumetro import describe, show
from strapontin.core.match import Match
from strapontin.games.jeudumetro.faces.draw import art
from strapontin.games.jeudumetro.kernels.state import NAMES, OBJECTIVES
from strapontin.words import LANGUAGES, Language, catalogue
from tests.games.jeudumetro.table import plays, riding, table


def played(players: int, seed: int = 3) -> Match:
    match, random = Match("jeudumetro", players, seed=seed), Random(seed)
    for _ in range(15):
        if not match.over:
            (seat,) = match.to_act
            match.play(seat, random.choice(match.legal(seat)))
    return match


def test_there_is_a_picture_of_every_card_objective_train_and_passenger() -> None:
    assert set(art()) == {*NAMES, *OBJECTIVES[1:], "train", "passenger", "back", "secret"}
    for name, text in art().items():
        root = ElementTree.fromstring(text)
        assert root.tag.endswith("svg"), name
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_every_action_card_bears_its_code_so_that_colour_is_never_alone() -> None:
    for name in NAMES:
        words = [node.text for node in ElementTree.fromstring(art()[name]).iter() if node.tag.endswith("text")]
        assert name in words


@pytest.mark.parametrize("players", range(2, 7))
def test_the_picture_shows_every_place_and_marks_a_move(players: int) -> None:
    match = played(players)
    seat = next(iter(match.to_act), 0)
    plain = match.svg(seat)
    texts = [node.text for node in ElementTree.fromstring(plain).iter() if node.tag.endswith("text")]
    for place in match.view()["places"]:
        assert place["place"] in texts
        assert str(place["passengers"]) in texts
    moves = [one["move"] for one in match.view(seat)["moves"] if one["changes"]]
    for move in moves[:3]:
        assert "→" in match.svg(seat, move)


def test_the_picture_shows_ones_own_cards_and_no_other() -> None:
    match = table("0 20 R0", "HP V1 V2 V3", "CS M1 M2 M3", "")
    mine = match.svg(0).split("</defs>")[1]
    assert 'href="#jdm-HP"' in mine
    assert 'href="#jdm-CS"' not in mine
    assert 'href="#jdm-0"' in mine
    assert 'href="#jdm-20"' not in mine
    assert mine.count('href="#jdm-secret"') == 2


@pytest.mark.parametrize(
    ("card", "does"),
    [("V2", "change"), ("HP", "change"), ("SP", "attach"), ("CT", "attach"), ("CC", "objectives"), ("AI", "trains")],
)
def test_a_preview_says_in_a_word_what_a_move_does(card: str, does: str) -> None:
    moves = table("0 20 R0", card, "", "").view(0)["moves"]
    assert {one["does"] for one in moves if one["card"] == card} == {does}
    assert {one["does"] for one in moves if one["card"] is None} == {"discard"}


def test_a_preview_says_who_is_robbed_and_what_has_no_effect() -> None:
    moves = riding(table("0 20 R0", "PP M2", "", ""), p1=0, p2=5, p3=5).view(0)["moves"]
    told = {one["move"]: one["does"] for one in moves}
    assert (told["PP>2"], told["M2>1"], told["M2>2"]) == ("rob", "nothing", "change")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_terminal_shows_and_describes_in_both_languages(players: int, language: Language) -> None:
    match = played(players)
    console = Console(width=110, record=True, file=StringIO())
    for eyes in (None, *range(players), "*"):
        console.print(show(match, eyes, language))
    shown = console.export_text()
    for place in match.view()["places"]:
        assert place["place"] in shown
    (seat,) = match.to_act
    view = match.view(seat) | {"names": [one.name for one in match.players]}
    lines = [describe(move, view, language) for move in view["moves"]]
    assert len(lines) == len(view["moves"])
    assert all(line and "\n" not in line and "{" not in line for line in lines)
    for note in match.log("*"):
        told = tell(note, match, language)
        assert "{" not in told
        assert note.key not in told


def test_a_description_tells_a_win_first() -> None:
    match = riding(table("0 20 R0", "M2", "", ""), p1=2)
    view = match.view(0) | {"names": ["Ana", "Bo", "Cy"]}
    (move,) = [one for one in view["moves"] if one["move"] == "M2>1"]
    assert describe(move, view, "en") == "Infested train · wins: Ana · might win: Bo · train 1: 2 → 0"
    assert (
        describe(move, view, "fr").replace("\N{NARROW NO-BREAK SPACE}", " ")
        == "Rame infestée · victoire : Ana · gagnerait peut-être : Bo · rame 1 : 2 → 0"
    )


def test_french_names_are_those_of_the_booklet() -> None:
    french = catalogue("fr")
    assert [french[f"jeudumetro.card.{name}"] for name in ("V1", "V2", "M2", "M3", "CC", "AI")] == [
        "Voyageur pressé",
        "Charmante compagnie",
        "Rame infestée",
        "Accordéoniste",
        "Changement de conducteur",
        "Aiguillage",
    ]


def test_the_log_tells_what_a_card_did() -> None:
    match = plays(table("0 20 R0", "V2", "CO", ""), "V2>3", "CO 1>2")
    notes = [note for note in match.log() if note.key.startswith("jeudumetro.play")]
    assert notes[0].params == {"seat": 0, "card": "V2", "place": "3", "before": 10, "after": 12, "n": 2}
    assert notes[1].params == {"seat": 1, "card": "CO", "here": "1", "there": "2", "n": 2}
