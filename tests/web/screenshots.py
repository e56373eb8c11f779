"""`make screenshots`: every scene of the page, wide, phone and phone on its side, into `screenshots/`.

`python -m tests.web.screenshots table-metrox lost` takes those alone. Both languages are seen, and both themes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.setup.system import program
from tests.web.browser import QUIET, served
from tests.web.scenes import SCENES
from tests.web.waiting import settle

FOLDER = Path("screenshots")
LOOKS = {
    "wide-fr": {"viewport": {"width": 1440, "height": 900}, "locale": "fr", "color_scheme": "light"},
    "wide-en": {"viewport": {"width": 1920, "height": 1080}, "locale": "en", "color_scheme": "dark"},
    "phone-fr": {"viewport": {"width": 360, "height": 640}, "locale": "fr", "color_scheme": "light"},
    "phone-en": {"viewport": {"width": 360, "height": 640}, "locale": "en", "color_scheme": "dark"},
    "side-fr": {"viewport": {"width": 844, "height": 390}, "locale": "fr", "color_scheme": "light"},
}


def main() -> None:
    """Take them all, or the named ones."""
    names = sys.argv[1:] or list(SCENES)
    if unknown := sorted(set(names) - set(SCENES)):
        raise SystemExit(f"no scene {', '.join(unknown)}; there are {', '.join(SCENES)}")
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as data, served(Path(data)) as address, sync_playwright() as machine:
        browser = machine.chromium.launch(executable_path=program("chromium"), args=list(QUIET))
        for look, given in LOOKS.items():
            for name in names:
                context = browser.new_context(**given, reduced_motion="reduce")  # type: ignore[arg-type]
                page = context.new_page()
                SCENES[name](page, address)
                settle(page)
                page.screenshot(path=FOLDER / f"{name}-{look}.png")
                context.close()
        browser.close()
    print(f"{len(names) * len(LOOKS)} pictures in {FOLDER}")


if __name__ == "__main__":
    main()
