"""PostgreSQL and Redis for the tests: the real servers, private ones, on free loopback ports."""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

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


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own; yields its URL. It refuses to run as root, so root lends it another user."""
    executable = program("postgresql")
    folder = Path(tempfile.mkdtemp(prefix="strapontin-pg-"))
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
    server = subprocess.Popen(
        [executable, "-D", str(data), "-p", str(port), "-h", "127.0.0.1", "-k", str(folder)],
        user=user,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, server, "PostgreSQL")
        ready = postgres_program("pg_isready")
        while ready and subprocess.run([ready, "-q", "-h", "127.0.0.1", "-p", str(port)], check=False).returncode:
            time.sleep(0.05)
        yield f"postgresql://strapontin@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        server.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A Redis of our own; yields its URL."""
    with redis_process() as (url, _):
        yield url


@contextlib.contextmanager
def redis_process() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The same, for those who stop and wake it; yields its URL and its process."""
    executable = program("redis-server")
    port = free_port()
    folder = tempfile.mkdtemp(prefix="strapontin-redis-")
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
    server = subprocess.Popen([executable, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port, server, "Redis")
        yield f"redis://127.0.0.1:{port}/0", server
    finally:
        server.terminate()
        server.wait(60)
        shutil.rmtree(folder, ignore_errors=True)
