"""What a player is told about points, and how a round, a card, a ride or a game is shown once it is played."""

from __future__ import annotations

import re
from typing import Any

from strapontin.core.registry import game as game_of
from strapontin.core.registry import games
from strapontin.words import catalogue
from tests.web.hands import TURN, find_a_line
from tests.web.scenes import SCENES
from tests.web.tables import ask, finished, seated, table
from tests.web.waiting import settle, until

ENGLISH = catalogue("en")
SPLIT = re.compile(r"\+\d+ (= \d+ )?for ")


RESULT_AT = """
  new MutationObserver(() => {
    if (!document.querySelector('dialog[open] .terminus') || 'watched' in window) return;
    window.watched = document.querySelector('.tour button:last-child').disabled;
  }).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Notes whether the tour was at its last stop when the result came."""


def over(visitor: Any, game: str) -> Any:
    """A finished game at its table."""
    visitor.go(f"/t/{finished(visitor.page, visitor.address, game)}")
    visitor.page.locator(".log li").nth(3).wait_for()
    return visitor.page


def test_a_preview_and_the_log_say_what_points_are_for(visit: Any) -> None:
    ana = visit()
    ana.go(f"/t/{table(ana.page, ana.address, 'metrox', players=1)}")
    find_a_line(ana.page).click()
    assert SPLIT.search(ana.page.locator(".bar .now").inner_text())
    page = over(visit(), "metrox")
    assert [text for text in page.locator(".log li").all_inner_texts() if SPLIT.search(text)]


def test_alone_the_score_says_what_it_can_become(visit: Any) -> None:
    ana = visit(viewport={"width": 360, "height": 640})
    ana.go(f"/t/{table(ana.page, ana.address, 'metrox', players=1)}")
    ana.page.locator(".players .hope").wait_for()
    assert ana.page.locator(".players .hope").inner_text() == ENGLISH["web-metrox.solo.next"].format(n=1)


def test_the_end_shows_how_every_score_came_about(visit: Any) -> None:
    for game in (name for name in games() if game_of(name).points):
        ana = visit()
        SCENES[f"end-{game}"](ana.page, ana.address)
        course = ana.page.locator("dialog[open] .course")
        course.wait_for()
        last = course.locator("li b").all_inner_texts()
        assert last == ask_scores(ana, game)
        assert course.locator("svg .way").count() == len(last)
        course.locator("input").fill("0")
        assert course.locator(".when").inner_text().startswith("Move 0 of")


def ask_scores(visitor: Any, game: str) -> list[str]:
    """The scores of the finished game as the page writes them."""
    told = ask(visitor.page, visitor.address, "GET", f"/tables/{finished(visitor.page, visitor.address, game)}")
    return [str(score).replace("-", "−") for score in told["result"]["scores"]]


def test_a_finished_round_stays_with_everybodys_way_until_one_goes_on(visit: Any) -> None:
    ana = visit(viewport={"width": 360, "height": 640})
    page = ana.page
    SCENES["replay-correspondances"](page, ana.address)
    page.locator(".slider").fill("0")
    until(page, "document.querySelectorAll('.laid').length < 8")
    page.locator(".slider").fill(page.locator(".slider").get_attribute("max"))
    page.locator(".docked .next").wait_for()
    settle(page)
    assert page.locator(".ways .ridden").count() == 2
    bullets = page.locator(".docked .line").all()
    assert all(abs(box["width"] - box["height"]) < 1 for box in (bullet.bounding_box() for bullet in bullets))
    board, card = page.locator(".floor").bounding_box(), page.locator(".docked").bounding_box()
    assert board["y"] + board["height"] <= card["y"] + 1  # below the table, not over it
    page.locator(".docked .next").click()
    assert page.locator(".docked, .ways").count() == 0


def test_a_card_is_seen_at_the_train_it_hits(visit: Any) -> None:
    page = over(visit(), "jeudumetro")
    page.locator(".log li button", has_text="plays “").filter(has_text=": train ").first.click()
    page.locator(".place.told .hits .hit").first.wait_for()


def test_the_tour_is_watched_stop_by_stop(visit: Any) -> None:
    page = over(visit(), "odyssee")
    told = page.locator(".tour p")
    last = told.inner_text()
    page.get_by_role("button", name=str(ENGLISH["web-odyssee.tour.back"])).click()
    assert told.inner_text() != last
    page.get_by_role("button", name=str(ENGLISH["web-odyssee.tour.next"])).click()
    assert told.inner_text() == last


def test_the_result_waits_until_the_last_ride_has_been_watched(visit: Any) -> None:
    ana = visit(reduced_motion="no-preference")
    ana.page.add_init_script(RESULT_AT)
    code = table(ana.page, ana.address, "odyssee")
    ana.go(f"/t/{code}")
    ana.page.locator(TURN).wait_for()
    ask(ana.page, ana.address, "POST", f"/tables/{code}/away", {"id": "go"})  # bots play the game to its end
    ana.page.locator("dialog[open] .terminus").wait_for()
    assert ana.page.evaluate("window.watched") is True


def test_what_the_others_did_since_my_move_is_shown_again_with_one_tap(visit: Any) -> None:
    ana = visit()
    seated(ana.page, ana.address, "jeudumetro")
    ana.page.keyboard.press("Escape")
    ana.page.locator(".since").click()
    ana.page.locator(".last.again").wait_for()
    ana.page.locator(".last:not(.again)").wait_for()  # and then the table as it is
