"""A way to set a game up, for the conformance suite and the playthroughs."""

from __future__ import annotations

from typing import Any, NamedTuple

from strapontin.core.registry import game


class Variant(NamedTuple):
    """One way to set a game up."""

    game: str
    name: str
    players: int
    options: dict[str, Any]
    most: int = 10_000
    """How many decisions to play: random games of some kinds are very long."""

    def __str__(self) -> str:
        return f"{self.game}-{self.name}"


def variants(name: str, most: int = 10_000) -> list[Variant]:
    """One for every number of players and every value of an option."""
    one = game(name)
    made = [Variant(name, str(n), n, {}, most) for n in one.seats]
    for option in one.options:
        values = (not option.default,) if isinstance(option.default, bool) else option.values
        made += [Variant(name, f"{option.name}-{value}", one.usual, {option.name: value}, most) for value in values]
    return made
