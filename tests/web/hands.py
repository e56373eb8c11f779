"""Hands that play on the page: tap what a person could tap, whatever it is, until it is somebody else's turn."""

from __future__ import annotations

import random
from typing import Any

from tests.web.boards import board

TURN = ".bar.turn"
CONFIRM = ".confirm"


def tap(page: Any, game: str, chance: random.Random) -> None:
    """Choose a move, if the page has not chosen the only one already."""
    if not page.locator(CONFIRM).count():
        board(game).tap(page, chance)


def act(page: Any, game: str, chance: random.Random) -> bool:
    """Make one move if it is this page's turn."""
    if not page.locator(TURN).count():
        return False
    tap(page, game, chance)
    if page.locator(CONFIRM).count():
        page.locator(CONFIRM).first.click()
    return True


def some(found: Any, chance: random.Random) -> Any:
    """Any of them."""
    return found.nth(chance.randrange(found.count()))


def press(page: Any, found: Any, chance: random.Random) -> None:
    """By keyboard: what is drawn may be small, or under something else."""
    if not found.count():
        return  # nothing to choose: the page has chosen it already
    some(found, chance).focus()
    page.keyboard.press("Enter")


def find_a_line(page: Any) -> Any:
    """A line of metroX that can be ridden; a free ride, which takes none, is played first."""
    page.locator(TURN).wait_for()
    lines = page.locator("button.line:not([disabled]):visible")
    if not lines.count():
        act(page, "metrox", random.Random(1))
        lines.first.wait_for()
    return lines.first
