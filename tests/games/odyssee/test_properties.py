"""What holds in every position of every game, whatever is played."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from strapontin.core.kernel import copy_of
from strapontin.core.rng import generator
from strapontin.games.odyssee import GAME
from strapontin.games.odyssee.kernels.lattice import CORNERS, inside
from strapontin.games.odyssee.kernels.state import BONUS, BUILD
from tests.games.odyssee import slow
from tests.games.odyssee.table import random_match, scaled

games = st.tuples(st.integers(2, 4), st.integers(0, 10**6), st.sampled_from(["odyssee", "little"]), st.integers(0, 120))


@settings(max_examples=scaled(40, 3), deadline=None)
@given(games)
def test_a_position_is_always_consistent(game: tuple[int, int, str, int]) -> None:
    players, seed, mode, most = game
    match = random_match(players, seed, mode, scaled(most, most // 4))
    state, view = match.state, match.view("*")
    paths = slow.paths(state, players)
    standing = slow.stations(state)
    assert view["supply"] + len(standing) == 30
    cells = [cell for line in view["lines"] for cell in line["cells"]]
    assert len(cells) == len(set(cells)) == sum(int(n) for n in state.tunnels)  # one tunnel per cell
    spots = {cell for kind, cells_ in view["city"].items() for cell in cells_ if kind != "offices" or mode == "little"}
    assert spots.isdisjoint(cells)
    edges = [frozenset(pair) for path in paths.values() for pair in pairwise(path)]
    assert all(edges.count(edge) <= 2 for edge in edges)
    for line, path in paths.items():
        assert len(path) == len(set(path)) <= 19
        assert [inside(point) for point in path[1:-1]] == [True] * len(path[1:-1])
        assert inside(path[-1]) != bool(state.line[line].finished)
        for a, b, c in zip(path, path[1:], path[2:], strict=False):
            neighbours = (c[0] - a[0], c[1] - a[1]) in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
            assert not neighbours or b in standing  # a bend of 60 degrees only at a station
    for seat, account in enumerate(view["accounts"]):
        assert account["score"]["total"] == match.scores[seat]
        score = account["score"]
        assert score["total"] == score["stations"] + score["sections"] + score["presents"] + score["lines"]


@settings(max_examples=scaled(25, 2), deadline=None)
@given(games)
def test_where_lines_meet_a_station_stands_while_stations_last(game: tuple[int, int, str, int]) -> None:
    players, seed, mode, most = game
    match = random_match(players, seed, mode, scaled(most, most // 4))
    if match.state.supply == 0:
        return
    paths = slow.paths(match.state, players)
    standing = slow.stations(match.state)
    for one, path in paths.items():
        for other, second in paths.items():
            shared = set(path) & set(second) & set(CORNERS)
            for point in shared if one < other else ():
                around = [{p for pair in pairwise(way) if point in pair for p in pair} for way in (path, second)]
                # two lines share a corner without a station only as long as they run there in parallel
                assert point in standing or around[0] & around[1] - {point}


@settings(max_examples=scaled(20, 2), deadline=None)
@given(games)
def test_every_position_can_be_played_to_the_end_and_the_judge_has_an_opinion(game: tuple[int, int, str, int]) -> None:
    players, seed, mode, most = game
    match = random_match(players, seed, mode, scaled(most, most // 6))
    board, state = match.setting.board, copy_of(match.state)
    for seat in range(players):
        assert -100 < float(GAME.rules.judge(board, state, seat)) < 200
    assert state.tobytes() == match.state.tobytes()  # looking changes nothing
    GAME.rules.rollout(board, state, generator(seed))
    assert GAME.actors(match.setting, state) == []


@settings(max_examples=scaled(15, 2), deadline=None)
@given(games)
def test_whoever_is_to_act_in_building_can_dig_build_or_has_to_pass(game: tuple[int, int, str, int]) -> None:
    players, seed, mode, most = game
    match = random_match(players, seed, mode, scaled(most, most // 6))
    if match.state.phase not in (BUILD, BONUS):
        return
    (seat,) = match.to_act
    moves = match.legal(seat)
    assert moves == ["-"] or "-" not in moves
    if match.state.dug:
        assert all(":" in move for move in moves) or match.state.phase == BONUS
