"""What a caller may hand to a match: everything wrong is refused in one clear line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import strapontin
from strapontin.core.errors import BadOptions, NotToAct, UnreadableMove


@pytest.mark.parametrize("move", [None, 4, b"F4", ["F4"]])
def test_a_move_that_is_no_text_is_unreadable(move: Any) -> None:
    match = strapontin.new("metrox", 2, chance="manual")
    with pytest.raises(UnreadableMove, match="a move as text"):
        match.play("*", move)
    match.play("*", "4")
    with pytest.raises(UnreadableMove, match="a move as text"):
        match.play(0, move)


def test_a_seat_written_as_text_is_told_apart_from_the_seat() -> None:
    match = strapontin.new("metrox", 2, chance="manual")
    match.play("*", "4")
    with pytest.raises(NotToAct, match="seat '0' may not play"):
        match.play("0", "A0")  # type: ignore[arg-type]


def test_a_numpy_int_is_a_seat_and_the_record_can_be_written() -> None:
    match = strapontin.new("metrox", 1, chance="manual")
    match.play("*", "4")
    match.play(np.int64(0), "A0")  # type: ignore[arg-type]
    assert match.record()["moves"] == [["*", "4"], [0, "A0"]]


def test_chance_is_auto_or_manual() -> None:
    with pytest.raises(BadOptions, match="it must be auto or manual"):
        strapontin.new("metrox", 2, chance="dice")  # type: ignore[arg-type]
