"""Rules, Material and Set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from strapontin.core.errors import BadOptions, IllegalMove
from strapontin.core.match import Match
from strapontin.games.jeudumetro.kernels.state import COPIES, FACE_COPIES
from tests.games.jeudumetro.table import hand, objective, table, trains


def test_there_are_43_action_cards_13_board_13_alight_17_special() -> None:
    assert (sum(COPIES), sum(COPIES[:5]), sum(COPIES[5:10]), sum(COPIES[10:])) == (43, 13, 13, 17)


def test_there_are_six_objectives_two_of_0_two_of_20_and_the_neighbours_one_each() -> None:
    assert FACE_COPIES[1:] == (2, 2, 1, 1)


@pytest.mark.parametrize("players", range(3, 7))
def test_one_train_with_10_passengers_each_and_the_rest_on_the_quay(players: int) -> None:
    match = Match("jeudumetro", players, seed=1)
    assert trains(match) == [10] * players
    assert match.view()["quay"] == 80 - 10 * players


@pytest.mark.parametrize("players", range(2, 7))
def test_four_action_cards_each_and_the_rest_is_the_pile(players: int) -> None:
    match = Match("jeudumetro", players, seed=2)
    view = match.view("*")
    assert [len(one["cards"]) for one in view["hands"]] == [4] * players
    assert view["pile"] == sum(view["unseen"].values()) == 43 - 4 * players
    dealt = Counter(card for one in view["hands"] for card in one["cards"])
    assert dealt + Counter(view["unseen"]) == Counter(match.scene["deck"])


def test_unused_objectives_leave_the_game_unseen() -> None:
    match = table("0 20 R0", "", "", "")
    assert [objective(match, str(i)) for i in (1, 2, 3)] == ["0", "20", "R0"]
    assert not any("objective" in key for key in match.view(0) if key != "places")


def test_the_left_neighbour_is_the_next_in_turn_order_the_right_one_the_previous() -> None:
    match = table("0 20 R0 L20", "", "", "", "")
    assert [(one["left"], one["right"]) for one in match.view()["places"]] == [
        ("2", "4"),
        ("3", "1"),
        ("4", "2"),
        ("1", "3"),
    ]


@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_starter_is_drawn_by_lot_and_plays_first(first: int) -> None:
    match = Match("jeudumetro", 3, chance="manual")
    assert match.legal("*") == ["first 1", "first 2", "first 3"]
    assert table("0 20 R0", "", "", "", first=first).to_act == {first - 1}


def test_chance_comes_in_the_order_first_objectives_by_place_hands_by_player() -> None:
    match = Match("jeudumetro", 3, seed=4)
    verbs = [text.split("=")[0] for _, text in match.moves]
    assert verbs[0].startswith("first ")
    assert verbs[1:] == ["obj 1", "obj 2", "obj 3"] + ["deal 1"] * 4 + ["deal 2"] * 4 + ["deal 3"] * 4


def test_odds_are_even_over_copies() -> None:
    match = Match("jeudumetro", 3, chance="manual")
    match.play("*", "first 1")
    match.play("*", "obj 1=0")
    outcomes = match.game.outcomes(match.setting, match.state)
    assert {text: weight for text, (_, weight) in outcomes.items()} == {
        "obj 2=0": 1,
        "obj 2=20": 2,
        "obj 2=R0": 1,
        "obj 2=L20": 1,
    }


def test_forced_draws_are_written_too() -> None:
    match = table("0 0 20 20 R0 L20", "", "", "", "", "", "")
    assert match.moves[6] == ("*", "obj 6=L20")


def test_an_objective_all_of_whose_copies_are_out_cannot_be_dealt() -> None:
    match = Match("jeudumetro", 3, chance="manual")
    for draw in ("first 1", "obj 1=R0"):
        match.play("*", draw)
    with pytest.raises(IllegalMove):
        match.play("*", "obj 2=R0")


def test_every_hand_is_dealt_from_one_deck() -> None:
    match = table("0 20 R0", "V1 V1", "", "")
    assert hand(match, 0)[:2] == ["V1", "V1"]
    assert "V1" not in match.view("*")["unseen"]


def test_there_are_no_options() -> None:
    with pytest.raises(BadOptions, match="jeudumetro has no options"):
        Match("jeudumetro", 3, {"map": "paris"})


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_play(players: int) -> None:
    with pytest.raises(BadOptions, match="2 to 6 players"):
        Match("jeudumetro", players)
