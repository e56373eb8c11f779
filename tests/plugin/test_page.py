"""A game the page has no board for: its own picture, its moves as places and buttons, its own words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.plugin.conftest import declare
from tests.web.browser import REHEARSAL, served
from tests.web.conftest import Visitor
from tests.web.tables import ask, table
from tests.web.test_access import ALWAYS, AXE, BOXES, USUAL, VIOLATIONS
from tests.web.waiting import settle, wait_until

RUDE = """
import quais

class Rude(quais.Quais):
    id, name = 'rude', 'Rude'

    def draw(self, setting, view, move=None, names=()):
        picture = super().draw(setting, view, move, names)
        return picture.removesuffix('</svg>') + '''
            <script>document.title = 'taken'</script>
            <style>main { display: none }</style>
            <image href="https://elsewhere.example/x.png" width="9" height="9"/>
            <foreignObject width="99" height="99"><input xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>
            <a href="https://elsewhere.example/"><rect width="700" height="400"/></a>
            <rect id="main" width="9" height="9" style="display: none" onload="document.title = 'taken'"/>
        </svg>'''

GAME = Rude()
"""
TURN, CONFIRM, PLACE, BUTTON, ENTRY = ".bar.turn", ".confirm", ".place", ".moves button", ".log li"


@pytest.fixture(scope="module")
def address(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in an environment where the example is installed, and a game that draws what it should not."""
    beside = tmp_path_factory.mktemp("beside")
    declare(beside, "rude", "rude:GAME", RUDE)
    command = ("env", f"PYTHONPATH={installed}:{beside}", *REHEARSAL)
    with served(tmp_path_factory.mktemp("served"), command) as found:
        yield found


def play(page: Any) -> int:
    """Tap a place and a button by turns, until the game is over; how often."""
    moves = 0
    while True:
        page.locator(f"{TURN}, dialog[open]").first.wait_for()
        if page.locator("dialog[open]").count():
            return moves
        if not page.locator(CONFIRM).count():
            page.locator((PLACE, BUTTON)[moves % 2]).first.click()
        told = page.locator(ENTRY).count()
        page.locator(CONFIRM).click()
        moves += 1
        wait_until(lambda told=told: page.locator(ENTRY).count() > told, "the move is in the log")


def test_it_is_a_line_of_the_map_and_played_to_the_end(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go("/")
    row = page.locator(".line", has=page.get_by_role("heading", name="Quais"))
    assert "Park trains side by side" in row.inner_text()
    assert row.locator(".number").inner_text() == "5"
    assert not row.locator("[href^='/learn']").count()
    row.locator(".go").click()
    page.locator(TURN).wait_for()
    assert "where does it stop?" in page.locator(".now").inner_text()
    page.locator(PLACE).nth(2).click()
    page.locator("[stroke-dasharray]").first.wait_for()  # the game draws the train where it would stand
    assert page.locator(f"{BUTTON}[aria-pressed=true] .plate").inner_text() == "C"
    assert "point" in page.locator(".now").inner_text()
    page.keyboard.press("Escape")
    assert play(page) == 6
    page.locator("dialog[open] .won").first.wait_for()
    told = page.locator(".log").inner_text()
    assert "You park from place A on" in told
    assert "A train of 3 cars comes." in told


def test_it_speaks_french_and_is_looked_at_again(visit: Any, address: str) -> None:
    visitor = visit(locale="fr")
    page = visitor.page
    code = table(page, address, "quais", players=2)
    visitor.go(f"/t/{code}")
    page.locator(TURN).wait_for()
    assert "où s’arrête-t-il ?" in page.locator(".now").inner_text()
    page.locator("[aria-label='Règles']:visible").first.click()
    assert "dix-huit places" in page.locator("dialog[open] article").inner_text()
    page.keyboard.press("Escape")
    play(page)
    assert "Vous garez le train" in page.locator(".log").inner_text()
    visitor.go(f"/replay/{code}")
    page.locator("svg[role=group] circle").first.wait_for()
    page.locator(".slider").fill("0")
    free = page.locator("svg[role=group] circle")
    settle(page)
    assert free.count() == 18
    assert not page.locator(PLACE).count()


def test_nothing_but_shapes_and_letters_comes_out_of_a_picture(visit: Any, address: str) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go(f"/t/{table(page, address, 'rude', players=2)}")
    page.locator(PLACE).first.wait_for()
    assert "taken" not in page.title()
    picture = page.locator("svg[role=group]")
    assert not picture.locator("script, style, image, foreignObject, a, [style], [onload], #main").count()
    assert picture.locator("#drawn-main").count() == 1
    assert page.locator("main").is_visible()
    page.locator(PLACE).first.click()
    page.locator(CONFIRM).click()
    page.locator(".log li", has_text="quais.parked place A").first.wait_for()
    assert all("Content Security Policy" in fault for fault in visitor.faults)
    visitor.forgiving = True  # some of it may be noted later
    visitor.faults.clear()  # the browser notes what its policy would have kept from it, had we let it through


def test_axe_finds_nothing_and_nothing_is_too_wide_for_its_box(chromium: Any, address: str) -> None:
    visitor = Visitor(chromium, address, bypass_csp=True, color_scheme="dark")
    page = visitor.page
    visitor.go(f"/t/{table(page, address, 'quais', players=4)}")
    page.locator(PLACE).first.click()
    page.locator("[stroke-dasharray]").first.wait_for()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for width, height in (*ALWAYS, *USUAL):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert page.evaluate(BOXES.read_text(encoding="utf-8")) == [], (width, height)
        assert page.evaluate(VIOLATIONS) == [], (width, height)
    visitor.context.close()
    assert not visitor.faults


def test_a_seat_is_sent_the_picture_of_its_own_view(visit: Any, address: str) -> None:
    page = visit().page
    code = table(page, address, "quais", bots={}, players=2, start=False)
    other = page.context.browser.new_context()
    ask(other, address, "POST", "/guest", {"language": "en"})
    ask(other, address, "POST", f"/tables/{code}/seats/1", {"name": "Bo"})
    ask(page, address, "POST", f"/tables/{code}/start", {})
    drawn = [one.request.get(f"{address}/api/v1/tables/{code}/drawing.svg").text() for one in (page, other)]
    assert ["data-move" in one for one in drawn] == [True, False]
    other.close()
