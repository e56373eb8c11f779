"""Rules, Two players: two trains and two objectives each, and the circle of four."""

from __future__ import annotations

from itertools import permutations

import pytest

from strapontin.core.match import Match
from tests.games.jeudumetro.table import objective, passes, plays, quay, riding, table, trains


def test_two_trains_two_objectives_and_one_hand_of_4_each() -> None:
    match = table("0 20 0 20", "", "")
    assert [one["place"] for one in match.view()["places"]] == ["1A", "1B", "2A", "2B"]
    assert [one["seat"] for one in match.view()["places"]] == [0, 0, 1, 1]
    assert trains(match) == [10, 10, 10, 10]
    assert [one["size"] for one in match.view()["hands"]] == [4, 4]
    assert objective(match, "1A", 0) == "0"
    assert objective(match, "1B", 0) == "20"


def test_going_left_the_circle_is_1a_2b_2a_1b() -> None:
    match = table("0 20 0 20", "", "")
    left = {one["place"]: one["left"] for one in match.view()["places"]}
    right = {one["place"]: one["right"] for one in match.view()["places"]}
    assert left == {"1A": "2B", "2B": "2A", "2A": "1B", "1B": "1A"}
    assert right == {there: here for here, there in left.items()}
    assert match.scene["circle"] == ["1A", "2B", "2A", "1B"]


def test_booklet_example_1_left_of_2b_is_2a() -> None:
    match = table("0 0 20 L20", "CC V2", "")
    # dealt so, both bear on 2A: they have changed places, and a Changement brings them back
    assert (objective(match, "2A"), objective(match, "2B")) == ("L20", "20")
    plays(match, "CC 2A<>2B")
    assert objective(match, "2B") == "L20"
    riding(passes(match), p2A=18)
    match.play(0, "V2>2A")
    assert match.winners == [1]


def test_booklet_example_2_right_of_1b_is_2a() -> None:
    match = riding(table("20 R0 0 20", "M2", ""), p2A=2)
    assert objective(match, "1B") == "R0"
    match.play(0, "M2>2A")
    assert [one["missing"] for one in match.view("*")["places"]][1] == 0


def test_both_objectives_must_hold_at_the_same_test() -> None:
    match = riding(table("20 0 0 20", "V2 M2", ""), p1A=18, p1B=2)
    plays(match, "V2>1A")
    assert not match.over
    passes(match)
    match.play(0, "M2>1B")
    assert match.winners == [0]


def test_attached_cards_of_both_trains_act_a_then_b_then_one_test() -> None:
    match = table("20 0 0 20", "SP CT", "")
    plays(match, "SP>1A")
    passes(match)
    assert trains(match) == [11, 10, 10, 10]
    plays(match, "CT>1B")
    riding(match, p1A=19, p1B=1)
    passes(match)
    assert match.over
    assert match.winners == [0]
    assert trains(match) == [20, 0, 10, 10]


def test_train_a_is_served_before_train_b_when_the_quay_is_short() -> None:
    match = table("20 0 0 20", "SP", "SP")
    plays(match, "SP>1A", "SP>1B")
    riding(match, p1A=11, p1B=11)
    passes(match)
    quay(match, 1, "2A")
    passes(match)
    assert trains(match)[:2] == [12, 11]


def test_rush_hour_goes_from_own_a_left_around_the_circle() -> None:
    match = quay(table("20 0 0 20", "HP", ""), 2, "2A")
    before = trains(match)
    plays(match, "HP")
    assert [b - a for a, b in zip(before, trains(match), strict=True)] == [1, 0, 0, 1]
    match = quay(passes(table("20 0 0 20", "", "HP")), 2, "1A")
    before = trains(match)
    plays(match, "HP")
    assert [b - a for a, b in zip(before, trains(match), strict=True)] == [0, 1, 1, 0]


def test_terminus_is_on_one_of_ones_own_two_trains() -> None:
    match = riding(table("20 0 0 20", "TE", ""), p1B=3)
    assert [move for move in match.legal(0) if move.startswith("TE")] == ["TE>1A", "TE>1B"]
    assert trains(plays(match, "TE>1B")) == [10, 10, 10, 10]


def test_aiguillage_and_changement_take_any_two_places_ones_own_two_as_well() -> None:
    match = riding(table("20 0 0 20", "AI CC", ""), p1A=5)
    for card in ("AI", "CC"):
        assert [move for move in match.legal(0) if move.startswith(card)] == [
            f"{card} {pair}" for pair in ("1A<>1B", "1A<>2A", "1A<>2B", "1B<>2A", "1B<>2B", "2A<>2B")
        ]
    plays(match, "AI 1A<>1B")
    assert trains(match) == [10, 5, 10, 10]
    passes(match)
    plays(match, "CC 1A<>1B")
    assert (objective(match, "1A"), objective(match, "1B")) == ("0", "20")


def test_pickpocket_names_the_player() -> None:
    match = table("20 0 0 20", "PP", "")
    assert [move for move in match.legal(0) if move.startswith("PP")] == ["PP>2"]


BEARS = {"1A": {"R0": "1B", "L20": "2B"}, "1B": {"R0": "2A", "L20": "1A"}}


def test_8_of_30_pairs_bear_on_one_train_and_change_places_at_once_with_no_step() -> None:
    cards = ["0", "0", "20", "20", "R0", "L20"]
    swapped = 0
    for first, second in permutations(range(6), 2):
        match = Match("jeudumetro", 2, chance="manual")
        for text in ("first 1", f"obj 1A={cards[first]}", f"obj 1B={cards[second]}"):
            match.play("*", text)
        dealt = (cards[first], cards[second])
        same = BEARS["1A"].get(dealt[0], "1A") == BEARS["1B"].get(dealt[1], "1B")
        swapped += same
        assert (objective(match, "1A"), objective(match, "1B")) == (dealt[::-1] if same else dealt)
        assert match.moves[-1] == ("*", f"obj 1B={cards[second]}")
    assert swapped == 8


@pytest.mark.parametrize("dealt", ["R0 20", "0 L20"])
def test_the_exchange_at_set_up_holds_for_player_2_as_well(dealt: str) -> None:
    match = table(f"0 20 {dealt}", "", "")
    assert f"{objective(match, '2B')} {objective(match, '2A')}" == dealt


def test_a_pair_made_so_by_a_later_changement_stays() -> None:
    match = plays(table("0 R0 20 0", "CC", ""), "CC 1A<>1B")
    assert (objective(match, "1A"), objective(match, "1B")) == ("R0", "0")


def test_at_the_last_train_the_distance_is_the_sum_of_both() -> None:
    match = table("0 20 0 20", "", "")
    while match.view()["refills"] < 1:
        passes(match)
    riding(match, p1A=3, p1B=14, p2A=2, p2B=16)
    while not match.over:
        passes(match)
    assert match.view()["by_distance"]
    assert match.winners == [1]
