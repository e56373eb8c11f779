"""What a caller may hand to a match: everything wrong is refused in one clear line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from benchmarks.sheets import Sheets

import strapontin
from strapontin.core import registry
from strapontin.core.errors import BadOptions, NotToAct, UnreadableMove
from strapontin.core.match import Match


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


def test_a_game_from_elsewhere_is_played_once_it_is_registered() -> None:
    registry.register(Sheets())
    match = Match("sheets")
    while not match.over:
        (seat,) = match.to_act
        match.play(seat, match.legal(seat)[0])
    assert (match.scores, match.winners, len(match.moves)) == ([35, 35], [0], 70)
    assert "sheets" not in registry.games()
    assert Match.from_record(match.as_record()).view(1) == match.view(1)
