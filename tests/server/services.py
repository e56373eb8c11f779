"""PostgreSQL and Redis for the tests: the real servers, private ones, on free loopback ports."""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.setup.system import postgres_program, program


def free_port() -> int:
    """A port nobody listens on, and which no outgoing connection is given before we do."""
    while True:
        with contextlib.suppress(OSError), socket.socket() as one:
            one.bind(("127.0.0.1", random.SystemRandom().randrange(10_000, 32_000)))  # below the ephemeral ones
            return int(one.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes], what: str) -> None:
    for _ in range(6000):
        if process.poll() is not None:
            raise RuntimeError(f"{what} does not start: exit code {process.returncode}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.05)
    raise RuntimeError(f"{what} does not listen on port {port}")


class Service:
    """A server of somebody else's that can be killed and started again, where it was."""

    def __init__(self, name: str, url: str, command: list[str], port: int, end: signal.Signals, **how: Any) -> None:
        self.name, self.url, self.port = name, url, port
        self._command, self._end, self._how = command, end, how
        self.process: subprocess.Popen[bytes]

    def start(self) -> None:
        """Start it, and wait until it listens."""
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(self._command, **quiet | self._how)
        _wait_for(self.port, self.process, self.name)
        ready = postgres_program("pg_isready") if self.name == "database" else None
        while ready and subprocess.run([ready, "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False).returncode:
            time.sleep(0.05)

    def kill(self) -> None:
        """End it as a crash would: nothing is finished, nothing tidied up."""
        self.process.send_signal(self._end)
        self.process.wait(60)

    @contextlib.contextmanager
    def running(self) -> Iterator[Service]:
        """From its start to its end."""
        self.start()
        try:
            yield self
        finally:
            self.process.send_signal(signal.SIGINT)  # at once, whoever is still connected
            self.process.wait(60)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own; yields its URL."""
    with postgres_service() as service:
        yield service.url


@contextlib.contextmanager
def postgres_service() -> Iterator[Service]:
    """The same, for those who kill it. It refuses to run as root, so root lends it another user."""
    executable = program("postgresql")
    with contextlib.ExitStack() as stack:
        yield stack.enter_context(_postgres(executable, Path(_folder(stack, "strapontin-pg-"))).running())


def _folder(stack: contextlib.ExitStack, prefix: str) -> str:
    folder = tempfile.mkdtemp(prefix=prefix)
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _postgres(executable: str, folder: Path) -> Service:
    user: str | None = None
    if os.geteuid() == 0:
        user = next(name for name in ("postgres", "nobody") if name in {one.pw_name for one in pwd.getpwall()})
        entry = pwd.getpwnam(user)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    port = free_port()
    data = folder / "data"
    initdb = postgres_program("initdb")
    assert initdb is not None
    options = ["-A", "trust", "-U", "strapontin", "-E", "UTF8", "--no-sync"]
    subprocess.run([initdb, "-D", str(data), *options], user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    command = [executable, "-D", str(data), "-p", str(port), "-h", "127.0.0.1", "-k", str(folder)]
    url = f"postgresql://strapontin@127.0.0.1:{port}/postgres"
    # SIGQUIT: at once and without a checkpoint, so that it recovers from its log; after a SIGKILL its children linger
    return Service("database", url, command, port, signal.SIGQUIT, user=user, cwd=folder)


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A Redis of our own; yields its URL."""
    with redis_service() as service:
        yield service.url


@contextlib.contextmanager
def redis_process() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The same, for those who stop and wake it; yields its URL and its process."""
    with redis_service() as service:
        yield service.url, service.process


@contextlib.contextmanager
def redis_service() -> Iterator[Service]:
    """The same, for those who kill it."""
    executable = program("redis-server")
    port = free_port()
    with contextlib.ExitStack() as stack:
        folder = _folder(stack, "strapontin-redis-")
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
        url = f"redis://127.0.0.1:{port}/0"
        yield stack.enter_context(Service("bus", url, [executable, *options], port, signal.SIGKILL).running())
