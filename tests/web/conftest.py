"""The page as people use it: a real server, the system's Chromium, nothing in between."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.server.client import NEVER
from tests.setup.system import program
from tests.web.browser import QUIET, served


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own, with quick bots and no limits; or the one STRAPONTIN_TEST_SERVER names."""
    if running := os.environ.get("STRAPONTIN_TEST_SERVER"):
        yield running
        return
    # push services on this machine are told, and at once
    with served(tmp_path_factory.mktemp("served"), LOOPBACK="true", NUDGE_SECONDS="0") as found:
        yield found


@pytest.fixture(scope="package")
def machine() -> Iterator[Any]:
    """What drives browsers; its event loop runs in this thread, so it ends before a test of servers begins one.

    Where there is no browser it is not started: it needs libraries that come with one.
    """
    program("chromium")
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="package")
def chromium(machine: Any) -> Iterator[Any]:
    browser = machine.chromium.launch(executable_path=program("chromium"), args=list(QUIET))
    yield browser
    browser.close()


KEPT_BACK = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "WebSocket", "Service Worker registration blocked")
"""How a browser notes what a test keeps from it, sooner or later; what a server does wrong has other names."""


class Visitor:
    """One person with a browser of their own; what goes wrong in it is kept."""

    def __init__(self, browser: Any, address: str, **look: Any) -> None:
        wide = {"width": 1280, "height": 860}
        # a page that is kept on the device would answer what a test wants to see asked
        plain = {"viewport": wide, "locale": "en", "reduced_motion": "reduce", "service_workers": "block"}
        self.context = browser.new_context(**(plain | look))
        self.address = address
        self.faults: list[str] = []
        self.forgiving = False
        """Requests fail on purpose, again and again."""
        self.page = self._open()

    def _open(self) -> Any:
        page = self.context.new_page()
        page.set_default_timeout(1000 * NEVER)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", self._console)
        page.on("request", self._request)
        return page

    def forget(self) -> None:
        """Be somebody new, with the same files at hand."""
        self.context.set_offline(False)
        self.context.clear_cookies()
        self.page.evaluate("localStorage.clear()")
        self.forgiving = False
        self.reopen()

    def reopen(self) -> None:
        """Close the page and open it another time."""
        self.page.close()
        self.page = self._open()

    def _console(self, message: Any) -> None:
        kept_back = any(name in message.text for name in KEPT_BACK)
        if message.type in ("error", "warning") and not kept_back and not self.forgiving:
            self.faults.append(f"console: {message.text}")

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:", self.address.replace("http", "ws"))):
            self.faults.append(f"another host: {request.url}")

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)


@pytest.fixture
def visit(chromium: Any, address: str) -> Iterator[Any]:
    """Open browsers; at the end none of them may have complained or gone elsewhere."""
    visitors: list[Visitor] = []

    def open_one(**look: Any) -> Visitor:
        visitors.append(Visitor(chromium, address, **look))
        return visitors[-1]

    yield open_one
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.context.close()
    assert not faults
