"""The board of Le Jeu du Métro."""

from __future__ import annotations

import random
from typing import Any

from tests.web.hands import CONFIRM, some

MOVES, LEVEL = 1, "random"
BOARD, HAND = ".places", ".hand"


def tap(page: Any, chance: random.Random) -> None:
    """A card, then the trains it is for."""
    some(page.locator(".hand .card:not([disabled])"), chance).click()
    for _ in range(2):
        trains = page.locator(".place.able button.train")
        if not page.locator(CONFIRM).count() and trains.count():
            some(trains, chance).click()
