"""What can be played here: every game with its options as a form shows them."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from strapontin.core import registry
from strapontin.core.game import Game
from strapontin.server import thinking
from strapontin.server.protocol import Choice, GameInfo


@cache
def games() -> list[GameInfo]:
    """The games that are here."""
    found = []
    for name in registry.games():
        game = registry.game(name)
        found.append(
            GameInfo(
                id=name,
                least=game.seats.start,
                most=game.seats.stop - 1,
                simultaneous=game.simultaneous,
                options=_options(game),
                levels=thinking.levels(),
            )
        )
    return found


def _options(game: Game) -> list[Choice]:
    """The options of a game: what its opening completes, with the maps of its package as choices."""
    completed = game.setting({}, max(2, game.seats.start)).options
    choices = [_choice(game, name, value) for name, value in completed.items()]
    if game.id == "metrox":
        choices.append(Choice(name="special", kind="flag", default=False))
    return choices


def _choice(game: Game, name: str, default: Any) -> Choice:
    if isinstance(default, bool):
        return Choice(name=name, kind="flag", default=default)
    if isinstance(default, int):
        return Choice(name=name, kind="number", default=default)
    folder = resources.files(f"strapontin.games.{game.id}") / f"{name}s"
    values: list[Any] = [default]
    if folder.is_dir():
        values = sorted(path.name.removesuffix(".json") for path in folder.iterdir() if path.name.endswith(".json"))
    return Choice(name=name, kind="choice", default=default, values=values, inline=folder.is_dir())
