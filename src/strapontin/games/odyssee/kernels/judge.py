"""What a position of L'Odyssée looks like to a careful player: keep a way out, aim at houses.

Points so far, plus the presents the network already promises, plus what the line under way may still reach.
The weights were set by play (benchmarks/reference_odyssee.py).
"""

from __future__ import annotations

import numpy as np

from strapontin.core.bits import count, lowest
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.games.odyssee.kernels.bits import CORNER_AT, WORD
from strapontin.games.odyssee.kernels.outlook import EXITS, NEED, OUTLOOK, SIGHT, WAVE, look, served
from strapontin.games.odyssee.kernels.state import BONUS, BUILD, DIG, HOUSES, LITTLE, TUNNELS, Board, State
from strapontin.games.odyssee.kernels.tour import points, supplies

EVERYWHERE = (1 << HOUSES) - 1
FINISHED = 4.0
STUCK = -3.0
FRESH = 2.0
EXIT = 3.0
HOUSE = 2.0
PROMISE = 1.8
PULL = 3.0
SHOP_PULL = 1.2
FADE = 0.7
SITE = 0.3
SPOT_PULL = 0.2
TEMPO = 0.4
THRIFT = 0.3
LEFT = 1.6
"""What each tunnel left in a turn is worth besides, to whoever looks at one action alone; simulations dig it."""


@kernel
def prospects(board: Board, state: State, line: int, have: int, work: Ints) -> float:
    """What an unfinished line may still come to by a look at it: its ways out, and the houses and shops ahead of it."""
    found = (line & 1) * SIGHT
    exits = work[found + EXITS]
    if exits == 0:
        return STUCK
    slack = TUNNELS - state.line[line].tunnels - work[found + NEED]
    value = EXIT * (1.0 - 1.0 / (1.0 + count(exits)))
    houses, shops, pull = 0, 0, 1.0
    # the nearest of each counts, so walk outwards
    for deep in range(1, slack + 1):
        pull *= FADE
        for word in range(2):
            reached = work[found + WAVE + 2 * deep + word] & state.spots[word]
            while reached:
                corner = CORNER_AT[word << WORD | lowest(reached)]
                reached &= reached - 1
                if board.mode == LITTLE:
                    value += SPOT_PULL * pull * state.worth[corner] if state.station[corner] == 0 else 0.0
                    continue
                if state.station[corner] != 0:
                    fresh = state.houses[corner] & ~have & ~houses
                    value += PULL * pull * count(fresh)
                    houses |= fresh
                fresh = state.shops[corner] & ~shops
                value += SHOP_PULL * pull * count(fresh)
                shops |= fresh
    return value


@kernel
def look_round(board: Board, state: State, seat: int, work: Ints) -> None:
    """Look ahead on both lines of a player."""
    look(board, state, 2 * seat, work)
    look(board, state, 2 * seat + 1, work)


@kernel
def judged(board: Board, state: State, seat: int, work: Ints) -> float:
    """Points, presents promised, houses served, and the prospects of the player's lines by a look round."""
    value = float(points(state, seat))
    if state.phase != BUILD and state.phase != BONUS:
        return value + 2.0 * count(supplies(state, seat, EVERYWHERE & ~state.visited))
    have = served(state, seat)
    if board.mode != LITTLE:
        value += PROMISE * count(supplies(state, seat, EVERYWHERE)) + HOUSE * count(have)
    if state.seat == seat and state.dug > 0:
        value += TEMPO * (DIG - state.dug)
    value += THRIFT * state.supply
    for line in range(2 * seat, 2 * seat + 2):
        row = state.line[line]
        if row.tunnels == 0:
            value += FRESH
        elif row.finished == 1:
            value += FINISHED + (5.0 if board.mode == LITTLE else 0.0)
        elif row.over == 1:
            value += STUCK
        else:
            value += prospects(board, state, line, have, work)
        if row.tunnels > 0 and row.finished == 0:
            for i in range(1, row.tunnels):
                if state.station[row.path[i]] == 0:
                    value += SITE * state.worth[row.path[i]]
    return value


@kernel
def judge(board: Board, state: State, seat: int) -> float:
    """How the city looks to a player after a look round, with what is still to be dug in the turn."""
    work = np.empty(OUTLOOK, np.int64)
    look_round(board, state, seat, work)
    value = judged(board, state, seat, work)
    if state.phase == BUILD and state.seat == seat and state.dug > 0:
        value += LEFT * (DIG - state.dug)
    return value
