"""How far ahead a player of L'Odyssée will be at the end, as the city stands: what a simulation that stops is worth.

`judge` says which way to dig. It weighs points, finished lines and ways out more than the end bears out, and does not
know what the tour pays: a point for every section he rides, two for every shop a line connects directly to a house.
So whoever asks how a game will end counts other things, the booklet's own, and weighs each by what it was worth at
the end of games (benchmarks/learn_odyssee.py).
"""

from __future__ import annotations

import numpy as np

from strapontin.core.bits import count, lowest
from strapontin.core.kernel import kernel
from strapontin.core.layout import Floats, Ints
from strapontin.games.odyssee.kernels.bits import CORNER_AT, WORD
from strapontin.games.odyssee.kernels.digging import unfinished
from strapontin.games.odyssee.kernels.judge import EVERYWHERE, FADE
from strapontin.games.odyssee.kernels.outlook import NEED, SIGHT, WAVE, look, served
from strapontin.games.odyssee.kernels.state import CORNERS, TUNNELS, Board, State
from strapontin.games.odyssee.kernels.tour import points, supplies

# What is counted: points so far; shops that lines connect directly to houses, and the houses with a station; lines not
# yet started, lines that have left the city, and lines that cannot leave it any more; houses and shops a line may still
# come to, the nearer the more; what stations on lines under way would bring; the stations on lines, the sections
# between the first and the last house a line serves, and tunnels.
SCORED, PRESENTS, HOUSES, WAITING, LEFT, BLOCKED, AHEAD, SHOPS, SITES, STATIONS, SECTIONS, DUG = range(12)
COUNTS = 12
WEIGHTS = np.array([0.17, 0.6, 0.7, 2.0, -0.9, -0.9, 1.5, 0.7, 0.1, 0.15, 0.58, 0.27])
"""Points at the end for one more of each; little is said by a point alone, for whoever has it has spent a station."""


@kernel
def stretch(state: State, line: int, out: Floats) -> None:
    """Count the stations of a line, and the sections from the first house it serves to the last."""
    row = state.line[line]
    stations, first, last = 0, -1, 0
    for i in range(1, row.tunnels + 1):
        corner = row.path[i]
        if corner < CORNERS and state.station[corner] != 0:
            if state.houses[corner] != 0:
                last = stations
                first = stations if first < 0 else first
            stations += 1
    out[STATIONS] += stations
    if first >= 0:
        out[SECTIONS] += last - first


@kernel
def reach(state: State, line: int, have: int, work: Ints, out: Floats) -> None:
    """Count the houses and shops ahead of a line by a look at it."""
    found = (line & 1) * SIGHT
    slack = TUNNELS - state.line[line].tunnels - work[found + NEED]
    houses, shops, pull = 0, 0, 1.0
    for deep in range(1, slack + 1):
        pull *= FADE
        for word in range(2):
            reached = work[found + WAVE + 2 * deep + word] & state.spots[word]
            while reached:
                corner = CORNER_AT[word << WORD | lowest(reached)]
                reached &= reached - 1
                if state.station[corner] != 0:
                    fresh = state.houses[corner] & ~have & ~houses
                    out[AHEAD] += pull * count(fresh)
                    houses |= fresh
                fresh = state.shops[corner] & ~shops
                out[SHOPS] += pull * count(fresh)
                shops |= fresh


@kernel
def survey(board: Board, state: State, seat: int, work: Ints, out: Floats) -> None:
    """Count everything for a player."""
    have = served(state, seat)
    for i in range(COUNTS):
        out[i] = 0.0
    out[SCORED] = points(state, seat)
    out[PRESENTS] = count(supplies(state, seat, EVERYWHERE))
    out[HOUSES] = count(have)
    for line in range(2 * seat, 2 * seat + 2):
        row = state.line[line]
        out[DUG] += row.tunnels
        if row.tunnels == 0:
            out[WAITING] += 1.0
            continue
        stretch(state, line, out)
        if unfinished(state, line) == 0:
            out[LEFT] += 1.0
            continue
        for i in range(1, row.tunnels):
            if state.station[row.path[i]] == 0:
                out[SITES] += state.worth[row.path[i]]
        if row.over == 1 or look(board, state, line, work) == 0:
            out[BLOCKED] += 1.0
        else:
            reach(state, line, have, work, out)


@kernel
def forecast(board: Board, state: State, seat: int, work: Ints, out: Floats) -> float:
    """What a player is hoped to have at the end, to be set beside the same of another."""
    survey(board, state, seat, work, out)
    total = 0.0
    for i in range(COUNTS):
        total += WEIGHTS[i] * out[i]
    return total
