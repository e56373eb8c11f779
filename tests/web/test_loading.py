"""How the page comes in: few files, all compressed; and what one sees when one of them does not come."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from strapontin.words import LANGUAGES, catalogue
from tests.web.tables import table

ENGLISH = catalogue("en")
TEXT = ("document", "script", "stylesheet")


@pytest.fixture
def arrivals(visit: Any) -> tuple[Any, list[Any]]:
    """A visitor on a phone, and every answer that reaches them."""
    visitor = visit(viewport={"width": 390, "height": 844})
    found: list[Any] = []
    visitor.page.on("response", lambda answer: found.append(answer))
    return visitor, found


def test_a_first_visit_takes_at_most_ten_requests_all_texts_compressed(arrivals: tuple[Any, list[Any]]) -> None:
    visitor, answers = arrivals
    visitor.page.goto(visitor.address + "/", wait_until="networkidle")
    assert len(answers) <= 10, [answer.url for answer in answers]
    texts = [answer for answer in answers if answer.request.resource_type in TEXT]
    front, *files = texts  # the front is written for whoever asks, the files were compressed as well as can be
    assert front.headers.get("content-encoding") in ("br", "gzip")
    assert [answer.url for answer in files if answer.headers.get("content-encoding") != "br"] == []
    hashed = [answer for answer in answers if "/assets/" in answer.url]
    assert {answer.headers["cache-control"] for answer in hashed} == {"public, max-age=31536000, immutable"}
    sizes = sum(int(answer.headers["content-length"]) for answer in texts)
    assert sizes < 60_000
    (typeface,) = [answer for answer in answers if answer.request.resource_type == "font"]
    assert "signika-letters" in typeface.url  # of its files the one with the letters our words are written with
    bodies = [(answer.body(), answer is typeface) for answer in answers]
    assert sum(len(body if packed else gzip.compress(body)) for body, packed in bodies) < 87_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_visit_has_every_word_it_says_and_fetches_the_others_when_they_are_needed(
    visit: Any, language: str
) -> None:
    visitor = visit(locale=language)
    page, fetched = visitor.page, []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(visitor.address + "/", wait_until="networkidle")
    assert not [url for url in fetched if "/assets/web-" in url]
    assert page.evaluate("document.body.innerText.match(/\\bweb\\.\\w+/)") is None
    with page.expect_request("**/assets/web-*"):
        page.get_by_role("button", name=catalogue(language)["web.settings.title"]).click()
    page.get_by_text(catalogue(language)["web.settings.patterns.more"]).wait_for()


def test_a_name_in_other_letters_is_written_in_the_same_typeface(visit: Any) -> None:
    visitor = visit()
    with visitor.page.expect_response("**/assets/signika-latin-wght-*"):
        visitor.go("/")
        visitor.page.evaluate("document.querySelector('h1').append(' Muñoz')")


@pytest.mark.parametrize("path", ["/new/metrox", "/rules/odyssee", "/learn/correspondances"])
def test_a_page_that_cannot_be_loaded_says_so_and_comes_back(visit: Any, path: str) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go("/")
    page.locator(".station.go").first.wait_for()
    page.route("**/assets/*.js", lambda route: route.abort())
    page.evaluate(f"history.pushState(null, '', '{path}'); dispatchEvent(new PopStateEvent('popstate'))")
    page.get_by_role("heading", name=ENGLISH["web.wrong.unloaded.title"]).wait_for()
    page.unroute("**/assets/*.js")
    page.get_by_role("button", name=ENGLISH["web.wrong.again"]).click()
    page.locator("h1:not(.unseen), .room").first.wait_for()
    page.get_by_role("heading", name=ENGLISH["web.wrong.unloaded.title"]).wait_for(state="detached")


def test_a_board_that_cannot_be_loaded_says_so(visit: Any) -> None:
    visitor = visit()
    code = table(visitor.page, visitor.address, "metrox")
    visitor.page.route("**/assets/metrox-*", lambda route: route.abort())
    visitor.go(f"/t/{code}")
    visitor.page.get_by_role("heading", name=ENGLISH["web.wrong.unloaded.title"]).wait_for()


@pytest.mark.parametrize("path", ["/%", "/learn/metrox/3", "/nowhere/%E0%A4%A"])
def test_a_wrong_address_leads_to_a_page_that_says_so(visit: Any, path: str) -> None:
    visitor = visit()
    visitor.go(path)
    visitor.page.get_by_role("heading", name=ENGLISH["web.wrong.missing.title"]).wait_for()


def test_slashes_alone_lead_home(visit: Any) -> None:
    visitor = visit()
    visitor.go("//")
    visitor.page.locator(".station.go").first.wait_for()


def test_where_scripts_are_off_the_page_says_what_to_do(visit: Any) -> None:
    visitor = visit(java_script_enabled=False)
    visitor.go("/")
    said = visitor.page.locator("noscript p")
    assert said.all_inner_texts() == [catalogue(language)["web.noscript"] for language in LANGUAGES]
    assert said.first.bounding_box()["y"] < 100
