"""Around one device: people pass it from hand to hand, a bot among them, and nobody sees what is another's."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from strapontin.core.registry import collection
from strapontin.core.registry import game as game_of
from strapontin.words import Language, catalogue
from tests.web.evening_scenes import sit_around
from tests.web.hands import TURN, act
from tests.web.waiting import wait_until

RESULT = "dialog[open] a[href^='/replay/~']:not([href*='?'])"
CURTAIN, LIFT = ".curtain", ".curtain .button"
PASS = ".pass.gold"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "fr"}
WIDE: dict[str, Any] = {"locale": "en"}
SOAK = os.environ.get("STRAPONTIN_SOAK")
TURNS = 60 if SOAK else 4
"""So many moves are made by hand; then people give up, and bots play for them to the end."""
LONG = {"metrox", "correspondances", "odyssee"}
"""What takes bots long, too: the end is seen in the long form."""

SEEN = """() => [
  document.querySelectorAll('.room, .hand, .log, dialog[open]').length,
  document.querySelector('body > .unseen[role=status], #app > .unseen[role=status]').textContent.trim(),
  document.querySelector('main').innerText.split('\\n').filter(Boolean),
]"""
"""What is on the page while the curtain is down: parts of a game, what was read aloud, and every word."""


def said(language: Language) -> set[str]:
    """All that may be read on a curtain."""
    words = catalogue(language)
    names = ("Ana", "Ben")
    lift = {str(words["web.curtain.lift"]).replace("{name}", name) for name in names}
    return {str(words[f"web.curtain.{key}"]) for key in ("next", "any", "more", "bots")} | lift | set(names)


def check_curtain(page: Any, language: Language, game: str) -> None:
    """Nothing of anybody's game is on the page."""
    parts, aloud, read = page.evaluate(SEEN)
    words = catalogue(language)
    title = str(words["web.title.table"]).replace("{game}", game_of(game).name)
    passed = {f"{words['web.curtain.next']} {name}" for name in ("Ana", "Ben")}
    assert parts == 0
    assert set(read) <= said(language) | {title}
    assert aloud.rstrip("\u00a0") in said(language) | passed


def step(page: Any, game: str, language: Language, chance: random.Random) -> str:
    """Do whatever is to be done next: `over`, `played`, `passed` or `lifted`."""
    wait_until(lambda: page.locator(f"{RESULT}, {LIFT}, {PASS}, {TURN}").count(), "something to do")
    if page.locator(RESULT).count():
        return "over"
    if page.locator(LIFT).count():
        check_curtain(page, language, game)
        page.locator(LIFT).first.click()
        page.locator(CURTAIN).wait_for(state="detached")
        return "lifted"
    if page.locator(PASS).count():
        page.locator(PASS).click()
        page.locator(CURTAIN).wait_for()
        return "passed"
    act(page, game, chance)
    return "played"


def give_up(page: Any) -> None:
    """Let a bot play on for whoever looks."""
    page.locator("[aria-label='The table']:visible, [aria-label='La table']:visible").first.click()
    page.locator("dialog[open] .leave .button").last.click()
    page.locator("dialog[open] .leave .grave").click()
    page.locator("dialog[open]").wait_for(state="detached")


@pytest.mark.parametrize(
    ("game", "look"), [(game, PHONE if i % 2 else WIDE) for i, game in enumerate(collection()) if SOAK or i != 2]
)
def test_two_people_and_a_bot_pass_one_device_on_until_the_game_is_over(
    visit: Any, game: str, look: dict[str, Any]
) -> None:
    visitor = visit(**look)
    page, language = visitor.page, look["locale"]
    sit_around(page, visitor.address, game)
    hides = game_of(game).secrets or game_of(game).simultaneous
    chance, done = random.Random(7), {"played": 0, "lifted": 0, "passed": 0}
    while (what := step(page, game, language, chance)) != "over":
        done[what] += 1
        if done["played"] >= TURNS and game in LONG and not SOAK:
            break
        if done["played"] >= TURNS and page.locator(TURN).count():
            give_up(page)
    assert (done["lifted"] > 1) == (done["passed"] > 0) == hides
    if what != "over":
        return

    page.locator(RESULT).click()
    page.locator(".controls button:has-text('erif'), .controls button:has-text('érif')").first.click()
    page.locator(".verdict.fair").wait_for()


def test_whoever_comes_back_to_a_device_finds_the_curtain_down(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    sit_around(page, visitor.address, "jeudumetro")
    page.locator(LIFT).click()
    page.locator(".room").wait_for()
    page.reload()
    page.locator(LIFT).wait_for()
    check_curtain(page, "en", "jeudumetro")


def test_rounds_of_metrox_are_played_in_any_order_and_taken_back_until_the_device_is_passed_on(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    sit_around(page, visitor.address, "metrox")
    page.locator(LIFT, has_text="Ben").click()
    page.locator(TURN).wait_for()
    for _ in range(2):
        act(page, "metrox", random.Random(1))
        page.locator(PASS).wait_for()
        page.get_by_role("button", name="Take back").click()
        page.locator(TURN).wait_for()
    act(page, "metrox", random.Random(1))
    page.locator(PASS).click()
    page.locator(LIFT).first.wait_for()
    assert page.locator(LIFT).all_inner_texts() == ["I am Ana"]


def test_the_device_is_passed_on_by_keyboard(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    sit_around(page, visitor.address, "correspondances")
    page.locator(LIFT).wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.curtain .button')")
    page.keyboard.press("Enter")
    page.locator(TURN).wait_for()
    assert page.evaluate("document.activeElement.id") == "main"


def test_two_people_of_one_name_cannot_sit_down(visit: Any) -> None:
    visitor = visit()
    visitor.go("/new/metrox")
    visitor.page.locator("input[name=where]").nth(1).check(force=True)
    for i in range(2):
        visitor.page.get_by_label(f"Name on seat {i + 1}").fill("Ana")
    visitor.page.locator("button[type=submit]").click()
    visitor.page.locator("[role=alert]").wait_for()
