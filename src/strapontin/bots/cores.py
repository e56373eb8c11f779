"""The clock a search goes by, whether this machine has a core to spare for it, and a thread to use that with.

A second core helps only where it lies idle: taken from somebody else's work it would slow both. So before every
stretch of a search one looks at how many threads of the machine are running at that moment, and after it at how much
of the core the second thread has had. STRAPONTIN_CORES=1 forbids it altogether.

STRAPONTIN_CLOCK=processor counts the seconds a search has had a core instead of those on the wall, and keeps it to
one core: so strength can be measured on a machine that has other work to do.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from strapontin.core.errors import StrapontinError, clip

OURS = 0.7
"""The share of a stretch that a thread must have been on a core to have had one of its own."""

RUNNING = Path("/proc/loadavg")


PROCESSOR = os.environ.get("STRAPONTIN_CLOCK") == "processor"

now: Callable[[], float] = time.thread_time if PROCESSOR else time.perf_counter
"""The seconds by which a search keeps its time."""


@cache
def allowed() -> int:
    """How many cores this process may use."""
    if PROCESSOR:
        return 1
    text = os.environ.get("STRAPONTIN_CORES", "")
    if text:
        if not text.isdecimal() or int(text) < 1:
            raise StrapontinError(f"STRAPONTIN_CORES: {clip(text)}; it must be a number of cores from 1")
        return int(text)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def several() -> bool:
    """Whether a second core may be used if it lies idle."""
    return allowed() > 1


def idle() -> bool:
    """Whether a core lies idle at this moment: fewer threads are running than there are cores, this one included."""
    try:
        running = int(RUNNING.read_text().split()[3].split("/")[0])
    except (OSError, ValueError, IndexError):  # not Linux: the load of the last minute will have to do
        try:
            running = 1 + round(os.getloadavg()[0])
        except (AttributeError, OSError):
            return False
    return running < allowed()


def beside(work: Callable[..., int], *given: Any) -> Future[tuple[int, bool]]:
    """Have work done in a second thread; what comes of it, and whether that thread had a core of its own."""
    return _thread().submit(_timed, work, given)


def _timed(work: Callable[..., int], given: tuple[Any, ...]) -> tuple[int, bool]:
    wall, busy = time.perf_counter(), time.thread_time()
    done = work(*given)
    return done, time.thread_time() - busy >= OURS * (time.perf_counter() - wall)


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "strapontin-search")
