"""What a position looks like to a player: points ahead of the best of the others."""

from __future__ import annotations

from quais.kernels.rules import points
from quais.kernels.state import Board, State
from strapontin.core.kernel import kernel


@kernel
def judge(board: Board, state: State, seat: int) -> float:
    """How many points a seat is ahead."""
    best = 0
    for other in range(board.players):
        if other != seat:
            best = max(best, points(board, state, other))
    return float(points(board, state, seat) - best)
