"""`python -m tests.server.thinker`: bots that think so many simulations, however busy the machine is."""

from __future__ import annotations

import sys

from strapontin.bots import levels
from strapontin.core.kernel import JIT
from strapontin.server.bots import worker

if __name__ == "__main__":
    worker.give_way = lambda: None  # what else runs on the machine of a test must not decide what a bot plays
    if JIT:  # in plain Python so many simulations would take minutes a move
        levels.within = lambda bot, seconds: seconds  # type: ignore[attr-defined]
    sys.exit(worker.main())
