"""Programs of the system that some tests need: databases and a browser.

`python -m tests.setup.system` installs those that are missing (Debian or Ubuntu, as root). Without root it says what
to install, and the tests that need it are skipped, saying so too.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys

WHAT_FOR = {
    "postgresql": "servers on PostgreSQL",
    "redis-server": "servers that share a Redis",
    "chromium": "the page in a real browser",
}
"""The packages, by Debian's names, and what is not tested without them."""

WINDOWLESS = "chromium-headless-shell"
"""The same Chromium without what draws windows, where the system has it: it does a test's work in half the time."""

IMPATIENT = ("-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10")
"""How to ask for what would be nice to have: without waiting long for a network that is away."""

LISTS = "/var/lib/apt/lists/*Packages*"
"""Where Debian keeps what could be installed; an image that was made small has none."""


class Missing(Exception):
    """A program that is not on this machine."""

    def __init__(self, package: str) -> None:
        super().__init__(f"{package} is not installed (it tests {WHAT_FOR[package]})")


def postgres_program(name: str) -> str | None:
    """Where a program of PostgreSQL is; Debian keeps them by version."""
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return found[-1] if found else shutil.which(name)


def find(package: str) -> str | None:
    """Where the main program of a package is, if it is anywhere."""
    if package == "postgresql":
        return postgres_program("postgres")
    if package == "chromium":
        names = (WINDOWLESS, "chromium", "chromium-browser")
        return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    return shutil.which(package)


def program(package: str) -> str:
    """Where the main program of a package is; an error that says what to install otherwise."""
    found = find(package)
    if found is None:
        raise Missing(package)
    return found


def missing() -> list[str]:
    """The packages that are not there."""
    return [package for package in WHAT_FOR if find(package) is None]


def advice(packages: list[str]) -> str:
    """What to type so that nothing is skipped, in one line."""
    untested = ", ".join(WHAT_FOR[package] for package in packages)
    return f"not tested here: {untested}. To test them too: sudo apt-get install {' '.join(packages)}"


def apt_get(*command: str) -> str | None:
    """Let the system's own program do it; what it said if it could not."""
    done = subprocess.run(
        ["apt-get", "-q", "-y", "--no-install-recommends", *command],
        env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout.decode(errors="replace").strip()[-800:] if done.returncode else None


def install() -> None:
    """Install what is missing; without root say what that is, and let the tests be skipped."""
    packages = missing()
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        if packages:
            print(advice(packages), flush=True)
        return
    windowless = bool(os.environ.get("CHROMIUM") or shutil.which(WINDOWLESS))
    if packages or not (windowless or glob.glob(LISTS)):
        told = apt_get("update", *IMPATIENT)
        if told and packages:
            sys.exit(f"{told}\napt-get update failed; {advice(packages)}")
    if not windowless:
        apt_get("install", *IMPATIENT, WINDOWLESS)  # not every system has it
        packages = missing()
    if packages and (told := apt_get("install", *packages)):
        sys.exit(f"{told}\napt-get install failed; {advice(packages)}")


if __name__ == "__main__":
    install()
