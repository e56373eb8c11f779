"""What a bot is asked and how it answers: a concealed state in, the notation of a legal move out."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from strapontin.bots import greedy
from strapontin.core import registry
from strapontin.core.game import Game, Setting
from strapontin.core.kernel import copy_of
from strapontin.core.rng import below, generator

Think = Callable[[Game, Setting, Any, int, float, Any], int]
"""Game, setting, concealed state, seat, seconds, generator: the next action."""


class Question(msgspec.Struct, frozen=True):
    """All a bot gets: what its seat may know, and nothing else."""

    game: str
    options: dict[str, Any]
    players: int
    state: bytes
    """Concealed for the seat."""
    seat: int
    level: str
    seconds: float
    seed: str


class Thought(msgspec.Struct, frozen=True):
    """The move, or why there is none."""

    move: str | None = None
    error: str | None = None


def _uniform(game: Game, setting: Setting, state: Any, seat: int, seconds: float, rng: Any) -> int:
    actions = game.actions(setting, state, seat)
    return actions[int(below(rng, len(actions)))]


def _greedy(game: Game, setting: Setting, state: Any, seat: int, seconds: float, rng: Any) -> int:
    return greedy.choose(game, setting.board, state, seat, rng)


THINKERS: dict[str, Think] = {"random": _uniform, "greedy": _greedy}


def levels() -> list[str]:
    """The levels of bots, from the gentlest to the strongest."""
    return list(THINKERS)


def stand_in(level: str) -> str:
    """The level itself, or the strongest there is if it is not known here."""
    return level if level in THINKERS else levels()[-1]


@lru_cache(maxsize=64)
def _setting(game: str, options: bytes, players: int) -> Setting:
    return registry.game(game).setting(msgspec.json.decode(options), players)


def choose(question: Question) -> str:
    """Think about a question; the answer is a legal move of the seat as the rules see its concealed state."""
    game = registry.game(question.game)
    setting = _setting(question.game, msgspec.json.encode(question.options, order="sorted"), question.players)
    state = np.frombuffer(bytearray(question.state), game.state_type).view(np.recarray)[0]
    think, rng = THINKERS[stand_in(question.level)], generator(question.seed)
    actions: tuple[int, ...] = ()
    scratch = copy_of(state)
    while not game.finished(setting, state, question.seat, actions):
        action = think(game, setting, scratch, question.seat, question.seconds, rng)
        actions += (action,)
        game.rules.apply(setting.board, scratch, question.seat, action)
    return game.text(setting, state, question.seat, actions)


def warm() -> None:
    """Load or compile all a bot will need, before anybody waits for it."""
    from strapontin.core.match import Match

    for name in registry.games():
        game = registry.game(name)
        match = Match(name, max(2, game.seats.start), seed=1)
        seat = min(one for one in match.to_act if isinstance(one, int))
        for level in levels():
            state = match.concealed(seat).tobytes()
            choose(Question(name, match.setting.options, len(match.players), state, seat, level, 0.01, "warm"))
