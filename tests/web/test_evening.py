"""From the invitation to the result: two browsers and a bot, one of them offline in the middle and back."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from strapontin.core.registry import games
from tests.web.hands import TURN, act
from tests.web.waiting import wait_until

MOTION = "no-preference" if os.environ.get("STRAPONTIN_SOAK") else "reduce"
"""In the long form one of them sees everything move."""

GAMES = games() if os.environ.get("STRAPONTIN_SOAK") else games()[:1]
"""Those that are played to their end here; the others are in the tunnel, and here in the long form."""

RESULT = "dialog[open] a[href^='/replay/']:not([href*='?'])"


def result(page: Any) -> Any:
    """Who won and with how many points, whatever the language."""
    return page.evaluate(
        "[...document.querySelectorAll('dialog[open] ol li')].map((line) => "
        "[line.classList.contains('won'), line.querySelector('.score').textContent.replace(/[^−0-9]/g, '')])"
    )


def over(hands: list[tuple[Any, random.Random]]) -> bool:
    """Whether everybody sees the result."""
    return all(page.locator(RESULT).count() for page, _ in hands)


def lose(friend: Any) -> None:
    """Cut somebody off, until their page has noticed."""
    friend.context.set_offline(True)
    friend.page.evaluate("dispatchEvent(new Event('offline'))")
    friend.page.locator(".lost").wait_for()


def find_again(friend: Any) -> None:
    """Let somebody back, until their page is at the table again."""
    friend.context.set_offline(False)
    friend.page.locator(".lost").wait_for(state="hidden")


@pytest.mark.parametrize("game", GAMES)
def test_two_friends_and_a_bot_play_from_the_invitation_to_the_result(visit: Any, game: str) -> None:
    ana, ben = visit(), visit(locale="fr", reduced_motion=MOTION)
    ana.go(f"/new/{game}")
    ana.page.get_by_label("Your name").fill("Ana")
    ana.page.locator("input[name=players][value='3']").check(force=True)
    ana.page.get_by_role("button", name="Open the table").click()
    link = ana.page.get_by_label("Invitation link").input_value()

    ben.page.goto(link)
    ben.page.get_by_label("Votre nom").fill("Ben")
    ben.page.get_by_role("button", name="M’asseoir ici").first.click()
    ben.page.get_by_text("Votre place est réservée").wait_for()

    ana.page.locator("li", has_text="Ben").wait_for()
    ana.page.get_by_role("button", name="Start, a bot fills in").click()
    for friend in (ana, ben):
        friend.page.locator(".room").wait_for()

    hands = [(ana.page, random.Random(7)), (ben.page, random.Random(8))]
    for moves in range(1_000):
        if moves == 3:
            ana.page.evaluate("document.querySelector('.room').dataset.kept = 'yes'")
            ana.page.get_by_role("button", name="Passer au français").click()  # in the middle of the game
            ana.page.get_by_role("button", name="Switch to English").click()
            ana.page.get_by_role("button", name="Passer au français").wait_for()
            assert ana.page.locator(".room[data-kept=yes]").count()  # and nothing of the table is laid anew
        if moves == 5:
            lose(ben)
            for page, chance in hands:
                act(page, game, chance)  # what Ben does now reaches the table when he is back
            find_again(ben)
        wait_until(lambda: over(hands) or any(page.locator(TURN).count() for page, _ in hands), "somebody's turn")
        if over(hands):
            break
        for page, chance in hands:
            act(page, game, chance)
    assert over(hands), f"{game} does not end"
    assert result(ana.page) == result(ben.page)
    assert not ana.page.locator(TURN).count()

    ana.page.locator(RESULT).click()
    ana.page.get_by_role("button", name="Verify the draws").click()
    ana.page.get_by_text("all fair").wait_for()
    ana.page.keyboard.press("Escape")
    ana.page.get_by_role("button", name="To the end").click()
    ana.page.get_by_role("button", name="Previous move").click()
