"""What can be played here: every game with its options as a form shows them."""

from __future__ import annotations

from functools import cache

from strapontin.core import registry
from strapontin.core.game import Option
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
                options=[_choice(option) for option in game.options],
                levels=thinking.levels(),
            )
        )
    return found


def _choice(option: Option) -> Choice:
    return Choice(
        name=option.name,
        kind="flag" if isinstance(option.default, bool) else "choice",
        default=option.default,
        values=list(option.values),
        inline=option.inline,
    )
