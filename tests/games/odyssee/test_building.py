"""Building: tunnels, starts, bends, leaving, stations and points, sentence by sentence."""

from __future__ import annotations

import pytest

from strapontin.games.odyssee.kernels.digging import ended
from strapontin.games.odyssee.kernels.lattice import CELL
from strapontin.games.odyssee.kernels.state import NONE
from tests.games.odyssee.table import CITY, Table, corner, taken

# in the east: @6 is white on side 1, between 5,-4 and 5,-3; @8 between 5,-2 and 5,-1; @11 white on side 2


def test_a_tunnel_lies_on_one_free_cell_and_its_line_runs_along_one_edge_of_it() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", side="L")
    assert taken(table.state, CELL["4,-2v"])
    assert [int(node) for node in table.state.line[0].path[1:3]] == [corner("5,-2"), corner("4,-2")]


def test_one_tunnel_per_cell() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2", side="L")
    table.start("2s", 11, "4,1").dig("2s", "4,0", "4,-1").turn(1)
    # 4,-2v lies left of the way from 4,-1 to 5,-2 and is taken
    assert "s:4,-1>5,-2R" in table.legal()
    assert "s:4,-1>5,-2L" not in table.legal()


def test_an_edge_carries_at_most_two_lines_one_from_each_of_its_cells() -> None:
    table = Table(3).start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2", side="L")
    table.start("2s", 6, "5,-3").dig("2s", "4,-2").dig("2s", "3,-2", side="R")
    assert int(table.state.running[int(table.board.edge[corner("4,-2"), 3])]) == 0b101
    table.start("3s", 11, "4,1").dig("3s", "4,0", "4,-1", "4,-2")
    assert not table.may("3s", "3,-2")


def test_a_start_lies_on_a_free_outer_cell_with_a_white_arrow() -> None:
    table = Table().turn(0)
    starts = {move.split(">")[0] for move in table.legal()}
    white = {f"s:@{k}" for k in range(30) if k % 5 in (1, 3)}
    assert starts == white
    table.start("2s", 8, "5,-2")
    assert {move.split(">")[0] for move in table.legal(0)} == white - {"s:@8"}


def test_a_start_runs_from_the_tip_to_either_rim_corner() -> None:
    table = Table().turn(0)
    assert {"s:@1>1,-5", "s:@1>2,-5"} <= set(table.legal())


def test_a_line_is_extended_from_its_free_end_only() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2").turn(0)
    assert {move.split(">")[0] for move in table.legal() if move.startswith("s:")} == {"s:3,-2"}


def test_a_line_never_comes_back_to_one_of_its_own_corners() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-1", "3,0", "4,0")
    table.dig("1s", "5,-1")
    assert not table.may("1s", "5,-2")


def test_no_bend_of_60_degrees() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2")
    assert {name for name in ("3,-2", "3,-1", "4,-3") if table.may("1s", name)} == {"3,-2", "3,-1", "4,-3"}
    assert not table.may("1s", "5,-3")
    assert not table.may("1s", "4,-1")


def test_a_bend_of_60_degrees_is_allowed_where_a_station_already_stands() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2").station("4,-2")
    assert table.may("1s", "5,-3")
    assert table.may("1s", "4,-1")


def test_no_bend_of_60_degrees_after_the_start_tip() -> None:
    # @8 has the tip 6,-2: from there west to 5,-2; the ways back along the rim would bend by 60 degrees
    table = Table().start("1s", 8, "5,-2")
    assert not table.may("1s", "5,-1")
    assert table.may("1s", "5,-3")
    assert Table().start("1s", 8, "5,-2").station("5,-2").may("1s", "5,-1")


def test_no_bend_of_60_degrees_before_the_leaving_tip() -> None:
    down = ("3,-4", "3,-3", "3,-2", "3,-1", "3,0", "3,1")
    # @12 lies between 3,2 and 2,3, its tip at 3,3: straight on for a line that comes to 3,2 from 3,1
    assert Table().start("1s", 3, "3,-5").dig("1s", *down, "3,2").may("1s", "@12")
    # a line that comes to 3,2 from 2,3 would have to bend by 60 degrees
    table = Table().start("1s", 3, "3,-5").dig("1s", *down, "2,2").dig("1s", "2,3", side="R")
    table.station("2,3").dig("1s", "3,2")
    assert not table.may("1s", "@12")
    assert table.station("3,2").may("1s", "@12")


def test_outer_cells_serve_only_to_start_and_to_leave() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "5,-3").turn(0)
    # along the rim from 5,-3 to 5,-4 the outer side is no cell for a tunnel
    assert "s:5,-3>5,-4L" in table.legal()
    assert "s:5,-3>5,-4R" not in table.legal()


def test_a_line_leaves_by_a_black_arrow_in_the_other_half_as_seen_from_its_start() -> None:
    down = ("3,-4", "3,-3", "3,-2", "3,-1", "3,0", "3,1", "3,2")
    assert Table().start("1s", 3, "3,-5").dig("1s", *down).may("1s", "@12")
    # the same corner for a line from the neighbouring side 1 is no way out
    near = Table().start("1s", 8, "5,-2").dig("1s", "4,-1", "4,0", "4,1", "3,2")
    assert not near.may("1s", "@12")
    # and a white arrow never is
    table = Table().start("1s", 3, "3,-5").dig("1s", *down[:-1], "2,2", "2,3")
    assert not table.may("1s", "@13")
    # nor is a cell already taken
    full = Table().start("1s", 3, "3,-5").dig("1s", *down)
    full.take(150 + 12)
    assert not full.may("1s", "@12")


def finishing() -> Table:
    """Line 1s one tunnel before it leaves by @12; it is the first tunnel of player 1's turn."""
    down = ("3,-4", "3,-3", "3,-2", "3,-1", "3,0", "3,1", "3,2")
    return Table().start("1s", 3, "3,-5").dig("1s", *down).turn(0)


def test_a_line_that_has_left_is_finished_and_its_owner_at_once_puts_a_bonus_station_on_it() -> None:
    table = finishing().play("s:3,2>@12")
    assert table.state.line[0].finished == 1
    path = ["3,-5", "3,-4", "3,-3", "3,-2", "3,-1", "3,0", "3,1", "3,2"]
    assert table.legal() == [f"+{name}" for name in path]
    supply = int(table.state.supply)
    table.play("+3,2")
    assert "3,2" in table.stations()
    assert int(table.state.supply) == supply - 1
    assert int(table.state.seat) == 0  # two tunnels are left, for the striped line
    assert all(move.startswith("t:@") for move in table.legal())


def test_the_bonus_station_is_skipped_if_the_supply_is_empty() -> None:
    table = finishing()
    table.state.supply = 0
    table.play("s:3,2>@12")
    assert table.legal()[0].startswith("t:@")


def test_the_bonus_station_is_skipped_if_no_corner_is_left() -> None:
    table = finishing().station("3,-5", "3,-4", "3,-3", "3,-2", "3,-1", "3,0", "3,1", "3,2")
    table.play("s:3,2>@12")
    assert table.legal()[0].startswith("t:@")


def test_the_owner_builds_no_more_stations_on_a_finished_line_but_others_still_can_by_meeting_it() -> None:
    table = finishing().play("s:3,2>@12", "+3,2").turn(0)
    assert not [move for move in table.legal() if move.startswith("+")]
    table.start("2s", 8, "5,-2").dig("2s", "4,-2", "3,-2")
    assert "3,-2" in table.stations()


def test_a_station_appears_where_a_line_meets_another() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2")
    before = table.stations()
    table.start("2s", 11, "4,1").dig("2s", "4,0", "4,-1", "4,-2")
    assert table.stations() - before == {"4,-2"}


def test_a_station_appears_at_the_end_of_another_line_too() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2")
    before = table.stations()
    table.start("2s", 11, "4,1").dig("2s", "4,0", "4,-1", "4,-2")
    assert table.stations() - before == {"4,-2"}


def test_a_start_at_a_corner_of_another_line_makes_a_station() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "5,-3")
    before = table.stations()
    table.start("2s", 6, "5,-3")
    assert table.stations() - before == {"5,-3"}


def test_the_players_own_other_line_counts_as_another_line() -> None:
    table = Table(mode="little").start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2")
    before = table.stations()
    table.start("1t", 11, "4,1").dig("1t", "4,0", "4,-1", "4,-2")
    assert table.stations() - before == {"4,-2"}


def parallel() -> Table:
    """2s joins 1s at 4,-2 and runs along it to 2,-2."""
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2", "2,-2", "1,-2", "0,-2", side="L")
    return table.start("2s", 6, "5,-3").dig("2s", "4,-2").dig("2s", "3,-2", "2,-2", side="R")


def test_running_in_parallel_makes_no_station() -> None:
    table = parallel()
    assert "4,-2" in table.stations()  # where they met
    assert table.stations().isdisjoint({"3,-2", "2,-2"})


def test_parting_after_a_parallel_run_makes_a_station_at_the_corner_one_comes_from() -> None:
    table = parallel()
    before = table.stations()
    table.dig("2s", "2,-3")
    assert table.stations() - before == {"2,-2"}


def test_with_one_station_left_the_corner_one_comes_from_is_first() -> None:
    # 2s parts from 1s at 2,-2 and meets 3s at 2,-3 with the same tunnel
    table = Table(3).start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2", "2,-2", "1,-2", "0,-2", side="L")
    table.start("2s", 6, "5,-3").dig("2s", "4,-2").dig("2s", "3,-2", "2,-2", side="R")
    table.start("3s", 3, "3,-5").dig("3s", "3,-4", "2,-3")
    before, table.state.supply = table.stations(), 1
    table.dig("2s", "2,-3")
    assert table.stations() - before == {"2,-2"}
    assert int(table.state.supply) == 0


def test_who_causes_or_builds_a_station_scores_a_point_per_spot_its_corner_touches() -> None:
    table = Table()
    table.state.worth[corner("4,-2")] = 2
    table.state.worth[corner("3,-2")] = 1
    table.start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2", "2,-2")
    table.start("2s", 11, "4,1").dig("2s", "4,0", "4,-1", "4,-2")
    assert table.points() == [0, 2]
    table.turn(0).play("+3,-2")
    assert table.points() == [1, 2]


def test_the_bonus_station_scores_too() -> None:
    table = finishing()
    table.state.worth[corner("3,0")] = 3
    table.play("s:3,2>@12", "+3,0")
    assert table.points() == [3, 0]


def test_an_existing_station_scores_nothing() -> None:
    table = Table()
    table.state.worth[corner("4,-2")] = 2
    table.start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2").station("4,-2")
    table.start("2s", 11, "4,1").dig("2s", "4,0", "4,-1", "4,-2")
    assert table.points() == [0, 0]


def test_spots_a_corner_touches_are_houses_and_shops() -> None:
    table = Table()
    house, shop = (CELL[CITY[kind][0]] for kind in ("houses", "shops"))
    for cell in (house, shop):
        for one in table.board.angle[cell]:
            assert int(table.state.worth[one]) >= 1
    total = sum(int(worth) for worth in table.state.worth)
    assert total == 3 * 12


def test_the_solid_line_is_always_started_before_the_striped_one() -> None:
    for mode in ("odyssee", "little"):
        assert all(move.startswith("s:") for move in Table(mode=mode).turn(0).legal())


def test_a_turn_digs_three_tunnels_one_after_the_other() -> None:
    table = Table().turn(0).play("s:@8>5,-2", "s:5,-2>4,-2L")
    assert (int(table.state.seat), int(table.state.dug)) == (0, 2)
    table.play("s:4,-2>3,-2L")
    assert (int(table.state.seat), int(table.state.dug)) == (1, 0)


def test_a_turn_builds_one_station_on_a_free_corner_of_ones_unfinished_line_other_than_its_free_end() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2").turn(0)
    assert [move for move in table.legal() if move.startswith("+")] == ["+5,-2", "+4,-2"]
    table.play("+4,-2")
    assert int(table.state.seat) == 1
    assert [move for move in table.turn(0).legal() if move.startswith("+")] == ["+5,-2"]


def test_after_the_first_tunnel_no_station_can_be_built_in_the_same_turn() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2").turn(0).play("s:4,-2>3,-2L")
    assert not [move for move in table.legal() if move.startswith("+")]


def boxed_in() -> Table:
    """Line 1s has nowhere to go: every cell around its free end is taken."""
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2")
    return table.take(*table.around("3,-2"))


def test_a_turn_ends_by_itself_when_no_tunnel_can_be_dug_any_more() -> None:
    table = boxed_in()
    table.state.line[1].tunnels, table.state.line[1].finished = 9, 1  # the striped line has left already
    row = table.state.line[0]
    row.tunnels -= 1
    table.state.passing[corner("3,-2")] = 0
    table.give_back(int(row.cells[2])).turn(0)
    (move,) = [move for move in table.legal() if move.startswith("s:4,-2>3,-2")]
    table.play(move)
    assert int(table.state.seat) == 1


def test_a_player_who_can_neither_dig_nor_build_and_only_then_passes() -> None:
    table = boxed_in()
    table.state.line[1].tunnels, table.state.line[1].finished = 9, 1
    assert table.turn(0).legal() == ["+5,-2", "+4,-2"]
    table.state.supply = 0
    assert table.turn(0).legal() == ["-"]
    table.play("-")
    assert int(table.state.seat) == 1


def test_a_line_whose_free_end_has_no_legal_tunnel_is_blocked_until_a_station_frees_it() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2")
    for direction in (2, 3, 4):  # straight on and both gentle bends
        table.take(*(int(cell) for cell in table.board.flank[corner("3,-2"), direction]))
    table.give_back(int(table.board.flank[corner("3,-2"), 1, 0]))
    assert ended(table.state, 0)
    table.station("3,-2")
    assert not ended(table.state, 0)


def test_a_line_whose_18_tunnels_are_used_up_is_blocked() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2")
    table.state.line[0].tunnels = 18
    table.state.line[0].path[18] = corner("3,-2")
    assert ended(table.survey().state, 0)
    assert not [move for move in table.turn(0).legal() if move.startswith("s:3,-2")]


def test_when_the_stations_have_run_out_building_goes_on_without_them_until_the_turn_ends() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2")
    table.start("2s", 11, "4,1").dig("2s", "4,0", "4,-1").turn(1)
    before, table.state.supply = table.stations(), 0
    table.play("s:4,-1>4,-2L")
    assert table.stations() == before
    assert int(table.state.seat) == 1


def test_a_corner_where_both_own_lines_run_in_parallel_is_listed_once() -> None:
    table = Table(mode="little").start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2", "2,-2", "1,-2", side="L")
    table.start("1t", 6, "5,-3").dig("1t", "4,-2").dig("1t", "3,-2", "2,-2", side="R").turn(0)
    stations = [move for move in table.legal() if move.startswith("+")]
    assert "+3,-2" in stations
    assert len(stations) == len(set(stations))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_two_lines_of_18_tunnels_and_30_stations_are_common(players: int) -> None:
    table = Table(players, mode="little")
    assert int(table.state.supply) == 30
    assert all(int(table.state.line[line].path[0]) == NONE for line in range(8))
