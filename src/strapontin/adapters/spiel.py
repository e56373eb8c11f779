"""OpenSpiel: every game as a Python game of its own, with explicit chance.

    import pyspiel
    import strapontin.adapters.spiel
    game = pyspiel.load_game("strapontin_metrox(players=2,map=berlin)")

Parameters are the options of the game, a map or a city by its name or by a file that ends with `.json`; besides them
`players`, `reward` (`result` or `score`), `limit` (a game is broken off after so many actions) and `recall`. Where
seats choose at the same time they are asked one after the other, and see what others chose when the round closes.

An information state is everything a player has seen happen, as text; as a tensor it is what the player knows now, and
the last `recall` things it has seen happen: who did it (0 nothing, 1 chance, 2 itself, 3 the next one...), and the
action and 1 more, or 0 where it was hidden.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from strapontin.adapters.position import Position
from strapontin.adapters.table import results, reward_of
from strapontin.core.contract import CHANCE
from strapontin.core.encoding import Encoding
from strapontin.core.errors import BadOptions
from strapontin.core.game import Game, Setting
from strapontin.core.match import Match
from strapontin.core.registry import collection
from strapontin.core.registry import game as game_of
from strapontin.core.rng import generator

LIMIT, RECALL = 10_000, 128
MOST_POINTS = 10_000.0
"""Nobody scores more, nor less than its opposite."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its options and players."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = defaults(self.name) | (params or {})
        self.rules: Game = game_of(self.name)
        self.players = int(given["players"])
        self.limit, self.recall = int(given["limit"]), int(given["recall"])
        self.reward = reward_of(given["reward"] or None, self.players)
        self.chosen = {one.name: _option(one.inline, given[one.name]) for one in self.rules.options}
        self.chosen = {name: value for name, value in self.chosen.items() if value != ""}
        if min(self.limit, self.recall) < 1:
            raise BadOptions("limit, recall: at least 1 is needed")
        utmost = 1.0 if self.reward == "result" else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.width,
            max_chance_outcomes=self.rules.width,
            num_players=self.players,
            min_utility=-utmost,
            max_utility=utmost,
            utility_sum=0.0 if self.reward == "result" else None,
            max_game_length=self.limit,
        )
        super().__init__(_type(self.rules, self.players, self.reward), info, params or {})

    @cached_property
    def opening(self) -> Position:
        """Where every game begins."""
        match = Match(self.name, self.players, self.chosen, chance="manual")
        return Position(match, match.state)

    @cached_property
    def setting(self) -> Setting:
        """What never changes."""
        return self.opening.match.setting

    @cached_property
    def encoding(self) -> Encoding:
        """What a player knows, as numbers."""
        return Encoding(self.rules, self.setting)

    def new_initial_state(self) -> SpielState:
        """The opening."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Whatever writes tensors and strings of all a player knows; there is none for a part of it."""
        if params:
            raise ValueError(f"observation parameters: {params}; there are none")
        if iig_obs_type is None:
            return Observer(self, False)
        whole = iig_obs_type.public_info and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self, iig_obs_type.perfect_recall) if whole else None

    def max_chance_nodes_in_history(self) -> int:
        """At most so many draws: some before the first action, and a few after each."""
        return 100 + 20 * self.limit


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._position = game.opening

    @property
    def position(self) -> Position:
        """Where it stands."""
        found: Position = self._position
        return found

    def _game(self) -> SpielGame:
        found: SpielGame = self.get_game()
        return found

    def current_player(self) -> int:
        """Who is to act."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        actor = self.position.actor
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE or actor is None else actor

    def is_terminal(self) -> bool:
        """Whether the game is over, or broken off."""
        return self.position.actor is None or self.position.actions >= self._game().limit

    def _legal_actions(self, player: int) -> list[int]:
        game = self._game()
        if player != self.position.actor:
            return []
        return sorted(game.rules.actions(game.setting, self.position.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can do, and how likely."""
        game = self._game()
        drawn = sorted(game.rules.outcomes(game.setting, self.position.state).values())
        total = sum(weight for _, weight in drawn)
        return [(action, weight / total) for action, weight in drawn]

    def _apply_action(self, action: int) -> None:
        self._position = self.position.after(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        game, position = self._game(), self.position
        actor = CHANCE if player == pyspiel.PlayerId.CHANCE else player
        return game.rules.text(game.setting, position.match.state, actor, (*position.begun, int(action)))

    def returns(self) -> list[float]:
        """What it has come to for every player; nothing before the end."""
        game, position = self._game(), self.position
        if not self.is_terminal():
            return [0.0] * game.players
        scores, ranks = game.rules.standing(game.setting, position.state)
        if game.reward == "score":
            return [float(score) for score in scores]
        return results(ranks) if position.actor is None else [0.0] * game.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that looks the same to a player; all that it cannot know is drawn anew."""
        found = SpielState(self._game())
        found._position = self.position.imagined(player, self._game().encoding, generator(str(sampler())))
        return found

    def __str__(self) -> str:
        return str(self.position)


class Observer:
    """What a player sees of a state, as OpenSpiel asks for it."""

    def __init__(self, game: SpielGame, recall: bool) -> None:
        self._game, self._recall = game, recall
        known, past = game.encoding.size, 2 * game.recall * recall
        self.tensor = np.zeros(game.players + known + past, np.float32)
        self.dict = {
            "player": self.tensor[: game.players],
            "observation": self.tensor[game.players :][:known],
        }
        if recall:
            self.dict["past"] = self.tensor[game.players + known :].reshape(game.recall, 2)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor of a player."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        self.dict["observation"][:] = self._game.encoding.observe(state.position.state, player)
        if not self._recall:
            return
        players = self._game.players
        steps = [
            (1 if actor == "*" else 2 + (int(actor) - player) % players, action + 1)
            for actor, _, actions in state.position.remembered(player)
            for action in actions
        ][-self._game.recall :]
        if steps:
            self.dict["past"][: len(steps)] = steps

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player knows, as text: all it has seen, or what stands now."""
        if self._recall:
            seen = [f"{actor}:{text}" for actor, text, _ in state.position.remembered(player)]
            return f"player {player} " + " ".join(seen)
        return f"player {player} {state.position.told(player, self._game.encoding)}"


def defaults(name: str) -> dict[str, Any]:
    """The parameters of a game, as they are unless given."""
    rules = game_of(name)
    options = {one.name: "" if one.default is None else one.default for one in rules.options}
    return {"players": rules.usual, "reward": "", "limit": LIMIT, "recall": RECALL} | options


def _option(inline: bool, value: Any) -> Any:
    if inline and str(value).endswith(".json"):
        return json.loads(Path(value).read_text(encoding="utf-8"))
    return value


def _type(rules: Game, players: int, reward: str) -> Any:
    hidden = rules.secrets or (rules.simultaneous and players > 1)
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"strapontin_{rules.id}",
        long_name=rules.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if reward == "result" and players > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.seats[-1],
        min_num_players=rules.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(rules.id),
    )


def register() -> None:
    """Let OpenSpiel load every game of the collection."""
    known = set(pyspiel.registered_names())
    for name in collection():
        if f"strapontin_{name}" not in known:
            made = type(f"Spiel{name.capitalize()}", (SpielGame,), {"name": name, "__doc__": SpielGame.__doc__})
            rules = game_of(name)
            pyspiel.register_game(_type(rules, rules.usual, "result"), made)


register()
