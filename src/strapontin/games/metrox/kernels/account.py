"""What a score of metroX is made of: lines completed first and later, transfers, empty stations, and each line."""

from __future__ import annotations

import numpy as np

from strapontin.core.contract import Counts
from strapontin.core.game import Account, Entry
from strapontin.core.kernel import kernel
from strapontin.core.layout import Floats
from strapontin.games.metrox.kernels.board import MetroxSetting
from strapontin.games.metrox.kernels.rules import line_points, transfer_points
from strapontin.games.metrox.kernels.state import Board, State

FIRST, LATER, TRANSFERS, EMPTY, EACH = range(5)
"""The parts; from EACH on, whether a line is completed, and behind these the round in which it is."""


@kernel
def round_of(board: Board, state: State, seat: int, line: int) -> int:
    """The round in which a player completed a line: that of its last mark."""
    last = 0
    for i in range(board.length[line]):
        last = max(last, int(state.sheet[seat].marks[board.path[line, i]]))
    return last


@kernel
def count(board: Board, state: State, seat: int, out: Floats) -> None:
    """Points, empty stations by their number, and rounds of the lines that are completed."""
    sheet = state.sheet[seat]
    first = 0
    for line in range(board.lines):
        if sheet.value[line] == 1:
            first += board.first[line]
        done = sheet.value[line] != 0
        out[EACH + line] = 1.0 if done else 0.0
        out[EACH + board.lines + line] = round_of(board, state, seat, line) if done else np.nan
    out[FIRST] = first
    out[LATER] = line_points(board, state, seat) - first
    out[TRANSFERS] = transfer_points(board, state, seat)
    out[EMPTY] = sheet.empty


def parts(setting: MetroxSetting, seat: int) -> list[Entry]:
    """The same for every seat; alone nobody is ahead of anybody, and when a line is completed counts for nothing."""
    alone, lines = setting.players == 1, setting.lore.lines
    return [
        Entry("metrox.why.lines" if alone else "metrox.why.first", "points", 1),
        Entry("metrox.why.later", "points", 1),
        Entry("metrox.why.transfers", "points", 1),
        Entry("metrox.why.empty", "number", -1),
        *(Entry("metrox.why.line", "share", 1, {"line": line.id}) for line in lines),
        *(Entry("metrox.why.round", "number", 0 if alone else -1, {"line": line.id}) for line in lines),
    ]


ACCOUNT = Account(Counts(parts=count), parts, budget=16000)
