"""What a test of the page knows about each board: one module a game, like `web/src/boards`.

tap(page, chance)   choose a move as a person could, whatever it is
MOVES               after so many moves there is something to see
LEVEL               bots that get somewhere
BOARD, HAND         what must be seen of the board, and of what one plays with, on the smallest phone
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any


def board(game: str) -> Any:
    """The module of a game; one that has none is played as the page shows it then, by its buttons."""
    name = f"{__name__}.{game}"
    return import_module(name if find_spec(name) else f"{__name__}.plain")
