"""What can be played here: every game with its options as a form shows them."""

from __future__ import annotations

from functools import cache

from strapontin.core import registry
from strapontin.core.game import Game
from strapontin.core.levels import GENTLE, offered
from strapontin.core.options import Option
from strapontin.server.game_protocol import Choice, GameInfo
from strapontin.server.lessons import lessons
from strapontin.words import LANGUAGES, said


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
                name=game.name,
                about={language: said(language, f"{name}.about", "") for language in LANGUAGES},
                usual=game.usual,
                minutes=game.minutes,
                longest=game.longest,
                simultaneous=game.simultaneous,
                secrets=game.secrets,
                points=game.points,
                passive=list(game.passive),
                lesson=name in lessons(),
                printable=game.printable,
                options=[_choice(option, game) for option in game.options],
                levels=offered(),
                level=GENTLE,
            )
        )
    return found


def _choice(option: Option, game: Game) -> Choice:
    return Choice(
        name=option.name,
        kind="flag" if isinstance(option.default, bool) else "choice",
        default=option.default,
        values=list(option.values),
        inline=option.inline,
        maps=game.fitting(option),
    )
