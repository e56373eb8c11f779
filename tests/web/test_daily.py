"""The line of the day, with two browsers: the same cards for both, and one try for each."""

from __future__ import annotations

from typing import Any

from strapontin.words import catalogue
from tests.web.hands import TURN
from tests.web.tables import ask, tried

ENGLISH = catalogue("en")


def get_on(person: Any) -> str:
    """Tap from the home page to the table; its code."""
    person.go("/")
    person.page.locator('a[href="/daily/metrox"]').click()
    person.page.get_by_role("button", name=str(ENGLISH["web.daily.play"])).click()
    person.page.locator(TURN).wait_for()
    return str(person.page.url).rpartition("/")[2]


def test_two_browsers_see_the_same_cards_and_a_second_try_is_not_to_be_had(visit: Any) -> None:
    ana, bo = visit(), visit()
    tables = [get_on(one) for one in (ana, bo)]
    assert tables[0] != tables[1]
    seen = [
        ask(one.page, one.address, "GET", f"/tables/{table}/snapshot")["view"]
        for one, table in zip((ana, bo), tables, strict=True)
    ]
    assert seen[0] == seen[1]
    assert tried(ana.page, ana.address) == tried(bo.page, bo.address)

    ana.go("/daily/metrox")
    ana.page.locator(".picture").wait_for()
    assert ana.page.get_by_role("button", name=str(ENGLISH["web.daily.play"]), exact=True).count() == 0
    ana.page.locator("tbody tr").nth(1).wait_for()
    assert ana.page.locator("tbody tr.you").count() == 1
    ana.go("/")
    mine = ask(ana.page, ana.address, "GET", "/daily/metrox")["line"]["mine"]
    assert mine["table"] == tables[0]
    score = str(mine["score"]).replace("-", "−")
    assert score in ana.page.locator('a[href="/daily/metrox"] .state').inner_text()
