"""The processes bots think in: warmed at start, watched, replaced when they crash or hang.

One question of a table waits at a time, first come first served: so no table keeps the bots to itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from asyncio.subprocess import PIPE, Process

import msgspec

from strapontin.server import metrics
from strapontin.server.thinking import Question, Thought

log = logging.getLogger("strapontin.bots")

GRACE = 4.0
"""Seconds beyond its budget after which a bot is taken to hang."""

WARMING = 600.0
"""Seconds a first compilation may take."""

LINE = 1 << 22


class NoThought(Exception):
    """A bot crashed, hung or had nothing to say."""


class Worker:
    """One process."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def start(self) -> None:
        """Begin, and wait until it is warm."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "strapontin.server.worker", stdin=PIPE, stdout=PIPE, limit=LINE
        )
        await self._answer(WARMING)

    async def ask(self, question: Question) -> str:
        """Ask one question; NoThought after a crash or when time is up."""
        process = self._process
        if process is None or process.returncode is not None or process.stdin is None:
            raise NoThought("crash")
        try:
            process.stdin.write(msgspec.json.encode(question) + b"\n")
            await process.stdin.drain()
        except (ConnectionError, RuntimeError):
            raise NoThought("crash") from None
        thought = await self._answer(question.seconds + GRACE)
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


class Bots:
    """So many workers, shared by all tables."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._turns: dict[str, asyncio.Lock] = {}
        self._starting: set[asyncio.Task[None]] = set()
        self._all: set[Worker] = set()
        self._closed = False

    def open(self) -> None:
        """Begin to warm the workers; questions wait for the first that is ready."""
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
    def ready(self) -> bool:
        """Whether any worker is there (busy or not)."""
        return bool(self._all)

    async def ask(self, table: str, question: Question) -> str:
        """The thought of a bot for a table; NoThought if it failed, and then a fresh worker takes its place."""
        if not self.count:
            raise NoThought("nobody")
        turn = self._turns.setdefault(table, asyncio.Lock())
        try:
            async with turn:
                worker = await self._free.get()
                started = time.perf_counter()
                try:
                    move = await worker.ask(question)
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
            if not turn.locked():
                self._turns.pop(table, None)

    def _hire(self) -> None:
        if self._closed:
            return
        task = asyncio.create_task(self._start(), name="warm a bot")
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start(self) -> None:
        worker = Worker()
        try:
            await worker.start()
        except NoThought as error:
            log.error("a bot does not start", extra={"why": str(error)})
            await worker.stop()
            await asyncio.sleep(5)
            self._hire()
        except asyncio.CancelledError:
            await worker.stop()
            raise
        else:
            self._all.add(worker)
            self._free.put_nowait(worker)

    async def _dismiss(self, worker: Worker) -> None:
        self._all.discard(worker)
        await worker.stop()
        self._hire()
