"""What a position of L'Odyssée looks like to a player: points so far."""

from __future__ import annotations

from typing import Any

from strapontin.core.kernel import FLOAT, INT, kernel
from strapontin.games.odyssee.state import BOARD, STATE
from strapontin.games.odyssee.tour import points


@kernel(FLOAT, BOARD, STATE, INT)
def judge(board: Any, state: Any, seat: int) -> float:
    """Points."""
    return float(points(state, seat))
