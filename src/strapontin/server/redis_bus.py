"""The bus of processes on several machines, by Redis or Valkey.

Nobody waits for it: what is to be said is put down, and said by a task of its own, in order, as soon as Redis listens.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from strapontin.core.errors import StrapontinError
from strapontin.server.bus import Receive

log = logging.getLogger("strapontin.bus")

WAITING: Any = {"socket_timeout": 5.0, "socket_connect_timeout": 5.0}
"""Seconds after which Redis is taken not to answer."""

MOST_UNSAID = 10_000
"""Messages that wait while Redis does not listen; they are small."""

MOST_AT_ONCE = 500
"""Messages that travel together."""

A_MOMENT = 0.25
"""Seconds for which a table that is opened waits for Redis to know of it."""


class RedisBus:
    """Several processes, by Redis or Valkey; reconnects by itself."""

    shared = True

    def __init__(self, url: str) -> None:
        try:
            self._redis = Redis.from_url(url, **WAITING, health_check_interval=15)
        except ValueError as error:
            raise StrapontinError(f"bus: {error}; give redis://HOST:PORT/0") from None
        self._pubsub = self._redis.pubsub()
        self._tasks: list[asyncio.Task[None]] = []
        self._receive: Receive = lambda topic, message: None
        self._unsaid: deque[tuple[str, bytes]] = deque(maxlen=MOST_UNSAID)
        self._topics: set[str] = set()
        self._heard: set[str] = set()
        """The topics Redis knows that we listen to."""
        self._work = asyncio.Event()
        self._settled = asyncio.Event()
        """Redis was told of all topics; cleared while something is to be told."""
        self._answers = True

    async def open(self, receive: Receive) -> None:
        """Connect, and begin to listen and to speak."""
        self._receive = receive
        try:
            await self._redis.ping()
            await self._pubsub.subscribe("strapontin:")
        except (RedisError, OSError) as error:
            raise StrapontinError(f"bus: cannot reach Redis: {error}") from None
        self._tasks = [
            asyncio.create_task(self._listen(), name="bus listener"),
            asyncio.create_task(self._speak(), name="bus speaker"),
        ]

    async def close(self) -> None:
        """Hang up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        pubsub: Any = self._pubsub  # redis-py does not type its end
        await pubsub.aclose()
        await self._redis.aclose()

    def publish(self, topic: str, message: bytes) -> None:
        """Tell the other processes, soon; of too much that waits the oldest is lost, the database has the truth."""
        self._unsaid.append((topic, message))
        self._work.set()

    async def subscribe(self, topic: str) -> None:
        """Be told about a topic from now on; waits a moment for that, and no longer."""
        self._topics.add(topic)
        self._settled.clear()
        self._work.set()
        if self._answers:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(A_MOMENT):
                    await self._settled.wait()

    def unsubscribe(self, topic: str) -> None:
        """No longer."""
        self._topics.discard(topic)
        self._work.set()

    async def healthy(self) -> bool:
        """Whether Redis answers."""
        try:
            async with asyncio.timeout(2):
                await self._redis.ping()
        except (RedisError, OSError, TimeoutError):
            return False
        return True

    async def _speak(self) -> None:
        """Say what is to be said, in order; while Redis does not answer it waits here, and nowhere else."""
        while True:
            await self._work.wait()
            self._work.clear()
            try:
                while self._topics != self._heard or self._unsaid:
                    await self._say()
            except (RedisError, OSError) as error:
                self._answers = False
                self._work.set()
                log.warning("bus does not answer, trying again", extra={"fault": type(error).__name__})
                await asyncio.sleep(0.5)
            else:
                self._answers = True
                self._settled.set()

    async def _say(self) -> None:
        for act, topics in (
            (self._pubsub.subscribe, self._topics - self._heard),
            (self._pubsub.unsubscribe, self._heard - self._topics),
        ):
            if topics:
                await act(*(f"strapontin:{topic}" for topic in topics))
                self._heard ^= topics
        if self._topics == self._heard:  # more may have come meanwhile
            self._settled.set()
        said = [self._unsaid.popleft() for _ in range(min(len(self._unsaid), MOST_AT_ONCE))]
        if said:
            async with self._redis.pipeline(transaction=False) as pipe:
                for topic, message in said:
                    pipe.publish(f"strapontin:{topic}", message)
                await pipe.execute()

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
