"""A game on paper as one vector PDF: what lies on the table, then the rules."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

from strapontin.core.registry import game as find
from strapontin.print import rules
from strapontin.print.press import Paper, Press
from strapontin.words import Language

MOST_COPIES = 100


class Pieces(Protocol):
    """What the module of a game here has to offer: it has the game's name."""

    def draw(self, press: Press, chart: Any, copies: int) -> None:
        """Everything that lies on the table; on a map where the game has several, with that many sheets of it."""


class Illustrations(Protocol):
    """What the module of a game in `pictures/` has to offer."""

    def pictures(self) -> dict[str, str]:
        """The pictures of the rules as SVG, by the names the texts call them by."""


def booklet(
    game: str,
    *,
    city: Any = None,
    copies: int = 1,
    paper: Paper = "a4",
    language: Language = "en",
    single_sided: bool = False,
) -> bytes:
    """Everything a game needs; where it has maps, on one of them, by its id or whole."""
    if not 1 <= copies <= MOST_COPIES:
        raise ValueError(f"copies: {copies}; it must be 1 to {MOST_COPIES}")
    name = find(game).name
    pieces = cast(Pieces, import_module(f"strapontin.print.{game}"))
    drawn = cast(Illustrations, import_module(f"strapontin.print.pictures.{game}"))
    press = Press(name, paper, language, single_sided)
    pieces.draw(press, city, copies)
    rules.draw(press, game, name, drawn.pictures())
    return press.pages()
