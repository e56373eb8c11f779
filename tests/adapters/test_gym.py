"""Gymnasium's own checks, and what they do not ask."""

from __future__ import annotations

import warnings
import xml.etree.ElementTree as ET
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import strapontin.adapters
from strapontin.adapters.gym import SeatEnv
from strapontin.adapters.registration import environment_id
from strapontin.adapters.table import results
from strapontin.core.errors import BadOptions
from strapontin.core.registry import collection, game

every_game = pytest.mark.parametrize("name", collection())


def made(name: str, **more: Any) -> Any:
    assert strapontin.adapters
    return gymnasium.make(environment_id(name), **more).unwrapped


def finished(env: Any, seed: int, most: int = 500) -> list[float]:
    """A game by the last legal action there is each time; what every step brought."""
    told, _ = env.reset(seed=seed)
    earned, over = [], False
    while not over and len(earned) < most:
        told, reward, over, cut, info = env.step(np.flatnonzero(told["action_mask"])[-1])
        assert not cut
        assert np.array_equal(told["action_mask"], info["action_mask"])
        assert env.observation_space.contains(told)
        earned.append(reward)
    return earned


@every_game
def test_what_gymnasium_checks(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(name))
        env = gymnasium.make(environment_id(name), disable_env_checker=False)  # it looks at every answer
        told, _ = env.reset(seed=1)
        env.step(np.flatnonzero(told["action_mask"])[0])


@every_game
def test_gymnasium_plays_many_of_them_side_by_side(name: str) -> None:
    env = gymnasium.make_vec(environment_id(name), num_envs=2, vectorization_mode="sync")
    told, _ = env.reset(seed=3)
    alone = [made(name) for _ in range(2)]
    seen = [one.reset(seed=3 + i)[0] for i, one in enumerate(alone)]
    for _ in range(3):
        assert env.observation_space.contains(told)
        actions = [int(np.flatnonzero(mask)[-1]) for mask in told["action_mask"]]
        told, rewards, *_ = env.step(np.array(actions))
        for i, one in enumerate(alone):
            seen[i], reward, *_ = one.step(actions[i])
            assert (told["observation"][i] == seen[i]["observation"]).all()
            assert rewards[i] == reward
    env.close()


def test_the_names_are_those_one_would_expect() -> None:
    assert environment_id("metrox") == "Strapontin/MetroX-v0"
    assert {environment_id(name) for name in collection()} <= set(gymnasium.registry)


def test_metrox_is_played_alone_for_points() -> None:
    env = made("metrox", options={"map": "berlin"})
    assert env.table.players == 1
    env.reset(seed=2)
    begun = env.table.match.scores[0]
    assert sum(finished(env, 2)) + begun == env.table.match.scores[0]


@every_game
def test_one_seat_plays_against_named_bots(name: str) -> None:
    others = ("greedy", "random")[: game(name).seats[-1] - 1]
    env = made(name, opponents=others, seat=1, think=60.0)
    most = 12 if name == collection()[2] else 500  # Correspondances at random goes on and on
    earned = finished(env, 3, most)
    assert all(one == 0 for one in earned[:-1])
    match = env.table.match
    assert {seat for seat, _ in match.moves} == {"*", 0, 1, 2}
    if match.over:
        assert earned[-1] == results(match.game.standing(match.setting, match.state)[1])[1]
    moves = list(match.moves)
    finished(env, 3, most)
    assert env.table.match.moves == moves  # bots have the luck of the seed too


def test_an_action_that_is_not_legal_loses() -> None:
    env = made("metrox")
    told, _ = env.reset(seed=1)
    _, reward, over, cut, _ = env.step(int(np.flatnonzero(told["action_mask"] == 0)[0]))
    assert (reward, over, cut) == (-1.0, True, False)


def test_who_sits_where_is_checked() -> None:
    with pytest.raises(BadOptions, match="opponents: 'greedy'; a list of 0 to 5 names"):
        made("metrox", opponents="greedy")
    with pytest.raises(BadOptions, match="seat: 2; there are seats 0 to 1"):
        made("jeudumetro", seat=2)
    with pytest.raises(BadOptions, match="render_mode: 'smell'"):
        SeatEnv("metrox", render_mode="smell")


@every_game
def test_pictures_of_every_kind(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = {}
    for mode in ("svg", "ansi", "rgb_array", "human"):
        env = made(name, render_mode=mode)
        env.reset(seed=1)
        shown[mode] = env.render()
    assert ET.fromstring(shown["svg"]).tag.endswith("svg")
    assert "legal: " in shown["ansi"]
    assert shown["rgb_array"].dtype == np.uint8
    assert shown["rgb_array"].shape[1:] == (800, 3)
    assert len(np.unique(shown["rgb_array"].reshape(-1, 3), axis=0)) > 10
    assert shown["human"] is None
    assert shown["ansi"] in capsys.readouterr().out
