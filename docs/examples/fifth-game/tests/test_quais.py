"""The rules of Quais, sentence by sentence."""

import pytest

import strapontin
from strapontin.core.errors import BadOptions, IllegalMove


def played(*moves, players=2):
    """A match after these moves, trains by their cars and parkings by their first place."""
    match = strapontin.new("quais", players, chance="manual")
    for move in moves:
        (seat,) = match.to_act
        match.play(seat, move)
    return match


def test_a_train_needs_free_places_side_by_side():
    match = played("2", "B", "3")
    assert match.legal(1) == list("DEFGHIJKLMNOP")
    with pytest.raises(IllegalMove):
        match.play(1, "A")


def test_every_car_is_a_point_and_neighbours_two_more():
    match = played("2", "A", "1", "R", "3", "C")
    assert match.scores == [2 + 3 + 2, 1]
    assert [one["points"] for one in played("2", "A", "1", "R", "3").view(0)["moves"]][:2] == [5, 3]


def test_cars_of_one_train_are_no_neighbours_nor_are_trains_of_others():
    assert played("3", "A", "2", "D").scores == [3, 2]


def test_a_train_that_fits_nowhere_goes_on():
    match = played("3", "A", "3", "D", "3", "G", "3", "J", "2", "M", "2", "O", "2", "Q", "2")
    assert match.legal(1) == ["-"]
    match.play(1, "-")
    assert match.view(None)["pile"] == [4, 0, 0]


def test_the_game_is_over_when_all_trains_have_come():
    match = strapontin.new("quais", 3, seed=1)
    while not match.over:
        (seat,) = match.to_act
        match.play(seat, match.legal(seat)[0])
    assert sum(seat == "*" for seat, _ in match.moves) == 12
    best = max(match.scores)
    assert match.winners == [seat for seat, score in enumerate(match.scores) if score == best]


def test_there_is_nothing_to_choose():
    with pytest.raises(BadOptions, match="quais has no options"):
        strapontin.new("quais", options={"map": "paris"})
