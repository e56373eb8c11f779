"""Bots that are not ours: a Python function by `module:attribute`, or a program of any language by `cmd:`.

A program is started once and asked by one line of JSON for each move; it answers with one line:

    {"do": "move", "game": "metrox", "options": {...}, "players": 2, "seat": 0, "seconds": 1.0,
     "legal": ["A0", ...], "history": [["*", "4"], ...], "view": {...}}
    {"move": "A3"}
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import selectors
import shlex
import subprocess
import sys
import time
from typing import Any

from strapontin.bots.seat import Bot, Seat
from strapontin.core.errors import StrapontinError, clip

PATIENCE = 5.0
"""Seconds a program gets on top of its first move, to start."""
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
    except (ImportError, AttributeError, ValueError) as error:
        raise StrapontinError(f"bot: {clip(name)} cannot be imported: {error}") from None
    if not callable(found):
        raise StrapontinError(f"bot: {clip(name)} is not a function; a bot takes a Seat and returns a move")
    return found


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
        self.process: subprocess.Popen[bytes] | None = None
        self.pending = b""

    def __call__(self, seat: Seat) -> str:
        """Ask for a move and wait no longer than the seat allows."""
        extra = 0.0
        if self.process is None or self.process.poll() is not None:
            self._start()
            extra = PATIENCE
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
            answer = json.loads(self._ask(json.dumps(question).encode() + b"\n", seat.seconds + extra))
        except (ValueError, OSError) as error:
            self.close()
            raise BotFault(f"{clip(self.command)}: {error or 'no answer'}") from None
        if not isinstance(answer, dict) or not isinstance(answer.get("move"), str):
            raise BotFault(f"{clip(self.command)}: answered {clip(answer)}; expected an object with a move")
        return answer["move"]

    def close(self) -> None:
        """End the program."""
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
            self.process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise BotFault(f"{clip(self.command)} cannot be started: {error.strerror}") from None

    def _ask(self, question: bytes, seconds: float) -> bytes:
        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(question)
        process.stdin.flush()
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as waiting:
            waiting.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in self.pending:
                if not waiting.select(max(0.0, until - time.monotonic())):
                    raise OSError(f"no answer within {seconds:g} s")
                got = os.read(process.stdout.fileno(), 65536)
                if not got:
                    raise OSError("it has ended")
                self.pending += got
                if len(self.pending) > LONGEST:
                    raise OSError("an endless line")
        line, _, self.pending = self.pending.partition(b"\n")
        return line
