"""My journeys, with two browsers: one takes the other along, both are the same guest, and one button forgets it."""

from __future__ import annotations

from typing import Any

from strapontin.words import catalogue
from tests.web.tables import ask, tried

WORDS = catalogue("en")


def said(key: str) -> str:
    return str(WORDS[f"journeys.{key}"])


def test_a_running_try_is_shown_once_a_pass_takes_its_guest_along_once_and_erasing_forgets_both(visit: Any) -> None:
    ana, phone, late = visit(), visit(), visit()
    ana.go("/")
    ask(ana.page, ana.address, "POST", "/guest", {"name": "Ana"})
    table = ask(ana.page, ana.address, "POST", "/daily/metrox", {})["table"]["id"]
    ana.go("/")
    ana.page.locator('a[href="/daily/metrox"] .state', has_text=str(WORDS["web.daily.go-on"])).wait_for()
    assert [one["id"] for one in ask(ana.page, ana.address, "GET", "/guest/tables")["tables"]] == [table]
    ana.page.get_by_text(str(WORDS["web.waiting"])).first.wait_for(state="detached")
    assert ana.page.locator(f'a[href="/t/{table}"]').count() == 0

    tried(ana.page, ana.address)
    ana.page.locator('header a[href="/me"]').click()
    ana.page.locator("a.trip").wait_for()
    ana.page.get_by_role("button", name=said("along.make")).click()
    link = ana.page.locator("#pass").input_value()
    assert ana.page.get_by_role("img", name=said("along.qr")).is_visible()

    phone.go(link.removeprefix(phone.address))
    go_along = phone.page.get_by_role("button", name=said("along.go"))
    go_along.wait_for()
    assert "#" not in phone.page.url, "nobody finds the pass in the address any more"
    go_along.click()
    phone.page.wait_for_url("**/me")
    phone.page.locator("a.trip").wait_for()
    assert ask(phone.page, phone.address, "GET", "/guest")["name"] == "Ana"
    ana.page.locator("main").get_by_text(said("along.used")).wait_for()

    late.forgiving = True
    late.go(link.removeprefix(late.address))
    late.page.get_by_role("button", name=said("along.go")).click()
    late.page.locator("main").get_by_text(str(WORDS["web.fault.bad-pass"])).wait_for()

    phone.page.get_by_role("button", name=said("erase"), exact=True).click()
    phone.page.get_by_role("dialog").get_by_role("button", name=said("erase.do"), exact=True).click()
    phone.page.wait_for_url(phone.address + "/")
    phone.go("/me")
    phone.page.locator("main").get_by_text(said("empty")).wait_for()
    assert ask(ana.page, ana.address, "GET", "/guest")["name"] is None
    assert ask(ana.page, ana.address, "GET", "/guest/journeys")["games"] == []
