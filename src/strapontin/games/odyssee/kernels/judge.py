"""What a position of L'Odyssée looks like to a careful player: keep a way out, aim at houses.

Points so far, plus the presents the network already promises, plus what the line under way may still reach.
The weights were set by play (benchmarks/reference_odyssee.py).
"""

from __future__ import annotations

import numpy as np

from strapontin.core.bits import count, lowest
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.games.odyssee.kernels.bits import CORNER_AT, SPLIT
from strapontin.games.odyssee.kernels.outlook import NEED, OUTLOOK, SPOTS, WAVE, look, served
from strapontin.games.odyssee.kernels.state import BONUS, BUILD, DIG, HOUSES, LITTLE, TUNNELS, Board, State
from strapontin.games.odyssee.kernels.tour import points, supplies

EVERYWHERE = (1 << HOUSES) - 1
FINISHED = 4.0
STUCK = -3.0
FRESH = 2.0
EXITS = 3.0
HOUSE = 2.0
PROMISE = 1.8
PULL = 3.0
SHOP_PULL = 1.2
FADE = 0.7
SITE = 0.3
SPOT_PULL = 0.2
TEMPO = 0.4
THRIFT = 0.3


@kernel
def prospects(board: Board, state: State, line: int, work: Ints) -> float:
    """What an unfinished line may still come to: its ways out, and the houses and shops ahead of it."""
    exits = look(board, state, line, work)
    if exits == 0:
        return STUCK
    row = state.line[line]
    slack = TUNNELS - row.tunnels - work[NEED]
    value = EXITS * (1.0 - 1.0 / (1.0 + count(exits)))
    have = served(state, line >> 1)
    houses, shops, pull = 0, 0, 1.0
    # the nearest of each counts, so walk outwards
    for deep in range(1, slack + 1):
        pull *= FADE
        for word in range(2):
            reached = work[WAVE + 2 * deep + word] & work[SPOTS + word]
            while reached:
                corner = CORNER_AT[lowest(reached) + SPLIT * word]
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
def judge(board: Board, state: State, seat: int) -> float:
    """Points, presents promised, houses served, and the prospects of the player's lines."""
    value = float(points(state, seat))
    if state.phase != BUILD and state.phase != BONUS:
        return value + 2.0 * count(supplies(state, seat, EVERYWHERE & ~state.visited))
    if board.mode != LITTLE:
        value += PROMISE * count(supplies(state, seat, EVERYWHERE)) + HOUSE * count(served(state, seat))
    if state.seat == seat and state.dug > 0:
        value += TEMPO * (DIG - state.dug)
    value += THRIFT * state.supply
    work = np.empty(OUTLOOK, np.int64)
    for line in range(2 * seat, 2 * seat + 2):
        row = state.line[line]
        if row.tunnels == 0:
            value += FRESH
        elif row.finished == 1:
            value += FINISHED + (5.0 if board.mode == LITTLE else 0.0)
        elif row.over == 1:
            value += STUCK
        else:
            value += prospects(board, state, line, work)
        if row.tunnels > 0 and row.finished == 0:
            for i in range(1, row.tunnels):
                if state.station[row.path[i]] == 0:
                    value += SITE * state.worth[row.path[i]]
    return value
