"""The browser of the tests, the system's Chromium, and the server it looks at."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

from tests.server.client import PATIENCE

QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
"""A browser that talks to the page and to nobody else."""

ROOT = Path(__file__).parents[2]
REHEARSAL = (sys.executable, "-m", "tests.server.rehearsal")


@contextmanager
def served(data: Path, command: Sequence[str] = REHEARSAL, where: Path = ROOT, **more: str) -> Iterator[str]:
    """A rehearsal (or another program that serves) on a free port, with quick bots and no limits; its address."""
    if not (Path(str(resources.files("strapontin.server"))) / "static" / "index.html").is_file():
        raise RuntimeError("the page is not built: make web")
    settings = {"DATA": str(data), "PORT": "0", "RATE": "0", "BOT_PAUSE": "0", "BOT_SECONDS": str(PATIENCE)}
    settings |= {"TABLES_PER_GUEST": "10000", "TABLES_PER_ADDRESS": "10000"}
    environment = os.environ | {f"STRAPONTIN_{name}": value for name, value in (settings | more).items()}
    with (
        (data / "server.log").open("w") as log,
        subprocess.Popen(command, cwd=where, env=environment, stdout=subprocess.PIPE, stderr=log, text=True) as server,
    ):
        try:
            assert server.stdout is not None
            told = (re.search(r"http://\S+", line) for line in server.stdout)
            address = next(filter(None, told), None)  # a cold cache compiles every game first
            if address is None:
                raise RuntimeError(f"the server stopped: {(data / 'server.log').read_text()[-800:]}")
            yield address[0]
        finally:
            server.terminate()
