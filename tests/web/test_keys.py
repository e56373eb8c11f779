"""The page by keyboard and by ear: few keys to a move, the focus where one was, names instead of coordinates."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from strapontin.words import catalogue
from tests.web.hands import CONFIRM, TURN, act, find_a_line
from tests.web.scenes import SCENES
from tests.web.tables import ask, begun, table
from tests.web.waiting import until

ENGLISH = catalogue("en")
LYON = Path(__file__).parents[2] / "docs" / "examples" / "lyon.json"

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


def test_from_a_line_that_is_full_the_focus_goes_to_the_next(visit: Any) -> None:
    city = json.loads(LYON.read_text(encoding="utf-8")) | {"deck": ["3", "6"]}
    city["lines"] = [line | {"windows": 1} for line in city["lines"]]
    ana = visit()
    begun(ana.page, ana.address, "metrox", players=1, options={"map": city})
    choose(ana.page)
    ana.page.keyboard.press("p")
    lines = "document.querySelectorAll('button.line')"
    until(ana.page, f"{lines}[0].disabled && document.activeElement === {lines}[1]")


AT = """() => {
  const at = document.activeElement;
  return at.matches('button.line') ? 'line' : at.matches('.aside select') ? 'stations' : '';
}"""
"""What of metroX has the focus."""


def test_a_whole_game_is_played_with_nothing_but_keys(visit: Any) -> None:
    ana = visit()
    page = ana.page
    begun(page, ana.address, "metrox", players=1)
    played = 0
    while not page.locator("dialog[open] .verdict").count():
        page.locator(f"{TURN}, dialog[open] .verdict").first.wait_for()
        if page.locator("dialog[open]").count():
            break
        keys = 0
        while not (at := page.evaluate(AT)):
            page.keyboard.press("Tab")
            keys += 1
            assert keys < 60, "there is no way to a line by Tab"
        assert played == 0 or keys <= 12, f"{keys} keys to the next choice"
        page.keyboard.press("Enter" if at == "line" else "ArrowDown")
        page.locator(CONFIRM).wait_for()
        before = page.locator(".log li").count()
        for key in ("Tab", "Enter"):
            page.keyboard.press(key)
        until(page, f"document.querySelectorAll('.log li').length > {before} || document.querySelector('dialog[open]')")
        played += 1
    assert played > 15


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


def test_a_free_ride_chosen_from_the_list_is_played_with_two_keys(visit: Any) -> None:
    city = json.loads(LYON.read_text(encoding="utf-8")) | {"deck": ["*", "*", "*", "*", "6"]}
    ana = visit()
    page = ana.page
    begun(page, ana.address, "metrox", players=1, options={"map": city})
    stations, chance = page.locator(".aside select"), random.Random(1)
    page.locator(TURN).wait_for()
    while not stations.count():  # the 6 came first
        act(page, "metrox", chance)
        page.locator(TURN).wait_for()
    stations.focus()
    page.keyboard.press("ArrowDown")
    page.locator(CONFIRM).wait_for()
    for key in ("Tab", "Enter"):
        page.keyboard.press(key)
    page.locator(".log").get_by_text(str(ENGLISH["metrox.rode.free.you"]).partition(":")[0]).wait_for()


def test_a_card_picked_by_key_leads_to_the_trains_it_is_for(visit: Any) -> None:
    learner = visit()
    learner.go("/learn/jeudumetro")
    page = learner.page
    page.get_by_role("button", name=str(ENGLISH["web.learn.next"]), exact=True).click()
    page.get_by_role("button", name=str(ENGLISH["jeudumetro.card.V3"])).first.focus()
    page.keyboard.press("Enter")
    until(page, "document.activeElement.matches('.place.able button')")
    page.keyboard.press("Enter")
    page.locator(CONFIRM).wait_for()
    until(page, "document.activeElement.matches('.place.tapped button')")  # Tab leads on from here


def test_the_focus_is_not_lost_with_a_result_or_a_round_that_is_closed(visit: Any) -> None:
    ana = visit()
    page = ana.page
    code = table(page, ana.address, "metrox", players=1)
    ana.go(f"/t/{code}")
    page.locator(".room").wait_for()
    ask(page, ana.address, "POST", f"/tables/{code}/away", {"id": "go"})
    page.locator("dialog[open] .verdict").wait_for()
    page.keyboard.press("Escape")
    until(page, "document.activeElement.id === 'main'")
    SCENES["replay-correspondances"](page, ana.address)
    page.locator(".slider").fill("0")
    until(page, "document.querySelectorAll('.laid').length < 8")
    page.locator(".slider").fill(str(page.locator(".slider").get_attribute("max")))
    page.locator(".docked .next").focus()
    page.keyboard.press("Enter")
    until(page, WITHIN)
