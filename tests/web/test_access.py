"""No page has a violation axe-core can find, in either theme, nor scrolls sideways on a small phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from strapontin.core.registry import games

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = {
    "home": "/",
    "new": "/new/metrox",
    "rules": "/rules/metrox",
    "missing": "/nowhere",
    "wrong link": "/t/0000000000000000",
    **{f"lesson of {game}": f"/learn/{game}" for game in games()},
}


def settle(page: Any) -> None:
    page.locator("h1:not(.unseen), .room").first.wait_for()
    page.wait_for_timeout(700)


def check(page: Any) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(visit: Any, name: str, theme: str) -> None:
    # the page's own policy forbids foreign script, the checker included
    visitor = visit(color_scheme=theme, bypass_csp=True, reduced_motion="reduce")
    visitor.go(PAGES[name])
    settle(visitor.page)
    if name == "wrong link":
        visitor.faults.clear()  # the browser notes the 404, which is the point here
    assert check(visitor.page) == []


@pytest.mark.parametrize("name", PAGES)
def test_nothing_scrolls_sideways_at_360_by_640(visit: Any, name: str) -> None:
    visitor = visit(viewport={"width": 360, "height": 640})
    visitor.go(PAGES[name])
    settle(visitor.page)
    if name == "wrong link":
        visitor.faults.clear()  # the browser notes the 404, which is the point here
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
