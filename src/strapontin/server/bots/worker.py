"""A process in which bots think: questions as lines of JSON on standard input, thoughts on standard output."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys

import msgspec

from strapontin.core import registry
from strapontin.server import compiler_memory
from strapontin.server.bots.answer import choose, warm
from strapontin.server.bots.question import Question, Thought


def give_way() -> None:
    """Think while nobody else wants the core: people come first."""
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except (AttributeError, OSError):  # not Linux, or not allowed
        with contextlib.suppress(OSError):
            os.nice(19)


def main() -> int:
    """Say with an empty thought that one is there, then answer until nobody asks; warm up while nobody does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it ends
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # a print in a bot must not garble an answer
    decoder, encoder = msgspec.json.Decoder(Question), msgspec.json.Encoder()

    def say(thought: Thought) -> None:
        answers.write(encoder.encode(thought) + b"\n")
        answers.flush()

    def get_ready(game: str) -> None:
        warm(game)
        cold.remove(game)
        if not cold:
            compiler_memory.let_go()
            give_way()  # from now on: on a machine that is never idle it would never be warm

    cold = list(registry.games())
    say(Thought(cold=len(cold)))
    while True:
        while cold and not select.select([sys.stdin.buffer], [], [], 0)[0]:
            get_ready(cold[0])
        line = sys.stdin.buffer.readline()
        if not line:
            return 0
        try:
            question = decoder.decode(line)
            if question.game in cold:  # somebody waits for it: before the others
                get_ready(question.game)
            thought = Thought(move=choose(question), cold=len(cold))
        except Exception as error:  # whatever a bot does, the seat gets an answer
            thought = Thought(error=f"{type(error).__name__}: {error}"[:300], cold=len(cold))
        say(thought)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # the server is gone, and nobody waits for a thought
        os._exit(0)
