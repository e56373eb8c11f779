"""What a search knows of Correspondances beyond its rules: build along one's way, and see who builds along which."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from strapontin.core.bits import lowest
from strapontin.core.contract import CHANCE, Hints
from strapontin.core.exponential import exp
from strapontin.core.game import History, Insight, Reading
from strapontin.core.kernel import blank, copy_of, kernel, spare
from strapontin.core.layout import Floats, Ints, Row
from strapontin.games.correspondances.kernels.board import CorrespondancesSetting
from strapontin.games.correspondances.kernels.judge import judge
from strapontin.games.correspondances.kernels.laying import lay
from strapontin.games.correspondances.kernels.rules import (
    apply,
    begin,
    chance,
    code_of,
    random_outcome,
    random_placement,
    setup,
    shape_of,
)
from strapontin.games.correspondances.kernels.state import (
    CELLS,
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
from strapontin.games.correspondances.kernels.trips import (
    FAR,
    GAP,
    QUEUE,
    REPORT,
    Atlas,
    journey,
    resurvey,
    still_leads,
    survey,
    travel,
)

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


class Desk(NamedTuple):
    """What a player who builds along a way reads and writes."""

    atlas: Atlas
    way: Ints
    report: Ints
    after: Row[State]


@kernel
def along(board: Board, state: State, seat: int, rng: Ints, desk: Desk) -> int:
    """A placement that shortens the seat's way; if none does, any that leaves the way alone.

    The land must have been surveyed. A tile on the way saves GAP at most, and all of it if the way goes on as it was.
    """
    atlas, way, report, after = desk
    line = state.line[seat] - 1
    cost = travel(board, atlas, line, FAR, way)
    found, record = -1, cost
    cells = min(way[2], WAY) if cost >= 0 else 0
    shape = shape_of(state)
    first = board.first[shape]
    last = -1
    for i in range(cells):
        cell = way[REPORT + i] // LINES
        place = int(state.grid[cell]) - OPEN
        if cell == last or place < 0 or place >= state.opened:
            continue
        last = cell
        fits = int(board.fits[shape, state.open_need[place]])
        while fits:
            action = cell * LOOKS + first + lowest(fits)
            fits &= fits - 1
            after[0] = state
            lay(board, after[0], cell, code_of(state, action))
            if after[0].complete >> line & 1:
                return action
            if record == cost - GAP:
                continue
            resurvey(board, after[0], cell, atlas)
            left = cost - GAP if still_leads(board, atlas, line, way) else travel(board, atlas, line, record, report)
            if 0 <= left < record:
                found, record = action, left
            resurvey(board, state, cell, atlas)
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
    land, lines = np.empty(CELLS, np.int32), np.empty(CELLS, np.uint16)
    atlas = Atlas(land, lines, np.empty(CELLS, np.int32), np.empty(QUEUE, np.int16))
    survey(board, state, GAP, atlas)
    desk = Desk(atlas, np.empty(REPORT + WAY, np.int64), np.empty(REPORT, np.int64), spare(state))
    return along(board, state, seat, rng, desk)


@kernel
def finish(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> None:
    """Everybody builds along their way until the round is over."""
    land, lines = np.empty(CELLS, np.int32), np.empty(CELLS, np.uint16)
    atlas = Atlas(land, lines, np.empty(CELLS, np.int32), np.empty(QUEUE, np.int16))
    survey(board, state, GAP, atlas)
    desk = Desk(atlas, np.empty(REPORT + WAY, np.int64), np.empty(REPORT, np.int64), spare(state))
    number = state.number
    while state.stage != OVER and state.number == number:
        if state.stage == PLACE:
            action = along(board, state, state.seat, rng, desk)
            apply(board, state, state.seat, action)
            if action != PASS:
                resurvey(board, state, action // LOOKS, atlas)
        else:
            chance(board, state, random_outcome(board, state, rng))


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


@kernel
def costs(board: Board, state: State, out: Ints) -> None:
    """Write what the trip of each line still costs as the table lies."""
    report = np.empty(REPORT, np.int64)
    for line in range(LINES):
        cost = journey(board, state, line, GAP, report)
        out[line] = cost if cost >= 0 else BARRED


@kernel
def told(was: int, now: int) -> float:
    """What a placement that changes the cost of a trip tells: whether its player might hold the line, as a logit."""
    return SURE * max(-2, min(3, was - now))


@kernel
def telling(board: Board, before: State, after: State, out: Floats) -> None:
    """Add what a placement tells of each line."""
    was, now = np.empty(LINES, np.int64), np.empty(LINES, np.int64)
    costs(board, before, was)
    costs(board, after, now)
    for line in range(LINES):
        out[line] += told(was[line], now[line])


def evidence(setting: CorrespondancesSetting, history: History, seat: int, read: Reading) -> Floats:
    """For every player and line, how much that player's placements of this round served the line, as logits."""
    board = setting.board
    found = np.zeros(SEATS * LINES)
    begun = max((i for i, (actor, text) in enumerate(history) if actor == "*" and text.startswith("row")), default=-1)
    if begun < 0:
        return found
    table = blank(State)
    setup(board, table)
    table.stage = SET
    begin(board, table, *read(setting, table, CHANCE, history[begun][1]))
    for actor, text in history[begun + 1 :]:
        if actor == "*":
            if text.startswith("draw"):
                table.drawn = 1 + sum(read(setting, table, CHANCE, text))
            continue
        (action,) = read(setting, table, int(actor), text)
        if action == PASS:
            continue
        before = copy_of(table)
        lay(board, table, action // LOOKS, code_of(table, action))
        telling(board, before, table, found[LINES * int(actor) : LINES * (int(actor) + 1)])
    return np.clip(found, -DOUBT, DOUBT)


@kernel
def seen_through(state: State, seat: int, logits: Floats) -> float:
    """How sure somebody who sees the table alone may be of the line this seat holds, from 0 to 1."""
    own, every = 0.0, 0.0
    for line in range(LINES):
        # a complete trip that has not ended the round is nobody's
        chance = exp(max(-DOUBT, min(DOUBT, logits[line]))) * (1 - (state.complete >> line & 1))
        every += chance
        if state.line[seat] == line + 1:
            own = chance
    return own / every


@kernel
def giving_away(board: Board, state: State, seat: int, action: int, evidence: Floats, after: Row[State]) -> float:
    """How sure of a seat's line the others may be once its section lies, tried on a copy; 0 if the trip is complete."""
    lay(board, after[0], action // LOOKS, code_of(state, action))
    if after[0].complete >> int(state.line[seat]) - 1 & 1:
        return 0.0  # it has arrived: nothing is left to hide
    shown = np.zeros(LINES)
    telling(board, state, after[0], shown)
    for line in range(LINES):
        shown[line] += evidence[seat * LINES + line]
    return seen_through(state, seat, shown)


@kernel
def discretion(board: Board, state: State, seat: int, action: int, evidence: Floats) -> float:
    """Bluff where it costs nothing: the less a placement gives one's own line away, the better."""
    if action == PASS:
        return 0.0
    return -SECRET * giving_away(board, state, seat, action, evidence, spare(state))


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
    regular=200,
)
