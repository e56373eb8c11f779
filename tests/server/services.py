"""PostgreSQL and Redis for the tests: the real servers, private ones, on free loopback ports.

`python tests/server/services.py` installs them where they are missing (Debian or Ubuntu, as root).
"""

from __future__ import annotations

import contextlib
import glob
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PACKAGES = ("postgresql", "redis-server")


def install() -> None:
    """Install what is missing."""
    if postgres_program("initdb") and shutil.which("redis-server"):
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise RuntimeError(f"these tests need {' and '.join(PACKAGES)}; install them with your system's packages")
    quiet = {"env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}, "check": True, "stdout": subprocess.DEVNULL}
    subprocess.run(["apt-get", "update", "-q"], **quiet)  # type: ignore[call-overload]
    command = ["apt-get", "install", "-q", "-y", "--no-install-recommends", *PACKAGES]
    subprocess.run(command, **quiet)  # type: ignore[call-overload]


def postgres_program(name: str) -> str | None:
    """Where a program of PostgreSQL is; Debian keeps them by version."""
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return found[-1] if found else shutil.which(name)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes], what: str) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError(f"{what} does not start: exit code {process.returncode}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.05)
    raise RuntimeError(f"{what} does not listen on port {port}")


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own; yields its URL. It refuses to run as root, so root lends it another user."""
    install()
    folder = Path(tempfile.mkdtemp(prefix="strapontin-pg-"))
    user: str | None = None
    if os.geteuid() == 0:
        user = next(name for name in ("postgres", "nobody") if name in {one.pw_name for one in pwd.getpwall()})
        entry = pwd.getpwnam(user)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    port = free_port()
    data = folder / "data"
    initdb, program = postgres_program("initdb"), postgres_program("postgres")
    assert initdb is not None
    assert program is not None
    options = ["-A", "trust", "-U", "strapontin", "-E", "UTF8", "--no-sync"]
    subprocess.run([initdb, "-D", str(data), *options], user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen(
        [program, "-D", str(data), "-p", str(port), "-h", "127.0.0.1", "-k", str(folder)],
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
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A Redis of our own; yields its URL."""
    install()
    port = free_port()
    folder = tempfile.mkdtemp(prefix="strapontin-redis-")
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
    server = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port, server, "Redis")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    install()
    sys.stdout.write(f"{postgres_program('postgres')}\n{shutil.which('redis-server')}\n")
