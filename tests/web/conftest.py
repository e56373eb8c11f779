"""The page as people use it: a real server, the system's Chromium, nothing in between."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.web.browser import QUIET, program

PAGE = Path(str(resources.files("strapontin.server"))) / "static" / "index.html"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own, with quick bots and no limits; or the one STRAPONTIN_TEST_SERVER names."""
    if running := os.environ.get("STRAPONTIN_TEST_SERVER"):
        yield running
        return
    if not PAGE.is_file():
        pytest.fail("the page is not built: make web")
    port, data = free_port(), tmp_path_factory.mktemp("served")
    settings = {"PORT": str(port), "DATA": str(data), "RATE": "0", "BOT_PAUSE": "0.05", "BOT_SECONDS": "0.2"}
    environment = os.environ | {f"STRAPONTIN_{name}": value for name, value in settings.items()}
    with (data / "server.log").open("w") as log:
        command = [sys.executable, "-m", "strapontin", "serve"]
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            wait_for(f"http://127.0.0.1:{port}/healthz", server, data / "server.log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(20)


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):  # a cold cache compiles every game first
        if server.poll() is not None:
            pytest.fail(f"the server stopped: {log.read_text()[-800:]}")
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.5)
    pytest.fail(f"the server does not answer: {log.read_text()[-800:]}")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    with sync_playwright() as machine:
        browser = machine.chromium.launch(executable_path=program(), args=list(QUIET))
        yield browser
        browser.close()


class Visitor:
    """One person with a browser of their own; what goes wrong in it is kept."""

    def __init__(self, browser: Any, address: str, **look: Any) -> None:
        wide = {"width": 1280, "height": 860}
        self.context = browser.new_context(viewport=wide, **({"locale": "en"} | look))
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.address = address
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("console", self._console)
        self.page.on("request", self._request)

    def _console(self, message: Any) -> None:
        offline = "ERR_INTERNET_DISCONNECTED" in message.text or "WebSocket" in message.text
        if message.type in ("error", "warning") and not offline:
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
