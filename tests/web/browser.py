"""The browser of the tests, the system's Chromium, and the server it looks at.

`python tests/web/browser.py` installs the browser where it is missing.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

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


@contextmanager
def served(data: Path) -> Iterator[str]:
    """A real server on a free port, with quick bots and no limits; its address."""
    if not (Path(str(resources.files("strapontin.server"))) / "static" / "index.html").is_file():
        raise RuntimeError("the page is not built: make web")
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    settings = {"PORT": str(port), "DATA": str(data), "RATE": "0", "BOT_PAUSE": "0.05", "BOT_SECONDS": "0.2"}
    environment = os.environ | {f"STRAPONTIN_{name}": value for name, value in settings.items()}
    with (data / "server.log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "strapontin", "serve"], env=environment, stdout=log, stderr=log
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/healthz", server, data / "server.log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(20)


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):  # a cold cache compiles every game first
        if server.poll() is not None:
            raise RuntimeError(f"the server stopped: {log.read_text()[-800:]}")
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.5)
    raise RuntimeError(f"the server does not answer: {log.read_text()[-800:]}")


if __name__ == "__main__":
    install()
