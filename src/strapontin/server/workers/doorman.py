"""Whoever comes to the one door of a house is shown to a worker: everybody at a table to the same one.

The foreman accepts a connection, looks at the first line of what it asks without taking it, and hands the open
connection itself to a worker. From then on they talk without him. So nothing is lost when a worker ends, a door is free
again the moment its house is gone, and it is the same on every system.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Protocol

log = logging.getLogger("strapontin.workers.doorman")

TABLE = re.compile(rb"GET /api/v1/tables/([0-9a-z]+)/socket")
GLANCE = 128
"""Bytes of a request that are looked at."""

SECONDS = 0.5
"""For which somebody may say nothing before they are shown to just anybody."""

MOST_SILENT = 1000
"""Who may say nothing at the same time; of more, the next is shown in at once."""


class Host(Protocol):
    """A worker who takes connections."""

    number: int
    connections: int
    """How many it has, as far as the foreman knows."""

    def take(self, caller: socket.socket) -> bool:
        """Hand it an open connection; false if it cannot take one now."""


class Doorman:
    """Stands at the door."""

    def __init__(self, door: socket.socket, hosts: Callable[[], Sequence[Host]]) -> None:
        self.door, self.hosts = door, hosts
        self._silent: dict[socket.socket, asyncio.TimerHandle] = {}
        self._standing: asyncio.Task[None] | None = None
        self.anybody = asyncio.Event()
        """Some worker is there to take people in; while none is, they wait outside."""

    def open(self) -> None:
        """Let people in."""
        self.door.setblocking(False)
        self._standing = asyncio.create_task(self._stand(), name="doorman")

    def close(self) -> None:
        """Let nobody in any more."""
        if self._standing is not None:
            self._standing.cancel()
        for caller in list(self._silent):
            self._show_in(caller, None)
        self.door.close()

    async def _stand(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self.anybody.wait()
            try:
                caller, _ = await loop.sock_accept(self.door)
            except OSError as error:  # no file descriptors are left, or whoever came has gone
                log.warning("somebody could not be let in", extra={"fault": str(error)})
                await asyncio.sleep(0.1)
                continue
            if len(self._silent) >= MOST_SILENT:
                self._show_in(caller, None)
                continue
            self._silent[caller] = loop.call_later(SECONDS, self._show_in, caller, None)
            loop.add_reader(caller, self._look, caller)

    def _look(self, caller: socket.socket) -> None:
        """Somebody says what they want."""
        glance = b""
        with contextlib.suppress(OSError):
            glance = caller.recv(GLANCE, socket.MSG_PEEK)
        found = TABLE.match(glance)
        self._show_in(caller, found[1] if found else None)

    def _show_in(self, caller: socket.socket, table: bytes | None) -> None:
        if silent := self._silent.pop(caller, None):
            silent.cancel()
            asyncio.get_running_loop().remove_reader(caller)
        hosts = self.hosts()
        first = None if table is None else at_table(table, hosts)
        for host in ([first] if first else []) + sorted(hosts, key=lambda one: one.connections):
            if host.take(caller):
                break
        else:
            log.warning("no worker could take somebody in")
        caller.close()


def at_table(table: bytes, hosts: Iterable[Host]) -> Host | None:
    """The host of a table: the same for everybody, and for as many tables as can be the same when hosts come and go."""
    return max(hosts, key=lambda host: blake2b(b"%d %b" % (host.number, table), digest_size=8).digest(), default=None)
