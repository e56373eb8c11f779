"""Looking back: the best a solo player could have done with the cards known beforehand, by beam search.

A sheet is worth what the policy of `insight` makes of it with the cards still to come; so the best never gets
worse from card to card. Without special stations every card but the free ride fills one window, whatever is
chosen: so the cards of a finished game are the cards of every other way to play it.

Sheets with the same windows, stations and directions have the same future, so the best of them is enough. Where the
beam was wide enough for all that are left, its best is the best there is.
"""

from __future__ import annotations

import numpy as np

from strapontin.core.kernel import blank, kernel, records
from strapontin.core.layout import Floats, Ints, Row
from strapontin.games.metrox.kernels.board import MetroxSetting
from strapontin.games.metrox.kernels.judge import judge
from strapontin.games.metrox.kernels.rules import apply, close, direction, legal, missing, setup
from strapontin.games.metrox.kernels.state import MOST, Board, State
from strapontin.games.metrox.kernels.weighing import (
    FRACTIONS,
    HOPED,
    LEARNED,
    best_ride,
    follow,
    sit,
)

MIXING, WORD = 1_000_003, (1 << 62) - 1
"""What sheets are told apart by: a number mixed from all that matters."""


@kernel
def expand(
    board: Board,
    beam: Row[State],
    n: int,
    cards: Ints,
    at: int,
    after: Row[State],
    values: Floats,
    parents: Ints,
    actions: Ints,
    marks: Ints,
) -> int:
    """Reveal the next card to the first n sheets of a beam; write every ride from there and what comes of it."""
    out, fractions = np.empty(MOST, np.int64), np.empty(FRACTIONS)
    found = 0
    for i in range(n):
        apply(board, beam[i], -1, cards[at])
        for j in range(legal(board, beam[i], 0, out)):
            after[0] = beam[i]
            apply(board, after[0], 0, out[j])
            sheet = after[0].sheet[0]
            sit(board, after[0], 0, LEARNED, fractions)
            hopes, seen = 0.0, 7
            for line in range(board.lines):
                if missing(board, after[0], 0, line) > 0:
                    hopes += fractions[HOPED + line]
                way = direction(board, after[0], 0, line)
                seen = ((seen ^ (4 * int(sheet.used[line]) + way)) * MIXING) & WORD
            for station in range(board.stations):
                seen = ((seen ^ int(sheet.marks[station] != 0)) * MIXING) & WORD
            hopes += judge(board, after[0], 0)
            for later in range(at + 1, len(cards)):
                apply(board, after[0], -1, cards[later])
                follow(board, after[0], 0, best_ride(board, after[0], 0, LEARNED, fractions), LEARNED, fractions)
                close(board, after[0])
            values[found] = judge(board, after[0], 0) + 0.001 * hopes
            parents[found] = i
            actions[found] = out[j]
            marks[found] = seen
            found += 1
    return found


def best(setting: MetroxSetting, cards: list[int], width: int) -> tuple[int, list[int], bool]:
    """The best solo score found with these cards, the rides that reach it, and whether nothing can be better."""
    board = setting.board
    beam, fresh, after = records(width, State), records(width, State), records(1, State)
    first = blank(State)
    setup(board, first)
    beam[0] = first
    room = width * max(board.stations + 1, sum(19 if board.loop[line] else 10 for line in range(board.lines)))
    values, parents = np.empty(room), np.empty(room, np.int64)
    actions, marks = np.empty(room, np.int64), np.empty(room, np.int64)
    n, trail, exact = 1, [], True
    known = np.array(cards, np.int64)
    for at in range(len(cards)):
        found = expand(board, beam, n, known, at, after, values, parents, actions, marks)
        order = np.argsort(-values[:found], kind="stable")
        _, unlike = np.unique(marks[order], return_index=True)  # of equal sheets the best-looking
        exact = exact and len(unlike) <= width
        chosen = order[np.sort(unlike)][:width]
        for i, one in enumerate(chosen):
            fresh[i] = beam[parents[one]]
            apply(board, fresh[i], 0, int(actions[one]))
        trail.append((parents[chosen].copy(), actions[chosen].copy()))
        beam, fresh, n = fresh, beam, len(chosen)
    points = [int(judge(board, beam[i], 0)) for i in range(n)]
    end = int(np.argmax(points))
    rides, top = [], points[end]
    for before, taken in reversed(trail):
        rides.append(int(taken[end]))
        end = int(before[end])
    return top, rides[::-1], exact
