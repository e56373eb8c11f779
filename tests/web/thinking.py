"""`python -m tests.web.thinking`: how smooth a page stays while an expert thinks in it, and how long its reviews take.

Frames: a phone without a network, against an expert by the clock; every gap from one frame to the next is noted that
begins while the expert is seen to think, the drawing of the move before and of its own among them; its person waits
until it has answered, in metroX too, where both choose at once. Reviews: of the same finished game, with the usual
budget, by the page and by `strapontin coach` in turn, each by the clock on the wall; so nothing else should run.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from strapontin.coach import review
from strapontin.core.registry import collection
from strapontin.core.registry import game as game_of
from tests.setup.system import program
from tests.web.browser import QUIET, served
from tests.web.hands import TURN, act
from tests.web.scenes import REVIEWED
from tests.web.tables import ask, table, wait_over
from tests.web.waiting import KEPT, until

THINKING = ".players button.acting:not(:has(.you))"

FRAMES = f"""
  window.gaps = [];
  let last = 0, thought = false;
  const frame = (now) => {{
    if (thought) window.gaps.push(now - last);
    thought = document.querySelector({THINKING!r}) !== null;
    last = now;
    requestAnimationFrame(frame);
  }};
  requestAnimationFrame(frame);
"""

TURNS = 8


def gaps(browser: Any, address: str, game: str) -> list[float]:
    """Milliseconds from one frame to the next while an expert thinks, of some turns."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en")
    page = context.new_page()
    page.add_init_script(FRAMES)
    page.goto(address + "/")
    until(page, KEPT)
    context.set_offline(True)
    page.goto(f"{address}/new/{game}")
    page.locator("input[name=level][value=expert]").check(force=True)
    page.locator("button[type=submit]").click()
    chance = random.Random(7)
    for _ in range(TURNS):
        page.locator(f"{TURN}, dialog[open]").first.wait_for()
        page.locator(THINKING).wait_for(state="detached")
        if page.locator("dialog[open]").count():
            break
        act(page, game, chance)
    page.locator(f"{TURN}, dialog[open]").first.wait_for()
    found: list[float] = page.evaluate("window.gaps")
    context.close()
    return found


def reviews(browser: Any, address: str, game: str, players: int) -> tuple[int, float, float]:
    """Decisions looked at, and seconds the page and this process take for a game's first seat."""
    page = browser.new_page()
    code = table(page, address, game, seat=None, players=players)
    wait_over(page, address, code)
    record = ask(page, address, "GET", f"/tables/{code}/record")
    page.goto(f"{address}/replay/{code}")
    page.locator(".more .button").first.wait_for()
    began = time.perf_counter()
    page.locator(".more .button").first.click()
    page.locator(".review").wait_for()
    until(page, REVIEWED)
    there = time.perf_counter() - began
    page.close()
    began = time.perf_counter()
    (one,) = review(record, 0).seats
    return len(one.decisions), there, time.perf_counter() - began


def main() -> None:
    """Measure every game and say it in two tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(collection()))
    parser.add_argument("--frames", action="store_true", help="these alone")
    args = parser.parse_args()
    names = args.games.split(",")
    with TemporaryDirectory() as data, served(Path(data)) as address, sync_playwright() as machine:
        browser = machine.chromium.launch(executable_path=program("chromium"), args=list(QUIET))
        print("| | frames | a second | gap, median | 95 % | longest |\n| --- | ---: | ---: | ---: | ---: | ---: |")
        for game in names:
            times = sorted(gaps(browser, address, game))
            middle, most = statistics.median(times), times[int(0.95 * (len(times) - 1))]
            told = f"{1000 * len(times) / sum(times):.0f} | {middle:.1f} ms | {most:.1f} ms | {times[-1]:.0f} ms"
            print(f"| {game} | {len(times)} | {told} |", flush=True)
        if args.frames:
            return
        print("\n| | players | decisions | page | here | ratio |\n| --- | ---: | ---: | ---: | ---: | ---: |")
        for game in names:
            for players in sorted({game_of(game).seats.start, 2}):
                asked, there, here = reviews(browser, address, game, players)
                told = f"{asked} | {there:.1f} s | {here:.1f} s | {there / here:.2f}"
                print(f"| {game} | {players} | {told} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
