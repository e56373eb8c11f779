"""The caller on a big screen, a phone that follows it, and a group that is taught: what people see of them."""

from __future__ import annotations

import os
from typing import Any

import pytest

from strapontin.core.registry import collection

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "fr"}


def test_a_phone_follows_the_caller_who_reloads_and_ends(visit: Any) -> None:
    caller, phone = visit(), visit(**PHONE)
    caller.go("/call/metrox")
    caller.page.get_by_role("button", name="Follow on your phone").click()
    code = caller.page.locator("dialog[open] code").inner_text().rpartition("/")[2]
    phone.go(f"/follow/{code}")
    phone.page.get_by_text("La première carte arrive").wait_for()
    caller.page.keyboard.press("Escape")
    caller.page.get_by_role("button", name="Turn over the first card").click()
    for n in (1, 2):
        caller.page.locator(".told .pile .now").wait_for()
        phone.page.locator(f".following ol li:nth-child({n})").wait_for()
        cards = [page.locator(f"ol li:nth-child({n}) .value").first.inner_text() for page in (caller.page, phone.page)]
        assert cards[0] == cards[1]
        caller.page.keyboard.press("Space")
    caller.page.reload()
    caller.page.get_by_role("button", name="Follow on your phone").click()
    phone.forgiving = True  # nothing is there any more: that is what is to be seen
    caller.page.get_by_role("button", name="Stop following").click()
    phone.page.get_by_text("Plus personne n’annonce ici").wait_for()
    assert not phone.context.cookies() or all("guest" not in one["name"] for one in phone.context.cookies())


@pytest.mark.parametrize("game", collection() if os.environ.get("STRAPONTIN_SOAK") else collection()[1:2])
def test_a_group_is_taught_by_arrow_keys_from_what_to_lay_out_to_the_first_card(visit: Any, game: str) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go(f"/teach/{game}")
    page.get_by_role("heading", name="You need").wait_for()
    slides = page.locator(".dots li").count()
    for key in ["ArrowRight", "Space", *["PageDown"] * (slides - 3)]:
        assert page.locator(".picture svg").count()
        page.keyboard.press(key)
    page.get_by_role("heading", name="The end").wait_for()
    page.keyboard.press("ArrowLeft")
    assert page.locator(".dots .now").inner_text() == str(slides - 1)
