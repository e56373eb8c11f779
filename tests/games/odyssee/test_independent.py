"""The kernels against slow recomputations by other means: networkx for the tour, whole networks for building."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from strapontin.bots import greedy
from strapontin.core.contract import CHANCE
from strapontin.core.kernel import JIT
from strapontin.core.rng import below, generator
from strapontin.games.odyssee import GAME
from strapontin.games.odyssee.faces.notation import rides
from strapontin.games.odyssee.faces.view import minutes_between
from strapontin.games.odyssee.kernels import bits, outlook, rules, tour
from strapontin.games.odyssee.kernels.lattice import CELLS, CORNERS, Point
from strapontin.games.odyssee.kernels.state import BUILD, HOUSES, STATION, TUNNELS
from tests.games.odyssee import slow
from tests.games.odyssee.table import held, random_match, scaled


def touching(cells: Any) -> Any:
    """The spots, by index, at every corner."""
    found: dict[Point, set[int]] = {point: set() for point in CORNERS}
    for i, cell in enumerate(cells):
        for point in CELLS[int(cell)].points:
            found[point].add(i)
    return found.__getitem__


@cache
def end_positions(players: int, games: int) -> list[Any]:
    """States at the end of random games: their networks stay as they were when the tour began."""
    setting = GAME.setting({}, players)
    found = []
    for number in range(games):
        state = GAME.opening(setting)
        rng = generator(f"ends {players} {number}")
        if number < games // 20:  # some by careful players, whose networks are denser
            greedy.player(GAME)(setting.board, state, rng, 15)
        else:
            rules.rollout(setting.board, state, rng)
        found.append(state)
    return found


@pytest.mark.parametrize(("players", "games"), [(2, 500), (3, 700), (4, 800)])
def test_fastest_routes_and_direct_shops_agree_with_networkx(players: int, games: int) -> None:
    setting = GAME.setting({}, players)
    reached = several = 0
    for number, state in enumerate(end_positions(players, scaled(games, 4))):
        rng = generator(number)
        homes, shops = touching(state.house), touching(state.shop)
        one = below(rng, HOUSES)
        other = (one + 1 + below(rng, HOUSES - 1)) % HOUSES
        expected = slow.routes(setting, state, one, other, homes)
        listed = []
        for index in range(64):
            ridden = rides(setting.board, state, one, other, index)
            if not ridden:
                break
            listed.append(";".join(ride.text for ride in ridden))
        assert listed == expected[:64]
        assert minutes_between(setting.board, state, one, other) == slow.minutes(setting, state, one, other, homes)
        reached += bool(listed)
        several += len(listed) > 1
        house = below(rng, HOUSES)
        masks = [int(tour.supplied(state, house, seat)) for seat in range(players)]
        direct = [{shop for shop in range(HOUSES) if mask >> shop & 1} for mask in masks]
        assert direct == slow.presents(state, players, house, homes, shops)
    if JIT:
        assert reached > games // 8  # enough of them are reached for the comparison to mean something
        assert several > 10


@pytest.mark.parametrize(
    ("players", "mode", "games"), [(2, "odyssee", 170), (3, "odyssee", 100), (4, "odyssee", 130), (3, "little", 100)]
)
def test_stations_agree_with_a_recomputation_from_the_whole_network_after_every_tunnel(
    players: int, mode: str, games: int
) -> None:
    setting = GAME.setting({"mode": mode}, players)
    board = setting.board
    for number in range(scaled(games, 2)):
        state, rng = GAME.opening(setting), generator(f"stations {mode} {players} {number}")
        while (seat := GAME.actors(setting, state)) and state.phase <= BUILD + 1:
            actions = (
                [action for action, _ in GAME.outcomes(setting, state).values()]
                if seat == [CHANCE]
                else GAME.actions(setting, state, seat[0])
            )
            action = actions[below(rng, len(actions))]
            standing, supply = slow.stations(state), int(state.supply)
            score = int(state.building[seat[0]])
            building = seat != [CHANCE] and action < STATION
            before = state["line"]["tunnels"].tolist()
            rules.apply(board, state, seat[0], action)
            if not building:
                continue
            (line,) = [i for i, n in enumerate(state["line"]["tunnels"].tolist()) if n != before[i]]
            appeared = slow.stations(state) - standing
            for point in appeared:  # look at the network without them
                state.station[CORNERS.index(point)] = 0
            assert set(slow.new_stations(state, players, line, supply)) == appeared
            for point in appeared:
                state.station[CORNERS.index(point)] = 2 + seat[0]
            assert int(state.building[seat[0]]) - score == sum(_worth(state, mode, point) for point in appeared)


def _worth(state: Any, mode: str, point: Point) -> int:
    kinds = [state.house, state.shop, *([state.office] if mode == "little" else [])]
    total = sum(point in CELLS[int(cell)].points for kind in kinds for cell in kind)
    if mode == "little":
        total += sum(any(point in CELLS[int(cell)].points for cell in water) for water in (state.park, state.lake))
    return total


@pytest.mark.parametrize("mode", ["odyssee", "little"])
def test_legal_tunnels_agree_with_a_slow_reading_of_the_rules(mode: str) -> None:
    for seed in range(scaled(12, 1)):
        match = random_match(2 + seed % 3, seed, mode)
        state = match.at(0).state
        setting, players = match.setting, match.setting.players
        for seat, text in match.moves:
            number = CHANCE if seat == "*" else int(seat)
            if number != CHANCE and state.phase == BUILD:
                listed = {move for move in GAME.moves(setting, state, number) if ":" in move and move[2] != "@"}
                expected = slow.tunnels(state, players, 2 * number) | slow.tunnels(state, players, 2 * number + 1)
                assert listed == expected
            rules.apply(setting.board, state, number, GAME.read(setting, state, number, text)[0])


@pytest.mark.parametrize("mode", ["odyssee", "little"])
def test_what_a_line_may_still_reach_agrees_with_a_slow_walk(mode: str) -> None:
    compared, work = 0, np.empty(outlook.OUTLOOK, np.int64)
    for seed in range(scaled(8, 1)):
        match = random_match(2 + seed % 3, 100 + seed, mode)
        state = match.at(0).state
        setting, players = match.setting, match.setting.players
        for number, (seat, text) in enumerate(match.moves):
            actor = CHANCE if seat == "*" else int(seat)
            rules.apply(setting.board, state, actor, GAME.read(setting, state, actor, text)[0])
            if number % 5 or actor == CHANCE or state.phase != BUILD:
                continue
            for line in (2 * actor, 2 * actor + 1):
                row = state.line[line]
                if row.tunnels == 0 or row.finished or row.over:
                    continue
                mask = int(outlook.look(setting.board, state, line, work))
                corners, exits = slow.outlook(state, players, line)
                assert {k for k in range(30) if mask >> k & 1} == set(exits)
                found = (line & 1) * outlook.SIGHT
                need = int(work[found + outlook.NEED])
                assert need == min(exits.values(), default=outlook.AFAR)
                slack = TUNNELS - int(row.tunnels) - need
                waves, near = _waves(work, found), {point for point, deep in corners.items() if deep <= slack}
                assert waves.items() <= corners.items()
                assert near <= set(waves)  # what is farther matters to nobody
                compared += len(corners)
    assert compared > scaled(3000, 100)


def _waves(work: Any, base: int) -> dict[Point, int]:
    """Tunnels needed to every corner, read from the sets of an outlook."""
    found = {}
    for deep in range(1, TUNNELS + 1):
        words = work[base + outlook.WAVE + 2 * deep : base + outlook.WAVE + 2 * deep + 2].tolist()
        found |= {point: deep for i, point in enumerate(CORNERS) if held(words, int(bits.CORNER_PLACE[i]))}
    return found
