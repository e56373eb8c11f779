"""What a worker has from the foreman: the wire to him, and by it the bus, the bots and the figures of the house."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import Callable
from typing import Any

from strapontin.server import metrics
from strapontin.server.bots.pool import NoThought
from strapontin.server.bots.question import Question
from strapontin.server.bus import Receive
from strapontin.server.settings import Settings
from strapontin.server.workers.figures import together
from strapontin.server.workers.link import Link
from strapontin.server.workers.messages import (
    Ask,
    Deaf,
    Figures,
    Gather,
    Left,
    Listen,
    Listening,
    Measure,
    Measured,
    Message,
    Nudge,
    Ping,
    Pong,
    State,
    Thought,
    ToWorker,
)

HEALTH_SECONDS = 2.0
"""For which the foreman may take to answer."""


class Foreman:
    """The foreman, as a worker knows him."""

    def __init__(self, settings: Settings) -> None:
        self.wanted, self.alive = settings.workers, 0
        self.callers: Counter[str] = Counter()
        self.link = Link(ToWorker, self._hear, self._gone)
        self.state = State(0, True, 0, False, {}, [])
        self.on_state: Callable[[State], None] = lambda state: None
        self.on_nudge: Receive = lambda topic, message: None
        self.on_measure: Callable[[], None] = lambda: None
        self.on_gone: Callable[[], None] = lambda: None
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._numbers = itertools.count()
        self._is_gone = False

    async def ask(self, make: Callable[[int], Message]) -> Any:
        """Ask him something; what he answers. ConnectionError once he is gone."""
        if self._is_gone:
            raise ConnectionError("the foreman is gone")
        n = next(self._numbers)
        answer = self._asked[n] = asyncio.get_running_loop().create_future()
        try:
            self.link.send(make(n))
            return await answer
        finally:
            del self._asked[n]

    async def exposition(self) -> bytes:
        """The figures of all processes of the house."""
        answer: Figures = await self.ask(Gather)
        return together(answer.told)

    def _hear(self, message: Any) -> None:
        match message:
            case Nudge(topic=topic, message=told):
                self.on_nudge(topic, told)
            case Left(process=process):
                self.on_nudge("", process.encode())
            case State():
                self.state, self.alive = message, message.alive
                self.callers = Counter(message.callers)
                self.on_state(message)
            case Measure(n=n):
                self.on_measure()
                self.link.send(Measured(n, metrics.exposition()))
            case Listening(n=n) | Thought(n=n) | Figures(n=n) | Pong(n=n):
                if (answer := self._asked.get(n)) and not answer.done():
                    answer.set_result(message)

    def _gone(self) -> None:
        """Without him nobody comes any more: finish what is under way, and go."""
        self._is_gone = True
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the foreman is gone"))
        self.on_gone()


class HubBus:
    """The bus of the workers of one house, by the foreman: no Redis needed."""

    shared = True

    def __init__(self, foreman: Foreman) -> None:
        self._foreman = foreman

    async def open(self, receive: Receive) -> None:
        """Begin to listen."""
        self._foreman.on_nudge = receive

    async def close(self) -> None:
        """The foreman notices by himself."""

    def publish(self, topic: str, message: bytes) -> None:
        """Tell the other workers."""
        self._foreman.link.send(Nudge(topic, message), lossy=True)

    async def subscribe(self, topic: str) -> None:
        """Be told about a topic, from the moment this returns."""
        with contextlib.suppress(ConnectionError):  # without him nobody else speaks
            await self._foreman.ask(lambda n: Listen(n, topic))

    def unsubscribe(self, topic: str) -> None:
        """No longer."""
        self._foreman.link.send(Deaf(topic))

    async def healthy(self) -> bool:
        """Whether the foreman answers."""
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await self._foreman.ask(Ping)
        except (TimeoutError, ConnectionError):
            return False
        return True


class LentBots:
    """The bots of the house: as many as one process alone would have, shared by all workers."""

    def __init__(self, foreman: Foreman, count: int) -> None:
        self._foreman, self.count = foreman, count

    def open(self) -> None:
        """The foreman has them."""

    async def close(self) -> None:
        """The foreman sends them home."""

    @property
    def well(self) -> bool:
        """Whether bots think there, or will as soon as they are warm."""
        return self._foreman.state.bots_well

    @property
    def alive(self) -> int:
        """Processes that run."""
        return self._foreman.state.bots_alive

    @property
    def idle(self) -> bool:
        """Whether one was free when the foreman last said so."""
        return self._foreman.state.bots_idle

    async def ask(self, table: str, question: Question) -> str:
        """The thought of a bot for a table; NoThought if it failed."""
        if not self.count:
            raise NoThought("nobody")
        try:
            thought: Thought = await self._foreman.ask(lambda n: Ask(n, table, question))
        except ConnectionError:
            raise NoThought("nobody") from None
        if thought.move is None:
            raise NoThought(thought.why)
        return thought.move
