"""`python -m tests.server.thinker`: bots that think so many simulations, however busy the machine is."""

from __future__ import annotations

import sys

from strapontin.bots import levels
from strapontin.core.kernel import JIT
from strapontin.server.bots.worker import main

if __name__ == "__main__":
    if JIT:  # in plain Python so many simulations would take minutes a move
        levels.within = lambda bot, seconds: seconds  # type: ignore[attr-defined]
    sys.exit(main())
