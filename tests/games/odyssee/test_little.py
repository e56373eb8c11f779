"""Mode `little`: no tour, offices open, both lines side by side."""

from __future__ import annotations

import pytest

from strapontin.core.match import Match
from strapontin.games.odyssee import GAME
from strapontin.games.odyssee.kernels import rules
from strapontin.games.odyssee.kernels.lattice import CELL, CELLS
from tests.games.odyssee.table import CITY, Table, corner, random_match, scaled, taken
from tests.games.odyssee.test_variant import DOWN


def little(players: int = 2) -> Table:
    return Table(players, mode="little")


def test_no_stations_at_the_houses_and_no_draws_for_them() -> None:
    match = Match("odyssee", 2, {"mode": "little"}, seed=1)
    assert [text for _, text in match.moves if text.startswith("S")] == []
    assert match.view()["stations"] == []
    assert match.view()["supply"] == 30


def test_every_station_scores_1_per_spot_offices_too_and_1_each_for_lake_and_park() -> None:
    table = little()
    for index in range(91):
        around = [cell.name for cell in CELLS if index in [corner(f"{q},{r}") for q, r in cell.points]]
        expected = sum(name in CITY[kind] for name in around for kind in ("houses", "shops", "offices"))
        expected += any(name in CITY["park"] for name in around) + any(name in CITY["lake"] for name in around)
        assert int(table.state.worth[index]) == expected


def test_no_spot_may_be_built_on() -> None:
    table = little()
    assert all(taken(table.state, CELL[cell]) for cells in CITY.values() for cell in cells)


def test_both_lines_may_be_built_side_by_side() -> None:
    table = little().start("1s", 8, "5,-2").start("1t", 18, "-3,5").turn(0)
    assert {move[0] for move in table.legal()} == {"s", "t"}
    assert not int(table.state.line[0].over)


def test_in_a_players_first_turn_only_one_line_is_started() -> None:
    table = little().turn(0).play("s:@8>5,-2")
    assert not [move for move in table.legal() if move.startswith("t:")]
    table.play("s:5,-2>4,-2R", "s:4,-2>3,-2R")
    table.play("s:@11>4,1", "s:4,1>4,0L", "s:4,0>4,-1L")
    assert [move for move in table.legal() if move.startswith("t:@")]


def test_the_second_start_lies_in_the_other_half_as_seen_from_the_first() -> None:
    table = little().start("1s", 8, "5,-2").turn(0)
    table.state.turns[0] = 1
    sides = {int(move[3:].split(">")[0]) // 5 for move in table.legal() if move.startswith("t:@")}
    assert sides == {3, 4, 5}


def test_unless_no_white_arrow_is_free_there() -> None:
    table = little().start("1s", 8, "5,-2").turn(0)
    table.state.turns[0] = 1
    table.take(*range(150 + 15, 150 + 30))
    sides = {int(move[3:].split(">")[0]) // 5 for move in table.legal() if move.startswith("t:@")}
    assert sides == {0, 1, 2}


LAST_TURNS = (("s:@8>5,-2", "s:5,-2>4,-2R", "s:4,-2>3,-1L"), ("s:@11>4,1", "s:4,1>4,0L", "s:4,0>4,-1L"))


def test_when_both_lines_of_a_player_are_finished_the_others_have_one_more_turn_and_the_game_is_over() -> None:
    table = little(3).start("1s", 6, "5,-4")
    table.state.line[0].finished = table.state.finished[0] = 1
    table.start("1t", 3, "3,-5").dig("1t", *DOWN).turn(0).play("t:3,2>@12", "+3,2")
    assert (int(table.state.seat), int(table.state.closing)) == (1, 2)
    table.play(*LAST_TURNS[0])
    assert (int(table.state.seat), int(table.state.closing)) == (2, 1)
    table.play(*LAST_TURNS[1])
    assert GAME.actors(table.setting, table.state) == []
    assert [int(points) for points in table.state.ends[:3]] == [10, 0, 0]


def test_when_no_station_is_left_at_the_end_of_a_turn_the_others_have_one_more_turn_too() -> None:
    table = little().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2").turn(0)
    table.state.supply = 1
    table.play("+4,-2")
    assert (int(table.state.seat), int(table.state.closing)) == (1, 1)
    table.play(*LAST_TURNS[1])
    assert GAME.actors(table.setting, table.state) == []


def test_one_blocked_line_ends_nothing_while_the_other_can_be_built() -> None:
    table = little().start("1s", 8, "5,-2").dig("1s", "4,-2").start("1t", 18, "-3,5").turn(0, dug=2)
    table.state.line[1].tunnels = 18  # used up: blocked for good
    table.state.line[1].path[18] = corner("3,2")
    table.play("s:4,-2>3,-2R")
    assert (int(table.state.seat), int(table.state.closing)) == (1, -1)


@pytest.mark.parametrize(
    ("finished", "building", "tunnels", "ranks"),
    [
        ((0, 0), (5, 5), (9, 9), [1, 1]),
        ((1, 0), (5, 10), (18, 1), [1, 2]),
        ((1, 1), (5, 5), (12, 9), [2, 1]),
        ((2, 0), (0, 11), (1, 18), [2, 1]),
    ],
)
def test_most_points_win_then_more_finished_lines_then_fewer_tunnels_else_shared(
    finished: tuple[int, int], building: tuple[int, int], tunnels: tuple[int, int], ranks: list[int]
) -> None:
    table = little()
    for seat in range(2):
        table.state.finished[seat], table.state.building[seat] = finished[seat], building[seat]
    rules.end_building(table.board, table.state)
    table.state.tunnels[0], table.state.tunnels[1] = tunnels
    scores = [building[seat] + 5 * finished[seat] for seat in range(2)]
    assert GAME.standing(table.setting, table.state) == (scores, ranks)


def test_then_each_finished_line_brings_5_points_and_the_game_is_over_without_a_tour() -> None:
    table = little()
    table.state.finished[0], table.state.building[0], table.state.building[1] = 2, 3, 4
    table.state.closing = 1
    table.turn(1).play("s:@8>5,-2", "s:5,-2>4,-2R", "s:4,-2>3,-2R")
    assert GAME.actors(table.setting, table.state) == []
    assert table.points() == [13, 4]


def test_whole_games_end_without_a_tour() -> None:
    for seed in range(scaled(5, 1)):
        match = random_match(3, seed, "little")
        assert match.over
        assert match.view()["tour"] == []
        assert not [text for _, text in match.moves if text.startswith(("H", "L"))]
        for account in match.view()["accounts"]:
            assert account["score"]["lines"] == 5 * account["finished"]
