"""The foreman of a house of several workers: starts them, replaces who dies, and sends all home.

He keeps what there is once: the door, the bots, and who is told what. He knows neither tables nor rules, so that
there is little he could die of; if he does, his workers finish what is under way and go.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections import Counter
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any

import msgspec

from strapontin.server import logs, metrics
from strapontin.server.bots.pool import Bots, NoThought
from strapontin.server.bots.question import Question
from strapontin.server.listening import address
from strapontin.server.settings import Settings
from strapontin.server.workers.doorman import Doorman
from strapontin.server.workers.hub import Hub
from strapontin.server.workers.messages import (
    Ask,
    Begin,
    Census,
    Deaf,
    Figures,
    Gather,
    Leaving,
    Left,
    Listen,
    Listening,
    Measure,
    Measured,
    Nudge,
    Ping,
    Pong,
    Ready,
    State,
    Thought,
    ToForeman,
)
from strapontin.server.workers.staff import Member

log = logging.getLogger("strapontin.workers.foreman")

TELL_SECONDS = 0.25
"""How often workers and foreman tell each other how they are."""

AGAIN = 5.0
"""Seconds after which a worker that did not start is tried again."""

HUNG_SECONDS = 60.0
"""For which a worker may say nothing before it is taken to hang, and replaced."""

START_SECONDS = 600.0
"""For which one may get ready; the first has to compile the rules."""

GATHER_SECONDS = 2.0
"""For which the figures of a worker are waited for."""

GRACE = 5.0
"""Seconds beyond those of draining after which a worker is made to go."""


class Foreman:
    """Runs the workers of a house."""

    def __init__(self, settings: Settings, door: socket.socket, welcome: Callable[[str], None] | None) -> None:
        self.settings, self.door, self.welcome = settings, door, welcome
        self.bots = Bots(settings.bots, environment=settings.compiling())
        self.hub: Hub[Member] = Hub()
        self.members: dict[int, Member] = {}
        self.doorman = Doorman(door, self._hosts)
        self._first = asyncio.Event()
        """The first worker is ready, or gave up: what is wrong is told once, and compiled once."""
        self._stop = asyncio.Event()
        self._thoughts: dict[tuple[str, bytes], asyncio.Task[str]] = {}
        """What bots are asked; two workers that ask the same get the same answer."""
        self._measuring: dict[int, asyncio.Queue[tuple[str, bytes]]] = {}
        self._numbers = count()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> int:
        """Serve until told to stop; the exit code."""
        loop = asyncio.get_running_loop()
        for one in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(one, self._stop.set)
        telling = asyncio.create_task(self._tell_state(), name="foreman")
        keeping = [asyncio.create_task(self._keep(0), name="worker 0")]
        await self._first_or_stop()
        if opened := bool(self._hosts()) and not self._stop.is_set():
            self.bots.open()
            self.doorman.open()
            keeping += [asyncio.create_task(self._keep(i), name=f"worker {i}") for i in range(1, self.settings.workers)]
            if self.welcome is not None:
                self.welcome(address(self.door))
            await self._stop.wait()
        telling.cancel()
        await self._close(keeping)
        return 0 if opened else 1

    async def _close(self, keeping: list[asyncio.Task[None]]) -> None:
        """Nobody comes in any more; everybody finishes what is under way."""
        self._stop.set()
        self.doorman.close()
        for member in self.members.values():
            member.signal(signal.SIGTERM)
        _, slow = await asyncio.wait(keeping, timeout=self.settings.drain_seconds + GRACE)
        for member in self.members.values() if slow else ():
            member.signal(signal.SIGKILL)
        await asyncio.gather(*keeping, return_exceptions=True)
        await self.bots.close()

    async def _keep(self, number: int) -> None:
        """See to it that there is a worker of this number."""
        while not self._stop.is_set():
            member = Member(number, self._hear)
            try:
                await member.start(Begin(self.settings, number))
            except OSError as error:
                log.error("a worker cannot be started; trying again soon", extra={"fault": str(error)})
                self._first.set()
                await self._pause(AGAIN)
                continue
            self.members[number] = member
            if self._stop.is_set():  # told to stop while it was started
                member.signal(signal.SIGTERM)
            code = await member.ended()
            del self.members[number]
            self._forget(member)
            if code > 0 and not self._first.is_set():  # it has said what is wrong, and nobody is served yet
                self._first.set()
                return
            if not self._stop.is_set():
                log.error("a worker ended; another takes its place", extra={"worker": number, "exit": code})
                if not member.process_name:
                    await self._pause(AGAIN)

    async def _first_or_stop(self) -> None:
        """Wait for the first worker, but no longer than anybody wants: it may have to compile, or hang."""
        waits = [asyncio.create_task(one.wait()) for one in (self._first, self._stop)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for one in waits:
            one.cancel()

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stop.wait()

    def _forget(self, member: Member) -> None:
        """Whoever was connected to it is so no longer."""
        self.hub.forget(member)
        self._count()
        for one in self._staff():
            one.send(Left(member.process_name))

    def _staff(self) -> list[Member]:
        """All who can be told something."""
        return [member for member in self.members.values() if member.process_name]

    def _hosts(self) -> list[Member]:
        """All who take connections."""
        return [member for member in self._staff() if not member.leaving]

    def _count(self) -> None:
        alive = len(self._hosts())
        (self.doorman.anybody.set if alive else self.doorman.anybody.clear)()
        metrics.WORKERS.labels("alive").set(alive)
        metrics.WORKERS.labels("dead").set(self.settings.workers - alive)

    # what workers say

    def _hear(self, member: Member, message: ToForeman) -> None:
        match message:
            case Nudge(topic=topic):
                for one in self.hub.others(member, topic):
                    one.send(message, lossy=True)
            case Listen(n=n, topic=topic):
                self.hub.listen(member, topic)
                member.send(Listening(n))
            case Deaf(topic=topic):
                self.hub.deaf(member, topic)
            case Ask(n=n, table=table, question=question):
                self._do(self._think(member, n, table, question))
            case Census(callers=callers, spent=spent):
                member.count(message)
                member.callers = callers
                for one in self._staff():
                    if one is not member:
                        one.spent += spent
            case Ready(process=name):
                member.process_name = name
                self._count()
                self._first.set()
            case Leaving():
                member.leaving = True
                self._count()
            case Gather(n=n):
                self._do(self._gather(member, n))
            case Measured(n=n, told=told):
                if n in self._measuring:
                    self._measuring[n].put_nowait((str(member.number), told))
            case Ping(n=n):
                member.send(Pong(n))

    def _do(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think(self, member: Member, n: int, table: str, question: Question) -> None:
        """Ask the bots of the house, once for all workers that want to know."""
        key = (table, same(question))
        thought = self._thoughts.get(key)
        if thought is None:
            thought = self._thoughts[key] = asyncio.create_task(self.bots.ask(table, question))
            thought.add_done_callback(lambda _: self._thoughts.pop(key, None))
        try:
            member.send(Thought(n, await asyncio.shield(thought)))
        except NoThought as error:
            member.send(Thought(n, None, str(error)))

    async def _gather(self, member: Member, n: int) -> None:
        """Ask all for their figures; who does not answer in time is left out."""
        ours = next(self._numbers)
        queue = self._measuring[ours] = asyncio.Queue()
        staff = self._staff()
        for one in staff:
            one.send(Measure(ours))
        self.bots.measure()
        told: list[tuple[str, bytes]] = [("foreman", metrics.exposition())]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GATHER_SECONDS):
                while len(told) <= len(staff):
                    told.append(await queue.get())
        del self._measuring[ours]
        member.send(Figures(n, sorted(told)))

    async def _tell_state(self) -> None:
        """Tell all how the house is, and look whether anybody hangs."""
        while True:
            await asyncio.sleep(TELL_SECONDS)
            staff = self._staff()
            everywhere = sum((Counter(one.callers) for one in staff), Counter[str]())
            for one in staff:
                elsewhere = {who: n - one.callers.get(who, 0) for who, n in everywhere.items()}
                spent, one.spent = one.spent, []
                bots = self.bots
                one.send(State(len(self._hosts()), bots.well, bots.alive, bots.idle, elsewhere, spent))
            for one in self.members.values():
                if one.silence() > (HUNG_SECONDS if one.process_name else START_SECONDS):
                    log.error("a worker hangs and is made to go", extra={"worker": one.number})
                    one.signal(signal.SIGKILL)


def same(question: Question) -> bytes:
    """A question without the luck of the bot, by which two workers ask differently for the same move."""
    return msgspec.msgpack.encode(msgspec.structs.replace(question, seed=""))


def lead(settings: Settings, door: socket.socket, welcome: Callable[[str], None] | None = None) -> int:
    """Run a house of several workers until told to stop; the exit code."""
    logs.set_up(settings.log_level, settings.log_format, "foreman")

    async def run() -> int:
        return await Foreman(settings, door, welcome).run()

    return asyncio.run(run())
