"""The processes bots think in: warm before they are asked if they can be, watched, replaced when they crash or hang.

One question of a table waits at a time, first come first served: so no table keeps the bots to itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import msgspec

from strapontin.server import metrics
from strapontin.server.bots.question import Question, Thought

log = logging.getLogger("strapontin.bots")

GRACE = 4.0
"""Seconds beyond its budget after which a bot is taken to hang."""

PATIENCE = 60.0
"""Seconds for a bot that thinks so many simulations: it is not to be late, for nobody may play in its place."""

WARMING = 600.0
"""Seconds the first compilation of a game may take."""

AGAIN = 5.0
"""Seconds after which a worker that did not start is tried again."""

LINE = 1 << 22

MODULE = "strapontin.server.bots.worker"
"""What a process of bots runs."""


class NoThought(Exception):
    """A bot crashed, hung or had nothing to say."""


class Thinkers(Protocol):
    """Bots that can be asked: processes of one's own, or those of a house of several workers."""

    count: int

    def open(self) -> None:
        """Begin to warm them."""

    async def close(self) -> None:
        """Send everybody home."""

    @property
    def well(self) -> bool:
        """Whether bots think here, or will as soon as they are warm; also if none were asked for."""

    @property
    def alive(self) -> int:
        """Processes that run."""

    @property
    def idle(self) -> bool:
        """Whether one is free and no table waits for it."""

    async def ask(self, table: str, question: Question) -> str:
        """The thought of a bot for a table; NoThought if it failed."""


class Worker:
    """One process."""

    def __init__(self, module: str = MODULE, environment: dict[str, str] | None = None) -> None:
        self.module, self.environment = module, environment
        self._process: Process | None = None
        self._cold = 0
        """Games it has still to load or compile, as far as it has said."""

    async def start(self) -> None:
        """Begin, and wait until it is there; it warms up while nobody asks."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self.module),
            stdin=PIPE,
            stdout=PIPE,
            limit=LINE,
            env=self.environment,
            start_new_session=True,  # a Ctrl-C is for the server, which decides when its bots end
        )
        self._cold = (await self._answer(WARMING)).cold

    @property
    def alive(self) -> bool:
        """Whether its process still runs."""
        return self._process is not None and self._process.returncode is None

    async def ask(self, question: Question, warming: Callable[[], None] = lambda: None) -> str:
        """Ask one question, and hear if it has to get ready first; NoThought after a crash or when time is up."""
        process = self._process
        if process is None or process.returncode is not None or process.stdin is None:
            raise NoThought("crash")
        try:
            process.stdin.write(msgspec.json.encode(question) + b"\n")
            await process.stdin.drain()
        except (ConnectionError, RuntimeError):
            raise NoThought("crash") from None
        if self._cold:
            thought = await self._warm_answer(warming)
        else:
            thought = await self._answer(question.seconds + GRACE)
        self._cold = thought.cold
        if thought.move is None:
            log.warning("a bot gave up", extra={"game": question.game, "bot": question.level, "fault": thought.error})
            raise NoThought("error")
        return thought.move

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if process.stdin:
            process.stdin.close()

    async def _warm_answer(self, warming: Callable[[], None]) -> Thought:
        """The answer of one that may be compiling just now, and cannot say so."""
        answer = asyncio.create_task(self._answer(WARMING))
        try:
            if not (await asyncio.wait((answer,), timeout=GRACE))[0]:
                warming()
            return await answer
        finally:
            answer.cancel()

    async def _answer(self, seconds: float) -> Thought:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                line = await self._process.stdout.readline()
        except TimeoutError:
            raise NoThought("timeout") from None
        except ValueError:
            raise NoThought("crash") from None
        if not line:
            raise NoThought("crash")
        try:
            return msgspec.json.decode(line, type=Thought)
        except msgspec.MsgspecError:
            raise NoThought("crash") from None


@dataclass(slots=True)
class Turn:
    """The turn of one table to ask, and how many of its questions wait for it or have it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    askers: int = 0


class Bots:
    """So many workers, shared by all tables."""

    def __init__(self, count: int, module: str = MODULE, environment: dict[str, str] | None = None) -> None:
        self.count, self.module, self.environment = count, module, environment
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._turns: dict[str, Turn] = {}
        self._starting: set[asyncio.Task[None]] = set()
        self._all: set[Worker] = set()
        self._failing = asyncio.Event()
        """No worker is there, and the last that was to be started did not start."""
        self._closed = False
        self.on_warming: Callable[[str], None] = lambda table: None
        """Called with a table whose bots have to get ready before they think."""

    def open(self) -> None:
        """Begin; questions wait for the first worker that is there."""
        for _ in range(self.count):
            self._hire()

    async def close(self) -> None:
        """Send everybody home."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._all))

    @property
    def well(self) -> bool:
        """Whether bots think here, or will as soon as they are warm; also if none were asked for."""
        return not self._failing.is_set()

    @property
    def alive(self) -> int:
        """Workers that run."""
        return sum(worker.alive for worker in self._all)

    def measure(self) -> None:
        """Say so to whoever watches."""
        metrics.BOTS.labels("alive").set(self.alive)
        metrics.BOTS.labels("dead").set(self.count - self.alive)

    @property
    def idle(self) -> bool:
        """Whether a worker is free and no table waits for one."""
        return not self._turns and not self._free.empty()

    async def ask(self, table: str, question: Question) -> str:
        """The thought of a bot for a table; NoThought if it failed, and then a fresh worker takes its place."""
        if not self.count:
            raise NoThought("nobody")
        turn = self._turns.setdefault(table, Turn())
        turn.askers += 1
        try:
            async with turn.lock:
                worker = await self._next()
                started = time.perf_counter()
                try:
                    move = await worker.ask(question, partial(self.on_warming, table))
                except NoThought as error:
                    metrics.BOT_FAILURES.labels(str(error)).inc()
                    if str(error) == "error":
                        self._free.put_nowait(worker)
                    else:
                        log.error("a bot is replaced", extra={"why": str(error), "bot": question.level})
                        await self._dismiss(worker)
                    raise
                except BaseException:  # cancelled in mid-thought: its answer would be taken for the next one's
                    await self._dismiss(worker)
                    raise
                self._free.put_nowait(worker)
                metrics.BOT_SECONDS.labels(question.level).observe(time.perf_counter() - started)
                return move
        finally:
            turn.askers -= 1
            if not turn.askers:
                del self._turns[table]

    async def _next(self) -> Worker:
        """The next free worker; NoThought while none can be had."""
        while True:
            free, none = asyncio.create_task(self._free.get()), asyncio.create_task(self._failing.wait())
            try:
                await asyncio.wait((free, none), return_when=asyncio.FIRST_COMPLETED)
            except asyncio.CancelledError:
                if free.done():
                    self._free.put_nowait(free.result())
                raise
            finally:
                none.cancel()
                free.cancel()
            if not free.done():
                metrics.BOT_FAILURES.labels("nobody").inc()
                raise NoThought("nobody")
            if (worker := free.result()).alive:
                return worker
            log.error("a bot is replaced", extra={"why": "died while nobody asked"})
            await self._dismiss(worker)

    def _hire(self) -> None:
        if self._closed:
            return
        task = asyncio.create_task(self._start(), name="warm a bot")
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start(self) -> None:
        worker = Worker(self.module, self.environment)
        try:
            await worker.start()
        except Exception as error:  # no descriptors or no memory are left, or it died while it warmed up
            log.error("a bot does not start; trying again soon", extra={"why": str(error)})
            if not self._all:
                self._failing.set()
            await worker.stop()
            await asyncio.sleep(AGAIN)
            self._hire()
        except asyncio.CancelledError:
            await worker.stop()
            raise
        else:
            self._all.add(worker)
            self._free.put_nowait(worker)
            self._failing.clear()

    async def _dismiss(self, worker: Worker) -> None:
        self._all.discard(worker)
        await worker.stop()
        self._hire()
