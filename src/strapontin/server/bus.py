"""How the processes of a server tell each other that a table has moved on: three methods, in-process or Redis.

A message is only a nudge; the truth is in the database. Losing one costs a moment, never a move.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

from redis.asyncio import Redis
from redis.exceptions import RedisError

from strapontin.core.errors import StrapontinError

log = logging.getLogger("strapontin.bus")

Receive = Callable[[str, bytes], None]


class Bus(Protocol):
    """Topics are ids of tables; messages are small."""

    async def publish(self, topic: str, message: bytes) -> None:
        """Tell the other processes."""

    async def subscribe(self, topic: str) -> None:
        """Be told about a topic from now on."""

    async def unsubscribe(self, topic: str) -> None:
        """No longer."""


class LocalBus:
    """One process alone: nobody to tell."""

    shared = False

    async def open(self, receive: Receive) -> None:
        """Nothing to open."""

    async def close(self) -> None:
        """Nothing to close."""

    async def publish(self, topic: str, message: bytes) -> None:
        """Nobody listens."""

    async def subscribe(self, topic: str) -> None:
        """Nobody speaks."""

    async def unsubscribe(self, topic: str) -> None:
        """Nobody speaks."""

    async def healthy(self) -> bool:
        """Nothing can break."""
        return True


class RedisBus:
    """Several processes, by Redis or Valkey; reconnects by itself."""

    shared = True

    def __init__(self, url: str) -> None:
        try:
            self._redis = Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5, health_check_interval=15)
        except ValueError as error:
            raise StrapontinError(f"bus: {error}; give redis://HOST:PORT/0") from None
        self._pubsub = self._redis.pubsub()
        self._topics: set[str] = set()
        self._listener: asyncio.Task[None] | None = None
        self._receive: Receive = lambda topic, message: None

    async def open(self, receive: Receive) -> None:
        """Connect, and begin to listen."""
        self._receive = receive
        try:
            await self._redis.ping()
            await self._pubsub.subscribe("strapontin:")
        except (RedisError, OSError) as error:
            raise StrapontinError(f"bus: cannot reach Redis: {error}") from None
        self._listener = asyncio.create_task(self._listen(), name="bus listener")

    async def close(self) -> None:
        """Hang up."""
        if self._listener:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        pubsub: Any = self._pubsub  # redis-py does not type its end
        await pubsub.aclose()
        await self._redis.aclose()

    async def publish(self, topic: str, message: bytes) -> None:
        """Tell the other processes; a failure is logged, the database has the truth."""
        try:
            await self._redis.publish(f"strapontin:{topic}", message)
        except (RedisError, OSError) as error:
            log.warning("bus does not take messages", extra={"fault": type(error).__name__})

    async def subscribe(self, topic: str) -> None:
        """Be told about a topic from now on."""
        self._topics.add(topic)
        await self._try(self._pubsub.subscribe, topic)

    async def unsubscribe(self, topic: str) -> None:
        """No longer."""
        self._topics.discard(topic)
        await self._try(self._pubsub.unsubscribe, topic)

    async def healthy(self) -> bool:
        """Whether Redis answers."""
        try:
            async with asyncio.timeout(2):
                await self._redis.ping()
        except (RedisError, OSError, TimeoutError):
            return False
        return True

    async def _try(self, act: Callable[[str], Any], topic: str) -> None:
        try:
            await act(f"strapontin:{topic}")
        except (RedisError, OSError) as error:
            log.warning("bus does not answer", extra={"fault": type(error).__name__})

    async def _listen(self) -> None:
        while True:
            try:
                message = await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=None)
            except (RedisError, OSError) as error:
                log.warning("bus lost, trying again", extra={"fault": type(error).__name__})
                await asyncio.sleep(0.5)
                continue
            if message and message["type"] == "message":
                topic = message["channel"].decode().removeprefix("strapontin:")
                self._receive(topic, message["data"])


def bus_of(url: str) -> LocalBus | RedisBus:
    """The bus of a server."""
    return RedisBus(url) if url else LocalBus()
