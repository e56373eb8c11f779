"""The board of metroX."""

from __future__ import annotations

import random
from typing import Any

from tests.web.hands import some

MOVES, LEVEL = 5, "random"
BOARD, HAND = ".panzoom", ".narrow .card"


def tap(page: Any, chance: random.Random) -> None:
    """A line; when the ride is free, a station."""
    lines = page.locator("button.line:not([disabled]):visible")
    stations = page.locator(".aside select:visible")
    if lines.count():
        some(lines, chance).click()
    elif stations.count():
        stations.select_option(index=1)
    else:  # on a phone the free ride is taken on the map
        some(page.locator(".station:has(.free)"), chance).click()
