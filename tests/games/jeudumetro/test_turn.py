"""Rules, A turn: attached cards, playing, discarding, drawing, the refill."""

from __future__ import annotations

import pytest

from strapontin.core.errors import IllegalMove
from strapontin.core.match import Match
from tests.games.jeudumetro.table import draw, hand, passes, plays, quay, riding, table, trains


def test_attached_cards_act_at_the_start_of_their_players_turn() -> None:
    match = plays(table("0 20 R0", "SP", "", ""), "SP>2")
    assert trains(match) == [10, 11, 10]
    passes(match, 2)
    assert trains(match) == [10, 11, 10]
    passes(match)
    assert trains(match) == [10, 12, 10]


def test_attached_cards_never_act_in_the_turn_they_are_played() -> None:
    match = plays(table("0 20 R0", "SP", "", ""), "SP>1")
    assert trains(match) == [10, 10, 10]
    assert trains(passes(match, 2)) == [11, 10, 10]


def test_several_may_be_attached_and_act_as_their_net_sum() -> None:
    match = table("0 20 R0", "SP CT", "SP", "")
    plays(match, "SP>1", "SP>1")
    passes(match)
    assert trains(match) == [12, 10, 10]
    plays(match, "CT>1")
    passes(match, 2)
    assert trains(match) == [13, 10, 10]


def test_the_net_sum_is_one_change_then_cut_to_what_the_quay_has() -> None:
    # two Star people and one Controleur with an empty quay: +1 net finds nobody, and nobody gets off either
    match = table("0 20 R0", "SP CT", "SP", "")
    plays(match, "SP>1", "SP>1")
    quay(match, 0, "3")
    passes(match)
    plays(match, "CT>1")
    before = trains(match)
    passes(match, 2)
    assert trains(match) == before


def test_a_controller_finds_nobody_on_an_empty_train() -> None:
    match = riding(plays(table("20 R0 20", "CT", "", ""), "CT>2"), p2=1)
    riding(match, p2=0)
    passes(match, 3)
    assert trains(match)[1] == 0


def test_after_playing_one_card_is_drawn() -> None:
    match = table("0 20 R0", "V2 V1 M1 M2", "", "")
    match.play(0, "V2>2")
    assert trains(match) == [10, 12, 10]
    assert match.to_act == {"*"}
    draw(match, "AI")
    assert hand(match, 0) == ["V1", "M1", "M2", "AI"]
    assert match.to_act == {1}


def test_any_number_of_cards_may_be_discarded_then_as_many_are_drawn() -> None:
    match = table("0 20 R0", "V2 V2 M1 HP", "", "")
    match.play(0, "-V2,V2,HP,M1")
    assert match.view()["hands"][0]["size"] == 0
    assert match.view()["discard"] == {"V2": 2, "HP": 1, "M1": 1}
    for card in ("AI", "AI", "CO"):
        match.play("*", f"draw {card}")
        assert match.to_act == {"*"}
    match.play("*", "draw CO")
    assert hand(match, 0) == ["CO", "CO", "AI", "AI"]
    assert match.to_act == {1}


def test_at_least_one_card_is_discarded_and_only_cards_in_hand() -> None:
    match = table("0 20 R0", "V2 V1 M1 HP", "", "")
    discards = {move for move in match.legal(0) if move.startswith("-")}
    assert len(discards) == 15
    assert "-" not in discards
    with pytest.raises(IllegalMove):
        match.play(0, "-V2,V2")


def test_a_discard_may_hold_copies() -> None:
    match = table("0 20 R0", "V2 V2 V2 M1", "", "")
    assert {move for move in match.legal(0) if move.startswith("-")} == {
        *("-V2", "-V2,V2", "-V2,V2,V2", "-M1", "-V2,M1", "-V2,V2,M1", "-V2,V2,V2,M1")
    }


def test_passengers_board_only_while_the_quay_has_some() -> None:
    match = quay(table("R0 20 0", "V3", "", ""), 2, "3")
    assert trains(plays(match, "V3>1"))[0] == 12
    assert match.view()["quay"] == 0


def test_passengers_alight_only_while_the_train_has_some() -> None:
    match = riding(table("20 20 R0", "M3", "", ""), p1=2)
    assert trains(plays(match, "M3>1"))[0] == 0


def test_a_card_without_effect_may_be_played() -> None:
    match = riding(table("20 20 R0", "M3", "", ""), p1=0)
    assert trains(plays(match, "M3>1"))[0] == 0
    match = quay(table("0 0 R0", "V1", "", ""), 0, "1")
    assert trains(plays(match, "V1>2"))[1] == 10


def test_played_and_discarded_cards_lie_on_the_discard_before_anything_is_drawn() -> None:
    match = table("0 20 R0", "V2", "", "")
    match.play(0, "V2>1")
    assert match.view()["discard"] == {"V2": 1}


def empty_the_pile() -> Match:
    match = table("0 20 R0", "", "", "")
    while match.state.stock:
        passes(match)
    return match


def test_when_a_card_must_be_drawn_and_the_pile_is_empty_the_discard_becomes_the_pile() -> None:
    match = empty_the_pile()
    before = match.view()["discard"]
    assert match.view()["pile"] == 0
    (seat,) = match.to_act
    card = hand(match, int(seat))[0]
    match.play(seat, f"-{card}")
    view = match.view()
    assert view["discard"] == {}
    assert view["pile"] == sum(before.values()) + 1
    assert f"draw {card}" in match.legal("*")
    assert match.moves[-1] == (seat, f"-{card}")


def test_a_refill_in_the_middle_of_a_discard_takes_its_cards_too() -> None:
    match = table("0 20 R0", "", "", "")
    while match.state.stock > 1:
        passes(match)
    (seat,) = match.to_act
    cards = hand(match, int(seat))[:2]
    laid = sum(match.view()["discard"].values()) + 2
    match.play(seat, f"-{','.join(cards)}")
    match.play("*", match.legal("*")[0])
    assert match.view()["pile"] == laid


def test_attached_cards_stay_out_of_a_refill() -> None:
    match = plays(table("0 20 R0", "SP", "CT", ""), "SP>1", "CT>1")
    while match.view()["refills"] == 0:
        passes(match)
    view = match.view("*")
    assert view["attached"] == {"SP": 1, "CT": 1}
    held = [card for one in view["hands"] for card in one["cards"]]
    assert held.count("SP") + view["unseen"].get("SP", 0) + view["discard"].get("SP", 0) == 1


def test_a_discarded_star_is_not_attached() -> None:
    match = plays(table("0 20 R0", "SP", "", ""), "-SP")
    assert match.view()["discard"]["SP"] == 1
    assert match.view()["attached"] == {}
