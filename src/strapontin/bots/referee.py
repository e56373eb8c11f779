"""Ask a bot for a move and always get a legal one: a bot that fails is replaced for that turn, and reported."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple
from weakref import WeakSet

from strapontin.bots.levels import greedy
from strapontin.bots.outside import BotFault, Program
from strapontin.bots.seat import Bot, Seat
from strapontin.core.errors import clip, listing
from strapontin.core.kernel import copy_of

GRACE_SHARE, GRACE = 0.2, 0.05
"""How much over its time a bot may be: a share of it, and seconds on top."""

PATIENCE = 5.0
"""Seconds on top that a bot which is not ours gets for its first move: a program has to start, a module to load."""


class Answer(NamedTuple):
    """A legal move, the seconds it took, and what was wrong with the bot, if anything."""

    move: str
    seconds: float
    fault: str | None
    over: float
    """The seconds it took beyond what was allowed; below 0 where time was left."""
    late: bool


def ask(bot: Bot, seat: Seat) -> Answer:
    """The bot's move; a safe legal one instead if it is late, crashes or answers nonsense.

    A bot that is not ours gets a copy of the table: whatever it writes there, moves are checked against ours.
    """
    foreign = _foreign(bot)
    allowed = seat.seconds + (PATIENCE if foreign and _first(bot) else 0.0)
    limit = allowed + GRACE_SHARE * seat.seconds + GRACE
    began = time.perf_counter()
    fault, move = None, ""
    try:
        if not foreign:
            move = bot(seat)
        elif isinstance(bot, Program):
            move = bot.within(seat, limit)
        else:
            with _interrupted(limit):
                move = bot(_copy(seat))
    except _Late:
        pass  # told below
    except BotFault as error:
        fault = str(error)
    except (Exception, SystemExit) as error:
        fault = f"crashed: {type(error).__name__}: {error}"
    took = time.perf_counter() - began
    late = took > limit
    if fault is None and late and foreign:
        fault = f"late: no move after {limit:.3g} s"
    if fault is None and not (isinstance(move, str) and move in seat.moves):
        fault = f"not a legal move: {clip(move)}; legal: {listing(seat.legal, 6)}"
    if fault is not None:
        return Answer(greedy(seat), took, " ".join(fault.split()), took - allowed, late)
    return Answer(move, took, None, took - allowed, late)


def _foreign(bot: Bot) -> bool:
    """Whether a bot is not one of ours: those keep their time, and may be compiling."""
    if isinstance(bot, Program):
        return True
    return not getattr(getattr(bot, "func", bot), "__module__", "").startswith("strapontin.bots.")


_asked: WeakSet[Any] = WeakSet()


def _first(bot: Bot) -> bool:
    """Whether this bot has never been asked before."""
    try:
        first = bot not in _asked
        _asked.add(bot)
    except TypeError:  # no reference can be kept to it
        return False
    return first


def _copy(seat: Seat) -> Seat:
    """The same seat, to be written into by somebody else."""
    given = seat.setting
    setting = replace(given, options=deepcopy(given.options), board=copy_of(given.board))
    return replace(seat, setting=setting, state=copy_of(seat.state), past=lambda: list(seat.history), thoughts=[])


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
