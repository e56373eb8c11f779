"""The browser of the tests: the system's Chromium. `python tests/web/browser.py` installs it where it is missing."""

from __future__ import annotations

import os
import shutil
import subprocess

QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
"""A browser that talks to the page and to nobody else."""


def program() -> str | None:
    """Where Chromium is."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def install() -> None:
    """Install Chromium if it is missing (Debian or Ubuntu, as root)."""
    if program():
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise SystemExit("the tests of the page need chromium; install it with your system's packages")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", *command], env=environment, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    install()
