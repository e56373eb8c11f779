"""What a phone shows without a tap: who plays, how they stand, what can be chosen."""

from __future__ import annotations

import os
import random
import re
from typing import Any

import pytest

from strapontin.core.registry import game as game_of
from strapontin.core.registry import games
from strapontin.games.metrox.kernels.map import CITIES, city
from strapontin.words import LANGUAGES, Language, catalogue
from tests.web.boards import board
from tests.web.hands import CONFIRM, TURN, find_a_line, tap
from tests.web.legible import illegible
from tests.web.scenes import SCENES
from tests.web.tables import begun, seated, table
from tests.web.waiting import settle, until

ENGLISH = catalogue("en")
PHONE = {"width": 360, "height": 640}


@pytest.mark.parametrize("game", games())
def test_a_phone_shows_every_players_name_score_and_clock_without_a_tap(visit: Any, game: str) -> None:
    ana = visit(viewport=PHONE)
    code = table(ana.page, ana.address, game, clock={"kind": "minutes", "minutes": 15, "increment": 10})
    ana.go(f"/t/{code}")
    ana.page.locator(TURN).wait_for()
    settle(ana.page)
    plates = ana.page.locator(".players button:visible")
    assert plates.count() == ana.page.locator(".players li").count() >= 2
    for plate in plates.all():
        assert plate.locator(".name").inner_text().strip()
        assert plate.locator(".time").is_visible()
        assert plate.locator(".score").count() == game_of(game).points
        box = plate.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["height"] >= 44
    if game_of(game).simultaneous:  # the bot has chosen and waits
        ana.page.locator(".players .ready").wait_for()


SMALL = [(844, 390), (320, 568), (390, 844)]
IN_VIEW = """(what) => {
  const box = document.querySelector(what)?.getBoundingClientRect();
  return Boolean(box) && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
}"""


@pytest.mark.parametrize("game", games())
def test_lying_on_its_side_or_very_small_a_phone_shows_prompt_play_button_and_hand(visit: Any, game: str) -> None:
    visitor = visit(viewport={"width": 844, "height": 390})
    begun(visitor.page, visitor.address, game)
    page = visitor.page
    page.locator(TURN).wait_for()
    tap(page, game, random.Random(5))
    page.locator(CONFIRM).wait_for()
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        until(page, f"document.documentElement.clientWidth === {width}")
        settle(page)
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        hidden = [what for what in (".now[role=status]", CONFIRM, board(game).HAND) if not page.evaluate(IN_VIEW, what)]
        assert hidden == [], (width, height)


OVERLAPS = """() => {
  const found = [];
  for (const plate of document.querySelectorAll('.players.strip button')) {
    const all = [...plate.querySelectorAll('.first, .number, .time, .score, .ready')];
    const parts = all.filter((one) => one.textContent.trim());
    const boxes = parts.map((one) => one.getBoundingClientRect());
    const edge = plate.getBoundingClientRect();
    for (const [i, a] of boxes.entries()) {
      const out = a.right > edge.right + 1 || a.bottom > edge.bottom + 1;
      if (out) found.push(`${parts[i].textContent} leaves its plate`);
      for (const [j, b] of boxes.entries())
        if (j > i && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4)
          found.push(`${parts[i].textContent} over ${parts[j].textContent}`);
    }
  }
  return found;
}"""


SOAK = bool(os.environ.get("STRAPONTIN_SOAK"))
CROWDS = [(game, one) for i, game in enumerate(games()) for j, one in enumerate(LANGUAGES) if SOAK or (i + j) % 2]
"""Every game in every language; in the short form games take languages in turns."""


@pytest.mark.parametrize(("game", "language"), CROWDS)
def test_however_many_play_a_phone_shows_each_of_them_and_which_twin_is_which(
    visit: Any, game: str, language: str
) -> None:
    visitor = visit(viewport=PHONE, locale=language)
    SCENES[f"crowd-{game}"](visitor.page, visitor.address)
    for width, height in ((360, 640), (320, 568), (844, 390)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        until(visitor.page, f"document.documentElement.clientWidth === {width}")
        settle(visitor.page)
        assert visitor.page.evaluate(OVERLAPS) == [], (width, height)
        for name in visitor.page.locator(".place .name b").all()[:1]:  # a short one is never cut
            assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth + 1"), (width, height)
        if width > 320:  # six trains are scrolled there
            assert illegible(visitor.page) == [], (width, height)
        numbers = visitor.page.locator(".players .number")
        assert [text.strip() for text in numbers.all_inner_texts()] == [str(n + 1) for n in range(numbers.count())]
        assert numbers.count() == visitor.page.locator(".players li").count() - 1


@pytest.mark.parametrize("width", [360, 390])
def test_all_lines_of_metrox_are_within_reach_of_a_thumb(visit: Any, width: int) -> None:
    ana = visit(viewport={"width": width, "height": 640})
    begun(ana.page, ana.address, "metrox")
    find_a_line(ana.page)
    lines = ana.page.locator(".strip button.line")
    lines.nth(8).wait_for()
    for box in (line.bounding_box() for line in lines.all()):
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["height"] >= 44


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_name_of_a_card_is_broken_inside_a_word(visit: Any, language: Language) -> None:
    ana = visit(viewport=PHONE, locale=language)
    seated(ana.page, ana.address, "jeudumetro")
    names = [text for key, text in catalogue(language).items() if key.startswith("jeudumetro.card.")]
    broken = ana.page.locator(".card .title").first.evaluate(
        """(title, names) => names.filter((name) => {
          title.textContent = name;
          return title.scrollWidth > title.clientWidth + 1 || getComputedStyle(title).overflowWrap !== 'normal';
        })""",
        names,
    )
    assert broken == []


def test_a_tap_that_misses_by_six_pixels_still_digs(visit: Any) -> None:
    ana = visit(viewport=PHONE)
    begun(ana.page, ana.address, "odyssee")
    ana.page.locator(TURN).wait_for()
    settle(ana.page)
    digs = [box for box in (dig.bounding_box() for dig in ana.page.locator(".dig").all()) if box]
    first = min(digs, key=lambda box: box["y"])
    ana.page.mouse.click(first["x"] + first["width"] / 2, first["y"] - 6)
    ana.page.locator(CONFIRM).wait_for()


def test_who_digs_on_a_phone_sees_it_from_closer(visit: Any) -> None:
    ana = visit(viewport=PHONE)
    seated(ana.page, ana.address, "odyssee")
    settle(ana.page)
    assert float(ana.page.locator(".panzoom svg[role]").get_attribute("viewBox").split()[2]) < 900


UNCOVERED = """([over, under]) => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const found = boxes(under).filter((box) => box.width);
  return found.length && !found.some((one) => boxes(over).some((other) => meet(one, other)));
}"""
"""Whether there is something of the one kind, and nothing of the other lies over it."""


@pytest.mark.parametrize(
    ("game", "over", "under"), [("correspondances", ".drawn, .mine", ".cell"), ("odyssee", ".left", ".dig")]
)
def test_nothing_lies_over_what_can_be_tapped_first(visit: Any, game: str, over: str, under: str) -> None:
    visitor = visit(viewport={"width": 844, "height": 390})
    begun(visitor.page, visitor.address, game)
    visitor.page.locator(TURN).wait_for()
    for width, height in SMALL:
        visitor.page.set_viewport_size({"width": width, "height": height})
        until(visitor.page, f"document.documentElement.clientWidth === {width}")
        settle(visitor.page)
        assert visitor.page.evaluate(UNCOVERED, [over, under]), (width, height)


ENDS = """() => [...document.querySelectorAll('.end')].filter((one) => {
  const [box, floor] = [one, one.closest('.floor')].map((found) => found.getBoundingClientRect());
  const covered = [...document.querySelectorAll('.cell')].some((cell) => one.compareDocumentPosition(cell) & 4);
  const beside = box.left >= floor.left && box.right <= floor.right;
  return !covered && beside && box.top >= floor.top && box.bottom <= floor.bottom;
}).map((one) => one.textContent)"""
"""The names of one's two ends that are seen whole, no cell drawn over them."""


def test_where_ones_line_begins_and_arrives_is_always_seen(visit: Any) -> None:
    visitor = visit(viewport=PHONE)
    begun(visitor.page, visitor.address, "correspondances")
    visitor.page.locator(TURN).wait_for()
    for width, height in [*SMALL, (360, 640), (1280, 800)]:
        visitor.page.set_viewport_size({"width": width, "height": height})
        until(visitor.page, f"document.documentElement.clientWidth === {width}")
        settle(visitor.page)
        ends = [ENGLISH["web-correspondances.from"], ENGLISH["web-correspondances.to"]]
        assert visitor.page.evaluate(ENDS) == ends, (width, height)


def test_an_open_panel_pushes_nothing_of_the_board_over_the_players(visit: Any) -> None:
    visitor = visit(viewport=PHONE)
    SCENES["chat"](visitor.page, visitor.address)
    settle(visitor.page)
    assert visitor.page.evaluate(UNCOVERED, [".narrow", ".crew"])


ROOM = """(words) => {
  const said = document.querySelector('.say .now');
  const probe = document.createElement('span');
  probe.style.whiteSpace = 'nowrap';
  said.append(probe);
  const width = (word) => { probe.textContent = word; return probe.getBoundingClientRect().width; };
  const wide = words.filter((word) => width(word) > said.clientWidth);
  probe.remove();
  return wide;
}"""
"""Words that do not fit beside the button to play."""

PIECES = re.compile(r"\s|(?<=[-–])")
"""A name may be broken where it has a blank or a dash."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_beside_the_button_to_play_no_name_is_broken_inside_a_word(visit: Any, language: str) -> None:
    visitor = visit(viewport={"width": 320, "height": 568}, locale=language)
    begun(visitor.page, visitor.address, "metrox")
    find_a_line(visitor.page).click()
    visitor.page.locator(CONFIRM).wait_for()
    settle(visitor.page)
    words = {f"{word}." for name in CITIES for station in city(name).stations for word in PIECES.split(station.name)}
    assert visitor.page.evaluate(ROOM, sorted(words)) == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_passengers_are_people_and_not_dots(visit: Any, language: str) -> None:
    visitor = visit(viewport=PHONE, locale=language)
    begun(visitor.page, visitor.address, "jeudumetro", players=3)
    visitor.page.locator(TURN).wait_for()
    for width, height in [*SMALL, (360, 640)]:
        visitor.page.set_viewport_size({"width": width, "height": height})
        until(visitor.page, f"document.documentElement.clientWidth === {width}")
        settle(visitor.page)
        high = "(all) => Math.min(...all.map((one) => one.getBoundingClientRect().height))"
        assert visitor.page.locator(".seats i").evaluate_all(high) >= 9, (width, height)


def test_cards_at_a_train_leave_who_sits_on_its_left_to_be_read_and_hands_leave_trains(visit: Any) -> None:
    visitor = visit(viewport=PHONE)
    begun(visitor.page, visitor.address, "jeudumetro", players=2)
    visitor.page.locator(TURN).wait_for()
    settle(visitor.page)
    assert visitor.page.evaluate(UNCOVERED, [".hand", ".place"])
    begun(visitor.page, visitor.address, "jeudumetro", seat=2)
    visitor.page.locator(TURN).wait_for()
    visitor.page.locator(".hits").first.wait_for()
    for width, height in [*SMALL, (360, 640)]:
        visitor.page.set_viewport_size({"width": width, "height": height})
        until(visitor.page, f"document.documentElement.clientWidth === {width}")
        settle(visitor.page)
        assert visitor.page.evaluate(UNCOVERED, [".hit", ".near"]), (width, height)
