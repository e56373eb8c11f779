"""The page by keyboard and by ear: few keys to a move, the focus where one was, names instead of coordinates."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.hands import CONFIRM, TURN, find_a_line
from tests.web.scenes import begun, until

WITHIN = "document.querySelector('.room').contains(document.activeElement)"


def choose(page: Any) -> None:
    """A line of metroX, chosen by key."""
    line = find_a_line(page)
    line.focus()
    page.keyboard.press("Enter")
    page.locator(CONFIRM).wait_for()


@pytest.mark.parametrize("keys", [["Tab", "Enter"], ["ArrowLeft", "p"]])
def test_from_a_chosen_line_to_the_move_in_at_most_three_keys(visit: Any, keys: list[str]) -> None:
    ana = visit()
    begun(ana.page, ana.address, "metrox")
    choose(ana.page)
    written = "document.querySelectorAll('.window.full').length"
    before = ana.page.evaluate(written)
    for key in keys:
        ana.page.keyboard.press(key)
    until(ana.page, f"{written} > {before}")
    until(ana.page, WITHIN)  # the focus is not lost with the button
    ana.page.locator(TURN).wait_for()
    until(ana.page, WITHIN)


def test_a_change_of_page_takes_the_focus_to_its_content(visit: Any) -> None:
    ana = visit()
    ana.go("/")
    ana.page.locator("a[href='/rules/metrox']").first.focus()
    ana.page.keyboard.press("Enter")
    ana.page.locator("article").wait_for()
    until(ana.page, "document.activeElement.id === 'main'")


@pytest.mark.parametrize("game", ["odyssee", "correspondances", "metrox"])
def test_a_screen_reader_hears_names_and_no_coordinates(visit: Any, game: str) -> None:
    ana = visit()
    begun(ana.page, ana.address, game)
    ana.page.locator(TURN).wait_for()
    if game == "metrox":
        choose(ana.page)
    heard = ana.page.locator(".room [aria-label]").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert len(heard) > 4
    assert [text for text in heard if re.search(r"@\d|-?\d,-?\d|\b[A-J][<>]?\d\b", text)] == []
