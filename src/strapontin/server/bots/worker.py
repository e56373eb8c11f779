"""A process in which bots think: questions as lines of JSON on standard input, thoughts on standard output."""

from __future__ import annotations

import contextlib
import os
import signal
import sys

import msgspec

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
    """Warm up, say so with an empty thought, then answer until nobody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it ends
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # a print in a bot must not garble an answer
    warm()
    give_way()  # from now on: on a machine that is never idle it would never be warm
    decoder, encoder = msgspec.json.Decoder(Question), msgspec.json.Encoder()
    answers.write(encoder.encode(Thought()) + b"\n")
    answers.flush()
    for line in sys.stdin.buffer:
        try:
            thought = Thought(move=choose(decoder.decode(line)))
        except Exception as error:  # whatever a bot does, the seat gets an answer
            thought = Thought(error=f"{type(error).__name__}: {error}"[:300])
        answers.write(encoder.encode(thought) + b"\n")
        answers.flush()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # the server is gone, and nobody waits for a thought
        os._exit(0)
