"""PettingZoo's own suites, and what they do not ask."""

from __future__ import annotations

import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from strapontin.adapters import zoo
from strapontin.core.errors import BadOptions
from strapontin.core.registry import collection, game

every_game = pytest.mark.parametrize("name", collection())
FEW = 60
"""Cycles of a suite: a whole game of most."""

ALLOWED = ("should be gymnasium.spaces.box", "is not a NumPy array", "action mask numpy array is all zeros", "equal")
"""What the suites mention of all environments with masks in their observations, their own among them."""


@every_game
@pytest.mark.parametrize("most", [False, True])
def test_the_api_of_agents_in_turn(name: str, most: bool) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(zoo.env(name, game(name).seats[-1] if most else None), num_cycles=FEW)
    said = [str(one.message).lower() for one in told]
    assert [one for one in said if not any(known.lower() in one for known in ALLOWED)] == []


@every_game
def test_the_seed_decides(name: str) -> None:
    seed_test(lambda: zoo.env(name), num_cycles=FEW)


def test_the_api_of_agents_at_once() -> None:
    parallel_api_test(zoo.parallel_env("metrox", 3), num_cycles=FEW)
    parallel_api_test(zoo.parallel_env("metrox", 4, {"map": "berlin", "special": True}), num_cycles=FEW)
    parallel_seed_test(lambda: zoo.parallel_env("metrox", 2, illegal="replace"), num_cycles=FEW)


def test_games_are_broken_off() -> None:
    def replaced(make: Any) -> Any:
        return lambda max_cycles: make("metrox", 2, illegal="replace", max_cycles=max_cycles)

    max_cycles_test(SimpleNamespace(env=replaced(zoo.env), parallel_env=replaced(zoo.parallel_env)))


def test_only_who_chooses_at_the_same_time_acts_at_once() -> None:
    for name in collection():
        if not game(name).simultaneous:
            with pytest.raises(BadOptions, match="seats act in turns; take env"):
                zoo.parallel_env(name)


def test_at_once_and_one_after_the_other_are_the_same_game() -> None:
    turns, once = zoo.env("metrox", 3, reward="score"), zoo.parallel_env("metrox", 3, reward="score")
    turns.reset(seed=4)
    told, _ = once.reset(seed=4)
    while once.agents:
        chosen = {
            a: int(np.flatnonzero(told[a]["action_mask"])[-1]) for a in once.agents if told[a]["action_mask"].any()
        }
        before = turns.table.match.scores
        for agent in list(chosen):
            assert turns.agent_selection == agent
            seen, _, _, _, info = turns.last()
            if agent == "player_0":
                assert np.array_equal(seen["observation"], told[agent]["observation"])
            assert np.array_equal(seen["action_mask"], told[agent]["action_mask"])
            assert np.array_equal(seen["action_mask"], info["action_mask"])
            turns.step(chosen[agent])
        told, rewards, over, _, _ = once.step(chosen)
        gained = [now - then for now, then in zip(turns.table.match.scores, before, strict=True)]
        assert list(rewards.values()) == gained
    assert all(over.values())
    assert turns.table.match.moves == once.table.match.moves


@every_game
def test_an_agent_is_told_nothing_of_what_another_has_just_hidden(name: str) -> None:
    if not game(name).simultaneous:
        return
    env, other = zoo.env(name, 2), zoo.env(name, 2)
    env.reset(seed=1)
    other.reset(seed=1)
    few, many = np.flatnonzero(env.observe("player_0")["action_mask"])[[0, -1]]
    env.step(few)
    other.step(many)
    assert env.table.state.tobytes() != other.table.state.tobytes()
    assert env.observe("player_1")["observation"].tobytes() == other.observe("player_1")["observation"].tobytes()
    assert env.observe("player_0")["observation"].tobytes() != other.observe("player_0")["observation"].tobytes()


def test_a_table_is_shown_as_spectators_see_it(capsys: pytest.CaptureFixture[str]) -> None:
    env = zoo.env("correspondances", render_mode="ansi")
    env.reset(seed=1)
    assert "line 1=?" in env.render()
    zoo.env("metrox", render_mode="human").reset(seed=1)
    assert capsys.readouterr().out.startswith("Match metrox: Player 1")
