"""In the tunnel: the page kept on the device, a whole game against bots without a network, and what stays of it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from strapontin.core.registry import collection
from tests.web.hands import TURN, act
from tests.web.waiting import KEPT, until, wait_until

RESULT = "dialog[open] a[href^='/replay/~']:not([href*='?'])"
SOAK = os.environ.get("STRAPONTIN_SOAK")
BRIEF = () if SOAK else ("metrox", "correspondances")
"""Games that are begun here but not played to their end, which takes longer than all else in this file."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "fr"}


def enter_the_tunnel(visitor: Any) -> None:
    """Visit once, until everything is kept, and lose the network."""
    visitor.go("/")
    until(visitor.page, KEPT)
    visitor.forgiving = True  # it asks for the server again and again
    visitor.context.set_offline(True)


def play(page: Any, game: str, chance: random.Random, most: int = 1_000) -> bool:
    """Make so many moves, or all of them; whether the game is over."""
    for _ in range(most):
        wait_until(lambda: page.locator(RESULT).count() or page.locator(TURN).count(), "a turn or the result")
        if page.locator(RESULT).count():
            return True
        act(page, game, chance)
    return False


@pytest.mark.parametrize(
    ("game", "look"), [(game, PHONE if i % 2 else {"locale": "en"}) for i, game in enumerate(collection())]
)
def test_a_game_is_played_kept_and_verified_without_a_network(
    visit: Any, tmp_path: Path, game: str, look: dict[str, Any]
) -> None:
    ana = visit(service_workers="allow", **look)
    enter_the_tunnel(ana)
    ana.page.reload()
    ana.page.locator(".tunnel").wait_for()
    ana.go(f"/new/{game}")
    ana.page.locator("input[name=level][value=regular]").check(force=True)
    ana.page.locator("button[type=submit]").click()
    assert not play(ana.page, game, chance := random.Random(7), most=1)  # too early for anybody to have won

    ana.reopen()  # the phone is switched off in the middle
    ana.go("/")
    page = ana.page
    page.locator(".yours a[href^='/t/~'], .board a[href^='/t/~']").first.click()
    if game in BRIEF:
        assert not play(page, game, chance, most=3)
        return
    assert play(page, game, chance), f"{game} does not end"

    page.locator(RESULT).click()
    page.locator(".controls button:has-text('erif'), .controls button:has-text('érif')").first.click()
    page.locator(".verdict.fair").wait_for()
    page.keyboard.press("Escape")
    with page.expect_download() as saved:
        page.locator(".more button").last.click()
    record = tmp_path / "record.json"
    saved.value.save_as(record)
    assert json.loads(record.read_text())["game"] == game
    verified = subprocess.run(
        [sys.executable, "-m", "strapontin", "verify", str(record)], capture_output=True, text=True, check=False
    )
    assert verified.returncode == 0, verified.stderr
