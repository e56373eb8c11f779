"""What the masks of metroX know is what its marks, windows and cards say: in every truth, seen by anybody, imagined."""

from __future__ import annotations

from typing import Any

import pytest

from strapontin.core.kernel import JIT
from strapontin.games.metrox.kernels.rules import gaps, missing, reach, stop
from strapontin.games.metrox.kernels.state import BACK, EXPRESS, FORTH, LINES, TRANSFER, WORD
from tests.games.positions import positions

LONG = {
    "id": "long",
    "name": "Long",
    "stations": [
        {"id": f"s{i}", "name": f"S{i}", "x": i % 12, "y": i // 12, "special": i % 9 == 4} for i in range(128)
    ],
    "lines": [
        {"id": "A", "stations": [f"s{i}" for i in range(128)], "windows": 4, "first": 9, "later": 5, "loop": True},
        {"id": "B", "stations": [f"s{i}" for i in range(0, 126, 2)], "windows": 4, "first": 9, "later": 5},
        {
            "id": "C",
            "stations": [f"s{i}" for i in range(0, 120, 40)],
            "windows": 4,
            "first": 3,
            "later": 1,
            "loop": True,
        },
        {"id": "D", "stations": [f"s{i}" for i in range(62)], "windows": 3, "first": 3, "later": 1, "loop": True},
    ],
    "deck": ["6", "9", "9", "9E", "9E", "5", "+", "+", "*"],
}
"""Lines of 128, 63, 3 and 62 stations: more than bits, one more, few, and just as many."""

TABLES = [
    ({"map": "amsterdam"}, 1),
    ({"map": "berlin"}, 2),
    ({"map": "madrid", "special": True}, 3),
    ({"map": LONG}, 2),
    ({"map": LONG, "special": True}, 2),
]


def check(board: Any, state: Any) -> None:
    """Compare every mask and sum with what it stands for, station by station."""
    assert state.coming == sum(1 << card for card, n in enumerate(state.pile) if n)
    assert state.left == sum(int(n) for n in state.pile)
    for seat in range(board.players):
        sheet = state.sheet[seat]
        if state.card:
            assert (state.due >> seat & 1) == (sheet.owed > 0)
        assert (state.playing >> seat & 1) == (sheet.vacant > 0)
        assert sheet.open == sum(1 << i for i in range(board.lines) if sheet.used[i] < board.windows[i])
        framed = [i for i in range(board.stations) if state.cards[sheet.marks[i]] == TRANSFER and sheet.marks[i]]
        assert sheet.transfers == sum(int(board.transfer[i]) for i in framed)
        worth = {0: [0] * LINES, 1: board.first, 2: board.later}
        assert sheet.points == sum(int(worth[int(sheet.value[i])][i]) for i in range(board.lines))
        for line in range(board.lines):
            lines_up(board, state, seat, line)


def lines_up(board: Any, state: Any, seat: int, line: int) -> None:
    """Compare what a ride finds on a line with a walk along it."""
    sheet, length = state.sheet[seat], int(board.length[line])
    for way in (FORTH, BACK) if board.loop[line] else (FORTH,):
        empty = [bool(sheet.marks[stop(board, line, i, way)] == 0) for i in range(length)]
        assert missing(board, state, seat, line) == sum(empty)
        for i in (0, 1, length // 2, length - 1):
            assert gaps(board, state, seat, line, way, i) == sum(one << j for j, one in enumerate(empty[i : i + WORD]))
        first = empty.index(True) if any(empty) else length
        run = next((j for j, one in enumerate(empty[first:]) if not one), length - first)
        for card in (1, 4, 9):
            assert reach(board, state, seat, line, way, card) == min(card, run)
            assert reach(board, state, seat, line, way, EXPRESS + card) == min(card, sum(empty))
        assert reach(board, state, seat, line, way, TRANSFER) == min(1, sum(empty))
    assert bool(sheet.fresh >> line & 1) == (sum(empty) == 0 and sheet.value[line] == 0)


@pytest.mark.parametrize(("options", "players"), TABLES if JIT else TABLES[3:4])
def test_masks_know_what_marks_say(options: dict[str, Any], players: int) -> None:
    for board, state in positions("metrox", options, players, last=3):
        check(board, state)
