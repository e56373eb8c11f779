"""Chance told by people: who may tell a draw, and that what they are offered gives nothing away."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from strapontin.core.errors import BadRecord
from strapontin.core.match import Match, verify
from strapontin.core.record import decode
from strapontin.core.telling import drawable, tellers


def draws_of(game: str, players: int, steps: int, seed: int = 1) -> Iterator[Match]:
    """A game with real cards, before each of its draws."""
    match, chance = Match(game, players, chance="told"), random.Random(seed)
    while not match.over and len(match.moves) < steps:
        (seat, *_) = sorted(match.to_act, key=str)
        if seat == "*":
            yield match
        match.play(seat, chance.choice(match.legal(seat)))


@pytest.mark.parametrize(("game", "players"), [("metrox", 2), ("odyssee", 3)])
def test_where_all_lies_open_anybody_tells_any_draw(game: str, players: int) -> None:
    for match in draws_of(game, players, 20):
        assert tellers(match) is None
        assert drawable(match, 0) == match.legal("*")


def test_each_player_tells_their_own_objective_hand_and_draws() -> None:
    seen = {match.legal("*")[0].partition("=")[0]: tellers(match) for match in draws_of("jeudumetro", 3, 17)}
    assert seen["obj 2"] == seen["deal 2"] == {1}
    assert next(by for text, by in seen.items() if text.startswith("first")) is None


def test_of_two_players_each_tells_the_objectives_of_their_own_trains() -> None:
    by = [tellers(match) for match in draws_of("jeudumetro", 2, 5)]
    assert by == [None, {0}, {0}, {1}, {1}]


def test_what_another_drew_is_still_offered() -> None:
    for match in draws_of("correspondances", 2, 3):
        if match.moves and match.moves[-1][1].startswith("line 1="):
            taken = match.moves[-1][1].replace("1=", "2=")
            assert taken not in match.legal("*")
            assert taken in drawable(match, 1)
            return
    raise AssertionError("nobody was dealt a line")


@pytest.mark.parametrize(("game", "players"), [("jeudumetro", 2), ("correspondances", 3)])
def test_what_can_come_is_offered_and_the_same_whatever_is_hidden(game: str, players: int) -> None:
    for match in draws_of(game, players, 14):
        by = tellers(match)
        for seat in range(players) if by is None else by:
            assert set(match.legal("*")) <= set(drawable(match, seat))


def told() -> dict[str, Any]:
    match = Match("metrox", 2, chance="told")
    match.play("*", "3")
    return match.record()


def test_its_record_says_that_chance_was_told_by_people_and_verify_says_so() -> None:
    record = told()
    assert record["chance"] == "told"
    assert "commitment" not in record
    with pytest.raises(BadRecord, match=r"told by people.*nobody can verify the 1 draws"):
        verify(Match.from_record(decode(msgspec.json.encode(record))))


def test_a_record_cannot_have_both_a_seed_and_people_who_told() -> None:
    with pytest.raises(BadRecord, match="chance: told by people"):
        Match.from_record(decode(msgspec.json.encode(told() | {"commitment": "0" * 64})))
