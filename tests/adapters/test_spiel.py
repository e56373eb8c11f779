"""OpenSpiel's own simulations and algorithms, where it is installed: `make research`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from strapontin.adapters.table import results
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.registry import collection

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is for `make research`")

every_game = pytest.mark.parametrize("name", collection())

TINY = {
    "id": "tiny",
    "name": "Tiny",
    "stations": [{"id": c, "name": c, "x": i, "y": i % 2} for i, c in enumerate("abc")],
    "lines": [
        {"id": "A", "stations": ["a", "b"], "windows": 1, "first": 3, "later": 2},
        {"id": "B", "stations": ["b", "c"], "windows": 1, "first": 2, "later": 1},
    ],
    "deck": ["1", "6"],
}


@pytest.fixture(scope="module", autouse=True)
def registered() -> None:
    import strapontin.adapters.spiel

    assert strapontin.adapters.spiel


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    path = tmp_path / "tiny.json"
    path.write_text(json.dumps(TINY), encoding="utf-8")
    return str(path)


def played(game: Any, seed: int) -> Any:
    state, rng = game.new_initial_state(), np.random.default_rng(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=weights)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state


@every_game
def test_random_simulations(name: str) -> None:
    limit = 40 if name == collection()[2] or not JIT else 10_000  # Correspondances at random goes on and on
    pyspiel.random_sim_test(pyspiel.load_game(f"strapontin_{name}", {"limit": limit}), 1, False, True)


@every_game
def test_a_playthrough_is_a_match_with_its_result(name: str) -> None:
    limit = 40 if name == collection()[2] or not JIT else 10_000
    state = played(pyspiel.load_game(f"strapontin_{name}", {"limit": limit}), 1)
    moves = state.position.match.moves
    match = Match(name, state.num_players(), chance="manual")
    for seat, text in moves:
        match.play(seat, text)
    if match.over:
        assert state.returns() == results(match.game.standing(match.setting, match.state)[1])
    else:
        assert state.returns() == [0.0] * state.num_players()


def test_what_is_hidden_is_in_no_information_state() -> None:
    game = pyspiel.load_game("strapontin_correspondances(limit=3)")
    states = []
    for line in (1, 2):
        state = game.new_initial_state()
        state.apply_action(0)  # who begins
        state.apply_action(0)
        state.apply_action(line)  # the line of the second player
        states.append(state)
    one, other = states
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_tensor(0) == other.information_state_tensor(0)
    assert one.observation_tensor(0) == other.observation_tensor(0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.information_state_tensor(1) != other.information_state_tensor(1)
    assert one.observation_tensor(1) != other.observation_tensor(1)


def test_choices_of_an_open_round_are_hidden() -> None:
    game = pyspiel.load_game("strapontin_metrox(players=2)")
    state = game.new_initial_state()
    state.apply_action(state.chance_outcomes()[0][0])
    few, many = state.child(state.legal_actions()[0]), state.child(state.legal_actions()[-1])
    assert few.information_state_string(1) == many.information_state_string(1)
    assert few.information_state_tensor(1) == many.information_state_tensor(1)
    assert few.information_state_tensor(0) != many.information_state_tensor(0)
    closed = [one.child(one.legal_actions()[0]) for one in (few, many)]
    assert closed[0].information_state_string(1) != closed[1].information_state_string(1)


def test_algorithms_of_theirs_run_on_a_tiny_map(tiny: str) -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    game = pyspiel.load_game("strapontin_metrox", {"players": 2, "map": tiny})
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before


def test_their_search_plays_it_alone(tiny: str) -> None:
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("strapontin_metrox", {"players": 1, "map": tiny})
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 30, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(state.chance_outcomes()[0][0] if chance else bot.step(state))
    assert state.returns() == [float(one) for one in state.position.match.scores]
