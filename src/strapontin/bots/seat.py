"""What a bot gets: its seat, as the player in it would see the table, and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from strapontin.core.errors import BadRecord
from strapontin.core.game import Actions, Game, Setting
from strapontin.core.kernel import from_bytes
from strapontin.core.layout import Record
from strapontin.core.match import Match
from strapontin.core.registry import game as game_of

Weighed = list[tuple[int, float, int]]
"""Candidate actions, what each seemed worth (0 to 1), and in how many simulations; none where nothing was to choose."""


@dataclass(frozen=True)
class Seat:
    """One decision to make: the table as this seat sees it, and the time there is for it."""

    game: Game
    setting: Setting
    state: Record
    """The state with everything wiped that this seat cannot know."""
    seat: int
    seconds: float = 1.0
    """How long the bot may think."""
    seed: str = ""
    """Where a bot that plays dice takes its luck from; equal seeds, equal choices."""
    past: Callable[[], Sequence[tuple[int | str, str]]] = field(default=tuple, repr=False)
    thoughts: list[Weighed] = field(default_factory=list, repr=False, compare=False)
    """What a bot that searches has found, for each action of its move: written by the bot, read by who studies it."""

    @cached_property
    def moves(self) -> dict[str, Actions]:
        """The legal moves and the actions they stand for."""
        return self.game.moves(self.setting, self.state, self.seat)

    @property
    def legal(self) -> list[str]:
        """The legal moves, in a stable order."""
        return list(self.moves)

    @cached_property
    def history(self) -> list[tuple[int | str, str]]:
        """The moves so far as this seat saw them; what it could not see is written `?`."""
        return list(self.past())

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the screen of this seat shows, as JSON, with what each move would do."""
        import msgspec

        shown = self.game.view(self.setting, self.state, self.seat)
        built: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shown))
        return built


Bot = Callable[[Seat], str]
"""A bot is a function from a seat to one of its legal moves."""


def luck(*parts: object) -> str:
    """A seed for a bot's own dice that tells nothing about what it was made of, such as the seed of a deal."""
    return hashlib.sha256(f"luck/{'/'.join(map(str, parts))}".encode()).hexdigest()[:32]


def seat_of(match: Match, seat: int, seconds: float = 1.0, seed: str = "") -> Seat:
    """The seat of a match, as a bot gets it: nothing leads from it back to the match."""
    if seat not in match.to_act:
        raise BadRecord(f"seat {seat} is not to act, so no bot can choose for it")
    history: list[tuple[int | str, str]] = list(match.history(seat))
    return Seat(match.game, match.setting, match.concealed(seat), seat, seconds, seed, lambda: history)


def seat_from(
    game: str,
    options: Mapping[str, Any],
    players: int,
    state: bytes,
    history: Sequence[tuple[int | str, str]],
    seat: int,
    seconds: float,
    seed: str,
    rules: int | None = None,
) -> Seat:
    """The same from plain values, as they travel between processes."""
    found, setting = _setting(game, json.dumps(options, sort_keys=True), players, rules)
    if len(state) != found.state_type.dtype.itemsize:
        raise BadRecord(f"state: {len(state)} bytes; a state of {game} has {found.state_type.dtype.itemsize}")
    record = from_bytes(state, found.state_type)
    return Seat(found, setting, record, seat, seconds, seed, lambda: list(history))


@lru_cache(maxsize=256)
def _setting(game: str, options: str, players: int, rules: int | None) -> tuple[Game, Setting]:
    found = game_of(game) if rules is None else game_of(game).by(rules)
    return found, found.setting(json.loads(options), players)
