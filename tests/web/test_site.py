"""The page in a folder that a plain file server hands out: everything that needs no server works."""

from __future__ import annotations

import contextlib
import functools
import http.server
import random
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from strapontin.server.site import write
from tests.web.conftest import Visitor
from tests.web.hands import TURN, act
from tests.web.waiting import KEPT, until


class Files(http.server.SimpleHTTPRequestHandler):
    """A plain file server that says nothing."""

    def log_message(self, *_: Any) -> None:
        """Not a word."""

    def handle(self) -> None:
        """Whoever asked may have gone meanwhile."""
        with contextlib.suppress(ConnectionError):
            super().handle()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "site")
    return tmp_path / "site"


@pytest.fixture
def site(folder: Path) -> Iterator[str]:
    handler = functools.partial(Files, directory=str(folder))
    with http.server.ThreadingHTTPServer(("localhost", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()


def test_a_site_is_written_over_a_site_and_over_nothing_else(tmp_path: Path) -> None:
    write(tmp_path / "site")
    (tmp_path / "site" / "old.html").touch()
    write(tmp_path / "site")
    assert not (tmp_path / "site" / "old.html").exists()
    assert not list((tmp_path / "site").rglob("*.br"))
    (tmp_path / "mine").write_text("not to be lost")
    with pytest.raises(SystemExit, match="something else"):
        write(tmp_path)
    assert (tmp_path / "mine").exists()


def come(chromium: Any, site: str, **look: Any) -> Visitor:
    visitor = Visitor(chromium, site, service_workers="allow", **look)
    visitor.forgiving = True  # it looks for a server, and there is none
    return visitor


def test_whoever_comes_by_a_link_plays_against_bots(chromium: Any, site: str) -> None:
    ana = come(chromium, site)
    ana.go("/new/metrox")
    ana.page.locator("button[type=submit]").click()
    chance = random.Random(4)
    for _ in range(3):
        ana.page.locator(TURN).wait_for()
        told = ana.page.locator(".log li").count()
        act(ana.page, "metrox", chance)
        until(ana.page, f"document.querySelectorAll('.log li').length > {told}")
    ana.context.close()
    assert not ana.faults


def test_home_rules_and_lessons_are_there(chromium: Any, site: str) -> None:
    ana = come(chromium, site, locale="fr")
    ana.go("/")
    ana.page.locator(".tunnel").wait_for()
    ana.go("/rules/odyssee")
    ana.page.locator("article h2").first.wait_for()
    ana.go("/learn/jeudumetro")
    ana.page.locator(".lesson").wait_for()
    ana.context.close()
    assert not ana.faults


def test_what_was_kept_needs_no_host_either(chromium: Any, site: str) -> None:
    ana = come(chromium, site)
    ana.go("/")
    until(ana.page, KEPT)
    ana.context.set_offline(True)
    ana.go("/learn/correspondances")
    ana.page.locator(".lesson").wait_for()
    ana.context.close()
    assert not ana.faults


def test_a_new_version_is_offered_and_waits_until_it_is_wanted(chromium: Any, site: str, folder: Path) -> None:
    ana = come(chromium, site)
    ana.go("/")
    until(ana.page, KEPT)
    ana.page.wait_for_load_state("networkidle")
    worker = folder / "sw.js"
    worker.write_text(re.sub(r'name:\s*[`"\'](\w+)', lambda found: found[0][:-4] + "next", worker.read_text()))
    ana.go("/rules/metrox")
    ana.page.locator(".newer").wait_for()
    ana.page.locator("article h2").first.wait_for()  # the page that was there goes on meanwhile
    with ana.page.expect_navigation():
        ana.page.locator(".newer button").first.click()
    ana.page.locator("article h2").first.wait_for()
    until(ana.page, "caches.keys().then((names) => names.filter((one) => one.startsWith('strapontin-')).length === 1)")
    names = ana.page.evaluate("caches.keys()")
    assert any(name.endswith("next") for name in names)
    assert not ana.page.locator(".newer").count()
    ana.context.close()
    assert not ana.faults
