"""Where every scene of the page is kept under its name, and what most of them are made with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Way = Callable[[Any, str], None]
SCENES: dict[str, Way] = {}
"""Each a way to bring a browser there."""


def scene(name: str) -> Callable[[Way], Way]:
    """Keep a way under its name."""

    def keep(way: Way) -> Way:
        SCENES[name] = way
        return way

    return keep


def opened(path: str) -> Way:
    def go(page: Any, address: str) -> None:
        page.goto(address + path)
        page.locator("h1:not(.unseen), .room").first.wait_for()

    return go
