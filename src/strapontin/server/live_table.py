"""A table this process has open: what its journal says, who is connected to it, and which bots think for it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from strapontin.server.connection import Connection
from strapontin.server.step_visibility import Eye
from strapontin.server.table import Table

PEER_SECONDS = 60.0
"""For so long holds what another process said about who is connected there."""


@dataclass(eq=False, slots=True)
class Live:
    """A table this process has open."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    sockets: set[Connection] = field(default_factory=set)
    stale: bool = False
    """The journal may have moved on without us."""
    gone_since: dict[int, int] = field(default_factory=dict)
    """Since when a seat has nobody connected, as far as this process knows."""
    peers: dict[str, tuple[float, tuple[int, ...], int]] = field(default_factory=dict)
    """Who is connected to other processes: until when that holds, seats, spectators."""
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    reminded: set[tuple[int, int]] = field(default_factory=set)
    nudged: dict[int, int] = field(default_factory=dict)
    """Of which turn of a seat it was seen to that its devices are told."""
    stumbled: set[int] = field(default_factory=set)
    """Seats whose bot failed the last time it was asked."""
    used: float = field(default_factory=time.monotonic)
    silent: bool = False
    """Nothing was ever said here, and nobody can say anything but in this process."""
    shown: tuple[tuple[int, ...], int] = ((), 0)
    """The presence last told."""
    told: dict[Eye, tuple[int, Any]] = field(default_factory=dict)
    """The record last told to an eye, and of which version it is."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.header.id

    # who is here

    def here(self) -> tuple[tuple[int, ...], int]:
        """The seats with somebody connected, here or at another process, and how many watch."""
        instant = time.monotonic()
        mine, watching = self.here_locally()
        seats = set(mine)
        for until, others, count in self.peers.values():
            if until > instant:
                seats |= set(others)
                watching += count
        return tuple(sorted(seats)), watching

    def here_locally(self) -> tuple[tuple[int, ...], int]:
        """The same, of this process alone."""
        seats = {one.eye for one in self.sockets if one.eye is not None}
        return tuple(sorted(seats)), sum(1 for one in self.sockets if one.eye is None)

    def is_here(self, seat: int) -> bool:
        """Whether a seat has somebody connected."""
        return any(one.eye == seat for one in self.sockets) or (bool(self.peers) and seat in self.here()[0])

    def hear_of(self, process: str, here: tuple[int, ...], watching: int) -> None:
        """What another process told about who is connected there."""
        self.peers[process] = (time.monotonic() + PEER_SECONDS, here, watching)
