"""Servers, and what they stand on, that are killed without warning and started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.server import services


class Fleet:
    """Servers of one house, each on a port of its own, with one worker or several."""

    def __init__(self, count: int, flags: list[str], log: Path, workers: int = 1) -> None:
        self.ports = [services.free_port() for _ in range(count)]
        self.flags, self.log, self.workers = [*flags, "--workers", str(workers)], log, workers
        self.processes: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, port: int) -> None:
        """Start (again) the server of a port."""
        command = [sys.executable, "-m", "strapontin.server.serving", "--port", str(port), *self.flags]
        with self.log.open("ab") as log:
            self.processes[port] = subprocess.Popen(command, stdout=log, stderr=log)

    def kill(self, port: int) -> None:
        """kill -9 of a server; if it is the foreman of several workers, these go by themselves."""
        self.processes[port].send_signal(signal.SIGKILL)
        self.processes[port].wait()

    def kill_worker(self, port: int, which: int) -> bool:
        """kill -9 of one worker, which its foreman replaces; false if none was there."""
        here = workers_of(self.processes[port].pid)
        with contextlib.suppress(ProcessLookupError):
            if here:
                os.kill(here[which % len(here)], signal.SIGKILL)
        return bool(here)

    def stop(self) -> None:
        """End them all."""
        for process in self.processes.values():
            process.kill()
            process.wait()

    async def ready(self, port: int, seconds: float = 600) -> None:
        """Wait until the server of a port answers."""
        async with httpx.AsyncClient() as http:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                if self.processes[port].poll() is not None:
                    raise RuntimeError(f"the server stopped: {self.log.read_text()[-800:]}")
                with contextlib.suppress(httpx.HTTPError):
                    if (await http.get(f"http://127.0.0.1:{port}/healthz")).status_code == 200:
                        return
                await asyncio.sleep(0.1)
        raise RuntimeError(f"the server on port {port} does not answer; its log: {self.log}")


def workers_of(foreman: int) -> list[int]:
    """The processes of the workers of a foreman, in the order in which they were started."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):  # not by `ps`, which a small machine has not got
        with contextlib.suppress(OSError):  # it has ended meanwhile
            parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
            if parent == str(foreman) and b"server.worker" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return sorted(found)
