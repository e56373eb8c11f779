"""Many games as arrays, stepped by one compiled call.

    from strapontin.adapters import vector
    games = vector.make("metrox", 1024, players=2)       # plain arrays: every seat is asked in its turn
    told = games.reset(seed=7)
    told = games.step(choose(told.observation, told.mask))

    env = vector.make_env("metrox", 1024)                # Gymnasium's VectorEnv: one seat, alone or against quick bots

Game i of a seed is the game a single environment plays with seed + i, action by action, however many are played beside
it. A game that is over begins again, by the luck it has left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from strapontin.adapters import spaces
from strapontin.adapters.gym import named_opponents
from strapontin.adapters.spaces import Observed
from strapontin.adapters.table import Reward, reward_of
from strapontin.bots.batch import NEXT, RESULT, SAME, SCORE, Batch
from strapontin.core.errors import BadOptions
from strapontin.core.registry import game as game_of

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

REWARDS = {"result": RESULT, "score": SCORE}
QUICK = ("random", "greedy")
"""Bots that play within the compiled call."""


class Told(NamedTuple):
    """What a step tells, game by game. The arrays are the batch's own, and written over by the next step."""

    observation: Array
    """What who is to act knows."""
    mask: Array
    """1 for every action it may choose."""
    seat: Array
    """Who it is."""
    reward: Array
    """What the step brought, to every seat."""
    over: Array
    """Where a game came to its end; the observation is then of the next one."""
    cut: Array
    """Where one was broken off."""
    final: Array
    """How the game that ended was seen by who acted last; meaningless where none did."""


class Games:
    """Many games of which every seat is asked, in its turn."""

    def __init__(self, batch: Batch) -> None:
        self.batch, self.encoding = batch, batch.encoding

    def reset(self, seed: int | Sequence[int] | None = None) -> Told:
        """Begin all games: with the luck of seed, seed + 1 and so on, or with what is left."""
        _seed(self.batch, seed)
        self.batch.reset()
        return self._told()

    def step(self, actions: Any) -> Told:
        """One action in every game; if one of them is not legal, ValueError, and none is played."""
        self.batch.step(actions)
        return self._told()

    def _told(self) -> Told:
        one = self.batch
        return Told(one.seen, one.mask, one.seat, one.rewards, one.over, one.cut, one.final)


def make(
    game: str,
    games: int,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    reward: Reward | None = None,
    limit: int = 0,
) -> Games:
    """So many games as arrays; a game is broken off after `limit` actions, if that is not 0."""
    found = game_of(game)
    count = found.usual if players is None else players
    made = _batch(game, games, count, options, reward=REWARDS[reward_of(reward, count)], limit=limit)
    return Games(made)


class SeatsVectorEnv(VectorEnv[Observed, Array, Array]):
    """One seat of each of many games, alone or against quick bots, as Gymnasium has it."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Sequence[str] | None = None,
        seat: int = 0,
        options: Mapping[str, Any] | None = None,
        reward: Reward | None = None,
        limit: int = 0,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        names = named_opponents(game, opponents)
        if not set(names) <= set(QUICK):
            raise BadOptions(f"opponents: {', '.join(names)}; within a compiled call only {' and '.join(QUICK)} play")
        if not 0 <= seat <= len(names):
            raise BadOptions(f"seat: {seat}; there are seats 0 to {len(names)}")
        if autoreset_mode not in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
            raise BadOptions(f"autoreset_mode: {autoreset_mode}; games begin again by themselves")
        self.seat, self.num_envs = seat, num_envs
        self.metadata = {"autoreset_mode": autoreset_mode}
        around = [*names[:seat], "", *names[seat:]]
        self.batch = _batch(
            game,
            num_envs,
            len(around),
            options,
            mine=1 << seat,
            greedy=sum(1 << i for i, name in enumerate(around) if name == "greedy"),
            reward=REWARDS[reward_of(reward, len(around))],
            limit=limit,
            again=NEXT if autoreset_mode == AutoresetMode.NEXT_STEP else SAME,
        )
        self.single_observation_space = spaces.observations(self.batch.encoding)
        self.single_action_space = spaces.actions(self.batch.encoding)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin all games."""
        _seed(self.batch, seed)
        self.batch.reset()
        return self._told(), {"action_mask": self.batch.mask.copy()}

    def step(self, actions: Array) -> tuple[Observed, Array, Array, Array, dict[str, Any]]:
        """One action in every game; what is given for one that has just ended is not looked at."""
        batch = self.batch
        batch.step(actions)
        over, cut = batch.over.astype(bool), batch.cut.astype(bool)
        info: dict[str, Any] = {"action_mask": batch.mask.copy()}
        ended = over | cut
        if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP and ended.any():
            final = np.empty(self.num_envs, object)
            for i in np.flatnonzero(ended):
                final[i] = {"observation": batch.final[i].copy(), "action_mask": np.zeros_like(batch.mask[i])}
            info |= {"final_obs": final, "_final_obs": ended}
        return self._told(), batch.rewards[:, self.seat].copy(), over, cut, info

    def _told(self) -> Observed:
        return {"observation": self.batch.seen.copy(), "action_mask": self.batch.mask.copy()}


make_env = SeatsVectorEnv
"""So many games as a VectorEnv."""


def _batch(game: str, games: int, players: int, options: Mapping[str, Any] | None, **more: Any) -> Batch:
    found = game_of(game)
    if players not in found.seats:
        least, most = found.seats.start, found.seats.stop - 1
        raise BadOptions(f"players: {players}; {game} is for {least} to {most} players")
    if games < 1:
        raise BadOptions(f"games: {games}; at least one is needed")
    return Batch(found, found.setting(dict(options or {}), players), games, **more)


def _seed(batch: Batch, seed: int | Sequence[int | None] | None) -> None:
    if seed is None:
        return
    seeds = range(seed, seed + batch.games) if isinstance(seed, int) else seed
    if len(seeds) != batch.games:
        raise BadOptions(f"seed: {len(seeds)} given, one for each of {batch.games} games is needed")
    batch.seed(seeds)
