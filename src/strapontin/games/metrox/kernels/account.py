"""What a score of metroX is made of: lines completed first and later, transfers, empty stations, and each line."""

from __future__ import annotations

from strapontin.core.contract import Counts
from strapontin.core.game import Account, Entry
from strapontin.core.kernel import kernel
from strapontin.core.layout import Floats
from strapontin.games.metrox.kernels.board import MetroxSetting
from strapontin.games.metrox.kernels.rules import line_points, transfer_points
from strapontin.games.metrox.kernels.state import Board, State

FIRST, LATER, TRANSFERS, EMPTY, EACH = range(5)
"""The parts; from EACH on, whether a line is completed."""


@kernel
def count(board: Board, state: State, seat: int, out: Floats) -> None:
    """Points, and empty stations by their number."""
    sheet = state.sheet[seat]
    first = 0
    for line in range(board.lines):
        if sheet.value[line] == 1:
            first += board.first[line]
        out[EACH + line] = 1.0 if sheet.value[line] != 0 else 0.0
    out[FIRST] = first
    out[LATER] = line_points(board, state, seat) - first
    out[TRANSFERS] = transfer_points(board, state, seat)
    out[EMPTY] = sheet.empty


def parts(setting: MetroxSetting, seat: int) -> list[Entry]:
    """The same for every seat."""
    alone = setting.players == 1
    return [
        Entry("metrox.why.lines" if alone else "metrox.why.first", "points", 1),
        Entry("metrox.why.later", "points", 1),
        Entry("metrox.why.transfers", "points", 1),
        Entry("metrox.why.empty", "number", -1),
        *(Entry("metrox.why.line", "share", 1, {"line": line.id}) for line in setting.lore.lines),
    ]


ACCOUNT = Account(Counts(parts=count), parts, budget=16000)
