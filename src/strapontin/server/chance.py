"""What nobody may foresee: the seed of a table, what is mixed into it, and the luck of the bots at it.

No flag and no environment variable reaches this: a server takes seeds and luck from the system's own randomness, and
what seats give to the draws as it is given. Only a program that builds a house by itself, such as a test, can put
something else here, and the house says so.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from strapontin.bots import luck
from strapontin.core.match import Match
from strapontin.server.table import Table


class Chance:
    """Chance as it is: fresh every time."""

    def seed(self, game: str, players: int, options: Mapping[str, Any]) -> bytes:
        """The seed of a new table: 32 bytes that settle all its draws."""
        return secrets.token_bytes(32)

    def nonce(self, given: str | None) -> str | None:
        """What a seat gives to the draws: what its owner gave."""
        return given

    def luck(self, table: Table, seat: int) -> str:
        """Where a bot takes its luck from for its next move."""
        if table.header.simulations is not None and table.match is not None:
            return steady_luck(table.header.seed, table.match, seat)
        return secrets.token_hex(8)


def steady_luck(seed: bytes, match: Match, seat: int) -> str:
    """A bot's luck where it is the same at every table with this seed: it goes by how often the bot has moved."""
    return luck(seed.hex(), seat, sum(actor == seat for actor, _ in match.moves))
