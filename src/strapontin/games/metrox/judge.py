"""What a position of metroX looks like to a player: the score it would have if the round closed now."""

from __future__ import annotations

from typing import Any

from strapontin.core.kernel import FLOAT, INT, kernel
from strapontin.games.metrox.rules import empty_cost, transfer_points
from strapontin.games.metrox.state import BOARD, STATE


@kernel(FLOAT, BOARD, STATE, INT)
def judge(board: Any, state: Any, seat: int) -> float:
    """Lines completed so far, the running round included, transfers, and what empty stations cost."""
    sheet = state.sheet[seat]
    points = transfer_points(board, state, seat) - empty_cost(board, state, seat)
    for line in range(board.lines):
        if sheet.missing[line] == 0:
            late = sheet.value[line] == 2 or (sheet.value[line] == 0 and state.taken[line] != 0)
            points += board.later[line] if late else board.first[line]
    return float(points)
