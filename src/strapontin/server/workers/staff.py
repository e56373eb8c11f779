"""A worker as the foreman knows it: its process, the wire to it, and the way connections are handed to it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import time
from asyncio.subprocess import Process
from collections.abc import Callable
from typing import Any

from strapontin.server.workers.link import Link
from strapontin.server.workers.messages import Begin, Census, Message, Spent, ToForeman

MODULE = "strapontin.server.worker"
"""What the process of a worker runs."""


class Member:
    """One worker."""

    def __init__(self, number: int, hear: Callable[[Member, Any], None], module: str = MODULE) -> None:
        self.number, self.module = number, module
        self.process_name = ""
        """By which it speaks on the bus, once it is ready."""
        self.leaving = False
        self.connections = self._handed = 0
        self.callers: dict[str, int] = {}
        self.spent: list[Spent] = []
        """What it has not been told yet of what others took."""
        self._hear = hear
        self._link = Link(ToForeman, self._heard, lambda: None)
        self._door: socket.socket | None = None
        self._process: Process | None = None
        self._last = time.monotonic()

    async def start(self, begin: Begin) -> None:
        """Start its process."""
        ours, theirs = socket.socketpair()
        self._door, door = socket.socketpair()
        self._door.setblocking(False)
        try:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self.module, str(theirs.fileno()), str(door.fileno())),
                pass_fds=(theirs.fileno(), door.fileno()),
                start_new_session=True,  # a Ctrl-C is for the foreman, who decides when his workers end
            )
        except OSError:
            for end in (ours, self._door):
                end.close()
            raise
        finally:
            theirs.close()
            door.close()
        ours.setblocking(False)
        await self._link.open(ours)
        self._link.send(begin)

    async def ended(self) -> int:
        """Wait until its process is no more; the exit code."""
        assert self._process is not None
        assert self._door is not None
        code = await self._process.wait()
        self._link.close()
        self._door.close()
        self._door = None
        return code

    def send(self, message: Message, *, lossy: bool = False) -> None:
        """Tell it something."""
        self._link.send(message, lossy=lossy)

    def take(self, caller: socket.socket) -> bool:
        """Hand it an open connection; false if it cannot take one now."""
        if self._door is None:
            return False
        try:
            socket.send_fds(self._door, [b"c"], [caller.fileno()])
        except OSError:  # it does not keep up, or has just died
            return False
        self.connections += 1
        self._handed += 1
        return True

    def count(self, census: Census) -> None:
        """What it says it has, and those who are on their way to it."""
        self.connections = census.connections + self._handed - census.taken

    def signal(self, which: int) -> None:
        """Send a signal to its process."""
        with contextlib.suppress(ProcessLookupError):
            if self._process is not None and self._process.returncode is None:
                os.kill(self._process.pid, which)  # not by its own method, which would take its end from asyncio

    def silence(self) -> float:
        """Seconds since it last said something, or was started."""
        return time.monotonic() - self._last

    def _heard(self, message: Any) -> None:
        self._last = time.monotonic()
        self._hear(self, message)
