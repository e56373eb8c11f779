"""What a search knows of Correspondances beyond its rules: build along one's way, and see who builds along which."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from strapontin.core.contract import CHANCE, Hints
from strapontin.core.exponential import exp
from strapontin.core.game import History, Insight, Reading
from strapontin.core.kernel import blank, copy_of, kernel, spare
from strapontin.core.layout import Floats, Ints, Row
from strapontin.core.rng import weighted
from strapontin.games.correspondances.kernels.board import CorrespondancesSetting
from strapontin.games.correspondances.kernels.judge import judge
from strapontin.games.correspondances.kernels.rules import apply, begin, chances, code_of, random_placement, setup
from strapontin.games.correspondances.kernels.state import (
    BRIDGE,
    GOAL,
    LINES,
    LOOKS,
    OPEN,
    OVER,
    PASS,
    PLACE,
    SEATS,
    SET,
    Board,
    State,
)
from strapontin.games.correspondances.kernels.table import lay
from strapontin.games.correspondances.kernels.trips import GAP, REPORT, journey

WAY = 64
"""So many cells of a way are looked at."""
TRIES = 4
"""Without a use for its section a player looks at so many places for one that does not block its way."""
SHARP = 3.0
"""How many logits a point of `judge` is, for the order in which placements are tried."""
SURE = 0.5
"""How far a placement tells whose line it serves, for each change (or half a tile) it saves that line."""
DOUBT = 4.0
"""Nothing anybody lays tells more than so many logits."""
BARRED = 60
"""What a trip costs that no tiles could complete any more."""
SECRET = 0.03
"""What a line that is fully known costs in chances to win: little, so that no arrival is given up for a bluff."""


@kernel
def along(board: Board, state: State, seat: int, rng: Ints, way: Ints, after: Row[State]) -> int:
    """A placement that shortens the seat's way; if none does, any that leaves the way alone."""
    line = int(state.line[seat]) - 1
    cost = journey(board, state, line, GAP, way)
    found, record = -1, cost
    cells = min(int(way[2]), WAY) if cost >= 0 else 0
    shape = int(state.drawn) - 1
    if shape >= BRIDGE:
        shape -= BRIDGE
    first = int(board.first[shape])
    report = np.empty(REPORT, np.int64)
    last = -1
    for i in range(cells):
        cell = way[REPORT + i] // LINES
        place = int(state.grid[cell]) - OPEN
        if cell == last or place < 0 or place >= state.opened:
            continue
        last = cell
        fits = int(board.fits[shape, int(state.open_need[place])])
        look = 0
        while fits >> look:
            if fits >> look & 1:
                action = cell * LOOKS + first + look
                after[0] = state
                lay(board, after[0], cell, code_of(state, action))
                if after[0].complete >> line & 1:
                    return action
                left = journey(board, after[0], line, GAP, report)
                if 0 <= left < record:
                    found, record = action, left
            look += 1
    if found >= 0:
        return found
    for _ in range(TRIES):
        found = random_placement(board, state, rng)
        blocks = False
        for i in range(cells):
            blocks = blocks or way[REPORT + i] // LINES == found // LOOKS
        if not blocks:
            break
    return found


@kernel
def rehearse(board: Board, states: Row[State], seat: int, rng: Ints, script: Ints) -> None:
    """What the others do depends on the seat's choice, so nothing is shared."""


@kernel
def policy(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> int:
    """Build along one's own way."""
    return along(board, state, seat, rng, np.empty(REPORT + WAY, np.int64), spare(state))


@kernel
def finish(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> None:
    """Everybody builds along their way until the round is over."""
    out, weights = np.empty(24, np.int64), np.empty(24, np.int64)
    way, after = np.empty(REPORT + WAY, np.int64), spare(state)
    number = state.number
    while state.stage != OVER and state.number == number:
        if state.stage == PLACE:
            acting = int(state.seat)
            apply(board, state, acting, along(board, state, acting, rng, way, after))
        else:
            n = chances(board, state, out, weights)
            apply(board, state, CHANCE, out[weighted(rng, weights, n)])


@kernel
def looks(board: Board, state: State, seat: int, action: int, after: Row[State]) -> float:
    """How the table looks to the seat with its section laid, tried on a copy."""
    if action == PASS:
        return 0.0
    lay(board, after[0], action // LOOKS, code_of(state, action))
    line = int(state.line[seat]) - 1
    if after[0].complete >> line & 1:
        return 5.0 * SHARP
    return SHARP * judge(board, after[0], seat)


@kernel
def appeal(board: Board, state: State, seat: int, actions: Ints, n: int, out: Floats) -> None:
    """How the table looks to the seat with its section laid in each way."""
    after = spare(state)
    for i in range(n):
        after[0] = state
        out[i] = looks(board, state, seat, actions[i], after)


@kernel
def clue(board: Board, state: State, seat: int) -> int:
    """The section drawn, and how many tiles lie."""
    return state.drawn


@kernel
def belief(board: Board, state: State, seat: int, evidence: Floats) -> float:
    """The more what somebody laid serves the line they hold in this truth, the likelier it is."""
    total = 0.0
    for other in range(board.players):
        if other != seat and state.line[other] > 0:
            total += evidence[other * LINES + int(state.line[other]) - 1]
    return exp(total)


@kernel
def stage(board: Board, state: State) -> int:
    """A simulation ends with the round."""
    return state.number


@kernel
def worth(board: Board, state: State, seat: int) -> float:
    """The chance to win with these totals; the nearer the end, the more a point tells."""
    best, most = 0, 0
    for other in range(board.players):
        most = max(most, int(state.total[other]))
        if other != seat:
            best = max(best, int(state.total[other]))
    ahead = float(state.total[seat] - best)
    if state.stage == OVER:
        return 1.0 if ahead > 0 else 0.0
    return 1.0 / (1.0 + exp(-ahead / (0.6 + 0.8 * sqrt(max(1.0, float(GOAL - most))))))


def costs(board: Board, table: State) -> NDArray[np.int64]:
    """What the trip of each line still costs as the table lies."""
    report = np.empty(REPORT, np.int64)
    found = [int(journey(board, table, line, GAP, report)) for line in range(LINES)]
    return np.array([cost if cost >= 0 else BARRED for cost in found])


def told(before: NDArray[np.int64], after: NDArray[np.int64]) -> NDArray[np.float64]:
    """What a placement tells of each line: whether its player might hold it, as logits."""
    logits: NDArray[np.float64] = SURE * np.clip(before - after, -2, 3)
    return logits


def evidence(setting: CorrespondancesSetting, history: History, seat: int, read: Reading) -> Floats:
    """For every player and line, how much that player's placements of this round served the line, as logits."""
    board = setting.board
    found = np.zeros((SEATS, LINES))
    begun = max((i for i, (actor, text) in enumerate(history) if actor == "*" and text.startswith("row")), default=-1)
    if begun < 0:
        return found.ravel()
    table = blank(State)
    setup(board, table)
    table.stage = SET
    begin(board, table, *read(setting, table, CHANCE, history[begun][1]))
    before = costs(board, table)
    for actor, text in history[begun + 1 :]:
        if actor == "*":
            if text.startswith("draw"):
                table.drawn = 1 + sum(read(setting, table, CHANCE, text))
            continue
        (action,) = read(setting, table, int(actor), text)
        if action == PASS:
            continue
        lay(board, table, action // LOOKS, code_of(table, action))
        after = costs(board, table)
        found[int(actor)] += told(before, after)
        before = after
    return np.clip(found, -DOUBT, DOUBT).ravel()


def seen_through(table: State, seat: int, logits: NDArray[np.float64]) -> float:
    """How sure somebody who sees the table alone may be of the line this seat holds, from 0 to 1."""
    # a complete trip that has not ended the round is nobody's
    free = np.array([not int(table.complete) >> line & 1 for line in range(LINES)])
    chances = np.array([exp(one) for one in np.clip(logits, -DOUBT, DOUBT)]) * free
    return float(chances[int(table.line[seat]) - 1] / chances.sum())


def discretion(board: Board, state: State, seat: int, action: int, evidence: Floats) -> float:
    """Bluff where it costs nothing: the less a placement gives one's own line away, the better."""
    if action == PASS or SECRET == 0.0:
        return 0.0
    after = copy_of(state)
    lay(board, after, action // LOOKS, code_of(state, action))
    if int(after.complete) >> int(state.line[seat]) - 1 & 1:
        return 0.0  # it has arrived: nothing is left to hide
    shown = np.asarray(evidence[seat * LINES : (seat + 1) * LINES]) + told(costs(board, state), costs(board, after))
    return -SECRET * seen_through(state, seat, shown)


INSIGHT = Insight(
    hints=Hints(
        rehearse=rehearse,
        policy=policy,
        finish=finish,
        appeal=appeal,
        clue=clue,
        belief=belief,
        stage=stage,
        worth=worth,
    ),
    evidence=evidence,
    discretion=discretion,
    candidates=12,
    truths=3,
    depth=0,
    chunk=24,
    regular=36,
)
