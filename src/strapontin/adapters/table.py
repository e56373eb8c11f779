"""One game, action by action: what environments of every kind are made of.

It is an ordinary match whose chance is told what to draw, by the generator of a seed. A move of several actions is
played when its last one is known; until then the position in between is looked at as any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np

from strapontin.core.contract import CHANCE
from strapontin.core.encoding import Encoding, Entries
from strapontin.core.errors import BadOptions
from strapontin.core.game import Actions
from strapontin.core.kernel import copy_of
from strapontin.core.match import Match
from strapontin.core.registry import game as game_of
from strapontin.core.rng import generator, weighted

Mask: TypeAlias = np.ndarray[Any, np.dtype[np.int8]]
Reward = Literal["result", "score"]
"""What is rewarded: how a game ends, from -1 to 1 and 0 in all; or every point as it is scored."""
Illegal = Literal["lose", "replace", "raise"]
"""What becomes of an action that is not legal: it loses the game; the first legal one takes its place; an error."""

LOST = -1.0


class Table:
    """One game that is played by actions."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: Reward | None = None,
        illegal: Illegal = "lose",
    ) -> None:
        self.game = game_of(game)
        self.players = self.game.usual if players is None else players
        self.options = dict(options or {})
        self.reward: Reward = reward_of(reward, self.players)
        self.illegal = one_of("illegal", illegal, Illegal)
        self.match = Match(game, self.players, self.options, chance="manual")
        self.setting = self.match.setting
        self.encoding = Encoding(self.game, self.setting)
        self.lost: int | None = None
        """Who chose what is not legal, and so ended the game."""
        self._luck = generator(0)
        self._out, self._weights = np.empty(self.game.most, np.int64), np.empty(self.game.most, np.int64)
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Begin anew: with the luck of a seed, or with what is left of the last one's."""
        if seed is not None:
            self._luck = generator(seed)
        self.match = Match(self.game.id, self.players, self.options, chance="manual")
        self.state = self.match.state
        self.lost = None
        self._begun: Actions = ()
        self._opening = self.game.standing(self.setting, self.state)[0]
        self._scores = self._opening
        self._draw()

    # who may do what

    @property
    def acting(self) -> list[int]:
        """The seats that may act now; none when the game is over."""
        return [] if self.lost is not None else self.game.actors(self.setting, self.state)

    @property
    def seat(self) -> int | None:
        """Who is asked next: the lowest seat that may act."""
        return min(self.acting, default=None)

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return not self.acting

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat; none if it may not act."""
        return self.game.actions(self.setting, self.state, seat) if seat in self.acting else []

    def mask(self, seat: int) -> Mask:
        """1 for every legal action of a seat."""
        mask: Mask = np.zeros(self.game.width, np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def observe(self, seat: int) -> Entries:
        """What a seat knows, as numbers."""
        return self.encoding.observe(self.state, seat)

    # playing

    def step(self, seat: int, action: int) -> list[float]:
        """Play one action, and whatever chance does then; return what it brings to every seat."""
        legal = self.legal(seat)
        if action not in legal:
            if self.illegal == "raise" or not legal:
                raise ValueError(f"action {action} is not legal for seat {seat}")
            if self.illegal == "lose":
                self.lost = seat
                return [LOST if one == seat else 0.0 for one in range(self.players)]
            action = legal[0]
        self.apply(seat, int(action))
        self._draw()
        return self._rewards()

    def apply(self, actor: int, action: int) -> None:
        """One step, of a seat or of CHANCE, that is known to be legal."""
        self._begun += (action,)
        if actor == CHANCE or self.game.finished(self.setting, self.match.state, actor, self._begun):
            text = self.game.text(self.setting, self.match.state, actor, self._begun)
            self.match.follow("*" if actor == CHANCE else actor, text)
            self.state, self._begun = self.match.state, ()
            return
        self.state = copy_of(self.state)
        self.game.rules.apply(self.setting.board, self.state, actor, action)

    def _draw(self) -> None:
        board, chances = self.setting.board, self.game.rules.chances
        while self.game.actors(self.setting, self.state) == [CHANCE]:
            n = int(chances(board, self.state, self._out, self._weights))
            self.apply(CHANCE, int(self._out[weighted(self._luck, self._weights, n)]))

    def _rewards(self) -> list[float]:
        if self.reward == "result":
            return results(self.game.standing(self.setting, self.state)[1]) if self.over else [0.0] * self.players
        before, self._scores = self._scores, self.game.standing(self.setting, self.state)[0]
        return [float(now - then) for now, then in zip(self._scores, before, strict=True)]


def results(ranks: list[int]) -> list[float]:
    """What a finished game is worth to every seat: 1 if it beats all others, -1 if all beat it.

    >>> results([1, 3, 1])
    [0.5, -1.0, 0.5]
    """
    others = max(1, len(ranks) - 1)
    return [sum((one > mine) - (one < mine) for one in ranks) / others for mine in ranks]


def reward_of(reward: Reward | None, players: int) -> Reward:
    """What is rewarded if nobody says: the result, or where there is nobody to beat, the score."""
    found: Reward = one_of("reward", reward or ("score" if players == 1 else "result"), Reward)
    return found


def one_of(name: str, value: Any, values: Any) -> Any:
    """A word that is one of those there are."""
    known = values.__args__
    if value not in known:
        raise BadOptions(f"{name}: {value!r}; it must be one of {', '.join(known)}")
    return value
