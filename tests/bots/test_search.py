"""The search: deterministic for a budget in simulations, and better than what it is made of."""

from __future__ import annotations

import numpy as np
import pytest

from strapontin.bots.default_insight import plain
from strapontin.bots.search import Search, searcher, speed
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.registry import game, games
from strapontin.core.rng import generator

compiled = pytest.mark.skipif(not JIT, reason="takes many simulations")


def first_choice(name: str) -> tuple[Match, int]:
    match = Match(name, 2, seed=4)
    return match, min(seat for seat in match.to_act if isinstance(seat, int))


@pytest.mark.parametrize("name", games())
def test_equal_budgets_in_simulations_give_equal_thoughts(name: str) -> None:
    match, seat = first_choice(name)
    budget = 300 if JIT else 4
    thoughts = [
        Search(match.game).think(match.setting.board, match.concealed(seat), seat, "s", simulations=budget)
        for _ in range(2)
    ]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0].simulations >= 1


@pytest.mark.parametrize("name", games())
def test_fewer_simulations_than_candidates_are_for_the_most_appealing(name: str) -> None:
    match, seat = first_choice(name)
    board, state, search = match.setting.board, match.concealed(seat), Search(match.game)
    appealing = search.candidates(board, state, seat, generator("appeal/s"))
    thought = search.think(board, state, seat, "s", simulations=3)
    assert list(thought.visits.items()) == [(action, 1) for action in appealing[:3]]


@compiled
def test_the_most_valuable_candidate_is_chosen() -> None:
    match, seat = first_choice("metrox")
    thought = searcher(match.game).think(match.setting.board, match.concealed(seat), seat, "s", simulations=2000)
    longest = max(thought.visits.values())
    racing = [action for action, visits in thought.visits.items() if visits == longest]
    assert thought.action == max(racing, key=lambda action: thought.values[action])
    assert longest > min(thought.visits.values()), "nobody left the race"


@compiled
def test_more_thought_scores_more_in_solo_games() -> None:
    metrox = game("metrox")

    def mean(simulations: int) -> float:
        scores = []
        for seed in range(6):
            match = Match("metrox", 1, seed=seed)
            while not match.over:
                state = match.concealed(0)
                thought = searcher(metrox).think(match.setting.board, state, 0, seed, simulations=simulations)
                match.play(0, metrox.text(match.setting, state, 0, (thought.action,)))
            scores.append(match.scores[0])
        return float(np.mean(scores))

    assert mean(800) > mean(30) + 3


@compiled
def test_a_game_without_insight_is_searched_by_its_judgement_alone() -> None:
    metrox = game("metrox")
    search = Search(metrox)
    search.insight = plain(metrox)
    match, seat = first_choice("metrox")
    actions = search.candidates(match.setting.board, match.concealed(seat), seat, generator(1))
    assert set(actions) <= set(metrox.actions(match.setting, match.state, seat))


@pytest.mark.parametrize("name", games())
def test_how_many_simulations_a_second_can_be_counted(name: str) -> None:
    assert speed(game(name), seconds=0.01) > 0
