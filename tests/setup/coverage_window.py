"""How long a test is measured: counting lines makes Python run twice as long or more, and most run again and again.

What a test has not reached after its first moments, others reach in theirs. Those of servers go on to something new for
as long as they run, and are measured whole; what a browser looks at runs in a process in which nothing is counted.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import pytest
from coverage import Coverage

MOMENTS = {"tests/server": None, "tests/web": 0.0}
"""Seconds of processor time for which tests are measured, by their folder; None: to their end."""
USUAL = 0.5


class Counted(Protocol):
    """Whatever counts lines."""

    def start(self) -> None:
        """Count from now on."""

    def stop(self) -> None:
        """Count no more."""


@contextmanager
def measured(by: Counted, seconds: float) -> Iterator[None]:
    """Count what is run here, for so many seconds of processor time; afterwards all is as it was before."""
    stopped: list[int] = []

    def enough(number: int, frame: Any) -> None:
        if not stopped:
            stopped.append(number)
            by.stop()

    before = signal.signal(signal.SIGVTALRM, enough)
    try:
        if seconds > 0:
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        else:
            signal.raise_signal(signal.SIGVTALRM)
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        if stopped:
            by.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Measure the beginning of a test, if anybody measures."""
    seconds = next((most for folder, most in MOMENTS.items() if item.nodeid.startswith(folder)), USUAL)
    by = Coverage.current()
    if by is None or seconds is None or threading.current_thread() is not threading.main_thread():
        return (yield)
    with measured(by, seconds):
        return (yield)
