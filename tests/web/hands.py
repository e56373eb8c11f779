"""Hands that play on the page: tap what a person could tap, whatever it is, until it is somebody else's turn."""

from __future__ import annotations

import random
import re
from typing import Any

TURN = ".bar.turn"
CONFIRM = ".confirm"


def act(page: Any, game: str, chance: random.Random) -> bool:
    """Make one move if it is this page's turn."""
    if not page.locator(TURN).count():
        return False
    if not page.locator(CONFIRM).count():
        HANDS[game](page, chance)
    if page.locator(CONFIRM).count():
        page.locator(CONFIRM).first.click()
    return True


def some(found: Any, chance: random.Random) -> Any:
    return found.nth(chance.randrange(found.count()))


def press(page: Any, found: Any, chance: random.Random) -> None:
    """By keyboard: what is drawn may be small, or under something else."""
    if not found.count():
        return  # nothing to choose: the page has chosen it already
    some(found, chance).focus()
    page.keyboard.press("Enter")


def metrox(page: Any, chance: random.Random) -> None:
    lines = page.locator("button.line:not([disabled]):visible")
    stations = page.locator(".aside select:visible")
    if lines.count():
        some(lines, chance).click()
    elif stations.count():
        stations.select_option(index=1)
    else:  # on a phone the free ride is taken on the map
        some(page.locator(".station:has(.free)"), chance).click()


def jeudumetro(page: Any, chance: random.Random) -> None:
    some(page.locator(".hand .card:not([disabled])"), chance).click()
    for _ in range(2):
        trains = page.locator(".place.able button.train")
        if not page.locator(CONFIRM).count() and trains.count():
            some(trains, chance).click()


def correspondances(page: Any, chance: random.Random) -> None:
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


def odyssee(page: Any, chance: random.Random) -> None:
    press(page, page.locator(".dig"), chance)


HANDS = {"metrox": metrox, "jeudumetro": jeudumetro, "correspondances": correspondances, "odyssee": odyssee}


def find_a_line(page: Any) -> Any:
    """A line of metroX that can be ridden; a free ride, which takes none, is played first."""
    page.locator(TURN).wait_for()
    lines = page.locator("button.line:not([disabled]):visible")
    if not lines.count():
        act(page, "metrox", random.Random(1))
        lines.first.wait_for()
    return lines.first
