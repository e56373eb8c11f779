"""Rules, the cards one by one, and the booklet's examples."""

from __future__ import annotations

import pytest

from strapontin.core.errors import IllegalMove
from tests.games.jeudumetro.table import draw, hand, objective, passes, plays, quay, riding, table, trains


@pytest.mark.parametrize(("card", "change"), [("V1", 1), ("V2", 2), ("V3", 3), ("M1", -1), ("M2", -2), ("M3", -3)])
@pytest.mark.parametrize("place", [1, 2, 3])
def test_passengers_board_or_leave_any_train(card: str, change: int, place: int) -> None:
    match = plays(table("0 20 R0", card, "", ""), f"{card}>{place}")
    assert trains(match) == [10 + change * (place == i) for i in (1, 2, 3)]
    assert match.view()["quay"] == 50 - change


def test_heure_de_pointe_brings_two_to_every_train() -> None:
    assert trains(plays(table("0 20 R0", "HP", "", ""), "HP")) == [12, 12, 12]


def test_heure_de_pointe_with_a_short_quay_serves_one_a_train_in_turn_order_from_ones_own_in_two_passes() -> None:
    match = quay(passes(table("0 0 R0 20", "", "HP", "", "")), 6, "1")
    before = trains(match)
    plays(match, "HP")
    assert [b - a for a, b in zip(before, trains(match), strict=True)] == [1, 2, 2, 1]
    match = quay(passes(table("0 0 R0 20", "", "HP", "", "")), 3, "1")
    before = trains(match)
    plays(match, "HP")
    assert [b - a for a, b in zip(before, trains(match), strict=True)] == [0, 1, 1, 1]


def test_colis_suspect_takes_two_off_every_train_or_as_many_as_there_are() -> None:
    match = riding(table("20 20 L20", "CS", "", ""), p1=1, p2=0)
    assert trains(plays(match, "CS")) == [0, 0, 8]


def test_terminus_empties_ones_own_train_then_it_gets_10() -> None:
    match = riding(table("0 0 R0", "TE", "", ""), p1=17)
    assert trains(plays(match, "TE")) == [10, 10, 10]


def test_terminus_gets_what_the_quay_has() -> None:
    match = quay(riding(table("R0 0 0", "TE", "", ""), p1=3), 2, "2")
    assert trains(plays(match, "TE"))[0] == 5
    assert match.view()["quay"] == 0


def test_terminus_is_for_ones_own_train_only() -> None:
    match = table("0 20 R0", "TE", "", "")
    assert [move for move in match.legal(0) if "TE" in move and move[0] != "-"] == ["TE"]
    for move in ("TE>1", "TE>2"):
        with pytest.raises(IllegalMove):
            match.play(0, move)


def test_correspondance_moves_two_between_any_two_trains() -> None:
    assert trains(plays(table("0 20 R0", "CO", "", ""), "CO 2>3")) == [10, 8, 12]
    assert len([move for move in table("0 20 R0", "CO", "", "").legal(0) if move.startswith("CO")]) == 6


def test_correspondance_moves_the_one_there_is_and_needs_one() -> None:
    match = riding(table("20 20 L20", "CO CO", "", ""), p2=1)
    plays(match, "CO 2>3")
    assert trains(match) == [10, 0, 11]
    passes(match, 2)
    with pytest.raises(IllegalMove):
        match.play(0, "CO 2>1")


def test_changement_de_conducteur_exchanges_the_objectives_of_any_two() -> None:
    match = plays(table("0 20 R0", "CC", "", ""), "CC 2<>3")
    assert [objective(match, str(i)) for i in (1, 2, 3)] == ["0", "R0", "20"]
    assert len([move for move in table("0 20 R0", "CC", "", "").legal(0) if move.startswith("CC")]) == 3


def test_aiguillage_exchanges_trains_with_passengers_and_attached_cards() -> None:
    match = riding(plays(table("0 20 R0", "CT", "AI", ""), "CT>3"), p1=6)
    plays(match, "AI 1<>3")
    # train 3 came to place 1 with its controller, and train 1 took its place before the turn of player 3 began
    assert trains(match) == [10, 10, 6]
    assert [one["controllers"] for one in match.view()["places"]] == [1, 0, 0]
    assert [one["train"] for one in match.view()["places"]] == [3, 2, 1]


def test_booklet_star_people_travels_with_a_swapped_train() -> None:
    # Paul (1) plays Star people on Alice (2); then Eric (3) switches Paul's and Alice's trains: the star is Paul's.
    match = table("0 20 R0", "SP", "", "AI")
    plays(match, "SP>2")
    passes(match)
    plays(match, "AI 1<>2")
    assert [one["stars"] for one in match.view()["places"]] == [1, 0, 0]
    assert trains(match) == [12, 10, 10]


def test_booklet_pickpocket_4_cards_become_5_and_the_victim_has_3() -> None:
    match = table("0 20 R0", "PP V1 V2 V3", "AI CO M1 M2", "")
    match.play(0, "PP>2")
    assert set(match.legal("*")) == {"steal AI", "steal CO", "steal M1", "steal M2"}
    match.play("*", "steal AI")
    assert match.legal("*")[0].startswith("draw")
    draw(match, "V2")
    assert hand(match, 0) == ["V1", "V2", "V2", "V3", "AI"]
    assert hand(match, 1) == ["CO", "M1", "M2"] or hand(match, 1) == ["M1", "M2", "CO"]
    passes(match, 3)
    assert [one["size"] for one in match.view()["hands"]] == [5, 3, 4]


def test_pickpocket_takes_from_nobody_who_has_only_3_cards_nor_from_oneself() -> None:
    match = table("0 20 R0", "PP", "", "PP")
    plays(match, "PP>2")
    passes(match)
    assert [move for move in match.legal(2) if move.startswith("PP")] == ["PP>1"]
    with pytest.raises(IllegalMove):
        match.play(2, "PP>2")


def test_with_nobody_to_rob_pickpocket_cannot_be_played() -> None:
    match = table("0 20 R0", "PP PP PP", "", "")
    plays(match, "PP>2")
    passes(match, 2)
    plays(match, "PP>3")
    passes(match, 2)
    assert "PP" in hand(match, 0)
    assert not [move for move in match.legal(0) if move.startswith("PP")]
    assert "-PP" in match.legal(0)


def test_a_stolen_card_is_drawn_evenly_over_copies() -> None:
    match = table("0 20 R0", "PP", "V2 V2 V2 M1", "")
    match.play(0, "PP>2")
    outcomes = match.game.outcomes(match.setting, match.state)
    assert {text: weight for text, (_, weight) in outcomes.items()} == {"steal V2": 3, "steal M1": 1}
