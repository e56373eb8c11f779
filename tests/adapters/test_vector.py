"""Many games at once go as each would alone."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from strapontin.adapters import vector
from strapontin.adapters.gym import SeatEnv
from strapontin.adapters.registration import environment_id
from strapontin.adapters.table import Reward, Table
from strapontin.core.errors import BadOptions
from strapontin.core.kernel import JIT
from strapontin.core.registry import collection
from strapontin.core.rng import below, generator

every_game = pytest.mark.parametrize("name", collection())
STEPS = 200 if JIT else 40


def chosen(mask: Any, rng: Any) -> int:
    actions = np.flatnonzero(mask)
    return int(actions[below(rng, len(actions))])


@every_game
@pytest.mark.parametrize("reward", ["result", "score"])
def test_every_game_is_the_single_one_of_its_seed(name: str, reward: Reward) -> None:
    games = vector.make(name, 3, reward=reward)
    alone = [Table(name, reward=reward) for _ in range(3)]
    luck = generator("choices")
    told = games.reset(seed=11)
    for i, table in enumerate(alone):
        table.reset(11 + i)
    ended = 0
    for _ in range(STEPS):
        actions = []
        for i, table in enumerate(alone):
            assert told.seat[i] == table.seat
            assert np.array_equal(told.mask[i], table.mask(table.seat))
            assert told.observation[i].tobytes() == table.observe(table.seat).tobytes()
            actions.append(chosen(told.mask[i], luck))
        seats = told.seat.copy()
        told = games.step(actions)
        for i, table in enumerate(alone):
            assert told.reward[i].tolist() == table.step(int(seats[i]), actions[i])
            assert bool(told.over[i]) == table.over
            if table.over:
                ended += 1
                assert told.final[i].tobytes() == table.observe(int(seats[i])).tobytes()
                table.reset()
    for i, table in enumerate(alone):
        assert games.batch.states[i].tobytes() == table.state.tobytes()
    assert ended or name == collection()[2] or not JIT  # Correspondances at random goes on and on


def test_how_many_play_beside_it_changes_nothing() -> None:
    few, many = vector.make("metrox", 1, players=2), vector.make("metrox", 5, players=2)
    one, all_ = few.reset(seed=3), many.reset(seed=1)
    for _ in range(STEPS):
        assert one.observation[0].tobytes() == all_.observation[2].tobytes()
        actions = [int(np.flatnonzero(mask)[-1]) for mask in all_.mask]
        one, all_ = few.step(actions[2:3]), many.step(actions)


def test_what_is_not_legal_is_refused_before_anything_is_played() -> None:
    games = vector.make("metrox", 3)
    told = games.reset(seed=1)
    before = games.batch.states.tobytes()
    actions = [int(np.flatnonzero(mask)[0]) for mask in told.mask]
    for wrong in (-1, games.batch.game.width, int(np.flatnonzero(told.mask[1] == 0)[0])):
        with pytest.raises(ValueError, match=r"actions\[1\]: -?\d+ is not legal for seat 0"):
            games.step([actions[0], wrong, actions[2]])
    with pytest.raises(ValueError, match="one for each of 3 games"):
        games.step(actions[:2])
    assert games.batch.states.tobytes() == before


def test_games_are_broken_off_and_begin_again() -> None:
    games = vector.make("correspondances", 2, limit=7)
    told = games.reset(seed=1)
    for n in range(1, 22):
        told = games.step([int(np.flatnonzero(mask)[0]) for mask in told.mask])
        assert told.cut.tolist() == [n % 7 == 0] * 2
        assert not told.over.any()
        assert not told.reward.any()


@every_game
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_one_seat_against_quick_bots(name: str, mode: AutoresetMode, opponent: str) -> None:
    env = vector.make_env(name, 3, opponents=(opponent,), seat=1, autoreset_mode=mode, limit=25)
    assert isinstance(env, VectorEnv)
    told, info = env.reset(seed=5)
    rng, ended, waiting = generator(1), 0, np.zeros(3, bool)
    for _ in range(60 if JIT else 8):
        assert env.observation_space.contains(told)
        assert np.array_equal(told["action_mask"], info["action_mask"])
        actions = np.array([chosen(mask, rng) if mask.any() else -1 for mask in told["action_mask"]])
        told, rewards, over, cut, info = env.step(actions)
        assert rewards.shape == over.shape == cut.shape == (3,)
        assert not rewards[waiting].any()
        assert not (over | cut)[waiting].any()
        done = over | cut
        ended += int(done.sum())
        if mode == AutoresetMode.NEXT_STEP:
            waiting = done
            assert (told["action_mask"].any(axis=1) == ~over).all()
        else:
            assert told["action_mask"].any(axis=1).all()
            assert np.array_equal(info.get("_final_obs", np.zeros(3, bool)), done)
    assert ended or not JIT


def test_gymnasium_makes_them_by_name() -> None:
    import strapontin.adapters

    assert strapontin.adapters
    env = gymnasium.make_vec(environment_id("metrox"), num_envs=4, vectorization_mode="vector_entry_point")
    told, _ = env.reset(seed=1)
    assert told["observation"].shape[0] == 4


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_it_is_what_gymnasium_makes_of_single_ones(mode: AutoresetMode) -> None:
    theirs = SyncVectorEnv([lambda: SeatEnv("metrox")] * 3, autoreset_mode=mode)
    ours = vector.make_env("metrox", 3, autoreset_mode=mode)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.action_space == theirs.action_space
    (told, info), (other, their_info), rng = ours.reset(seed=5), theirs.reset(seed=5), generator(1)
    ended = 0
    for _ in range(90 if JIT else 40):
        assert data_equivalence(told, other, exact=True)
        assert np.array_equal(info["action_mask"], np.stack(list(their_info["action_mask"])))
        actions = np.array([chosen(mask, rng) if mask.any() else 0 for mask in told["action_mask"]])
        told, rewards, over, cut, info = ours.step(actions)
        other, their_rewards, their_over, their_cut, their_info = theirs.step(actions)
        for mine, their in ((rewards, their_rewards), (over, their_over), (cut, their_cut)):
            assert np.array_equal(mine, their)
        if mode == AutoresetMode.SAME_STEP and over.any():
            for i in np.flatnonzero(over):
                assert data_equivalence(info["final_obs"][i], their_info["final_obs"][i], exact=True)
        ended += int(over.sum())
    assert ended > 2


def test_greedy_beats_random() -> None:
    env = vector.make_env("metrox", 20, opponents=("greedy",), autoreset_mode=AutoresetMode.SAME_STEP)
    told, _ = env.reset(seed=5)
    rng, results = generator(1), []
    for _ in range(60 if JIT else 32):
        told, rewards, over, _, _ = env.step(np.array([chosen(mask, rng) for mask in told["action_mask"]]))
        results += rewards[over].tolist()
    assert len(results) >= 20
    assert np.mean(results) < -0.8


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(BadOptions, match="only random and greedy play"):
        vector.make_env("metrox", 2, opponents=("expert",))
    with pytest.raises(BadOptions, match="games begin again by themselves"):
        vector.make_env("metrox", 2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(BadOptions, match="players: 9; metrox is for 1 to 6 players"):
        vector.make("metrox", 2, players=9)
    with pytest.raises(BadOptions, match="seed: 1 given, one for each of 2 games"):
        vector.make("metrox", 2).reset(seed=[4])
