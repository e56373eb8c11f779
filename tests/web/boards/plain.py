"""A game the page has no board for."""

from __future__ import annotations

import random
from typing import Any

from tests.web.hands import press

MOVES, LEVEL = 3, "random"
BOARD = HAND = ".board"


def tap(page: Any, chance: random.Random) -> None:
    """Any of the buttons."""
    press(page, page.locator(".moves button"), chance)
