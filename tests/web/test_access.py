"""No scene has a violation axe-core can find, in either theme, wide or on a phone; and text can be twice as large."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import QUIET, program
from tests.web.conftest import Visitor
from tests.web.legible import illegible
from tests.web.scenes import QUIET_FAULTS, SCENES, settle

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 360, "height": 640}
ENLARGED = [
    *("home", "new-metrox", "rules-odyssee", "lobby", "table-full", "name-taken", "settings", "invite", "verified"),
    *("learn-jeudumetro", "table-metrox", "table-jeudumetro", "table-correspondances", "table-odyssee"),
    *("end-jeudumetro", "end-solo", "replay-odyssee", "drawer-metrox", "chat", "lost", "wrong-link"),
]
"""Scenes in which text is tried at 200 %: every kind of page once."""


def violations(page: Any) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


def enter(visitor: Visitor, name: str) -> Any:
    SCENES[name](visitor.page, visitor.address)
    settle(visitor.page)
    if name in QUIET_FAULTS:
        visitor.faults.clear()
    return visitor.page


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/")
@pytest.mark.parametrize("name", SCENES)
def test_axe_finds_nothing_by_day_on_a_wide_screen_nor_by_night_on_a_phone(visit: Any, name: str) -> None:
    # the page's own policy forbids foreign script, the checker included
    page = enter(visit(bypass_csp=True, reduced_motion="reduce", color_scheme="light"), name)
    assert violations(page) == []
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    settle(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.fixture(scope="module")
def large_print(machine: Any) -> Iterator[Any]:
    """A browser whose owner likes text twice as large."""
    args = [*QUIET, "--blink-settings=defaultFontSize=32"]
    browser = machine.chromium.launch(executable_path=program(), args=args)
    yield browser
    browser.close()


@pytest.mark.parametrize("name", ENLARGED)
def test_text_twice_as_large_is_neither_cut_off_nor_covered(large_print: Any, address: str, name: str) -> None:
    visitor = Visitor(large_print, address, viewport=PHONE, reduced_motion="reduce")
    page = enter(visitor, name)
    assert illegible(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    settle(page)
    assert illegible(page) == []
    visitor.context.close()
