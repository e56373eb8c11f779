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
from strapontin.core.layout import Floats, Ints, Row, uint8
from strapontin.core.rng import below
from strapontin.games.correspondances.kernels.board import CorrespondancesSetting
from strapontin.games.correspondances.kernels.judge import hope, judge
from strapontin.games.correspondances.kernels.laying import lay, root
from strapontin.games.correspondances.kernels.rules import (
    apply,
    begin,
    chance,
    code_of,
    legal,
    random_outcome,
    setup,
    shape_of,
)
from strapontin.games.correspondances.kernels.state import (
    BRIDGE,
    CELLS,
    END_A,
    FREE,
    GOAL,
    LINES,
    LOOKS,
    MOST,
    OPEN,
    OVER,
    PASS,
    PLACE,
    SEATS,
    SET,
    SLOTS,
    WALL,
    WIDE,
    Board,
    State,
)
from strapontin.games.correspondances.kernels.trips import (
    FAR,
    GAP,
    MOST_TOLD,
    QUEUE,
    REPORT,
    Atlas,
    least,
    put,
    resurvey,
    retreat,
    still_leads,
    stretch,
    survey,
    through,
    travel,
)

WAY = 64
"""So many cells of a way are looked at."""
ON, BESIDE, LENGTHENS, SERVES = 1, 2, 4, 8
"""What a tile on a cell would be: ON one's way or BESIDE it; it LENGTHENS one's stretch, or SERVES somebody else's."""
HEADS = 16
"""More than so many ends a stretch never has; its three junctions make seven."""
WEARY = 0.255
"""How much less a way that costs 1 more is worth, as a logit."""
LONGER = 0.005
"""What a tile more of one's own stretch is worth, where a way that costs nothing is worth 1."""
GIVEN = 0.0025
"""What a tile more of somebody else's costs."""
SHARP = 3.0
"""How many logits a point of `judge` is, for the order in which placements are tried."""
SURE = 2.4
"""What a placement tells of a line at most, as a logit; about the logarithm of how likely its holder lays it."""
FAINT = 0.02
"""A line that gets nowhere is not given up for lost quite."""
PROUD = 0.5
"""How far a tile more of a line's stretch makes a placement likelier for who holds it, as a logit."""
DOUBT = 4.0
"""Nothing anybody lays tells more than so many logits."""
SECRET = 0.03
"""What a line that is fully known costs in chances to win: little, so that no arrival is given up for a bluff."""


class Desk(NamedTuple):
    """What a player who builds along a way reads and writes."""

    there: Atlas
    """How far it is to each cell."""
    back: Atlas
    """And from each cell on, over the same land."""
    trial: Atlas
    """The same land once more, to ask for what a tile changes."""
    way: Ints
    report: Ints
    near: Row[uint8]
    """By cell, what a tile would be there; nothing between two choices."""
    heads: Ints
    stack: Ints


@kernel
def fork(board: Board, state: State, line: int, heads: Ints, stack: Ints) -> int:
    """Write where a tile would make a line's stretch longer; how many cells that are.

    Tiles are taken as far from the start as they are first come to, so that a ring may count too little.
    """
    heads[0] = board.start[line]
    found = int(state.grid[heads[0]])
    if found >= OPEN:
        return 1
    n, most, waiting, seen = 0, 0, 1, 1 << found - 1
    stack[0] = (found - 1) * SLOTS + 1
    while waiting > 0:
        waiting -= 1
        slot, far = stack[waiting] // SLOTS, stack[waiting] % SLOTS
        for side in range(4):
            if int(board.port[state.code[slot], side]) != line + 1:
                continue
            cell = int(state.cell[slot]) + (WIDE, 1, -WIDE, -1)[side]
            found = int(state.grid[cell])
            if found >= OPEN:
                if found != WALL and far >= most:
                    n = n if far == most else 0
                    most = far
                    heads[n] = cell
                    n += 1
            elif not seen >> found - 1 & 1 and int(state.code[found - 1]) < END_A:
                seen |= 1 << found - 1
                stack[waiting] = (found - 1) * SLOTS + far + 1
                waiting += 1
    return n


@kernel
def mark(board: Board, state: State, seat: int, leads: int, desk: Desk, whether: int) -> None:
    """Mark what a tile would be on each cell, for a seat that has a way or none; or, after the choice, wipe it all."""
    way, near, heads = desk.way, desk.near, desk.heads
    for i in range(min(way[2], WAY) if leads else 0):
        cell = way[REPORT + i] // LINES
        if desk.there.land[cell] >> FREE & 1:
            near[cell] = (near[cell] | ON) * whether
            for side in range(4):
                beside = cell + (WIDE, 1, -WIDE, -1)[side]
                near[beside] = (near[beside] | BESIDE) * whether
    for other in range(board.players):
        for i in range(fork(board, state, state.line[other] - 1, heads, desk.stack)):
            near[heads[i]] = (near[heads[i]] | (LENGTHENS if other == seat else SERVES)) * whether


@kernel
def completes(board: Board, state: State, cell: int, line: int) -> int:
    """Whether the section that was drawn completes a line's trip if it is laid on this cell, however it is turned."""
    across, upright = 0, 0
    for side in range(4):
        found = int(state.grid[cell + (WIDE, 1, -WIDE, -1)[side]])
        if 0 < found < OPEN:
            track = int(board.track[state.code[found - 1], side ^ 2])
            ends = int(state.ends[root(state, (found - 1) * 3 + track)])
            across, upright = (across | ends, upright) if side & 1 else (across, upright | ends)
    if state.drawn <= BRIDGE:  # anything but a bridge joins all it touches
        across |= upright
        upright = across
    goals = int(board.goals[line])
    return across >> line & int((across & goals) != 0) | upright >> line & int((upright & goals) != 0)


@kernel
def cost_with(board: Board, state: State, line: int, cost: int, cell: int, code: int, helps: int, desk: Desk) -> int:
    """What the way of a line that costs so much will cost with a tile laid on a cell."""
    close = int(desk.near[cell]) & (ON | BESIDE)
    if close:
        put(board, state, cell, code, desk.there)
        leads = still_leads(board, desk.there, line, desk.way)
        left = 0 if leads else travel(board, desk.trial, line, FAR, desk.report)
        resurvey(board, state, cell, desk.there)
        if not leads:
            return left if left >= 0 else MOST_TOLD
        if close & ON:
            return cost - GAP
    if helps:
        return min(cost, through(board, desk.there, desk.back, cell, code, line))
    return cost


@kernel
def along(board: Board, state: State, seat: int, rng: Ints, desk: Desk) -> int:
    """The placement that leaves the seat the cheapest way, or the longest stretch where that is worth more.

    The land must have been surveyed. Only a tile on the way or beside it can make it dearer, and only one that lies
    between cells that are near enough to both ends can make it cheaper; the others are as good as one another.
    """
    way, near = desk.way, desk.near
    line = state.line[seat] - 1
    cost = travel(board, desk.there, line, FAR, way)
    if cost >= 0:
        retreat(board, desk.back, line, cost, desk.report)
    mark(board, state, seat, int(cost >= 0), desk, 1)
    shape = shape_of(state)
    first = board.first[shape]
    found, record = PASS, -1.0
    place = below(rng, state.opened)
    for _ in range(state.opened):
        place = place + 1 if place + 1 < state.opened else 0
        fits = int(board.fits[shape, state.open_need[place]])
        if fits == 0:
            continue
        cell = int(state.open_cell[place])
        done = completes(board, state, cell, line)
        extra = done + LONGER * (near[cell] >> 2 & 1) - GIVEN * (near[cell] >> 3)
        helps = 0
        if cost >= 0:
            by = least(int(desk.there.reach[cell])) + least(int(desk.back.reach[cell]))
            helps = int(by - 2 * GAP < cost or cell == board.start[line])
        matters = helps or near[cell] & (ON | BESIDE)
        while fits:
            action = cell * LOOKS + first + lowest(fits)
            fits = fits & fits - 1 if matters else 0
            left = cost if cost >= 0 else MOST_TOLD
            if matters:
                left = cost_with(board, state, line, cost, cell, code_of(state, action), helps, desk)
            value = extra + exp(-WEARY * left)
            if value > record:
                found, record = action, value
    mark(board, state, seat, int(cost >= 0), desk, 0)
    return found


@kernel
def build(board: Board, state: State, rng: Ints, on: int) -> int:
    """Let everybody build along their way until the round is over; or tell what whoever is on turn would lay."""
    land, lines = np.empty(CELLS, np.int32), np.empty(CELLS, np.uint16)
    came, queue = np.empty(CELLS, np.int32), np.empty(QUEUE, np.int16)
    there = Atlas(land, lines, came, queue, np.empty(CELLS, np.int32))
    back = Atlas(land, lines, came, queue, np.empty(CELLS, np.int32))
    trial = Atlas(land, lines, came, queue, np.empty(CELLS, np.int32))
    way, report = np.empty(REPORT + WAY, np.int64), np.empty(REPORT, np.int64)
    heads, stack = np.empty(HEADS, np.int64), np.empty(SLOTS, np.int64)
    desk = Desk(there, back, trial, way, report, np.zeros(CELLS, np.uint8), heads, stack)
    survey(board, state, GAP, there)
    action, number = PASS, state.number
    while state.stage != OVER and state.number == number:
        if state.stage == PLACE:
            action = along(board, state, state.seat, rng, desk)
            if not on:
                return action
            apply(board, state, state.seat, action)
            if action != PASS:
                resurvey(board, state, action // LOOKS, there)
        else:
            chance(board, state, random_outcome(board, state, rng))
    return action


@kernel
def rehearse(board: Board, states: Row[State], seat: int, rng: Ints, script: Ints) -> None:
    """What the others do depends on the seat's choice, so nothing is shared."""


@kernel
def policy(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> int:
    """Build along one's own way."""
    return build(board, state, rng, 0)


@kernel
def finish(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> None:
    """Everybody builds along their way until the round is over."""
    build(board, state, rng, 1)


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
def told(glad: float, mean: float) -> float:
    """What a placement tells of a line, as a logit: how glad its holder is of it, beside the mean of all there were."""
    return SURE * (glad - mean) / (glad + mean)


@kernel
def gladness(board: Board, state: State, atlas: Atlas, report: Ints, out: Floats) -> None:
    """Write for each line how gladly whoever holds it sees a table whose land has been surveyed."""
    for line in range(LINES):
        glad = FAINT + hope(travel(board, atlas, line, FAR, report), report)
        out[line] = glad * glad * exp(PROUD * stretch(board, state, line))


@kernel
def compare(board: Board, before: State, after: State, atlas: Atlas, tried: Row[State], out: Floats) -> None:
    """Add what a placement tells of each line, beside all others that could have been laid instead."""
    report, actions = np.empty(REPORT, np.int64), np.empty(MOST, np.int64)
    glad, mean = np.empty(LINES), np.zeros(LINES)
    survey(board, before, GAP, atlas)
    n = legal(board, before, before.seat, actions)
    for i in range(n):
        cell = actions[i] // LOOKS
        tried[0] = before
        lay(board, tried[0], cell, code_of(before, actions[i]))
        resurvey(board, tried[0], cell, atlas)
        gladness(board, tried[0], atlas, report, glad)
        for line in range(LINES):
            mean[line] += glad[line] / n
        resurvey(board, before, cell, atlas)
    survey(board, after, GAP, atlas)
    gladness(board, after, atlas, report, glad)
    for line in range(LINES):
        out[line] += told(glad[line], mean[line])


@kernel
def telling(board: Board, before: State, after: State, out: Floats) -> None:
    """Add what a placement tells of each line: the better it serves one beside all others, the likelier that one is."""
    land, lines = np.empty(CELLS, np.int32), np.empty(CELLS, np.uint16)
    came, reach = np.empty(CELLS, np.int32), np.empty(CELLS, np.int32)
    atlas = Atlas(land, lines, came, np.empty(QUEUE, np.int16), reach)
    compare(board, before, after, atlas, spare(before), out)


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
    truths=8,
    depth=0,
    chunk=24,
    regular=200,
)
