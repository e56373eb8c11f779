"""What a bot is asked and how it answers: a concealed state in, the notation of a legal move out."""

from __future__ import annotations

from typing import Any

import msgspec

from strapontin import bots
from strapontin.core import registry
from strapontin.core.levels import STAND_IN, offered
from strapontin.core.match import Match


class Question(msgspec.Struct, frozen=True):
    """All a bot gets: what its seat may know, and nothing else."""

    game: str
    options: dict[str, Any]
    players: int
    state: bytes
    """Concealed for the seat."""
    history: list[tuple[int | str, str]]
    """As the seat saw it."""
    seat: int
    level: str
    seconds: float
    seed: str
    rules: int | None = None
    """The version of the rules the game is played by."""


class Thought(msgspec.Struct, frozen=True):
    """The move, or why there is none."""

    move: str | None = None
    error: str | None = None


def stand_in(level: str) -> str:
    """The level itself, or another if it is not known here."""
    return level if level in offered() else STAND_IN


def choose(question: Question) -> str:
    """Think about a question; the answer is a legal move of the seat."""
    return bots.choose(
        question.game,
        question.options,
        question.players,
        question.state,
        question.history,
        question.seat,
        stand_in(question.level),
        question.seconds,
        question.seed,
        question.rules,
    )


def safe_move(match: Match, seat: int, seed: str) -> str:
    """The move that looks best at first glance, for a bot that failed: no search, and nothing its seat cannot know."""
    return bots.player("greedy")(bots.seat_of(match, seat, seed=seed))


def warm() -> None:
    """Load or compile all a bot will need, before anybody waits for it."""
    for name in registry.games():
        bots.warm(name)
