"""`make screenshots`: every page and board, wide and phone, French and English, into `screenshots/`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from tests.web.browser import QUIET, program, served

FOLDER = Path("screenshots")
GAMES = ("metrox", "jeudumetro", "correspondances", "odyssee")
SIZES = {"wide": (1440, 900), "phone": (360, 640)}
MOVES = {"metrox": 6, "jeudumetro": 2, "correspondances": 6, "odyssee": 9}


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as data, served(Path(data)) as address, sync_playwright() as machine:
        browser = machine.chromium.launch(executable_path=program(), args=list(QUIET))
        for size, (width, height) in SIZES.items():
            for language in ("fr", "en"):
                look = {"width": width, "height": height}
                scheme = "dark" if language == "en" and size == "phone" else "light"
                context = browser.new_context(viewport=look, locale=language, color_scheme=scheme)
                shoot(context.new_page(), address, FOLDER, f"{size}-{language}")
                context.close()
        browser.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")


def shoot(page: Any, address: str, folder: Path, look: str) -> None:
    """All pages in one look."""

    def keep(name: str) -> None:
        page.wait_for_timeout(700)
        page.screenshot(path=folder / f"{name}-{look}.png")

    page.goto(address + "/")
    page.locator(".station.go").first.wait_for()
    keep("home")
    for game in GAMES:
        for kind in ("new", "rules", "learn"):
            page.goto(f"{address}/{kind}/{game}")
            page.locator("h1:not(.unseen), .room").first.wait_for()
            keep(f"{kind}-{game}")
        page.goto(address + "/")
        page.locator(".station.go").nth(GAMES.index(game)).click()
        page.locator(".room").wait_for()
        play(page, game)
        keep(f"table-{game}")
    page.goto(address + "/new/metrox")
    page.locator("button[type=submit]").click()
    page.locator("#invitation").wait_for()
    keep("lobby")
    page.goto(address + "/t/0000000000000000")
    page.locator("h1").wait_for()
    keep("wrong-link")


def play(page: Any, game: str) -> None:
    """A few moves by what is offered first, then look at one more."""
    for n in range(MOVES[game] + 1):
        page.locator(".bar.turn, dialog[open]").first.wait_for(timeout=60_000)
        if page.locator("dialog[open]").count():
            return
        look_at_one(page, game, n)
        if n < MOVES[game] and page.locator(".confirm").count():
            page.locator(".confirm").click()
            page.wait_for_timeout(250)


def look_at_one(page: Any, game: str, n: int) -> None:
    """Choose something without playing it."""
    if game == "metrox":
        lines = page.locator("button.line:not([disabled]):visible")
        if lines.count():
            lines.nth(n % lines.count()).click()
    elif game == "jeudumetro":
        page.locator(".hand .card:not([disabled])").first.click()
        for _ in range(2):
            able = page.locator(".place.able button.train")
            if not page.locator(".confirm").count() and able.count():
                able.first.click()
    else:
        places = page.locator(".cell, .dig")
        if places.count():
            places.nth(n % places.count()).focus()
            page.keyboard.press("Enter")


if __name__ == "__main__":
    main()
