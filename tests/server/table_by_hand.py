"""A table that no server has laid: its seed is known, and nothing has happened at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from strapontin.core.registry import game
from strapontin.server.table import Header, SeatState, Table
from strapontin.server.table_protocol import Absence, NoClock


def lay(name: str, seats: Sequence[SeatState], options: Mapping[str, Any] | None = None) -> Table:
    """A table of a game for those who sit there, before it starts."""
    header = Header(
        id="0123456789abcdef",
        game=name,
        players=len(seats),
        options=game(name).setting(options or {}, len(seats)).options,
        clock=NoClock(),
        absence=Absence(),
        listed=False,
        spectators=True,
        owner="",
        seed=bytes(32),
        created_at=1000,
    )
    return Table(header, list(seats))


def guests(players: int) -> list[SeatState]:
    """So many people."""
    return [SeatState("guest", name=f"Player {i}", nonce="ab" * 16) for i in range(players)]
