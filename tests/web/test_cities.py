"""Every city of metroX: options that do something there, nothing under the current card, every line seen at night."""

from __future__ import annotations

from typing import Any

import pytest

from strapontin.games.metrox.kernels.map import CITIES
from strapontin.words import catalogue
from tests.web.tables import begun
from tests.web.waiting import settle

UNDER = """(what) => {
  const card = document.querySelector(what).getBoundingClientRect();
  const across = (box) => box.left < card.right && box.right > card.left;
  const under = (box) => across(box) && box.top < card.bottom && box.bottom > card.top;
  const things = [...document.querySelectorAll('.map .station .stop, .map .train rect, .map .label text')];
  const found = things.filter((one) => under(one.getBoundingClientRect()));
  return found.map((one) => one.textContent || one.getAttribute('class'));
}"""
OUTSIDE = """() => {
  const map = document.querySelector('.map').getBoundingClientRect();
  const boxes = [...document.querySelectorAll('.map .station .stop')].map((one) => one.getBoundingClientRect());
  const across = (box) => box.left < map.left || box.right > map.right;
  return boxes.filter((box) => across(box) || box.top < map.top || box.bottom > map.bottom).length;
}"""
WIDE = [(1024, 768), (1280, 800), (1440, 900), (2560, 1440)]
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize("city", CITIES)
def test_the_current_card_the_buttons_and_a_name_cover_nothing_of_the_city(visit: Any, city: str) -> None:
    visitor = visit()
    begun(visitor.page, visitor.address, "metrox", options={"map": city})
    visitor.page.locator(".now .card").wait_for()
    for width, height in WIDE:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate(DRAWN)
        for over in (".now .card", ".tools"):
            assert visitor.page.evaluate(UNDER, over) == [], (over, width, height)
    visitor.page.locator(".players button").nth(1).click()  # the sheet of another, with their name on a plate
    visitor.page.locator(".whose").wait_for()
    for width, height in (*WIDE, (390, 844), (844, 390)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        settle(visitor.page)
        assert visitor.page.evaluate(OUTSIDE) == 0, (width, height)
        for over in (".whose", ".now .card") if (width, height) in WIDE else (".whose",):
            assert visitor.page.evaluate(UNDER, over) == [], (over, width, height)


def test_special_stations_are_offered_where_a_city_has_some(visit: Any) -> None:
    visitor = visit()
    visitor.go("/new/metrox")
    page = visitor.page
    said = str(catalogue("en")["web.option.special"])
    page.locator("input[name=map][value=madrid]").check(force=True)
    page.get_by_role("group", name=said).wait_for()
    page.locator("input[name=map][value=berlin]").check(force=True)
    page.get_by_role("group", name=said).wait_for(state="detached")


def test_at_night_a_dark_line_has_a_light_edge(visit: Any) -> None:
    visitor = visit(color_scheme="dark")
    begun(visitor.page, visitor.address, "metrox")
    edge = visitor.page.locator(".map .casing.deep").first
    assert edge.evaluate("(one) => getComputedStyle(one).stroke") == "rgb(169, 189, 224)"
