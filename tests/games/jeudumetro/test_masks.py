"""What the masks of Le Jeu du Metro know is what its hands and its pile hold, in every truth, seen and imagined."""

from __future__ import annotations

from typing import Any

import pytest

from strapontin.core.kernel import JIT
from strapontin.games.jeudumetro.kernels.effects import CROWDED, extremes, held_here
from strapontin.games.jeudumetro.kernels.state import CROWD, LEFT_TWENTY, RIGHT_ZERO, TWENTY, ZERO
from tests.games.positions import positions


def bits(found: Any) -> int:
    """The numbers for which something is true, as bits."""
    return sum(1 << i for i, one in enumerate(found) if one)


def check(board: Any, state: Any) -> None:
    """Compare every mask with what it stands for."""
    assert state.coming == bits(n > 0 for n in state.pile)
    for seat in range(board.players):
        assert state.kinds[seat] == bits(n > 0 for n in state.hand[seat])
    riding = [int(n) for n in state.passengers[: board.places]]
    trains = extremes(board, state)
    assert trains == bits(n == 0 for n in riding) | bits(n >= CROWD for n in riding) << CROWDED
    for place in range(board.places):
        fulfilled = {
            ZERO: riding[place] == 0,
            TWENTY: riding[place] >= CROWD,
            RIGHT_ZERO: riding[board.right[place]] == 0,
            LEFT_TWENTY: riding[board.left[place]] >= CROWD,
        }
        assert held_here(board, trains, place) == sum(1 << face for face, true in fulfilled.items() if true)


@pytest.mark.parametrize("players", range(2, 7) if JIT else (2,))
def test_masks_know_what_lies_there(players: int) -> None:
    for board, state in positions("jeudumetro", {}, players):
        check(board, state)
