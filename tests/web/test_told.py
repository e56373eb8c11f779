"""Real cards, the page as referee: people tell what they draw, each what is theirs to see; the page keeps the rules."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from strapontin.core.registry import collection
from strapontin.core.registry import game as game_of
from tests.web.evening_scenes import DRAW, lay_out
from tests.web.hands import TURN, act
from tests.web.waiting import wait_until

SOAK = os.environ.get("STRAPONTIN_SOAK")
RESULT = "dialog[open] a[href^='/replay/']:not([href*='?'])"
CONFIRM, BAD = ".telling .confirm", ".telling .bad"
LIFT, PASS = ".curtain .button", ".pass.gold"
DOING = f"{RESULT}, {DRAW}, {LIFT}, {PASS}, {TURN}"
"""All one may be asked to do."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "fr"}
STEPS = 3000 if SOAK else 400


def tell(page: Any, chance: random.Random) -> None:
    """Say that one of those that can have come has come; what somebody else holds is refused, and it was another."""
    draws = [one.get_attribute("value") for one in page.locator(DRAW).all()]
    for draw in chance.sample(draws, len(draws)):
        page.locator(f"{DRAW}[value='{draw}']").check(force=True)
        page.locator(CONFIRM).click()
        wait_until(lambda: not page.locator(CONFIRM).count() or page.locator(BAD).count(), "an answer")
        if not page.locator(CONFIRM).count():
            return
    raise AssertionError("nothing of all that was offered can have come")


def tell_by_key(page: Any) -> None:
    """The same without a finger: to the draws by Tab, the first by Space, and on to the button that says so."""
    page.locator(DRAW).first.wait_for()
    reach(page, DRAW)
    page.keyboard.press("Space")
    reach(page, CONFIRM)
    page.keyboard.press("Enter")
    page.locator(CONFIRM).wait_for(state="detached")


def reach(page: Any, what: str) -> None:
    """Press Tab until it has the focus, backwards where it lies before."""
    for key in [*["Tab"] * 40, *["Shift+Tab"] * 80]:
        if page.evaluate("(what) => document.activeElement.matches(what)", what):
            return
        page.keyboard.press(key)
    raise AssertionError(f"no way by keyboard to {what}")


def step(page: Any, game: str, chance: random.Random) -> str:
    """Do whatever is to be done next, in this room or on this device."""
    wait_until(lambda: page.locator(DOING).count(), "something to do")
    if page.locator(RESULT).count():
        return "over"
    if page.locator(DRAW).count():
        tell(page, chance)
        return "told"
    if page.locator(LIFT).count():
        page.locator(LIFT).first.click()
        page.locator(LIFT).first.wait_for(state="detached")
        return "lifted"
    if page.locator(PASS).count():
        page.locator(PASS).click()
        page.locator(PASS).wait_for(state="detached")
        return "passed"
    act(page, game, chance)
    return "played"


@pytest.mark.parametrize(("game", "players"), [("metrox", 1), *((game, 2) for game in collection() if SOAK)])
def test_a_game_with_real_cards_is_refereed_to_its_end_on_one_device(visit: Any, game: str, players: int) -> None:
    visitor = visit(**PHONE)
    page, chance = visitor.page, random.Random(5)
    lay_out(page, visitor.address, game, players)
    done: dict[str, int] = {}
    for _ in range(STEPS):
        what = step(page, game, chance)
        done[what] = done.get(what, 0) + 1
        if what == "over":
            break
    assert what == "over", done
    assert done["told"] > 5
    assert (done.get("lifted", 0) > 0) == (players > 1 and (game_of(game).secrets or game_of(game).simultaneous))
    page.locator(RESULT).click()
    page.locator(".controls button:has-text('érif')").first.click()
    page.get_by_text("dits par les joueurs").wait_for()


def test_hidden_cards_are_told_behind_the_curtain_and_taken_back(visit: Any) -> None:
    visitor = visit()
    page, chance = visitor.page, random.Random(5)
    lay_out(page, visitor.address, "correspondances", 2)
    page.get_by_text("Who begins?").wait_for()
    page.locator(".room svg g rect").first.wait_for()  # what lies on the table is shown, too
    assert page.locator(f"{DRAW}:checked").count() == 0
    tell_by_key(page)
    page.locator(LIFT).first.wait_for()
    assert page.locator(LIFT).all_inner_texts() == ["I am Ana"]
    page.locator(LIFT).click()
    page.get_by_text("Look at your secret line").wait_for()
    assert page.locator(DRAW).count() == 4
    tell(page, chance)
    page.get_by_role("button", name="Take back").click()
    page.get_by_text("Look at your secret line").wait_for()
    tell(page, chance)
    page.locator(PASS).click()
    page.locator(LIFT, has_text="Ben").first.wait_for()
    assert page.locator(LIFT).all_inner_texts() == ["I am Ben"]
    page.locator(LIFT).click()
    page.locator(DRAW).first.wait_for()
    assert page.locator(DRAW).count() == 4  # what Ana has is among them: else Ben would know it


def open_by_link(ana: Any, game: str) -> str:
    """A table with real cards for two, each with a device; the link to it."""
    ana.go(f"/new/{game}")
    ana.page.get_by_label("Your name").fill("Ana")
    ana.page.locator("input[name=players][value='2']").check(force=True)
    ana.page.locator("input[name=told]").nth(1).check(force=True)
    ana.page.get_by_role("button", name="Open the table").click()
    return str(ana.page.get_by_label("Invitation link").input_value())


def sit_down(ben: Any, link: str) -> None:
    """Ben takes the other seat on his phone."""
    ben.page.goto(link)
    ben.page.get_by_role("button", name="M’asseoir ici").first.click()
    ben.page.get_by_text("Votre place est réservée").wait_for()


@pytest.mark.parametrize(("game", "phones"), [("metrox", 1), *((game, 2) for game in collection() if SOAK)])
def test_a_game_with_real_cards_is_refereed_to_its_end_with_a_phone_each(visit: Any, game: str, phones: int) -> None:
    """Alone one has a bot for company, which is the short form; it ends when enough has been told."""
    friends = [visit(), *(visit(**PHONE) for _ in range(phones - 1))]
    link = open_by_link(friends[0], game)
    for ben in friends[1:]:
        sit_down(ben, link)
    friends[0].page.get_by_role("button", name="Start").click()
    pages, chance, told = [friend.page for friend in friends], random.Random(5), 0
    for _ in range(STEPS):
        wait_until(lambda: any(page.locator(DOING).count() for page in pages), "something to do")
        if all(page.locator(RESULT).count() for page in pages):
            break
        for page in pages:
            if page.locator(DRAW).count() or page.locator(TURN).count():
                told += step(page, game, chance) == "told"
        if told > 5 and not SOAK:
            return
    assert all(page.locator(RESULT).count() for page in pages)
    assert told > 5


def test_with_a_phone_each_a_draw_is_asked_of_whoever_may_see_it(visit: Any) -> None:
    ana, ben = visit(), visit(**PHONE)
    sit_down(ben, open_by_link(ana, "correspondances"))
    ana.page.get_by_role("button", name="Start").click()
    for friend in (ana, ben):
        friend.page.locator(DRAW).first.wait_for()
    ben.page.locator(DRAW).first.check(force=True)
    ben.page.locator(CONFIRM).click()
    ana.page.get_by_text("Look at your secret line").wait_for()
    ben.page.get_by_text("Ana dit ce qui a été tiré").wait_for()
    assert not ben.page.locator(DRAW).count()
    tell(ana.page, random.Random(1))
    ben.page.get_by_text("Regardez votre ligne secrète").wait_for()
    assert not ana.page.locator(DRAW).count()
