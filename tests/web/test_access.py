"""No scene has a violation axe-core can find, in either theme, nor a box too small for what is in it, at any width."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Visitor
from tests.web.scenes import SCENES, enter
from tests.web.waiting import settle

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 360, "height": 640}
BOXES = Path(__file__).with_name("boxes.js")
WEB = Path(__file__).parents[2] / "web" / "src"
EDGES = {
    round(16 * float(em))
    for path in WEB.rglob("*")
    if path.suffix in (".svelte", ".css")
    for em in re.findall(r"-width: ([\d.]+)em\)", path.read_text(encoding="utf-8"))
}
"""The widths at which something of the page changes its shape."""

ALWAYS = [(320, 568), (844, 390)]
USUAL = [(360, 640), (1024, 768), (1280, 800), (1440, 900), (1920, 1080), (2560, 1440)]
IN_TURNS = [*USUAL, *((edge + side, 800) for edge in sorted(EDGES) for side in (0, 1) if edge >= 320)]
"""From the smallest phone to the widest screen, both sides of every width at which the page changes its shape."""

SOAK = bool(os.environ.get("STRAPONTIN_SOAK"))
SHARE = 1 if SOAK else 9
"""The scenes take most of those widths in turns, a part each: together they see them all many times over."""

ALIKE = {"drawer": "drawer-metrox", "city": "city-paris", "teach": "teach-odyssee", "told": "told-odyssee"}
"""Of what differs by its text or its map alone the short form looks at one: the others are in further scenes, too."""
LOOKED_AT = [name for name in SCENES if SOAK or ALIKE.get(name.partition("-")[0], name) == name]

DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


VIOLATIONS = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations.flatMap((one) =>
  one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`))"""


@pytest.fixture(scope="module")
def visitor(chromium: Any, address: str) -> Iterator[Visitor]:
    """Who goes from scene to scene: what has been loaded for one is there for the next."""
    # the page's own policy forbids foreign script, the checker included
    visitor = Visitor(chromium, address, bypass_csp=True, color_scheme="light")
    yield visitor
    visitor.context.close()


@pytest.fixture(scope="module", params=LOOKED_AT)
def standing(request: pytest.FixtureRequest, visitor: Visitor) -> Iterator[Any]:
    """A page brought into a scene once, for everything that is looked at in it."""
    yield enter(visitor, request.param)
    visitor.forget()
    assert not visitor.faults


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/")
def test_axe_finds_nothing_by_day_on_a_wide_screen_nor_by_night_on_a_phone(
    standing: Any, request: pytest.FixtureRequest
) -> None:
    standing.evaluate(AXE.read_text(encoding="utf-8"))
    turn = request.node.callspec.indices["standing"] % 2
    if SOAK or turn == 0:
        assert standing.evaluate(VIOLATIONS) == []
    if not SOAK and turn == 0:  # in the short form scenes take day and night in turns, too
        return
    standing.set_viewport_size(PHONE)
    standing.emulate_media(color_scheme="dark")
    settle(standing)
    assert standing.evaluate(VIOLATIONS) == []


def test_nothing_is_wider_than_its_box_from_the_smallest_phone_to_the_widest_screen(
    standing: Any, request: pytest.FixtureRequest
) -> None:
    found = {}
    turn = request.node.callspec.indices["standing"] % SHARE
    for width, height in (*ALWAYS, *IN_TURNS[turn::SHARE]):
        standing.set_viewport_size({"width": width, "height": height})
        standing.evaluate(DRAWN)
        if wide := standing.evaluate(BOXES.read_text(encoding="utf-8")):
            found[width] = wide
    assert found == {}
