"""Games by their short names: the collection, loaded only when asked for, and plug-ins.

A plug-in is any installed package with an entry point in the group `strapontin.games`: its name is the game's short
name, its value where the `Game` stands, such as `rushhour:GAME`. One that cannot be played is told in a line of the
log, and keeps nobody from the others.
"""

from __future__ import annotations

import json
import logging
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec

from strapontin.core.errors import UnknownGame, clip
from strapontin.core.game import Game
from strapontin.core.plugin_words import WORDS

COLLECTION = ("metrox", "jeudumetro", "correspondances", "odyssee")
"""The names of the games, in the order of the collection."""

GROUP = "strapontin.games"
"""Where packages say that they bring a game."""

log = logging.getLogger("strapontin.games")


@cache
def collection() -> tuple[str, ...]:
    """The names of the games of the collection that are here."""
    return tuple(name for name in COLLECTION if find_spec(f"strapontin.games.{name}"))


@cache
def games() -> tuple[str, ...]:
    """The names of all games that are here: the collection, then plug-ins that can be played."""
    found = list(collection())
    for one in _plugins():
        try:
            if one.name in found:
                raise UnknownGame(f"plug-in {clip(one.name)}: there is a game of this name already")
            game(one.name)
            found.append(one.name)
        except UnknownGame as error:
            log.warning("%s", error)
    return tuple(found)


def register(game: Game) -> None:
    """Let this process play a game that is not of the collection: an experiment, or somebody else's."""
    _others[game.id] = game
    if game.words is not None:
        WORDS[game.id] = game.words


_others: dict[str, Game] = {}


@cache
def game(name: str) -> Game:
    """The game of this name; the first call loads (or compiles) its kernels."""
    if name in _others:
        return _others[name]
    if name in collection():
        found: Game = import_module(f"strapontin.games.{name}").GAME
        return found
    for one in _plugins():
        if one.name == name:
            register(_loaded(one))
            return _others[name]
    raise UnknownGame(f"game: {clip(name)} is not in the collection; known games: {', '.join(games())}")


def _plugins() -> list[EntryPoint]:
    """What packages declare, in an order that does not depend on where they are installed."""
    return sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value))


def _loaded(plugin: EntryPoint) -> Game:
    """The game of a plug-in; whatever is wrong with it is one line."""
    try:
        found = plugin.load()
        for path in found.words.glob("*.json") if isinstance(found, Game) and found.words else ():
            json.loads(path.read_text(encoding="utf-8"))
    except Exception as error:  # it is somebody else's program: anything can happen in it
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise UnknownGame(f"plug-in {clip(plugin.name)}: {plugin.value} cannot be loaded: {what}") from error
    if not isinstance(found, Game):
        raise UnknownGame(f"plug-in {clip(plugin.name)}: {plugin.value} is no Game but a {type(found).__name__}")
    if found.id != plugin.name:
        raise UnknownGame(f"plug-in {clip(plugin.name)}: the game calls itself {clip(found.id)}")
    return found
