"""PettingZoo: all seats of a game, one after the other (AEC), or all at once where the game is so (parallel).

    from strapontin.adapters import zoo
    env = zoo.env("jeudumetro", players=4)
    env = zoo.parallel_env("metrox", players=3, options={"map": "berlin"})

Where seats choose at the same time, one after the other comes to the same: nobody sees what another has chosen before
the round closes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium.spaces import Discrete
from pettingzoo import AECEnv, ParallelEnv

from strapontin.adapters import spaces
from strapontin.adapters.rendering import MODES, checked, render
from strapontin.adapters.spaces import Observed
from strapontin.adapters.table import Illegal, Reward, Table
from strapontin.core.errors import BadOptions


class _Seats:
    """What both kinds of environments have: a table, and a name for every seat."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        reward: Reward | None = None,
        illegal: Illegal = "lose",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, players, options, reward, illegal)
        self.max_cycles = max_cycles
        self.render_mode = checked(render_mode)
        self.metadata = {"name": f"strapontin_{game}_v0", "render_modes": MODES, "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.agents: list[str] = []
        self._number = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observations = {agent: spaces.observations(self.table.encoding) for agent in self.possible_agents}
        self._actions = {agent: spaces.actions(self.table.encoding) for agent in self.possible_agents}

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Any:
        """What an agent can be told."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        """What an agent can choose."""
        return self._actions[agent]

    def observe(self, agent: str) -> Observed:
        """What an agent knows now, and what it may do."""
        seat = self._number[agent]
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def render(self) -> Any:
        """The table, as spectators see it."""
        return render(self.table, self.render_mode, None) if self.render_mode != "human" else None

    def close(self) -> None:
        """Nothing is held."""

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": self.table.mask(self._number[agent])} for agent in self.agents}

    def _shown(self) -> None:
        if self.render_mode == "human":
            render(self.table, "human", None)


class SeatsAEC(_Seats, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """All seats, one action after the other; chance plays within."""

    def __init__(self, *given: Any, **named: Any) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, *given, **named)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game."""
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.steps = 0
        self._select()
        self.infos = self._infos()
        self._shown()

    def step(self, action: int | None) -> None:
        """One action of the agent whose turn it is; None of one for whom the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act, and no action is given")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.table.step(self._number[agent], int(action)), strict=True))
        self.steps += 1
        over = self.table.over
        cut = not over and self.max_cycles is not None and self.steps >= self.max_cycles * len(self.possible_agents)
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._select()
        self.infos = self._infos()
        self._accumulate_rewards()
        self._deads_step_first()
        self._shown()

    def _select(self) -> None:
        seat = self.table.seat
        self.agent_selection = self.possible_agents[0 if seat is None else seat]


class SeatsParallel(_Seats, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """All seats at once. Who waits for the others, or has finished, has no legal action, and none is looked at."""

    def __init__(self, *given: Any, **named: Any) -> None:
        _Seats.__init__(self, *given, **named)
        if not self.table.game.simultaneous:
            raise BadOptions(f"parallel_env: in {self.table.game.id} seats act in turns; take env")
        self.metadata["is_parallelizable"] = True

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Begin a game."""
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.steps = 0
        self._shown()
        return {agent: self.observe(agent) for agent in self.agents}, self._infos()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One action of everybody who owes one."""
        rewards = dict.fromkeys(self.agents, 0.0)
        for seat in self.table.acting:
            if self.table.over:  # somebody has chosen what is not legal
                break
            earned = self.table.step(seat, int(actions[self.possible_agents[seat]]))
            for agent, more in zip(self.possible_agents, earned, strict=True):
                rewards[agent] += more
        self.steps += 1
        over = self.table.over
        cut = not over and self.max_cycles is not None and self.steps >= self.max_cycles
        told = {agent: self.observe(agent) for agent in self.agents}
        infos = self._infos()
        terminated, truncated = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        self._shown()
        return told, rewards, terminated, truncated, infos


def env(game: str, players: int | None = None, options: Mapping[str, Any] | None = None, **more: Any) -> SeatsAEC:
    """Any game, one action after the other."""
    return SeatsAEC(game, players, options, **more)


def parallel_env(
    game: str, players: int | None = None, options: Mapping[str, Any] | None = None, **more: Any
) -> SeatsParallel:
    """A game whose seats choose at the same time."""
    return SeatsParallel(game, players, options, **more)
