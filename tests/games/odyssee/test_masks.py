"""What the sets of L'Odyssée know is what its lines, stations and spots say, in every position of a game."""

from __future__ import annotations

from typing import Any

import pytest

from strapontin.core.kernel import JIT, copy_of
from strapontin.games.odyssee.kernels import digging
from strapontin.games.odyssee.kernels.bits import CORNER_PLACE
from strapontin.games.odyssee.kernels.state import CELLS, CORNERS, LITTLE, OUTERS
from tests.games.odyssee.table import held, taken
from tests.games.positions import positions

OUTSIDE = set(range(CELLS, CELLS + OUTERS))


def check(board: Any, state: Any) -> None:
    """Compare every set with what it stands for."""
    spots = [*state.house, *state.shop, *(state.office if board.mode == LITTLE else ()), *state.park, *state.lake]
    lines = [state.line[line] for line in range(2 * board.players)]
    used = {int(cell) for row in lines for cell in row.cells[: row.tunnels]}
    assert {cell for cell in range(CELLS) if taken(state, cell)} == ({*map(int, spots)} | used) - {-1, *OUTSIDE}
    assert {CELLS + outer for outer in range(OUTERS) if state.gates >> outer & 1 == 0} == used & OUTSIDE
    for corner in range(CORNERS):
        place = int(CORNER_PLACE[corner])
        assert held(state.stations, place) == bool(state.station[corner])
        assert held(state.spots, place) == bool(state.worth[corner])
        for line, row in enumerate(lines):
            passes = corner in row.path[1 : row.tunnels + 1].tolist()
            assert held(row.own, place) == passes == bool(state.passing[corner] >> line & 1)
    for line, row in enumerate(lines):
        ways, anew = int(row.ways), copy_of(state)
        digging.survey(board, anew, line)
        assert ways == anew.line[line].ways


@pytest.mark.parametrize(
    ("mode", "players"), [("odyssee", 2), ("odyssee", 4), ("little", 3)] if JIT else [("little", 2)]
)
def test_sets_know_what_lies_there(mode: str, players: int) -> None:
    for board, state in positions("odyssee", {"mode": mode}, players):
        check(board, state)
