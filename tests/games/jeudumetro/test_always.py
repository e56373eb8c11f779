"""What always holds in Le Jeu du Metro, in games played at random."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strapontin.bots import greedy
from strapontin.core.kernel import JIT, records
from strapontin.core.match import Match
from strapontin.core.playout import playouts, room
from strapontin.core.registry import game
from strapontin.core.rng import generator
from tests.games.jeudumetro.referee import DECK, Referee

PLAYERS = range(2, 7)


def agree(match: Match, referee: Referee) -> None:
    """The engine's table is the referee's."""
    view = match.view("*")
    assert view["quay"] == referee.quay
    for place in view["places"]:
        train = referee.train[place["place"]]
        assert place["passengers"] == train["riding"]
        assert (place["stars"], place["controllers"]) == (train["cards"].count("SP"), train["cards"].count("CT"))  # type: ignore[attr-defined]
        assert place["objective"] == referee.goal.get(place["place"])
    assert [Counter(one["cards"]) for one in view["hands"]] == [+one for one in referee.hands]
    # the engine refills as soon as a draw is due, the referee when it comes
    if view["pile"] == referee.pile.total():
        assert Counter(view["discard"]) == +referee.discard
        assert Counter(view["unseen"]) == +referee.pile
    else:
        assert referee.pile.total() == 0
        assert Counter(view["unseen"]) == +referee.discard
    assert match.winners == referee.winners


@settings(max_examples=20 if JIT else 2, deadline=None)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_a_referee_with_paper_and_pencil_agrees_with_every_step(players: int, seed: int) -> None:
    match, random = Match("jeudumetro", players, seed=seed), Random(seed)
    referee, told = Referee(players), 0
    while True:
        for actor, text in match.moves[told:]:
            referee.step(actor, text)
        told = len(match.moves)
        agree(match, referee)
        if match.over:
            return
        (seat,) = match.to_act
        moves = match.legal(seat)
        # plays oftener than discards, so that games end by objectives as well
        chosen = [move for move in moves if move[0] != "-"] if random.random() < 0.8 else moves
        match.play(seat, random.choice(chosen or moves))


@settings(max_examples=12 if JIT else 2, deadline=None)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_80_passengers_and_43_cards_are_conserved_and_hands_are_as_large_as_they_can_be(
    players: int, seed: int
) -> None:
    match, random = Match("jeudumetro", players, seed=seed), Random(seed)
    while not match.over:
        (seat,) = match.to_act
        view = match.view("*")
        assert view["quay"] + sum(one["passengers"] for one in view["places"]) == 80
        cards = Counter(view["unseen"]) + Counter(view["discard"]) + Counter(view["attached"])
        for one in view["hands"]:
            cards += Counter(one["cards"])
            assert one["size"] == len(one["cards"])
        assert cards == DECK
        assert sum(view["unseen"].values()) == view["pile"]
        assert sum(one["size"] for one in view["hands"]) == 4 * players
        assert all(3 <= one["size"] <= players + 3 for one in view["hands"])
        assert sorted(one["train"] for one in view["places"]) == list(range(1, len(view["places"]) + 1))
        moves = match.legal(seat)
        theft = [move for move in moves if move.startswith("PP")]
        match.play(seat, random.choice(theft or moves))


@settings(max_examples=10 if JIT else 2, deadline=None)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_a_preview_is_what_happens(players: int, seed: int) -> None:
    match, random = Match("jeudumetro", players, chance="manual"), Random(seed)
    while not match.over:
        (seat,) = match.to_act
        if seat == "*":
            match.play("*", random.choice(match.legal("*")))
            continue
        before, riding = match.view(seat), {one["place"]: one["passengers"] for one in match.view()["places"]}
        play = random.choice([one for one in before["moves"] if one["card"]] or before["moves"])
        match.play(seat, play["move"])
        after = match.view()
        assert play["changes"] == [
            {"place": one["place"], "before": riding[one["place"]], "after": one["passengers"]}
            for one in after["places"]
            if one["passengers"] != riding[one["place"]]
        ]
        assert after["quay"] == play["quay"]
        assert play["ends"] == "maybe" or (play["ends"] == "yes") == match.over
        assert set(play["wins"]) <= set(match.winners) <= set(play["may_win"])
        assert play["draws"] == (0 if play["ends"] == "yes" else max(1, len(play["discards"])))


@pytest.mark.parametrize("players", PLAYERS)
def test_no_game_is_endless(players: int) -> None:
    jeu = game("jeudumetro")
    setting, rng = jeu.setting({}, players), generator(f"endless {players}")
    longest = 0
    for _ in range(1500 if JIT else 10):
        state = jeu.opening(setting)
        jeu.playout(setting.board, state, rng)
        assert state.won
        longest = max(longest, int(state.turns))
    # every turn draws a card; the pile is refilled 4 times (2 players: twice), then a lap is finished
    assert longest <= (2 if players == 2 else 4) * 39 + 43 + players


@pytest.mark.parametrize("players", PLAYERS)
def test_10_000_random_games_end(players: int) -> None:
    jeu, games = game("jeudumetro"), 10_000 if JIT else 3
    setting, many = jeu.setting({}, players), jeu.compiled(playouts)
    scratch, rng = records(1, jeu.state_type), generator(f"many {players}")
    decisions = many(jeu.rules, setting.board, jeu.opening(setting), scratch, rng, room(jeu.most), games)
    assert games * 20 < decisions < games * 200


@pytest.mark.parametrize("players", PLAYERS)
def test_one_ply_greedy_players_need_15_to_30_turns(players: int) -> None:
    if not JIT:
        return
    jeu = game("jeudumetro")
    setting, rng, play = jeu.setting({}, players), generator(f"greedy {players}"), greedy.player(jeu)
    turns = []
    for _ in range(400):
        state = jeu.opening(setting)
        play(setting.board, state, rng, (1 << players) - 1)
        turns.append(int(state.turns))
    assert 15 <= np.mean(turns) <= 30


def test_greedy_players_beat_random_ones() -> None:
    if not JIT:
        return
    jeu = game("jeudumetro")
    setting, rng, play = jeu.setting({}, 4), generator("duel"), greedy.player(jeu)
    wins = [0, 0]
    for _ in range(200):
        state = jeu.opening(setting)
        play(setting.board, state, rng, 0b0101)
        for seat in range(4):
            wins[seat % 2] += int(state.won) >> seat & 1
    assert wins[0] > 2 * wins[1]
