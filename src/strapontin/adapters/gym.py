"""Gymnasium: one seat of any game, alone or against named bots.

import gymnasium, strapontin.adapters
env = gymnasium.make("Strapontin/MetroX-v0", options={"map": "berlin"})
env = gymnasium.make("Strapontin/JeuDuMetro-v0", opponents=("greedy", "regular"))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np

from strapontin.adapters import spaces
from strapontin.adapters.rendering import MODES, checked, render
from strapontin.adapters.spaces import Observed
from strapontin.adapters.table import Illegal, Reward, Table
from strapontin.bots import allowed, ask, luck, player
from strapontin.bots.seat import Seat
from strapontin.core.errors import BadOptions
from strapontin.core.registry import game as game_of

OPPONENT = "greedy"
"""Who sits in the other seats unless somebody else is named."""


class SeatEnv(gymnasium.Env[Observed, np.int64]):
    """One seat of a game; what chance and the others do happens within a step."""

    metadata = {"render_modes": MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        opponents: Sequence[str] | None = None,
        seat: int = 0,
        options: Mapping[str, Any] | None = None,
        reward: Reward | None = None,
        illegal: Illegal = "lose",
        think: float = 1.0,
        render_mode: str | None = None,
    ) -> None:
        self.opponents = named_opponents(game, opponents)
        self.table = Table(game, len(self.opponents) + 1, options, reward, illegal)
        if not 0 <= seat < self.table.players:
            raise BadOptions(f"seat: {seat}; there are seats 0 to {self.table.players - 1}")
        self.seat = seat
        self.render_mode = checked(render_mode)
        self.observation_space = spaces.observations(self.table.encoding)
        self.action_space = spaces.actions(self.table.encoding)
        self._names = [*self.opponents[:seat], "", *self.opponents[seat:]]
        self._think = [allowed(name, think) if name else think for name in self._names]
        self._luck = "0"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin a game; one that is over before this seat may act does not count."""
        super().reset(seed=seed)
        table = self.table
        if seed is not None:
            self._luck = str(seed)
        while True:
            table.reset(seed)
            self._luck, seed = luck("game", self._luck), None
            self._others()
            if not table.over:
                break
        self._shown()
        return self._told()

    def step(self, action: np.int64 | int) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """One action of this seat, and all that happens until it may act again."""
        table = self.table
        earned = table.step(self.seat, int(action))[self.seat]
        earned += self._others()
        self._shown()
        observed, info = self._told()
        return observed, earned, table.over, False, info

    def render(self) -> Any:
        """The table as this seat sees it."""
        return render(self.table, self.render_mode, self.seat) if self.render_mode != "human" else None

    def _others(self) -> float:
        """Let the others act until this seat may; what that brings to it."""
        table, earned = self.table, 0.0
        while table.acting and self.seat not in table.acting:
            earned += self._ask(table.acting[0])
        return earned

    def _ask(self, seat: int) -> float:
        """One whole move of a bot, who gets what its seat knows and nothing else."""
        table = self.table
        match = table.match
        history: list[tuple[int | str, str]] = list(match.history(seat))
        seed = luck(self._luck, seat, len(match.moves))
        given = Seat(match.game, match.setting, match.concealed(seat), seat, self._think[seat], seed, lambda: history)
        move = ask(player(self._names[seat]), given).move
        return sum(table.step(seat, action)[self.seat] for action in given.moves[move])

    def _told(self) -> tuple[Observed, dict[str, Any]]:
        mask = self.table.mask(self.seat)
        return {"observation": self.table.observe(self.seat), "action_mask": mask}, {"action_mask": mask.copy()}

    def _shown(self) -> None:
        if self.render_mode == "human":
            render(self.table, "human", self.seat)


def named_opponents(game: str, names: Sequence[str] | None) -> tuple[str, ...]:
    """Who sits in the other seats: those named, or as few as the game takes."""
    seats = game_of(game).seats
    found = (OPPONENT,) * (seats.start - 1) if names is None else tuple(names)
    if isinstance(names, str) or len(found) + 1 not in seats:
        least, most = seats.start - 1, seats.stop - 2
        raise BadOptions(f"opponents: {names!r}; a list of {least} to {most} names of bots is needed")
    return found
