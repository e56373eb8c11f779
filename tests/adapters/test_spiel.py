"""OpenSpiel's own simulations and algorithms, where it is installed: `make research`."""

from __future__ import annotations

import json
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from strapontin.adapters.table import results
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.registry import collection
from strapontin.core.registry import game as game_of

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


def stepped(state: Any, rng: np.random.Generator) -> None:
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(actions, p=weights)))
    else:
        state.apply_action(int(rng.choice(state.legal_actions())))


def finished(state: Any, rng: np.random.Generator) -> Any:
    while not state.is_terminal():
        stepped(state, rng)
    return state


def played(game: Any, seed: int) -> Any:
    return finished(game.new_initial_state(), np.random.default_rng(seed))


@every_game
@pytest.mark.parametrize("whole", [False, True])
def test_random_simulations(name: str, whole: bool) -> None:
    limit = 40 if name == collection()[2] or not JIT else 10_000  # Correspondances at random goes on and on
    game = pyspiel.load_game(f"strapontin_{name}", {"limit": limit if whole else 12})
    pyspiel.random_sim_test(game, 1, not whole, True)  # a state is also written down and read again, which is long


def judged(base: str, **more: Any) -> None:
    """Have a class of OpenSpiel's api_test look at a game."""
    from open_spiel.integration_tests import api_test

    told = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(type("Judged", (getattr(api_test, base),), more)).run(told)
    assert told.testsRun > 4
    assert not [text for _, text in told.errors + told.failures]


@every_game
def test_their_api_test_passes(name: str) -> None:
    judged("EnforceAPIOnPartialTreeBase", game=pyspiel.load_game(f"strapontin_{name}(limit=5)"), game_name=name)


def test_their_api_test_passes_on_every_state_there_is(tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from open_spiel.integration_tests import api_test

    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "tiny", (53, 306, 490))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "tiny", 180)
    game = pyspiel.load_game("strapontin_metrox", {"players": 2, "map": tiny})
    judged("EnforceAPIOnFullTreeBase", game=game, game_name="tiny")


@every_game
def test_their_playthrough_goes_to_the_end_and_is_played_again_the_same(name: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    np.random.seed(1)  # theirs draws from it
    limit = 40 if name == collection()[2] or not JIT else 10_000
    lines = generate_playthrough.playthrough_lines(f"strapontin_{name}(limit={limit})")
    assert lines[-2].startswith("Rewards") or "IsTerminal() = True" in lines
    actions = [int(line.partition(": ")[2]) for line in lines if line.startswith("action: ")]
    assert len(actions) > 20
    np.random.seed(2)
    assert generate_playthrough.playthrough_lines(f"strapontin_{name}(limit={limit})", action_sequence=actions) == lines


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


HIDING = [name for name in collection() if game_of(name).secrets or game_of(name).simultaneous]


@pytest.mark.parametrize("name", HIDING)
def test_a_world_that_is_drawn_anew_looks_the_same_to_its_player_and_can_be_played_to_the_end(name: str) -> None:
    limit = 30 if name == collection()[2] or not JIT else 10_000
    game = pyspiel.load_game(f"strapontin_{name}", {"limit": limit})
    state, rng, others = game.new_initial_state(), np.random.default_rng(3), 0
    while not state.is_terminal():
        if not state.is_chance_node() and state.move_number() % 5 < 2:
            player = state.current_player()
            world = state.resample_from_infostate(player, rng.random)
            again = world.resample_from_infostate(player, rng.random)
            for one in (world, again, game.deserialize_state(world.serialize())):
                assert one.current_player() == player
                assert one.legal_actions() == state.legal_actions()
                assert one.information_state_string(player) == state.information_state_string(player)
                assert one.information_state_tensor(player) == state.information_state_tensor(player)
                assert one.observation_tensor(player) == state.observation_tensor(player)
            others += world.position.state.tobytes() != state.position.state.tobytes()
            assert world.history() == []  # what really happened is in none of them
            assert finished(world, rng).is_terminal()
        stepped(state, rng)
    assert others > 3


@pytest.mark.parametrize("name", HIDING)
def test_their_search_of_information_sets_plays_it(name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(f"strapontin_{name}", {"limit": 6})
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 20, random_state=rng)
    state, asked = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        asked += 1
    assert asked == 6
