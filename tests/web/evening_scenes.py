"""Scenes of an evening around one device: passed from hand to hand, calling cards, teaching, with real cards."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from strapontin.core.registry import games
from strapontin.games.metrox.kernels.board import DEFAULT_MAP
from strapontin.games.metrox.kernels.map import city as city_of
from tests.web.hands import TURN, act
from tests.web.scene import SCENES, Way, opened, scene
from tests.web.waiting import until


def around(page: Any, address: str, game: str) -> None:
    """A table for those around this device, about to be set up: two people and a bot."""
    page.goto(f"{address}/new/{game}")
    page.locator("input[name=where]").nth(1).check(force=True)
    page.locator("input[name=players][value='3']").check(force=True)
    places = page.locator("form ol li")
    for i, name in enumerate(("Ana", "Ben")):
        places.nth(i).locator("input").fill(name)
    places.nth(2).locator("button").click()
    page.locator("input[name=level]").first.check(force=True)


def sit_around(page: Any, address: str, game: str) -> None:
    """Two people and a bot around this device."""
    around(page, address, game)
    page.locator("button[type=submit]").click()


SCENES["around-new"] = lambda page, address: around(page, address, "jeudumetro")


@scene("around-curtain")
def curtain(page: Any, address: str) -> None:
    """Who plays now?"""
    sit_around(page, address, "metrox")
    page.locator(".curtain .button").nth(1).wait_for()


@scene("around-next")
def passed_on(page: Any, address: str) -> None:
    """One has played and the other is next."""
    curtain(page, address)
    page.locator(".curtain .button").first.click()
    page.locator(TURN).wait_for()
    act(page, "metrox", random.Random(1))
    page.locator(".pass.gold").wait_for()


@scene("around-name")
def who_is_next(page: Any, address: str) -> None:
    """Passed on to somebody."""
    passed_on(page, address)
    page.locator(".pass.gold").click()
    page.locator(".curtain .button").wait_for()


@scene("caller")
def call_cards(page: Any, address: str) -> None:
    """The first card is called."""
    page.goto(address + "/call/metrox")
    page.locator("form button[type=submit]").click()
    page.locator(".show").wait_for()


@scene("caller-end")
def call_the_end(page: Any, address: str) -> None:
    """All cards are out, and the sheets are counted."""
    call_cards(page, address)
    for n in range(100):
        if page.locator(".counting").count():
            break
        page.locator(".next").click()
        until(page, f"document.querySelector('.counting, .told li:nth-child({n + 2})') !== null")
    for n in range(3):
        page.locator(".sheets + .row .primary").click()
        page.locator(".sheets li").nth(n).locator("input[type=number]").first.fill(str(20 + n))


def tap_stations(page: Any, ids: Sequence[str]) -> None:
    """Tap stations of Amsterdam on a sheet that is copied, each by its button."""
    known = [station.id for station in city_of(DEFAULT_MAP).stations]
    for one in ids:
        page.locator(".stations button").nth(known.index(one)).click()


@scene("caller-sheet")
def tap_a_sheet(page: Any, address: str) -> None:
    """Somebody copies their sheet: all of a line, its terminus framed."""
    call_the_end(page, address)
    page.locator(".tapped").first.click()
    page.locator(".stations button").first.wait_for()
    line = city_of(DEFAULT_MAP).lines[0].stations
    tap_stations(page, [*line, line[-1]])
    page.locator(".worth button").wait_for()


SCENES["caller-new"] = opened("/call/metrox")


@scene("caller-code")
def show_the_code(page: Any, address: str) -> None:
    """The code by which phones follow."""
    call_cards(page, address)
    page.locator("button", has_text=re.compile("Follow on your phone|Suivre sur")).click()
    page.locator("dialog[open] code").wait_for()


@scene("follow")
def follow(page: Any, address: str) -> None:
    """The card that is called, on a phone."""
    show_the_code(page, address)
    told = page.locator("dialog[open] code").inner_text()
    page.goto(f"{address}/follow/{told.rpartition('/')[2]}")
    page.locator(".following .card").first.wait_for()


def taught(game: str) -> Way:
    """The second thing a group is taught: what comes first is a list."""

    def go(page: Any, address: str) -> None:
        page.goto(f"{address}/teach/{game}")
        page.locator(".dots button").nth(1).click()
        page.locator(".dots .now", has_text="2").wait_for()

    return go


for game in games():
    SCENES[f"teach-{game}"] = taught(game)


def with_real_cards(page: Any, address: str, game: str, players: int) -> None:
    """A table for people around this device with cards of their own, about to be laid out."""
    page.goto(f"{address}/new/{game}")
    page.locator("input[name=where]").nth(1).check(force=True)
    page.locator(f"input[name=players][value='{players}']").check(force=True)
    page.locator("input[name=told]").nth(1).check(force=True)
    for i, name in enumerate(("Ana", "Ben", "Cleo", "Dov")[:players]):
        page.locator("fieldset ol .entry").nth(i).fill(name)


def lay_out(page: Any, address: str, game: str, players: int) -> None:
    """People around this device, and their own cards on the table."""
    with_real_cards(page, address, game, players)
    page.locator("button[type=submit]").click()


SCENES["real-cards-new"] = lambda page, address: with_real_cards(page, address, "metrox", 2)
DRAW = ".telling .draw input"


def asked(game: str) -> Way:
    """What was drawn? Everybody sees it, and one of them is about to say so."""

    def go(page: Any, address: str) -> None:
        lay_out(page, address, game, 2)
        page.locator(DRAW).first.check(force=True)
        page.locator(".telling .confirm").wait_for()

    return go


for game in games():
    SCENES[f"told-{game}"] = asked(game)


@scene("hidden-told")
def ask_for_what_is_hidden(page: Any, address: str) -> None:
    """A secret line, told by whoever holds it behind the curtain."""
    asked("correspondances")(page, address)
    page.locator(".telling .confirm").click()
    page.locator(".curtain .button").click()
    page.locator(DRAW).nth(3).wait_for(state="attached")
