"""A review says nothing that its seat could not know: with other secrets it is the same, byte for byte."""

from __future__ import annotations

import msgspec
import pytest

from strapontin.coach import review
from strapontin.core.registry import collection, game
from tests.coach.games import BUDGET, CHOICES, altered, begun, of_others, swap, told


def test_other_objectives_of_the_others_change_nothing() -> None:
    for seed in range(1, 20):
        match = begun("jeudumetro", 3, CHOICES + 2, seed)
        first, second = of_others(match, "obj")
        if match.over or match.moves[first][1][-2:] == match.moves[second][1][-2:]:
            continue
        other = altered(match, lambda moves, places=(first, second): swap(moves, *places))
        if other.concealed(0).tobytes() == match.concealed(0).tobytes():  # no driver has changed to seat 0
            break
    else:
        raise AssertionError("no such game")
    assert other.state.tobytes() != match.state.tobytes()
    assert told(other) == told(match)
    assert told(other, seat=1) != told(match, seat=1)


def test_other_lines_of_the_others_change_nothing() -> None:
    match = begun("correspondances", 3)
    hidden = of_others(match, "line")
    assert len(hidden) == 2
    other = altered(match, lambda moves: swap(moves, *hidden))
    assert other.concealed(0).tobytes() == match.concealed(0).tobytes()
    assert told(other) == told(match)
    assert told(other, seat=1) != told(match, seat=1)


def test_what_others_have_chosen_in_an_open_round_changes_nothing() -> None:
    match = begun("metrox", 3, 3)
    assert match.to_act == {0, 1, 2}
    first, *_, last = match.legal(1)
    reviews = set()
    for move in (first, last):
        other = match.copy()
        other.play(1, move)
        other.play(0, match.legal(0)[-1])
        assert other.choosing
        reviews.add(told(other))
    assert len(reviews) == 1


def test_where_all_lies_open_there_is_nothing_to_hide() -> None:
    open_games = [name for name in collection() if not game(name).secrets and not game(name).simultaneous]
    assert open_games == ["odyssee"]


@pytest.mark.parametrize("name", collection())
def test_the_seed_of_the_deal_and_what_comes_later_change_nothing(name: str) -> None:
    match = begun(name)
    record = msgspec.structs.replace(match.as_record(), commitment=None, seed=None)
    assert msgspec.json.encode(review(record, 0, BUDGET)) == told(match)
    cut = max(ply for ply, (actor, _) in enumerate(match.moves) if actor != "*" and ply < len(match.moves) - 3)
    whole, early = review(match, 0, BUDGET).seats[0], review(match.at(cut), 0, BUDGET).seats[0]
    assert early.decisions == whole.decisions[: len(early.decisions)]
    assert early.draws == whole.draws[: len(early.draws)]
