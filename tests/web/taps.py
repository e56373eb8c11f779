"""`python -m tests.web.taps`: how long from a tap to the screen on loopback, and a first visit on a slow line.

A tap is timed inside the browser, from the event to the second frame after the page has changed: the first tap shows
what a move would do, the second plays it and waits for the server's answer (the move recorded, the new position drawn).
"""

from __future__ import annotations

import argparse
import gzip
import random
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from strapontin.core.registry import collection
from tests.setup.system import program
from tests.web.browser import QUIET, served
from tests.web.hands import CONFIRM, TURN, tap
from tests.web.tables import table
from tests.web.waiting import until

_TIMER = """
  window.timed = {};
  const pressed = (event) => { if (event.isTrusted) window.asked = performance.now(); };
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, pressed, true);
  const drawn = (name) => {
    const from = window.asked;
    if (!from || window.timed[name]) return;
    window.timed[name] = -1;
    requestAnimationFrame(() => requestAnimationFrame(() => { window.timed[name] = performance.now() - from; }));
  };
  window.arm = () => { window.asked = 0; window.timed = {}; window.sent = false; };
  new MutationObserver(() => {
    const now = document.querySelector('.say .now')?.textContent.trim();
    if (now === 'Sending…') window.sent = true;
    else if (window.sent) drawn('played');
    else if (document.querySelector('.confirm')) drawn('seen');
  }).observe(document, { subtree: true, childList: true, characterData: true });
"""


VISITS = 7


def tapped(page: Any, name: str) -> float:
    """The time of the last tap, once it is there."""
    until(page, f"(window.timed.{name} ?? 0) > 0")
    return float(page.evaluate(f"window.timed.{name}"))


def measure(browser: Any, address: str, game: str, taps: int) -> dict[str, list[float]]:
    """Times in milliseconds of `taps` previews and moves of a game, on a phone."""
    found: dict[str, list[float]] = {"seen": [], "played": []}
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en", reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(_TIMER)
    chance = random.Random(11)
    for _ in range(taps):  # as many games as that takes, and never more games than taps
        if len(found["played"]) >= taps:
            break
        page.goto(f"{address}/t/{table(page, address, game)}")
        page.locator(TURN).wait_for()
        while len(found["played"]) < taps and not page.locator("dialog[open]").count():
            page.locator(f"{TURN}, dialog[open]").first.wait_for()
            if not page.locator(TURN).count():
                break
            page.evaluate("arm()")
            if not page.locator(CONFIRM).count():
                tap(page, game, chance)
                found["seen"].append(tapped(page, "seen"))
            page.evaluate("arm()")
            if page.locator(CONFIRM).count():
                page.locator(CONFIRM).click()
                found["played"].append(tapped(page, "played"))
    context.close()
    return found


def first_page(browser: Any, address: str) -> tuple[int, int]:
    """Script of the first page: files, and bytes after gzip."""
    page = browser.new_page()
    sizes: list[int] = []
    page.on("response", lambda got: sizes.append(len(gzip.compress(got.body()))) if got.url.endswith(".js") else None)
    page.goto(address + "/", wait_until="networkidle")
    page.close()
    return len(sizes), sum(sizes)


USABLE = """
  new MutationObserver((_, watch) => {
    if (!document.querySelector('.station.go')) return;
    watch.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { window.usable = performance.now(); }));
  }).observe(document, { subtree: true, childList: true });
"""
"""Notes when the first page has drawn its first button to play."""

SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
"""A slow line: 1.6 Mbit/s, and 150 ms for every request."""


def slow_visit(browser: Any, address: str) -> tuple[float, int]:
    """A first visit on a slow line: milliseconds until a game can be begun, and how many requests there were in all."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en")
    page = context.new_page()
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(USABLE)
    page.goto(address + "/", wait_until="networkidle")
    until(page, "window.usable > 0")
    found = float(page.evaluate("window.usable"))
    context.close()
    return found, len(asked)


def main() -> None:
    """Measure every game and say it in a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taps", type=int, default=20, help="moves of each game (20); 0: only the first visit")
    taps = parser.parse_args().taps
    with TemporaryDirectory() as data, served(Path(data)) as address, sync_playwright() as machine:
        browser = machine.chromium.launch(executable_path=program("chromium"), args=list(QUIET))
        files, size = first_page(browser, address)
        visits = [slow_visit(browser, address) for _ in range(VISITS)]
        usable = statistics.median(time for time, _ in visits)
        print(f"first page: {size / 1000:.1f} kB of script after gzip, {files} files")
        print(f"a first visit at 1.6 Mbit/s with 150 ms: usable after {usable:.0f} ms, {visits[0][1]} requests\n")
        if not taps:
            return
        print("| | taps | preview, median | 95 % | move played, median | 95 % |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        for game in collection():
            times = measure(browser, address, game, taps)
            cells = [f"{part(times[name])}" for name in ("seen", "played")]
            print(f"| {game} | {len(times['played'])} | {' | '.join(cells)} |", flush=True)
        browser.close()


def part(times: list[float]) -> str:
    """Median and the value 95 of 100 taps stay under."""
    ranked = sorted(times)
    return f"{statistics.median(ranked):.0f} ms | {ranked[int(0.95 * (len(ranked) - 1))]:.0f} ms"


if __name__ == "__main__":
    main()
