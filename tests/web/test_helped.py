"""A hint at a table of bots, and puzzles: thought about by the page itself."""

from __future__ import annotations

import os
from typing import Any

import pytest

from strapontin.coach.puzzles import shipped
from strapontin.core.match import Match
from strapontin.core.registry import collection
from tests.web.hands import TURN
from tests.web.tables import ask, begun
from tests.web.waiting import wait_until

GAMES = collection() if os.environ.get("STRAPONTIN_SOAK") else collection()[::3]
TAPPED = "odyssee"
"""Where a puzzle is solved by a tap: there a tap is a whole move."""
MIDDLE = """(wedge) => {
  const [all, n] = [[...wedge.points], wedge.points.numberOfItems];
  const mean = (axis) => all.reduce((sum, one) => sum + one[axis] / n, 0);
  const { x, y } = new DOMPoint(mean('x'), mean('y')).matrixTransform(wedge.getScreenCTM());
  return [x, y];
}"""
FRAMED = """(found) => {
  const look = getComputedStyle(found);
  return found.ownerSVGElement ? look.strokeWidth === '9px' : look.outlineStyle === 'solid';
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_shown_on_the_board_with_a_sentence_and_the_table_tells_of_it(visit: Any, game: str) -> None:
    ana = visit()
    page = ana.page
    begun(page, ana.address, game)
    page.locator(TURN).wait_for()
    button = page.get_by_role("button", name="Hint", exact=True)
    button.wait_for()
    button.click()
    wait_until(lambda: page.locator("p.now").inner_text().startswith("Try: "), "a hint is told")
    page.locator(".hinted:visible").first.wait_for()
    assert page.locator(".hinted:visible").first.evaluate(FRAMED), "seen where nothing may move"
    assert page.locator(".players .hints").first.inner_text().startswith("1")
    code = page.url.rsplit("/", 1)[1]
    seats = ask(page, ana.address, "GET", f"/tables/{code}")["seats"]
    assert sum(seat["hints"] for seat in seats) == 1


def solution_of(game: str) -> int:
    """Which of the tunnels one can dig solves the first puzzle."""
    puzzle = shipped(game).puzzles[0]
    view = Match.from_record(puzzle.record).view(puzzle.seat)
    tunnels = [one["move"] for one in view["moves"] if one["cell"] and one["start"] and one["end"]]
    return tunnels.index(puzzle.solution)


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_posed_and_shown_with_its_reasons(visit: Any, game: str) -> None:
    ana = visit()
    ana.go(f"/puzzles/{game}")
    page = ana.page
    said = page.locator(".puzzle .said")
    wait_until(lambda: said.inner_text().startswith("Find the best move"), "a puzzle is posed")
    page.locator(".puzzle .show").click()
    assert len(said.inner_text()) > 40
    page.locator(".puzzle .next").click()
    wait_until(lambda: page.locator(".puzzle .head b").inner_text() == "Puzzle 2 of 25", "the next one is posed")
    if game == TAPPED:
        page.get_by_role("button", name="Previous puzzle").click()
        wait_until(lambda: said.inner_text().startswith("Find the best move"), "the first is posed again")
        page.mouse.click(*page.locator(".dig.wedge").nth(solution_of(game)).evaluate(MIDDLE))
        wait_until(lambda: said.inner_text().startswith("Solved!"), "one tap solves it")
        assert "1 of 25 solved" in page.locator(".puzzle .head").inner_text()
