"""From the invitation to the result: two browsers and a bot, one of them offline in the middle and back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.web.hands import TURN, act

GAMES = {"metrox": 3, "jeudumetro": 3, "correspondances": 3, "odyssee": 3}
RESULT = "dialog[open] a[href^='/replay/']"


def result(page: Any) -> Any:
    """Who won and with how many points, whatever the language."""
    return page.evaluate(
        "[...document.querySelectorAll('dialog[open] ol li')].map((line) => "
        "[line.classList.contains('won'), line.querySelector('.score').textContent.replace(/[^−0-9]/g, '')])"
    )


@pytest.mark.parametrize("game", GAMES)
def test_two_friends_and_a_bot_play_from_the_invitation_to_the_result(visit: Any, game: str) -> None:
    ana, ben = visit(), visit(locale="fr")
    ana.go(f"/new/{game}")
    ana.page.get_by_label("Your name").fill("Ana")
    ana.page.locator(f"input[name=players][value='{GAMES[game]}']").check(force=True)
    ana.page.get_by_role("button", name="Open the table").click()
    link = ana.page.get_by_label("Invitation link").input_value()

    ben.page.goto(link)
    ben.page.get_by_label("Votre nom").fill("Ben")
    ben.page.get_by_role("button", name="M’asseoir ici").first.click()
    ben.page.get_by_text("Vous voilà assis").wait_for()

    ana.page.locator("li", has_text="Ben").wait_for()
    ana.page.get_by_role("button", name="Start, a bot fills in").click()
    for friend in (ana, ben):
        friend.page.locator(".room").wait_for()

    chance = random.Random(7)
    moves = 0
    for beat in range(4_000):
        if ana.page.locator(RESULT).count() and ben.page.locator(RESULT).count():
            break
        moves += act(ana.page, game, chance) + act(ben.page, game, chance)
        if beat == 8:
            ben.context.set_offline(True)
            ben.page.evaluate("dispatchEvent(new Event('offline'))")
        if beat == 4:
            ana.page.get_by_role("button", name="Passer au français").click()  # in the middle of the game
            ana.page.get_by_role("button", name="Switch to English").click()
        if beat == 14:
            ben.context.set_offline(False)
        ana.page.wait_for_timeout(20)
    assert ana.page.locator(RESULT).count(), f"{game} is not over after {moves} moves"
    assert result(ana.page) == result(ben.page)
    assert not ana.page.locator(TURN).count()

    ana.page.locator(RESULT).click()
    ana.page.get_by_role("button", name="Verify the draws").click()
    ana.page.get_by_text("all fair").wait_for()
    ana.page.keyboard.press("Escape")
    ana.page.get_by_role("button", name="To the end").click()
    ana.page.get_by_role("button", name="Previous move").click()
