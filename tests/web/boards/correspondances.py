"""The board of Correspondances."""

from __future__ import annotations

import random
import re
from typing import Any

from tests.web.hands import press

MOVES, LEVEL = 5, "novice"  # by chance alone nobody ever arrives
BOARD, HAND = ".panzoom", ".board"


def tap(page: Any, chance: random.Random) -> None:
    """One of the cells that bring one's own trip furthest."""
    if page.locator(".docked .next").count():  # the round that has just ended, until one goes on
        page.locator(".docked .next").click()
    cells = page.locator(".cell")
    told = cells.evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    missing = [
        int(found[1]) if (found := re.search(r"(\d+) (?:tiles? missing|tuiles? manquantes?)", text)) else 0
        for text in told
    ]
    if near := [i for i, n in enumerate(missing) if n == min(missing)]:
        press(page, cells.nth(chance.choice(near)), chance)
