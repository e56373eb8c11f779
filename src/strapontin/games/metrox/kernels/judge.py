"""What a position of metroX looks like to a player: the score it would have if the round closed now."""

from __future__ import annotations

from strapontin.core.bits import lowest
from strapontin.core.kernel import kernel
from strapontin.games.metrox.kernels.rules import score
from strapontin.games.metrox.kernels.state import Board, State


@kernel
def judge(board: Board, state: State, seat: int) -> float:
    """Lines completed so far, the running round included, transfers, and what empty stations cost."""
    sheet = state.sheet[seat]
    total, lines = score(board, state, seat), sheet.fresh
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        total += board.later[line] if state.taken[line] != 0 else board.first[line]
    return float(total)
