"""The search for a way with tiles still missing: against a slow one, and what its shortcuts claim."""

from __future__ import annotations

import numpy as np
import pytest

from strapontin.core.kernel import JIT, copy_of
from strapontin.core.match import Match
from strapontin.core.rng import below, generator
from strapontin.games.correspondances.kernels import trips
from strapontin.games.correspondances.kernels.insight import HEADS, WAY, Desk, completes, cost_with, mark
from strapontin.games.correspondances.kernels.laying import lay
from strapontin.games.correspondances.kernels.rules import code_of
from strapontin.games.correspondances.kernels.state import CELLS, LINES, LOOKS, PASS, SLOTS, State
from strapontin.games.correspondances.kernels.trips import FAR, GAP, QUEUE, REPORT, Atlas
from tests.games.correspondances.network import cheapest_way
from tests.games.correspondances.test_network import positions

POSITIONS = 250 if JIT else 10
SLOW = 70 if JIT else 5


def atlas_of(match: Match, table: State) -> Atlas:
    """An atlas, its land surveyed."""
    land, lines = np.empty(CELLS, np.int32), np.empty(CELLS, np.uint16)
    came, reach = np.empty(CELLS, np.int32), np.empty(CELLS, np.int32)
    atlas = Atlas(land, lines, came, np.empty(QUEUE, np.int16), reach)
    trips.survey(match.setting.board, table, GAP, atlas)
    return atlas


def desk_of(match: Match, table: State) -> Desk:
    """What a player of the policy reads and writes, the land surveyed."""
    there = atlas_of(match, table)
    back, trial = (there._replace(reach=np.empty(CELLS, np.int32)) for _ in range(2))
    way, report = np.zeros(REPORT + WAY, np.int64), np.zeros(REPORT, np.int64)
    numbers = np.empty(HEADS, np.int64), np.empty(SLOTS, np.int64)
    return Desk(there, back, trial, way, report, np.zeros(CELLS, np.uint8), *numbers)


@pytest.mark.parametrize("tiles", ["standard", "expert"])
def test_ways_with_missing_tiles_agree_with_a_slow_search_on_random_positions(tiles: str) -> None:
    found = set()
    for count, (match, laid) in enumerate(positions(f"ways {tiles}", tiles, 3)):
        if count >= SLOW:
            break
        for line in range(LINES):
            report = np.zeros(REPORT + WAY, np.int64)
            cost = trips.journey(match.setting.board, match.state, line, GAP, report)
            other = cheapest_way(laid, line + 1, GAP)
            assert cost == (-1 if other is None else other), (laid, line)
            assert cost == -1 or cost == GAP * report[0] + report[1]
            found.add(cost)
    if JIT:
        assert {-1, 4, 6, 9} <= found


def test_a_tile_on_the_way_saves_a_gap_at_most_and_just_that_where_the_way_goes_on() -> None:
    """What the policy of the bots takes for granted, when it looks for a placement along its way."""
    rng, on, off = generator("ways"), 0, 0
    for count, (match, _) in enumerate(positions("along", "expert", 4)):
        if count >= POSITIONS:
            break
        board, line = match.setting.board, count % LINES
        table = copy_of(match.state)
        table.drawn = 1 + below(rng, 16)
        out, report, way = np.empty(512, np.int64), np.zeros(REPORT, np.int64), np.zeros(REPORT + WAY, np.int64)
        atlas = atlas_of(match, table)
        cost = trips.travel(board, atlas, line, FAR, way)
        assert cost < 0 or trips.still_leads(board, atlas, line, way)
        cells = {int(node) // LINES for node in way[REPORT : REPORT + way[2]]} if cost >= 0 else set()
        for action in out[: match.game.rules.legal(board, table, 0, out)].tolist():
            if action == PASS or action // LOOKS not in cells:
                continue
            after = copy_of(table)
            lay(board, after, action // LOOKS, code_of(table, action))
            trips.resurvey(board, after, action // LOOKS, atlas)
            assert atlas.land.tolist() == atlas_of(match, after).land.tolist()
            left = trips.travel(board, atlas, line, FAR, report)
            assert left == -1 or left >= cost - GAP
            if trips.still_leads(board, atlas, line, way):
                assert left == cost - GAP
                on += 1
            else:
                off += 1
            for limit in (cost - 1, cost):
                assert trips.travel(board, atlas, line, limit, report) == (left if left < limit else -1)
            trips.resurvey(board, table, action // LOOKS, atlas)
    if JIT:
        assert min(on, off) > 20


def test_what_a_way_will_cost_with_a_tile_laid_is_foreseen() -> None:
    """On the way always; elsewhere all but when the tile leaves too little beside it for the way that seems cheaper."""
    rng, right, wrong, cheaper = generator("foreseen"), 0, 0, 0
    for count, (match, _) in enumerate(positions("foreseen", "expert", 4)):
        if count >= POSITIONS:
            break
        board = match.setting.board
        table = copy_of(match.state)
        table.line[:2] = 1 + count % LINES, 1 + (count + 1) % LINES
        table.drawn, line = 1 + below(rng, 22), count % LINES
        out, desk, report = np.empty(512, np.int64), desk_of(match, table), np.zeros(REPORT, np.int64)
        cost = trips.travel(board, desk.there, line, FAR, desk.way)
        if cost < 0:
            continue
        trips.retreat(board, desk.back, line, cost, desk.report)
        mark(board, table, 0, 1, desk, 1)
        for action in out[: match.game.rules.legal(board, table, 0, out)].tolist():
            if action == PASS:
                continue
            cell, code = action // LOOKS, code_of(table, action)
            after = copy_of(table)
            lay(board, after, cell, code)
            done = after.complete >> line & 1 and not table.complete >> line & 1
            assert completes(board, table, cell, line) >= done
            left = trips.journey(board, after, line, GAP, report)
            foreseen = cost_with(board, table, line, cost, cell, code, 1, desk)
            if desk.near[cell] & 3:
                assert foreseen == (left if left >= 0 else trips.MOST_TOLD)
            cheaper += left < cost
            right, wrong = right + (foreseen == left), wrong + (foreseen != left)
        mark(board, table, 0, 1, desk, 0)
        assert not any(desk.near.tolist())
    assert 50 * wrong < right
    if JIT:
        assert cheaper > 100
