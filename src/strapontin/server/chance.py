"""What nobody may foresee: the seed of a table, what is mixed into it, and the luck of the bots at it.

No flag and no environment variable reaches this: a server takes seeds and luck from the system's own randomness, and
what seats give to the draws as it is given. Only a program that builds a house by itself, such as a test, can put
something else here, and the house says so.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

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
        return secrets.token_hex(8)
