"""Ask a bot for a move and always get a legal one: a bot that fails is replaced for that turn, and reported."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple

from strapontin.bots.levels import greedy
from strapontin.bots.outside import BotFault
from strapontin.bots.seat import Bot, Seat
from strapontin.core.errors import clip, listing

GRACE_SHARE, GRACE = 0.2, 0.05
"""How much over its time a bot may be: a share of it, and seconds on top."""

HANGING = 5.0
"""A Python bot is interrupted once it has taken its time and so many seconds more."""


class Answer(NamedTuple):
    """A legal move, the seconds it took, and what was wrong with the bot, if anything."""

    move: str
    seconds: float
    fault: str | None


def ask(bot: Bot, seat: Seat) -> Answer:
    """The bot's move; a safe legal one instead if it is late, crashes or answers nonsense."""
    began = time.perf_counter()
    fault = None
    move: Any = None
    try:
        with _interrupted(seat.seconds + HANGING) if _foreign(bot) else nullcontext():
            move = bot(seat)
    except _Late:
        fault = f"late: no move after {seat.seconds + HANGING:g} s"
    except BotFault as error:
        fault = str(error)
    except Exception as error:
        fault = f"crashed: {type(error).__name__}: {error}"
    took = time.perf_counter() - began
    if fault is None and move not in seat.moves:
        fault = f"not a legal move: {clip(move)}; legal: {listing(seat.legal, 6)}"
    if fault is not None:
        return Answer(greedy(seat), took, " ".join(fault.split()))
    return Answer(move, took, None)


def late(seconds: float, took: float) -> bool:
    """Whether a move took longer than its time and the grace allow."""
    return took > seconds * (1 + GRACE_SHARE) + GRACE


def _foreign(bot: Bot) -> bool:
    """Whether a bot is not one of ours: those keep their time, and may be compiling."""
    return not getattr(getattr(bot, "func", bot), "__module__", "").startswith("strapontin.bots.")


class _Late(BaseException):
    """Raised inside a bot that hangs; no `except Exception` of its own can swallow it."""


@contextmanager
def _interrupted(seconds: float) -> Iterator[None]:
    """Interrupt Python code after so many seconds, where signals can do that."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise _Late

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
