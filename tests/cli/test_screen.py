"""What a terminal of 80 columns and 24 rows shows: the whole table, the news and the choices, on one screen."""

import io
import random
import re

import pytest
from rich.console import Console
from rich.text import Text

import strapontin
from strapontin.cli.boards import board, correspondances, odyssee, tell
from strapontin.cli.columns import beside
from strapontin.cli.move_menu import Choice, Menu
from strapontin.cli.screen import Screen
from strapontin.cli.table import Table
from strapontin.core.registry import game, games
from strapontin.games.jeudumetro.faces.story import Revealed
from strapontin.games.odyssee.faces.story import Presents
from strapontin.words import say

NAMES = ["Ana", "Maximilienne", "Cy", "Dédé"]
TABLES = [(name, game(name).seats.start, "en") for name in games()] + [(name, len(NAMES), "fr") for name in games()]


class Paper(Screen):
    """A terminal that is looked at."""

    def __init__(self, language, width=80, height=24):
        super().__init__(language)
        self.console = Console(file=io.StringIO(), width=width, height=height, highlight=False)

    def read(self):
        told = self.console.file.getvalue()
        self.console.file = io.StringIO()
        return told


LONG = 500
"""Moves after which a game has shown what it has to show: by chance alone nobody arrives in Correspondances."""


def sensible(match, seat, chooser):
    """A move that brings the game forward; choosing among all would take for ever."""
    moves = match.view(seat)["moves"]
    best = [one for one in moves if one.get("kind") in ("tunnel", "leave", "start") and not one["blocks"]]
    best = best or [one for one in moves if one.get("card", "") is not None] or moves
    return chooser.choice(best)["move"]


def screens(name, players, language, tmp_path):
    """A third of the screens of a game, the second steps of its menus too, with the seat that sees it."""
    chooser = random.Random(5)
    match, paper = strapontin.new(name, players=NAMES[:players], seed=5), Paper(language)
    table, seen = Table(match, tmp_path / "game.json", paper, {}), [0] * players
    while not match.over and len(match.moves) < LONG:
        seat = min(match.to_act)
        if chooser.random() < 0.3:
            menu = table.offers(seat)
            paper.page(match, seat, seen[seat], menu)
            yield match, seat, paper.read()
            folded = [one for one in menu.choices if one.folded]
            if folded:
                choice = chooser.choice(folded)
                paper.page(match, seat, seen[seat], type(menu)(table.choices(seat, choice.moves), choice.told))
                yield match, seat, paper.read()
        seen[seat] = len(match.log(seat))
        match.play(seat, sensible(match, seat, chooser))


@pytest.mark.parametrize(("name", "players", "language"), TABLES)
def test_the_screens_of_a_game_fit(name, players, language, tmp_path):
    for match, seat, shown in screens(name, players, language, tmp_path):
        rows = shown.splitlines()
        assert len(rows) <= 23, f"{len(match.moves)} moves, seat {seat}:\n{shown}"  # the last row is for the answer
        assert max(map(len, rows)) <= 80
        assert not [row for row in rows if re.match(r"\s*[:;!?»] ", row)]  # no line begins with punctuation


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_a_card_did_and_what_one_holds_is_told_whole(language, tmp_path):
    for match, seat, shown in screens("jeudumetro", 4, language, tmp_path):
        news = shown.split(say(language, "jeudumetro.yourturn"))[0].splitlines()
        assert not [row for row in news[1:] if row.endswith("…")], f"{len(match.moves)} moves, seat {seat}:\n{shown}"
        held = match.view(seat)["hands"][seat]["cards"]  # a line of them ends between cards, never inside one
        cards = (f"[{card}] {say(language, f'jeudumetro.card.{card}')}" for card in held)
        whole = [card.replace(" ", "\N{NO-BREAK SPACE}") for card in cards]
        assert not [card for card in whole if card not in shown], shown


@pytest.mark.parametrize("language", ["fr", "en"])
def test_ones_own_objective_is_whole_at_80_columns(language, tmp_path):
    for players in (2, 6):
        match = strapontin.new("jeudumetro", players=[*NAMES, "E", "F"][:players], seed=3)
        paper = Paper(language)
        seat = min(match.to_act)
        paper.show(board("jeudumetro").show(match, seat, language))
        shown = " ".join(paper.read().split())
        for place in match.view(seat)["places"]:
            if place["seat"] == seat:
                for kind in ("objective", "short"):
                    assert strapontin.words.say(language, f"jeudumetro.{kind}.{place['objective']}") in shown


def test_the_labels_of_the_axes_are_never_drawn_over(tmp_path):
    for match, _, shown in screens("odyssee", 4, "en", tmp_path):
        for axis in "qr":
            for n in range(-5, 6):
                assert re.search(rf"{axis}{n}(?!\d)", shown), f"{axis}{n} after {len(match.moves)} moves:\n{shown}"


def test_every_start_and_exit_bears_the_number_that_moves_write():
    match = strapontin.new("odyssee", players=["Ana", "Bo"], seed=1)
    shown = odyssee._city(match.view(0)).plain
    assert sorted(map(int, re.findall(r"(?<=[↓↑])\d+|\d+(?=[↓↑])", shown))) == list(range(30))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_legend_of_the_city_has_every_sign_on_it(language, tmp_path):
    letters = r"[\sa-zA-Z\d·╲╱X-]"
    cities = [odyssee._city(match.view(0)).plain for match, _, _ in screens("odyssee", 4, "en", tmp_path)]
    (told,) = odyssee.explain(language)
    assert [mark for mark in sorted(set("".join(cities))) if not re.match(letters, mark) and mark not in told] == []


def test_a_row_of_straight_tiles_looks_like_no_bridge():
    match = strapontin.new("correspondances", players=["Ana", "Bo"], seed=1)
    row = next(line for line in correspondances._table(match.view(0)).plain.splitlines() if "A" in line)
    assert re.search(r"A {3}# {3}# {3}# {3}# {3}B", row)


@pytest.mark.parametrize("left", [-4, -3, -1, 0])
def test_the_number_of_a_column_stands_over_it(left):
    for pitch in correspondances.PITCHES:
        shown = correspondances._columns(left, 7, pitch)
        for found in re.finditer(r"-?\d+", shown):
            middle = pitch * (int(found[0]) - left) + pitch // 2
            assert found.start() <= middle < found.end()
        assert len(shown.split()) == (8 - left if pitch > 2 else len(range(left + left % 2, 8, 2)))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_short_menu_says_what_a_long_one_says(language):
    view = {"seat": 0, "trips": [{"line": 1, "stretch": 9}]}
    move = {"move": "0,1:1212", "x": 0, "finishes": False, "missing": 5, "changes": 2, "completes": [], "stretch": 1}
    long, short = (tell(move, view, language) for tell in (correspondances.describe, correspondances.brief))
    assert short == f"0,1:1212 {long.rpartition('2')[0]}2 ch."


def test_starting_a_line_is_one_choice_first_then_of_a_place(tmp_path):
    match, paper = strapontin.new("odyssee", players=["Ana", "Bo"], seed=1, options={"mode": "little"}), Paper("en")
    table = Table(match, tmp_path / "game.json", paper, {})
    while len(match.moves) < 40:  # in its first turns a player has one line only
        match.play(min(match.to_act), next(move for move in match.legal(min(match.to_act)) if move.startswith("s:")))
        seat = min(match.to_act)
        starts = [one for one in table.offers(seat).choices if one.told == "start the striped line…"]
        if starts:
            break
    (choice,) = starts
    assert list(choice.moves) == [move for move in match.legal(seat) if move.startswith("t:@")]
    assert len(choice.moves) > 5


def test_where_there_is_only_one_line_to_start_its_places_are_listed_at_once(tmp_path):
    match, paper = strapontin.new("odyssee", players=["Ana", "Bo"], seed=1), Paper("en")
    menu = Table(match, tmp_path / "game.json", paper, {}).offers(min(match.to_act))
    assert menu.title == "start the solid line…"
    assert menu.firsts == match.legal(min(match.to_act))


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", games())
def test_the_help_of_a_game_fits_and_breaks_no_key_from_what_it_does(name, language, tmp_path):
    match, paper = strapontin.new(name, seed=1), Paper(language)
    paper.help(match, tmp_path / "game.json")
    rows = paper.read().splitlines()
    assert len(rows) <= 23, "\n".join(rows)
    assert not [row for row in rows if re.search(r"\b[qu?]\W?:$", row)]


@pytest.mark.parametrize(("language", "told"), [("fr", "but atteint"), ("en", "reached")])
def test_whoever_has_won_was_not_0_passengers_away(language, told):
    match = strapontin.new("jeudumetro", players=["Ana", "Bo", "Cy"], seed=2)
    note = Revealed(key="jeudumetro.reached", seat=0, place="1", objective="0", missing=0)
    assert tell(note, match, language).endswith(told)
    assert tell(note, match, language, 0).endswith(told)


def test_moves_name_people_as_the_table_does(tmp_path):
    match, paper = strapontin.new("jeudumetro", players=["Ana", "Bo", "Cy"], seed=2), Paper("en")
    table = Table(match, tmp_path / "game.json", paper, {})
    told = ""
    chooser = random.Random(2)
    while not match.over:
        seat = min(match.to_act)
        told += " ".join(one.told for one in table.choices(seat, match.legal(seat)))
        match.play(seat, sensible(match, seat, chooser))
    assert "from Bo" in told
    assert "Player 2" not in told


def test_a_question_is_broken_between_words(monkeypatch):
    asked, paper = [], Paper("en")
    monkeypatch.setattr("builtins.input", lambda prompt: asked.append(prompt) or "n")
    question = "s:-1,-3>0,-3L  dig the solid line to 0,-3, on cell -1,-4^  Enter to play it, n to think again:"
    assert paper.ask(question) == "n"
    rows = [*paper.read().splitlines(), *asked]
    assert len(rows) == 2
    assert max(map(len, rows)) < 80
    assert " ".join(" ".join(rows).split()) == " ".join(question.split())


def test_news_beside_a_board_are_whole_sentences(tmp_path):
    told = ["Ana digs the solid line to the far end of the city", "Bo passes"]
    paper = Paper("en")
    parts = [[[Text("a headline")] * 20]]
    paper.show(beside(Text("map"), 53, parts, told, Menu([Choice(("-",), "pass")]), 80, 24))
    shown = paper.read()
    assert "Bo passes" in shown
    assert "city" not in shown  # there was room for its last row, not for the sentence


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_walk_to_a_house_says_why_and_the_menu_tells_it_from_a_ride(language):
    module, view = board("odyssee"), {"names": ["Ana", "Bo"]}
    shared = {"kind": "tour", "house": 6, "sections": [0, 0], "shops": [[], [5]], "points": 0}
    walk, ride = (
        module.brief(shared | {"minutes": None}, view, language),
        module.brief(shared | {"minutes": 0}, view, language),
    )
    assert say(language, "odyssee.brief.walk", house=6) in walk
    assert "0 min" in ride
    assert "Bo +2" in walk
    told = module.describe(shared | {"minutes": None}, view, language)
    assert told.startswith(say(language, "odyssee.move.walk", house=6))
    assert "Bo +2" in told  # presents count though he walks
    assert say("en", "odyssee.move.walk", house=6) == "to house 6 on foot: no line leads there"


def test_shops_have_the_letters_of_the_map(tmp_path):
    match = strapontin.new("odyssee", players=["Ana", "Bo"], seed=1)
    note = Presents(seat=1, house=6, shops=[2, 5], n=4)
    assert tell(note, match, "en") == "Bo: 4 points for presents from shops b and e"


@pytest.mark.parametrize(("name", "language"), [("metrox", "fr"), ("correspondances", "en"), ("odyssee", "fr")])
def test_a_name_that_ends_in_a_number_is_told_from_its_score(name, language, tmp_path):
    match, paper = strapontin.new(name, players=["Player 1", "Player 2"], seed=1), Paper(language)
    for seat in (0, 1):
        paper.show(board(name).show(match, seat, language))
        assert re.search(r"Player 1\u202f?: [−\d]", paper.read())


@pytest.mark.parametrize("language", ["fr", "en"])
def test_two_objectives_are_said_to_be_needed_both(language):
    match, paper = strapontin.new("jeudumetro", players=["Ana", "Bo"], seed=3), Paper(language)
    paper.show(board("jeudumetro").show(match, 0, language))
    assert say(language, "jeudumetro.both") in " ".join(paper.read().split())


def test_a_move_that_lets_somebody_win_says_so_first():
    changes = [{"place": "2", "before": 1, "after": 0}]
    move = {"does": "change", "card": "M1", "targets": ["2"], "changes": changes, "victim": None}
    told = board("jeudumetro").brief(move | {"wins": [1], "may_win": [1]}, {"names": ["Ana", "Bo"]}, "en")
    assert told == "wins: Bo · train 2: 1 → 0"


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", games())
def test_the_help_explains_the_notation_with_moves_of_the_game(name, language, tmp_path):
    paper = Paper(language)
    paper.help(strapontin.new(name, seed=1), tmp_path / "game.json")
    shown = " ".join(paper.read().split())
    cards = [key for key in strapontin.words.catalogue(language) if key.startswith(f"{name}.text.")]
    for key in (f"{name}.notation", *cards):
        assert " ".join(strapontin.words.say(language, key).split()) in shown
