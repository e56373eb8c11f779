"""No scene has a violation axe-core can find, in either theme, wide or on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.scenes import SCENES, enter, settle

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 360, "height": 640}


def violations(page: Any) -> list[str]:
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/")
@pytest.mark.parametrize("name", SCENES)
def test_axe_finds_nothing_by_day_on_a_wide_screen_nor_by_night_on_a_phone(visit: Any, name: str) -> None:
    # the page's own policy forbids foreign script, the checker included
    page = enter(visit(bypass_csp=True, reduced_motion="reduce", color_scheme="light"), name)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert violations(page) == []
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    settle(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
