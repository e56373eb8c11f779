"""Bots that are not ours: a Python function by `module:attribute`, or a program of any language by `cmd:`.

A program is started once and asked by one line of JSON for each move; it answers with one line:

    {"do": "move", "game": "metrox", "options": {...}, "players": 2, "seat": 0, "seconds": 1.0,
     "legal": ["A0", ...], "history": [["*", "4"], ...], "view": {...}}
    {"move": "A3"}
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import json
import os
import selectors
import shlex
import shutil
import subprocess
import sys
import time
from typing import Any

from strapontin.bots.seat import Bot, Seat
from strapontin.core.errors import StrapontinError, clip, reason

LONGEST = 1_000_000


class BotFault(StrapontinError):
    """A bot that is late, has crashed or answers nonsense."""


def imported(name: str) -> Bot:
    """A Python bot: any function from a Seat to a move, named `module:attribute`; the working directory counts."""
    module, _, attribute = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as error:  # whatever somebody else's file does when it is read
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise StrapontinError(f"bot: {clip(name)} cannot be imported: {said}") from None
    if not callable(found):
        raise StrapontinError(f"bot: {clip(name)} is not a function; a bot takes a Seat and returns a move")
    bot: Bot = found
    return bot


class Program:
    """A bot that runs as a program of its own, started when it is first asked and again after it has failed."""

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise StrapontinError(f"bot: {clip('cmd:' + command)} cannot be read: {error}") from None
        if not self.words:
            raise StrapontinError("bot: cmd: names no program; for example cmd:./mybot")
        if shutil.which(self.words[0]) is None:
            raise StrapontinError(f"bot: {clip('cmd:' + command)}: there is no program {clip(self.words[0])}")
        self.process: subprocess.Popen[bytes] | None = None
        self.pending = b""

    def __call__(self, seat: Seat) -> str:
        """Ask for a move and wait no longer than the seat allows."""
        return self.within(seat, seat.seconds)

    def within(self, seat: Seat, seconds: float) -> str:
        """Ask for a move and wait for so many seconds."""
        until = time.monotonic() + seconds
        if self.process is None or self.process.poll() is not None:
            self._start()
        question = {
            "do": "move",
            "game": seat.game.id,
            "options": seat.setting.options,
            "players": seat.setting.players,
            "seat": seat.seat,
            "seconds": seat.seconds,
            "legal": seat.legal,
            "history": seat.history,
            "view": seat.view,
        }
        try:
            line = self._ask(json.dumps(question).encode() + b"\n", until)
        except TimeoutError:
            self.close()
            raise BotFault(f"late: no answer after {seconds:.3g} s") from None
        except OSError as error:
            self.close()
            raise BotFault(str(error) or "no answer") from None
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            self.close()
            said = line.decode(errors="replace").strip()
            raise BotFault(f"answered {clip(said)}; expected one line of JSON with a move") from None
        if not isinstance(answer, dict) or not isinstance(answer.get("move"), str):
            raise BotFault(f"answered {clip(answer)}; expected an object with a move")
        return str(answer["move"])

    def close(self) -> None:
        """End the program."""
        running.discard(self)
        if self.process is not None:
            process, self.process, self.pending = self.process, None, b""
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            try:
                process.wait(timeout=0.2)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _start(self) -> None:
        self.close()
        try:
            # unbuffered: what does not fit into the pipe must not wait in here either
            self.process = subprocess.Popen(self.words, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise BotFault(f"cannot be started: {reason(error)}") from None
        running.add(self)

    def _ask(self, question: bytes, until: float) -> bytes:
        """Write the question and read a line, whichever of the two the program is ready for."""
        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        os.set_blocking(process.stdin.fileno(), False)
        with selectors.DefaultSelector() as waiting:
            waiting.register(process.stdout, selectors.EVENT_READ)
            if not self.pending and waiting.select(0):
                self.pending = os.read(process.stdout.fileno(), 65536)
                if not self.pending:
                    raise OSError("it has ended")
            if self.pending:
                said = self.pending.decode(errors="replace").strip()
                raise OSError(f"it said {clip(said)} without being asked; it may answer one line for each question")
            waiting.register(process.stdin, selectors.EVENT_WRITE)
            while b"\n" not in self.pending:
                ready = waiting.select(max(0.0, until - time.monotonic()))
                if not ready:
                    raise TimeoutError
                for key, _ in ready:
                    if key.fileobj is process.stdin:
                        question = question[os.write(process.stdin.fileno(), question) :]
                        if not question:
                            waiting.unregister(process.stdin)
                        continue
                    got = os.read(process.stdout.fileno(), 65536)
                    if not got:
                        raise OSError("it has ended")
                    self.pending += got
                    if len(self.pending) > LONGEST:
                        raise OSError("an endless line")
        line, _, self.pending = self.pending.partition(b"\n")
        return line


running: set[Program] = set()
"""The programs of this process that have been started."""


@atexit.register
def close_all() -> None:
    """End all programs: not every one of them ends by itself when nobody asks any more."""
    for program in list(running):
        program.close()
