"""What the page makes of answers that come late, out of order, or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from strapontin.core.registry import collection
from strapontin.words import catalogue
from tests.web.hands import TURN
from tests.web.tables import ask, table
from tests.web.waiting import settle, wait_until

ENGLISH = catalogue("en")
SCENE = "**/api/v1/tables/*/scene"


def test_a_scene_that_does_not_come_is_asked_for_again_though_nothing_happens_at_the_table(visit: Any) -> None:
    ana, asked = visit(), []
    code = table(ana.page, ana.address, "metrox", players=1)

    def fail_once(route: Any) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    ana.page.route(SCENE, fail_once)
    ana.go(f"/t/{code}")
    ana.page.locator(TURN).wait_for()
    assert len(asked) == 2


def test_what_came_last_is_shown_however_late_the_scene_comes(visit: Any) -> None:
    ana, bo = visit(), visit()
    frames: list[Any] = []
    held: list[Any] = []
    code = table(ana.page, ana.address, "metrox", bots={}, start=False)
    ask(bo.page, bo.address, "POST", "/guest", {"language": "en"})
    ask(bo.page, bo.address, "POST", f"/tables/{code}/seats/1", {"name": "Bo"})
    ask(ana.page, ana.address, "POST", f"/tables/{code}/start", {})

    def hold_first(route: Any) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    def seen(what: str) -> bool:
        ana.page.evaluate("0")  # what has come meanwhile is told
        return bool(held) and any(what in str(frame) for frame in frames)

    ana.page.on("websocket", lambda wire: wire.on("framereceived", lambda frame: frames.append(frame)))
    ana.page.route(SCENE, hold_first)
    ana.go(f"/t/{code}")
    wait_until(lambda: seen('"type":"snapshot"'), "the page knows the table")
    move = ask(bo.page, bo.address, "GET", f"/tables/{code}/snapshot")["view"]["moves"][0]["move"]
    ask(bo.page, bo.address, "POST", f"/tables/{code}/moves", {"id": "first", "move": move})
    wait_until(lambda: seen('"kind":"done"'), "the page knows that Bo is done")
    with ana.page.expect_response(SCENE):
        held[0].continue_()
    ana.page.locator(TURN).wait_for()
    settle(ana.page)
    assert ana.page.get_by_text(ENGLISH["web.players.ready"]).first.is_visible()
    assert len(held) == 1


def frames_of(visitor: Any) -> tuple[list[Any], list[Any]]:
    """What a page says and hears from now on."""
    said: list[Any] = []
    heard: list[Any] = []

    def listen(wire: Any) -> None:
        wire.on("framesent", lambda frame: said.append(frame))
        wire.on("framereceived", lambda frame: heard.append(frame))

    visitor.page.on("websocket", listen)
    return said, heard


def told_records(heard: list[Any]) -> list[Any]:
    return [frame for frame in heard if isinstance(frame, bytes) and b'"type":"event"' in frame]


@pytest.mark.parametrize("game", collection())
def test_a_page_that_has_the_rules_is_told_records_and_shows_the_same(visit: Any, game: str) -> None:
    ana = visit()
    said, heard = frames_of(ana)
    code = table(ana.page, ana.address, game)
    ana.go(f"/t/{code}")
    ana.page.locator(TURN).wait_for()
    wait_until(lambda: bool(ana.page.evaluate("0") or any('"records"' in str(frame) for frame in said)), "records")
    view = ask(ana.page, ana.address, "GET", f"/tables/{code}/snapshot")["view"]
    move = view["moves"][0]["move"]
    ask(ana.page, ana.address, "POST", f"/tables/{code}/moves", {"id": "first", "move": move})
    wait_until(lambda: bool(ana.page.evaluate("0") or told_records(heard)), "the page is told a record")
    ana.page.locator(TURN).wait_for()
    assert not any('"moves":' in str(frame) for frame in told_records(heard))


def test_a_page_whose_rules_do_not_come_is_told_views(visit: Any) -> None:
    ana = visit(service_workers="block")
    said, heard = frames_of(ana)
    ana.page.route("**/*.wasm", lambda route: route.abort())
    code = table(ana.page, ana.address, "metrox", players=1)
    with ana.page.expect_event("requestfailed", lambda request: request.url.endswith(".wasm")):
        ana.go(f"/t/{code}")
    ana.page.locator(TURN).wait_for()
    view = ask(ana.page, ana.address, "GET", f"/tables/{code}/snapshot")["view"]
    ask(ana.page, ana.address, "POST", f"/tables/{code}/moves", {"id": "first", "move": view["moves"][0]["move"]})
    wait_until(lambda: bool(ana.page.evaluate("0") or '"kind":"move"' in str(heard)), "the page knows the move")
    ana.page.locator(TURN).wait_for()
    assert told_records(heard) == []
    assert not any('"records"' in str(frame) for frame in said)
