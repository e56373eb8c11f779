"""A review in the page: what Python says of the same game, found move by move by the page itself."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from strapontin.coach import review, telling
from strapontin.core.registry import collection
from tests.web.boards import board
from tests.web.hands import TURN, act
from tests.web.scenes import REVIEWED
from tests.web.tables import ask, finished
from tests.web.waiting import until, wait_until

BUDGET = 24
TRIED = collection() if os.environ.get("STRAPONTIN_SOAK") else collection()[::3]
"""Where moves of one's own are tried, too: in all games in the long form."""


def open_review(visitor: Any, game: str, budget: int = BUDGET) -> str:
    code = finished(visitor.page, visitor.address, game)
    visitor.go(f"/replay/{code}?simulations={budget}")
    visitor.page.locator(".more .button").first.click()
    visitor.page.locator(".review").wait_for()
    return code


@pytest.mark.parametrize("game", collection())
def test_the_page_finds_what_python_finds(visit: Any, game: str) -> None:
    ana = visit()
    code = open_review(ana, game)
    until(ana.page, REVIEWED)
    record = ask(ana.page, ana.address, "GET", f"/tables/{code}/record")
    (one,) = review(record, 0, BUDGET).seats
    page = ana.page
    assert page.locator(".review .sum b").inner_text().split(":")[1] == telling.headline(one, "en").split(":")[1]
    assert telling.counts(one, "en") in page.locator(".review .sum").inner_text()
    marks = page.locator(".curve button")
    assert marks.count() == min(3, len(one.costliest))
    for i, decision in enumerate(sorted(one.costliest[:3], key=lambda each: each.ply)):
        marks.nth(i).click()
        assert page.locator(".slider").input_value() == str(decision.ply)
        said = page.locator(".review .found").inner_text()
        assert said.startswith(f"Move {decision.ply + 1}, ")
        assert f": {decision.verdict}" in said
        assert page.locator(".two button").count() == 2
        assert page.locator(".two [aria-pressed=true]").count() == 1
    if game in TRIED:
        try_another(page, game, one.decisions[0].ply)
        play_on(ana, game, one.decisions[0].ply)


def try_another(page: Any, game: str, ply: int) -> None:
    """At a decision every move can be asked about; whoever looks for a better one is not told it."""
    page.locator(".slider").fill(str(ply))
    page.locator(".review .found").wait_for()
    find = page.get_by_role("button", name="Find better")
    if find.count():
        find.click()
        assert page.locator(".two").count() == 0
        assert "Find a better move" in page.locator(".review .found").inner_text()
    else:
        page.keyboard.press("Escape")
    for attempt in range(20):
        if page.locator(".review .confirm").count():
            break
        board(game).tap(page, random.Random(attempt))
    page.locator(".review .confirm").click()
    wait_until(lambda: page.locator(".review .told").count(), "it is judged")
    wait_until(lambda: "Looking" not in page.locator(".review .told").inner_text(), "it was judged")
    said = page.locator(".review .told").inner_text()
    assert "nothing better was found" in said or "it gives away" in said


def play_on(visitor: Any, game: str, ply: int) -> None:
    """The position becomes a table on this device, which says where it comes from; its record tells no seed."""
    page = visitor.page
    page.locator(".review .on").click()
    page.locator(".begun").wait_for()
    assert f"move {ply} of" in page.locator(".begun").inner_text()
    assert page.url.startswith(f"{visitor.address}/t/~")
    page.locator(TURN).wait_for()
    assert act(page, game, random.Random(1))


ANSWERED = 2
HELD_BACK = f"""let asked = 0; const Real = Worker;
window.Worker = class extends Real {{ postMessage(...told) {{
  if (told[0].ask !== 'answer' || ++asked <= {ANSWERED}) super.postMessage(...told);
}} }};"""
"""So many questions of a review are heard, however quick the page is and however slow the test; the others wait."""


def test_it_can_be_stopped_and_taken_up_again(visit: Any) -> None:
    ana = visit(locale="fr")
    page = ana.page
    page.add_init_script(HELD_BACK)
    code = finished(page, ana.address, "metrox")
    ana.go(f"/replay/{code}?review&simulations={BUDGET}")  # as the end of a game leads there
    page.locator(f".review progress[value='{ANSWERED}']").wait_for()
    page.locator(".review .stop").click()
    page.locator(".review .sum").wait_for()
    done, _, asked = page.locator(".review .sum .n").inner_text().partition(" sur ")
    assert ANSWERED == int(done) < int(asked)
    page.locator(".review .head .button", has_text="Reprendre").click()
    page.locator(f".review progress[value='{ANSWERED}']").wait_for()
    page.locator(".review .stop").click()
    page.locator(".review .head button").last.click()
    assert page.locator(".review").count() == 0
    assert page.locator(".stars").count() == 1
