"""The caller of metroX: cards for any number of people with paper sheets, offline too, and the ranking."""

from __future__ import annotations

from collections import Counter
from typing import Any

from strapontin.games.metrox.kernels.map import city
from strapontin.words import catalogue
from tests.web.evening_scenes import call_cards, tap_a_sheet, tap_stations
from tests.web.test_offline import PHONE, enter_the_tunnel
from tests.web.waiting import until

ENGLISH = catalogue("en")
VOICE = """
window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, 'speechSynthesis', {
  value: { speak: (one) => said.push([one.lang, one.text]), cancel() {} } });
"""
"""A voice that writes down what it says."""

CARDS = """[...document.querySelectorAll('.told ol .card')].map((card) =>
  card.querySelector('.value').textContent + (card.querySelector('.bolt') ? 'E' : ''))"""


def cards(page: Any) -> list[str]:
    """What has been turned over, in the notation."""
    return [str(card).replace("★", "*") for card in page.evaluate(CARDS)]


def turn_over(page: Any, how: Any) -> list[str]:
    """The next card, or the end; the cards so far."""
    before = len(cards(page))
    how()
    until(page, f"document.querySelector('.counting') || {CARDS}.length === {before + 1}")
    return cards(page)


def check_deck(called: list[str], deck: list[str]) -> None:
    """Between two shuffles no card comes more often than the deck has it, and the 6 alone shuffles."""
    lap: list[str] = []
    for card in called:
        lap.append(card)
        assert not Counter(lap) - Counter(deck)
        if card == "6":
            lap = []


def test_cards_are_called_by_key_until_all_windows_are_full_and_the_sheets_are_ranked(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.add_init_script(VOICE)
    call_cards(page, visitor.address)
    page.get_by_role("button", name="Aloud").click()
    page.locator("h1").first.evaluate("document.activeElement.blur()")
    called, told = cards(page), False
    while not page.locator(".counting").count():
        shuffle = page.locator(".shuffle")
        assert (shuffle.count() == 1) == ("6" in called[-2:]), called
        told = told or called[-1] == "6"
        called = turn_over(page, lambda: page.keyboard.press("Space")) or called
    amsterdam = city("amsterdam")
    check_deck(called, list(amsterdam.deck))
    assert len([card for card in called if card != "*"]) == sum(line.windows for line in amsterdam.lines)
    said = page.evaluate("said")
    assert len(said) == len(called)
    assert all(language == "en" for language, _ in said)
    assert sum(ENGLISH["metrox.reshuffled"] in text for _, text in said[1:]) == called[1:].count("6")

    page.get_by_role("button", name="One more sheet").click()
    sheets = {"Ana": (18, 11, 9), "Ben": (20, 10, 9)}  # Ana's is the booklet's own example
    for i, (name, parts) in enumerate(sheets.items()):
        page.get_by_label(f"Name on sheet {i + 1}").fill(name)
        for field, n in zip(page.locator(".sheets li").nth(i).locator("input[type=number]").all(), parts, strict=True):
            field.fill(str(n))
    until(page, "document.querySelectorAll('.ranking .won').length === 2")
    assert page.locator(".ranking .score").all_inner_texts() == ["36", "36"]
    page.locator(".sheets li").nth(1).locator("input[type=number]").last.fill("8")
    until(page, "document.querySelectorAll('.ranking .won').length === 1")
    assert page.locator(".ranking li").all_inner_texts() == ["1\nBen\n36", "2\nAna\n36"]


def test_a_phone_calls_without_a_network_and_goes_on_where_it_was(visit: Any) -> None:
    visitor = visit(service_workers="allow", **PHONE)
    enter_the_tunnel(visitor)
    call_cards(visitor.page, visitor.address)
    page = visitor.page
    for _ in range(3):
        called = turn_over(page, lambda: page.locator(".show").click())
    page.keyboard.press("ArrowLeft")
    until(page, "document.querySelector('.told .now:nth-child(3)')")
    page.reload()
    until(page, "document.querySelector('.told .now:nth-child(4)')")
    assert cards(page) == called


def test_the_clock_turns_cards_over_by_itself(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    page.clock.install()
    call_cards(page, visitor.address)
    page.locator(".pace select").select_option("30")
    turn_over(page, lambda: page.clock.run_for(30_000))
    assert len(cards(page)) == 2
    page.locator(".pace select").select_option("0")
    page.clock.run_for(90_000)
    assert len(cards(page)) == 2


def test_a_sheet_that_is_tapped_is_counted_as_the_rules_count_it(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    tap_a_sheet(page, visitor.address)
    board = city("amsterdam")
    line = board.lines[0]
    meeting = sum(line.stations[-1] in one.stations for one in board.lines)
    empty = len(board.stations) - len(line.stations)
    done = [one for one in board.lines if set(one.stations) <= set(line.stations)]

    def told(points: int, framed: int, left: int) -> None:
        expected = f"Lines {points} · framed {framed} · empty {left}"
        until(page, f"document.querySelector('.bar p').textContent === {expected!r}")

    told(sum(one.first for one in done), meeting, empty)
    page.locator(".worth button").first.click()  # others had it first
    told(sum(one.first for one in done) - line.first + line.later, meeting, empty)
    tap_stations(page, [line.stations[-1]])  # after the frame it is empty again
    told(0, 0, empty + 1)
    page.get_by_role("button", name="Done").click()
    until(
        page,
        f"document.querySelector('.sheets input[type=number]:last-of-type') && [...document.querySelectorAll("
        f"'.sheets li:first-child input[type=number]')].map((one) => one.value).join() === '0,0,{empty + 1}'",
    )
