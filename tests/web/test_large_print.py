"""Text can be twice as large: on a phone and on a wide screen all of it can be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.setup.system import program
from tests.web.browser import QUIET
from tests.web.conftest import Visitor
from tests.web.legible import illegible
from tests.web.scenes import enter
from tests.web.waiting import settle

PHONE = {"width": 360, "height": 640}
ENLARGED = [
    *("home", "new-metrox", "rules-odyssee", "lobby", "table-full", "name-taken", "settings", "invite", "verified"),
    *("learn-jeudumetro", "table-metrox", "table-jeudumetro", "table-correspondances", "table-odyssee"),
    *("end-jeudumetro", "end-solo", "replay-odyssee", "drawer-metrox", "chat", "lost", "wrong-link"),
]
"""Scenes in which text is tried at 200 %: every kind of page once."""


@pytest.fixture(scope="module")
def large_print(machine: Any) -> Iterator[Any]:
    """A browser whose owner likes text twice as large."""
    args = [*QUIET, "--blink-settings=defaultFontSize=32"]
    browser = machine.chromium.launch(executable_path=program("chromium"), args=args)
    yield browser
    browser.close()


@pytest.mark.parametrize("name", ENLARGED)
def test_text_twice_as_large_is_neither_cut_off_nor_covered(large_print: Any, address: str, name: str) -> None:
    visitor = Visitor(large_print, address, viewport=PHONE)
    page = enter(visitor, name)
    assert illegible(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    settle(page)
    assert illegible(page) == []
    visitor.context.close()
