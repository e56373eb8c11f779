"""How the processes of a server tell each other that a table has moved on: in-process, by Redis, or by a foreman.

A message is only a nudge; the truth is in the database. Losing one costs a moment, never a move. So nobody waits for
the bus.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Receive = Callable[[str, bytes], None]


class Bus(Protocol):
    """Nudges about tables, which are its topics."""

    shared: bool
    """Whether there are other processes."""

    async def open(self, receive: Receive) -> None:
        """Begin to listen and to speak."""

    async def close(self) -> None:
        """Hang up."""

    def publish(self, topic: str, message: bytes) -> None:
        """Tell the other processes, soon."""

    async def subscribe(self, topic: str) -> None:
        """Be told about a topic from now on."""

    def unsubscribe(self, topic: str) -> None:
        """No longer."""

    async def healthy(self) -> bool:
        """Whether it carries anything."""


class LocalBus:
    """One process alone: nobody to tell. Topics are ids of tables."""

    shared = False

    async def open(self, receive: Receive) -> None:
        """Nothing to open."""

    async def close(self) -> None:
        """Nothing to close."""

    def publish(self, topic: str, message: bytes) -> None:
        """Nobody listens."""

    async def subscribe(self, topic: str) -> None:
        """Nobody speaks."""

    def unsubscribe(self, topic: str) -> None:
        """Nobody speaks."""

    async def healthy(self) -> bool:
        """Nothing can break."""
        return True
