"""A house of several workers, as real processes, for the tests."""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server import services
from tests.server.client import NEVER, Person, Socket
from tests.server.fleet import workers_of

QUIET = ("--rate", "0", "--bots", "0", "--bot-pause", "0", "--log-level", "warning", "--metrics", "true")

GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)
"""What a client meets with whose worker is no more."""


class Crew:
    """`strapontin serve --workers N` in processes of its own."""

    def __init__(self, folder: Path, *flags: str, workers: int = 2) -> None:
        self.port, self.workers, self.log = services.free_port(), workers, folder / "crew.log"
        self.base = f"http://127.0.0.1:{self.port}"
        self.command = [sys.executable, "-m", "strapontin.server.serving", "--port", str(self.port), *QUIET]
        self.command += ["--workers", str(workers), "--data", str(folder), *flags]

    async def __aenter__(self) -> Self:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)
        try:
            await self.whole()
        except BaseException:
            self.process.terminate()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self.process.terminate()
        await asyncio.to_thread(self.process.wait, NEVER)

    async def whole(self) -> None:
        """Wait until all workers take connections."""
        async with asyncio.timeout(NEVER), httpx.AsyncClient(timeout=NEVER) as http:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    if (await http.get(f"{self.base}/healthz")).json()["workers"]["alive"] == self.workers:
                        return
                assert self.process.poll() is None, self.log.read_text()
                await asyncio.sleep(0.05)

    async def sockets(self) -> dict[str, int]:
        """How many sockets each worker has."""
        async with httpx.AsyncClient(timeout=NEVER) as http:
            told = (await http.get(f"{self.base}/metrics")).text
        found = re.findall(r'^strapontin_sockets{worker="(\d+)"} (\d+)', told, re.MULTILINE)
        return {worker: int(count) for worker, count in found}

    def processes(self) -> list[int]:
        """The processes of its workers, in the order in which they were started."""
        return workers_of(self.process.pid)


def elsewhere(person: Person, table: str, **hello: Any) -> Socket:
    """A socket whose table the doorman cannot see, so that it goes to whichever worker has least to do."""
    socket = person.socket(table, **hello)
    socket.url = socket.url.replace("/tables/", "/t%61bles/")
    return socket
