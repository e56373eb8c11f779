"""The board of L'Odyssée du Père Noël."""

from __future__ import annotations

import random
from typing import Any

from tests.web.hands import press

MOVES, LEVEL = 7, "random"
BOARD, HAND = ".panzoom", ".board"


def tap(page: Any, chance: random.Random) -> None:
    """Whatever can be dug, built or visited."""
    press(page, page.locator(".dig"), chance)
