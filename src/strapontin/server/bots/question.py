"""What a bot is asked and how it answers, as types: whoever only passes it on needs no rules."""

from __future__ import annotations

from typing import Any

import msgspec


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
    simulations: int | None = None
    """Of a bot that thinks so many, however long that takes: it plays the same everywhere."""


class Thought(msgspec.Struct, frozen=True):
    """The move, or why there is none."""

    move: str | None = None
    error: str | None = None
    cold: int = 0
    """Games whose rules this process has still to load or compile: the next thought may take long."""
