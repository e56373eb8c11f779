"""How long tests are measured: counting lines makes Python run twice as long or more, and most run again and again.

All cases of a test share its first moments. What it has not reached in them, others reach in theirs. Those of servers
go on to something new for as long as they run, and are measured whole; what a browser looks at runs in a process in
which nothing is counted.
"""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import pytest
from coverage import Coverage

MOMENTS = {"tests/server": math.inf, "tests/web": 0.0}
"""Seconds of processor time for which a test is measured, by folder."""
USUAL = 0.5


class Counted(Protocol):
    """Whatever counts lines."""

    def start(self) -> None:
        """Count from now on."""

    def stop(self) -> None:
        """Count no more."""


class Window:
    """What every test has left of its moments, over all of its cases in this process."""

    def __init__(self) -> None:
        self.left: dict[str, float] = {}

    @contextmanager
    def measured(self, test: str, by: Counted) -> Iterator[None]:
        """Count what a case of a test does while there is something left; afterwards all is as it was before."""
        one = test.partition("[")[0]
        left = self.left.setdefault(one, moments(one))
        if math.isinf(left):
            yield
            return
        stopped: list[int] = []

        def enough(number: int, frame: Any) -> None:
            if not stopped:
                stopped.append(number)
                by.stop()

        before = signal.signal(signal.SIGVTALRM, enough)
        try:
            if left > 0:
                signal.setitimer(signal.ITIMER_VIRTUAL, left)
            else:
                signal.raise_signal(signal.SIGVTALRM)
            yield
        finally:
            self.left[one], _ = signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
            if stopped:
                self.left[one] = 0.0
                by.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure the beginning of a test, if anybody measures."""
        by = Coverage.current()
        if by is None or threading.current_thread() is not threading.main_thread():
            return (yield)
        with self.measured(item.nodeid, by):
            return (yield)


def moments(test: str) -> float:
    """How long a test may be measured."""
    return next((most for folder, most in MOMENTS.items() if test.startswith(folder)), USUAL)
