"""Run an arena on this machine: a pool of processes, every finished game safe on disk before it counts."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import msgspec

from strapontin.arena.plan import Fixture, Plan
from strapontin.arena.play import Outcome, play
from strapontin.bots.outside import close_all
from strapontin.core.errors import BadRecord, StrapontinError

TRIES = 3
"""So often a game is begun anew when the process that played it has died."""


class Ledger:
    """The finished games of a plan, one line of JSON each; without a path only in memory."""

    def __init__(self, plan: Plan, path: Path | None) -> None:
        self.plan, self.path = plan, path
        self.outcomes: dict[int, Outcome] = {}
        if path is None:
            return
        head = msgspec.json.encode({"plan": msgspec.to_builtins(plan), "digest": plan.digest()})
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or head.startswith(path.read_bytes()):  # new, or cut off before its first line was whole
            path.write_bytes(b"")
            self._append(head)
        else:
            self._read(path)

    def add(self, outcome: Outcome) -> bool:
        """Keep a game, on disk before in memory; one that is there already is not counted twice."""
        if outcome.number in self.outcomes:
            return False
        self._append(msgspec.json.encode(outcome))
        self.outcomes[outcome.number] = outcome
        return True

    def missing(self) -> list[Fixture]:
        """The games still to be played."""
        return [fixture for fixture in self.plan.fixtures() if fixture.number not in self.outcomes]

    def _append(self, line: bytes) -> None:
        if self.path is None:
            return
        with self.path.open("ab") as file:
            file.write(line + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _read(self, path: Path) -> None:
        data = path.read_bytes()
        *lines, rest = data.split(b"\n")
        planned = {fixture.number: fixture for fixture in self.plan.fixtures()}
        for at, line in enumerate(lines or [rest], 1):
            try:
                if at == 1:
                    if msgspec.json.decode(line)["digest"] != self.plan.digest():
                        raise BadRecord(f"{path}: this file belongs to another arena; resume with the same arguments")
                    continue
                outcome = msgspec.json.decode(line, type=Outcome)
            except (KeyError, TypeError, ValueError, RecursionError) as error:
                raise BadRecord(f"{path}, line {at}: not the results of an arena: {error}") from None
            if planned.get(outcome.number) != outcome.fixture or not outcome.whole:
                raise BadRecord(f"{path}, line {at}: not a game of this arena")
            self.outcomes[outcome.number] = outcome
        if rest:  # the last line was cut off while it was written: that game is played again
            with path.open("r+b") as file:
                file.truncate(len(data) - len(rest))


Report = Callable[[Outcome], None]


def run(
    ledger: Ledger, jobs: int = 1, records: str | None = None, told: Report = lambda _: None, keep: bool = False
) -> None:
    """Play all missing games of a plan on this machine; Ctrl-C stops at once and loses no finished game.

    With `keep`, outcomes have their moves.
    """
    if jobs <= 1:
        for fixture in ledger.missing():
            _count(ledger, play(ledger.plan, fixture, records, keep), told)
        return
    for outcome in _pooled(ledger.plan, ledger.missing(), jobs, records, keep):
        _count(ledger, outcome, told)


def _count(ledger: Ledger, outcome: Outcome, told: Report) -> None:
    if ledger.add(outcome):
        told(outcome)


def _pooled(plan: Plan, fixtures: list[Fixture], jobs: int, records: str | None, keep: bool) -> Iterator[Outcome]:
    """Play games in fresh processes, a few ahead at a time; a process that dies costs its games a new try."""
    left = list(reversed(fixtures))
    tries: dict[int, int] = {}
    while left:
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_ignore_interrupts)
        running: dict[Future[Outcome], Fixture] = {}
        try:
            while left or running:
                while left and len(running) < 2 * jobs:
                    fixture = left.pop()
                    running[pool.submit(play, plan, fixture, records, keep)] = fixture
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    outcome = future.result()
                    del running[future]
                    yield outcome
        except BrokenProcessPool:
            for fixture in running.values():
                tries[fixture.number] = tries.get(fixture.number, 0) + 1
                if tries[fixture.number] >= TRIES:
                    message = f"game {fixture.number}: the process that plays it has died {TRIES} times"
                    raise StrapontinError(message) from None
            left += list(running.values())
        except BaseException:
            _end(pool)
            raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the pool's processes without waiting for the games they are in."""
    for process in list((pool._processes or {}).values()):
        process.terminate()


def _ignore_interrupts() -> None:
    """Ctrl-C is for the arena; it ends its processes itself, and they the programs they have started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)


def _leave(*_: object) -> None:
    close_all()
    os._exit(1)
