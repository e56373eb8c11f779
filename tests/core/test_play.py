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


def test_chance_is_auto_manual_or_told() -> None:
    with pytest.raises(BadOptions, match="it must be auto, manual or told"):
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


def test_taking_back_does_not_play_the_whole_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("metrox", 3, seed=5)
    for seat in (0, 1, 2):
        match.play(seat, match.legal(seat)[0])
    for seat in (1, 0):
        match.play(seat, match.legal(seat)[-1])
    expected = match.at(len(match.moves) - 2)
    expected.follow(*match.moves[-1])
    monkeypatch.setattr(Match, "at", None)
    match.undo(1)  # the earlier of two hidden choices of an open round
    assert match.moves == expected.moves
    assert match.state.tobytes() == expected.state.tobytes()
    assert match.log("*") == expected.log("*")
    match.undo(0)
    match.play(1, match.legal(1)[-1])
    assert match.moves[-1][0] == 1
