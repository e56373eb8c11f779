"""A server on which nothing is left to luck or load: the same table gets the same draws and the same bots every time.

`python -m tests.server.rehearsal` serves by the settings of the environment on a free port, and says where.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from strapontin.bots import luck
from strapontin.server.chance import Chance
from strapontin.server.serving import serve
from strapontin.server.settings import Settings, from_environment
from strapontin.server.table import Table
from strapontin.server.wiring import House

THINKER = "tests.server.thinker"
"""What its bots run: they stop after so many simulations, not after so many seconds."""


class Known(Chance):
    """Draws follow from what is played; a bot's luck from the draws, its seat, and how often it has moved."""

    def seed(self, game: str, players: int, options: Mapping[str, Any]) -> bytes:
        """The same for all tables of the same kind, in whatever order they are set up."""
        return hashlib.sha256(json.dumps([game, players, options], sort_keys=True).encode()).digest()

    def nonce(self, given: str | None) -> str | None:
        """Whatever a seat gives is left out, or it would be left to luck."""
        return None

    def luck(self, table: Table, seat: int) -> str:
        """The same whoever else has been quicker in an open round."""
        assert table.match is not None
        own = sum(actor == seat for actor, _ in table.match.moves)
        return luck(table.header.seed.hex(), seat, own)


def rehearsal(settings: Settings) -> House:
    """A house in which all is known beforehand."""
    return House(settings, Known(), THINKER)


def main() -> int:
    """Serve until told to stop."""
    settings = from_environment(os.environ, {"port": 0})
    return serve(settings, lambda address: print(address, flush=True), rehearsal(settings))


if __name__ == "__main__":
    sys.exit(main())
