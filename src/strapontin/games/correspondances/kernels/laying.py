"""Laying tiles: the open cells around them, and which tracks hang together."""

from __future__ import annotations

from strapontin.core.kernel import kernel
from strapontin.games.correspondances.kernels.state import LINES, OPEN, SLOTS, WALL, Board, M, State


@kernel
def root(state: State, track: int) -> int:
    """The track that stands for the group of this one."""
    while int(state.parent[track]) != track:
        state.parent[track] = state.parent[int(state.parent[track])]
        track = int(state.parent[track])
    return track


@kernel
def join(state: State, one: int, other: int) -> None:
    """Let two groups of tracks be one."""
    one, other = root(state, one), root(state, other)
    if one != other:
        state.parent[other] = one
        state.ends[one] = int(state.ends[one]) | int(state.ends[other])


@kernel
def open_up(state: State, cell: int) -> None:
    """An empty cell that shares a side with a tile for the first time."""
    state.grid[cell] = OPEN + state.opened
    state.open_cell[state.opened] = cell
    state.open_need[state.opened] = 0
    state.opened += 1


@kernel
def close_up(state: State, cell: int) -> None:
    """An open cell is taken; the last of the list moves to its place there."""
    place = int(state.grid[cell]) - OPEN
    state.opened -= 1
    last = int(state.open_cell[state.opened])
    state.open_cell[place] = last
    state.open_need[place] = state.open_need[state.opened]
    state.grid[last] = OPEN + place
    state.open_cell[state.opened] = 0
    state.open_need[state.opened] = 0


@kernel
def lay(board: Board, state: State, cell: int, code: int) -> None:
    """Lay a tile that matches its neighbours: open cells, groups of tracks, and trips it completes."""
    slot = int(state.tiles)
    if int(state.grid[cell]) >= OPEN:
        close_up(state, cell)
    state.tiles += 1
    state.grid[cell] = slot + 1
    state.cell[slot] = cell
    state.code[slot] = code
    for track in range(board.tracks[code]):
        state.parent[slot * 3 + track] = slot * 3 + track
        state.ends[slot * 3 + track] = board.ends[code, track]
    for side in range(4):
        beside = cell + int(board.step[side])
        facing = (side + 2) % 4
        port = int(board.port[code, side])
        found = int(state.grid[beside])
        if found == WALL:
            continue
        if found == 0:
            open_up(state, beside)
            found = int(state.grid[beside])
        if found >= OPEN:
            if port < M:  # M matches all
                state.open_need[found - OPEN] += port * int(board.power[facing])
        elif port != 0:
            track = slot * 3 + int(board.track[code, side])
            join(state, track, (found - 1) * 3 + int(board.track[int(state.code[found - 1]), facing]))
    for track in range(board.tracks[code]):
        ends = int(state.ends[root(state, slot * 3 + track)])
        for line in range(LINES):
            if ends >> line & 1 and ends & int(board.goals[line]):
                state.complete |= 1 << line


@kernel
def clear(board: Board, state: State) -> None:
    """Take all tiles from the table."""
    for slot in range(state.tiles):
        state.grid[int(state.cell[slot])] = 0
    for place in range(state.opened):
        state.grid[int(state.open_cell[place])] = 0
        state.open_cell[place] = 0
        state.open_need[place] = 0
    for slot in range(SLOTS):
        state.cell[slot] = 0
        state.code[slot] = 0
    for track in range(SLOTS * 3):
        state.parent[track] = 0
        state.ends[track] = 0
    state.tiles = 0
    state.opened = 0
    state.complete = 0


@kernel
def recall(board: Board, state: State) -> None:
    """Lay the tiles of the round before again, to look at its trips."""
    clear(board, state)
    for slot in range(state.past.tiles):
        lay(board, state, int(state.past.cell[slot]), int(state.past.code[slot]))
