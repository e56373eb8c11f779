"""The search for a way with tiles still missing: against a slow one, and what its shortcuts claim."""

from __future__ import annotations

import numpy as np
import pytest

from strapontin.core.kernel import JIT, copy_of
from strapontin.core.match import Match
from strapontin.core.rng import below, generator
from strapontin.games.correspondances.kernels import trips
from strapontin.games.correspondances.kernels.insight import WAY
from strapontin.games.correspondances.kernels.laying import lay
from strapontin.games.correspondances.kernels.rules import code_of
from strapontin.games.correspondances.kernels.state import CELLS, LINES, LOOKS, PASS, State
from strapontin.games.correspondances.kernels.trips import FAR, GAP, QUEUE, REPORT, Atlas
from tests.games.correspondances.network import cheapest_way
from tests.games.correspondances.test_network import positions

POSITIONS = 250 if JIT else 10
SLOW = 70 if JIT else 5


def atlas_of(match: Match, table: State) -> Atlas:
    """An atlas, its land surveyed."""
    land, lines = np.empty(CELLS, np.int32), np.empty(CELLS, np.uint16)
    atlas = Atlas(land, lines, np.empty(CELLS, np.int32), np.empty(QUEUE, np.int16))
    trips.survey(match.setting.board, table, GAP, atlas)
    return atlas


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
