"""The rules of L'Odyssée as kernels: set-up, turns, the tour, the end."""

from __future__ import annotations

import numpy as np

from strapontin.core.contract import CHANCE_BIT
from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints
from strapontin.core.rng import below
from strapontin.games.odyssee.kernels.bits import BIT, CORNER_PLACE, EVERY_CELL, WORD
from strapontin.games.odyssee.kernels.digging import (
    bonus_sites,
    build,
    can_dig,
    ended,
    extend,
    leave,
    occupy,
    sites,
    stand,
    start,
    startable,
    starts,
    stir,
    tunnels,
)
from strapontin.games.odyssee.kernels.state import (
    BONUS,
    BUILD,
    DIG,
    DISTRICTS,
    GUIDE,
    HOMES,
    HOUSES,
    LEAVE,
    LINES,
    LITTLE,
    LOT,
    NONE,
    OFFICES,
    OUTERS,
    OVER,
    PASS,
    PLACES,
    ROUTES,
    SET_UP,
    SHOPS,
    START,
    STARTER,
    STATION,
    STATIONS,
    TOUR,
    TURNS,
    WATERS,
    Board,
    State,
)
from strapontin.games.odyssee.kernels.tour import (
    RIDE,
    WORK,
    allowed,
    collect,
    connect,
    guides,
    merit,
    points,
    route,
    routes,
    spread,
)

HOUSE, SHOP, OFFICE = 0, 1, 2
PARK, LAKE = 1, 2


@kernel
def enhance(state: State, corner: int) -> None:
    """A corner touches one more spot: a station there is worth a point more."""
    place = CORNER_PLACE[corner]
    state.worth[corner] += 1
    state.spots[place >> WORD] |= 1 << (place & BIT)


@kernel
def settle(board: Board, state: State, kind: int, i: int, cell: int) -> None:
    """Put a house, shop or office on its cell; for the Odyssée, offices do not exist."""
    if kind == HOUSE:
        state.house[i] = cell
    elif kind == SHOP:
        state.shop[i] = cell
    else:
        state.office[i] = cell
        if board.mode != LITTLE:
            return
    occupy(state, cell)
    for j in range(3):
        corner = board.angle[cell, j]
        enhance(state, corner)
        if kind == HOUSE:
            state.houses[corner] |= 1 << i
        elif kind == SHOP:
            state.shops[corner] |= 1 << i


@kernel
def flood(board: Board, state: State, water: int, one: int, other: int) -> None:
    """Lay out the Park or the Lake; in little, touching it is worth a point."""
    if water == PARK:
        state.park[0], state.park[1] = one, other
    else:
        state.lake[0], state.lake[1] = one, other
    occupy(state, one)
    occupy(state, other)
    if board.mode == LITTLE:
        for j in range(3):
            enhance(state, board.angle[one, j])
            corner = board.angle[other, j]
            if corner != board.angle[one, 0] and corner != board.angle[one, 1] and corner != board.angle[one, 2]:
                enhance(state, corner)


@kernel
def touches(board: Board, corner: int, cell: int) -> int:
    """Whether a corner is one of a cell that has been laid out."""
    if cell == NONE:
        return 0
    return 1 if corner in (board.angle[cell, 0], board.angle[cell, 1], board.angle[cell, 2]) else 0


@kernel
def spots(board: Board, state: State, corner: int) -> int:
    """What a corner touches, a point each for a station there: houses, shops, offices, Park and Lake, as bits."""
    found = int(state.houses[corner]) | int(state.shops[corner]) << SHOPS
    if board.mode == LITTLE:
        for i in range(HOUSES):
            found |= touches(board, corner, state.office[i]) << OFFICES + i
        for i in range(2):
            found |= touches(board, corner, state.park[i]) << WATERS
            found |= touches(board, corner, state.lake[i]) << WATERS + 1
    return found


@kernel
def house_at(board: Board, state: State, one: int, other: int) -> int:
    """The house that touches the Park or the Lake."""
    for house in range(HOUSES):
        for j in range(3):
            if (state.houses[board.angle[one, j]] | state.houses[board.angle[other, j]]) >> house & 1:
                return house
    return NONE


@kernel
def open_city(board: Board, state: State) -> None:
    """The city is laid out: its houses get their stations, or building begins."""
    state.home = house_at(board, state, state.park[0], state.park[1])
    state.last = house_at(board, state, state.lake[0], state.lake[1])
    state.drawn = 0
    state.phase = BUILD if board.mode == LITTLE else HOMES


@kernel
def setup(board: Board, state: State) -> None:
    """Nothing drawn, nothing built."""
    for word in range(4):
        state.free[word] = EVERY_CELL[word]
    state.gates = (1 << OUTERS) - 1
    state.phase = STARTER
    state.supply = STATIONS
    state.closing = NONE
    state.leaving = NONE
    state.seat = NONE
    state.starter = NONE
    state.home = NONE
    state.last = NONE
    for i in range(2):
        state.park[i] = NONE
        state.lake[i] = NONE
    for i in range(HOUSES):
        state.district[i] = NONE
        state.house[i] = NONE
        state.shop[i] = NONE
        state.office[i] = NONE
        state.stop[i] = NONE
        state.guide[i] = NONE
        state.route[i] = NONE
    for line in range(LINES):
        state.line[line].path[0] = NONE


@kernel
def actors(board: Board, state: State) -> int:
    """Chance while the city is laid out and for lots; otherwise one player, until the game is over."""
    if state.phase == OVER:
        return 0
    if state.phase <= HOMES or state.phase == LOT:
        return CHANCE_BIT
    return 1 << state.seat


@kernel
def chances(board: Board, state: State, out: Ints, weights: Ints) -> int:
    """Who starts; a district and its turn; a corner of a house; who guides."""
    n = 0
    if state.phase == STARTER or state.phase == LOT:
        for seat in range(board.players):
            if state.phase == STARTER or state.tied >> seat & 1:
                out[n] = seat
                n += 1
    elif state.phase == DISTRICTS:
        for district in range(PLACES):
            used = False
            for place in range(state.drawn):
                used = used or state.district[place] // TURNS == district
            if not used:
                for turned in range(TURNS):
                    out[n] = district * TURNS + turned
                    n += 1
    else:
        for j in range(3):
            out[n] = board.angle[state.house[state.drawn], j]
            n += 1
    for i in range(n):
        weights[i] = 1
    return n


@kernel
def destinations(board: Board, state: State, out: Ints, work: Ints) -> int:
    """The guide's choices: every fastest route to every house that can be reached; any allowed one if none can."""
    spread(board, state, state.stop[state.stops - 1], work)
    choice = allowed(board, state)
    n = 0
    for house in range(HOUSES):
        if choice >> house & 1:
            for i in range(routes(board, state, house, work)):
                out[n] = TOUR + house * ROUTES + i
                n += 1
    if n == 0:
        for house in range(HOUSES):
            if choice >> house & 1:
                out[n] = TOUR + house * ROUTES
                n += 1
    return n


@kernel
def legal(board: Board, state: State, seat: int, out: Ints) -> int:
    """Tunnels, and at the beginning of a turn stations; the bonus station; where Father Christmas may ride."""
    if state.phase == GUIDE:
        return destinations(board, state, out, np.empty(WORK, np.int64))
    if state.phase == BONUS:
        return bonus_sites(state, state.leaving, out, 0)
    n = tunnels(board, state, 2 * seat, out, 0)
    n = tunnels(board, state, 2 * seat + 1, out, n)
    line = startable(board, state, seat)
    if line >= 0:
        n = starts(board, state, line, out, n)
    if state.dug == 0:
        n = sites(board, state, seat, out, n)
        if n == 0:
            out[0] = PASS
            n = 1
    return n


@kernel
def next_guide(board: Board, state: State) -> None:
    """Presents have been collected: choose who guides him to the next house, or end."""
    if state.stops == HOUSES:
        state.phase = OVER
        state.seat = NONE
        return
    mask = guides(board, state)
    if mask & (mask - 1):
        state.phase = LOT
        state.tied = mask
        state.seat = NONE
        return
    state.phase = GUIDE
    state.tied = 0
    state.seat = 0
    while mask >> state.seat & 1 == 0:
        state.seat += 1


@kernel
def arrive(board: Board, state: State, house: int) -> None:
    """Father Christmas is at a house: it is visited, and presents are collected."""
    state.stop[state.stops] = house
    state.stops += 1
    state.visited |= 1 << house
    collect(board, state, house)
    next_guide(board, state)


@kernel
def end_building(board: Board, state: State) -> None:
    """Building is over: the tour begins at the Park house, or little ends with 5 points per finished line."""
    state.closing = 0
    if board.mode == LITTLE:
        for seat in range(board.players):
            state.ends[seat] = 5 * state.finished[seat]
        state.phase = OVER
        state.seat = NONE
        return
    connect(board, state)
    arrive(board, state, state.home)


@kernel
def closes(board: Board, state: State) -> int:
    """Whether both lines of anybody are finished or blocked, or no station is left."""
    if state.supply == 0:
        return 1
    for seat in range(board.players):
        if ended(state, 2 * seat + 1) and ended(state, 2 * seat):
            return 1
    return 0


@kernel
def end_turn(board: Board, state: State) -> None:
    """The next player's turn, or the end of building."""
    state.turn += 1
    state.turns[state.seat] += 1
    state.dug = 0
    if state.closing > 0:
        state.closing -= 1
    elif closes(board, state):  # every player but this one has one more turn
        state.closing = board.players - 1
    if state.closing == 0:
        end_building(board, state)
    else:
        state.seat = (state.seat + 1) % board.players


@kernel
def dug(board: Board, state: State, seat: int) -> None:
    """After a tunnel: the turn goes on while tunnels are left and any can be dug."""
    if state.dug == DIG or can_dig(board, state, seat) == 0:
        end_turn(board, state)


@kernel
def earns_bonus(state: State, line: int) -> int:
    """Whether a finished line has a corner for its bonus station, and a station is left."""
    own = state.line[line].own
    bare = own[0] & ~state.stations[0] | own[1] & ~state.stations[1]
    return 1 if bare != 0 and state.supply > 0 else 0


@kernel
def draw(board: Board, state: State, outcome: int) -> None:
    """One step of chance."""
    if state.phase == STARTER:
        state.starter = outcome
        state.seat = outcome
        state.phase = DISTRICTS
        if board.inline:
            for i in range(HOUSES):
                settle(board, state, HOUSE, i, board.city[i])
                settle(board, state, SHOP, i, board.city[6 + i])
                settle(board, state, OFFICE, i, board.city[12 + i])
            flood(board, state, PARK, board.city[18], board.city[19])
            flood(board, state, LAKE, board.city[20], board.city[21])
            open_city(board, state)
    elif state.phase == DISTRICTS:
        place, district = state.drawn, outcome // TURNS
        state.district[place] = outcome
        spots, turn = board.spots, outcome % TURNS
        for kind in range(3):
            settle(board, state, kind, place, spots[place, district, turn, kind])
        if board.water[district] != 0:
            flood(
                board,
                state,
                board.water[district],
                spots[place, district, turn, 3],
                spots[place, district, turn, 4],
            )
        state.drawn += 1
        if state.drawn == PLACES:
            open_city(board, state)
    elif state.phase == HOMES:
        if state.station[outcome] == 0:
            stand(state, outcome, SET_UP)
        state.drawn += 1
        if state.drawn == HOUSES:
            state.phase = BUILD
    else:
        state.seat = outcome
        state.phase = GUIDE


@kernel
def ride(board: Board, state: State, action: int) -> None:
    """The guide's choice: a point for the owner of every section ridden, then presents."""
    work = np.empty(WORK, np.int64)
    house, index = (action - TOUR) // ROUTES, (action - TOUR) % ROUTES
    rides = route(board, state, state.stop[state.stops - 1], house, index, work)
    for i in range(rides):
        sections = abs(work[RIDE + 3 * i + 1] - work[RIDE + 3 * i + 2])
        state.sections[work[RIDE + 3 * i] >> 1] += sections
    state.guide[state.stops] = state.seat
    state.route[state.stops] = index if rides > 0 else NONE
    arrive(board, state, house)


@kernel
def apply(board: Board, state: State, seat: int, action: int) -> None:
    """One draw, one tunnel, one station, one pass, or one move of the tour."""
    if seat < 0:
        draw(board, state, action)
    elif action >= TOUR:
        ride(board, state, action)
    elif action == PASS:
        end_turn(board, state)
    elif action >= STATION:
        build(state, seat, action - STATION)
        stir(board, state, action - STATION)
        if state.phase == BONUS:
            state.phase = BUILD
            state.leaving = NONE
            dug(board, state, seat)
        else:
            end_turn(board, state)
    else:
        state.dug += 1
        if action >= START:
            code = action - START
            start(board, state, 2 * seat + code // (2 * OUTERS), code // 2 % OUTERS, code % 2)
        elif action >= LEAVE:
            line = 2 * seat + (action - LEAVE) // OUTERS
            leave(board, state, line, (action - LEAVE) % OUTERS)
            if earns_bonus(state, line):
                state.phase = BONUS
                state.leaving = line
                return
        else:
            extend(board, state, 2 * seat + action // 12, action % 12 // 2, action % 2)
        dug(board, state, seat)


@kernel
def scores(board: Board, state: State, out: Ints, ranks: Ints) -> None:
    """Most points win; ties: more finished lines, then fewer tunnels, else shared."""
    for seat in range(board.players):
        out[seat] = points(state, seat)
    for seat in range(board.players):
        ranks[seat] = 1
        for other in range(board.players):
            better = merit(state, other) > merit(state, seat)
            if out[other] > out[seat] or (out[other] == out[seat] and better):
                ranks[seat] += 1


@kernel
def conceal(board: Board, state: State, seat: int) -> None:
    """Everything lies open in this game."""


@kernel
def imagine(board: Board, state: State, seat: int, rng: Ints) -> None:
    """Nothing is left to imagine."""


@kernel
def rollout(board: Board, state: State, rng: Ints) -> int:
    """Play to the end at random: mostly tunnels, leaving when possible, the first route to any house."""
    out, weights = np.empty(ROUTES * HOUSES, np.int64), np.empty(ROUTES * HOUSES, np.int64)
    decisions = 0
    while state.phase != OVER:
        if state.phase <= HOMES or state.phase == LOT:
            apply(board, state, -1, out[below(rng, chances(board, state, out, weights))])
            continue
        n = legal(board, state, state.seat, out)
        action = out[below(rng, n)]
        if state.phase == BUILD:
            if action >= STATION and action != PASS:  # a second throw: building stations is for few turns
                action = out[below(rng, n)]
            for i in range(n):
                if LEAVE <= out[i] < START:
                    action = out[i]
        apply(board, state, state.seat, action)
        decisions += 1
    return decisions
