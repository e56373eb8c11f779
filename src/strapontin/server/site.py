"""`python -m strapontin.server.site FOLDER`: the page for any static host, with all that needs no server."""

from __future__ import annotations

import shutil
import sys
from importlib import resources
from pathlib import Path

from strapontin.core.registry import collection
from strapontin.server.app import SECURITY

__all__ = ["write"]

ADDRESSES = ("new", "rules", "learn", "call", "teach", "puzzles")
"""Where a link may lead: a folder for each game below each of these. Tables lie on the device that plays them."""
MADE_SMALLER = (".br", ".gz")
"""What the server sends in place of a file; a host makes its own."""
WORKER = "sw.js"
"""What keeps the page on a device: where this lies, a site lay."""
HEAD = "<head>"
OF_A_HEADER = "frame-ancestors"
"""What a policy can say in a header alone."""


def write(folder: Path) -> None:
    """Write the site, in place of the one that was there."""
    built = Path(str(resources.files("strapontin.server"))) / "static"
    if not (built / "index.html").is_file():
        raise SystemExit("the page is not built: make web")
    if folder.exists() and any(folder.iterdir()) and not (folder / WORKER).is_file():
        raise SystemExit(f"{folder} has something else in it; expected an empty folder, or the site as it was")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(built, folder, ignore=shutil.ignore_patterns(*(f"*{ending}" for ending in MADE_SMALLER)))
    front = _guarded((built / "index.html").read_text(encoding="utf-8"))
    for place in (
        "index.html",
        "404.html",
        "me/index.html",
        *(f"{one}/{game}/index.html" for one in ADDRESSES for game in collection()),
    ):
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(front, encoding="utf-8")


def _guarded(page: str) -> str:
    """The page with its policy in it, since no server sends one."""
    policy = "; ".join(one for one in SECURITY["content-security-policy"].split("; ") if OF_A_HEADER not in one)
    assert page.count(HEAD) == 1
    return page.replace(HEAD, f'{HEAD}<meta http-equiv="Content-Security-Policy" content="{policy}">')


if __name__ == "__main__":
    write(Path(sys.argv[1]))
