"""The collection: games by their short names, loaded only when asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from strapontin.core.errors import UnknownGame, clip
from strapontin.core.game import Game

COLLECTION = ("metrox", "jeudumetro", "correspondances", "odyssee")
"""The names of the games, in the order of the collection."""


@cache
def games() -> tuple[str, ...]:
    """The names of the games that are here."""
    return tuple(name for name in COLLECTION if find_spec(f"strapontin.games.{name}"))


def register(game: Game) -> None:
    """Let this process play a game that is not of the collection: an experiment, or somebody else's."""
    _others[game.id] = game


_others: dict[str, Game] = {}


@cache
def game(name: str) -> Game:
    """The game of this name; the first call loads (or compiles) its kernels."""
    if name in _others:
        return _others[name]
    if name not in games():
        raise UnknownGame(f"game: {clip(name)} is not in the collection; known games: {', '.join(games())}")
    found: Game = import_module(f"strapontin.games.{name}").GAME
    return found
