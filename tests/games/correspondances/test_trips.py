"""Rules, A trip: the booklet's example, changes, arrivals, M, bridges."""

from __future__ import annotations

import pytest

from tests.games.correspondances.tabletop import BLUE_OVER_THE_TOP, Tabletop


def test_the_booklets_example_eight_sections_one_change_arrives_at_1_four_points_and_the_longest_line() -> None:
    table = Tabletop(2, 4).lay(*BLUE_OVER_THE_TOP)
    assert table.ended == 0
    table.lay("12) 5,1:2211")
    blue, green = table.results
    assert blue["stretch"] == 8
    assert (blue["arrived"], blue["changes"], blue["trip"]) == (True, 1, 4)
    assert blue["longest"]
    assert blue["points"] == 4 + 1
    assert green["points"] == 0
    assert table.match.scores == [5, 0]


def test_trips_reverse_a_blue_trip_to_point_1_is_a_red_trip_to_point_2_with_the_same_changes() -> None:
    table = Tabletop(2, 1).lay(*BLUE_OVER_THE_TOP, "12) 5,1:2211")
    assert [(one["arrived"], one["changes"], one["trip"]) for one in table.results] == [(True, 1, 4), (True, 1, 4)]


def test_a_tile_that_completes_the_trips_of_several_players_scores_for_all_of_them() -> None:
    table = Tabletop(2, 1, 3).lay(*BLUE_OVER_THE_TOP, "12) 5,1:2211")
    assert [one["trip"] for one in table.results] == [4, 4, 0]
    assert table.match.scores == [5, 4, 0]


def test_only_lines_held_by_players_end_a_round() -> None:
    table = Tabletop(3, 4).lay(*BLUE_OVER_THE_TOP, "12) 5,1:2211")
    assert table.ended == 0
    assert table.view()["complete"] == [1, 2]


def test_a_change_on_the_first_tile_of_the_trip_counts_like_any_other() -> None:
    # red takes the cross on its own start cell, changes there to blue and rides on to point 2
    table = Tabletop(1, 4).lay(*BLUE_OVER_THE_TOP, "12) 5,1:2211")
    assert table.results[0]["changes"] == 1
    assert table.results[0]["way"][:2] == [{"x": 5, "y": 1, "line": 1}, {"x": 5, "y": 1, "line": 2}]


M_OF_B = ("12+ 0,1:2121", "12) 0,2:1221", "23+ 1,2:3232", "23+ 2,2:3232", "24+ 3,2:4242", "24+ 4,2:4242")


def test_m_is_entered_in_any_colour_and_lets_one_arrive_alone() -> None:
    table = Tabletop(2, 1).lay(*M_OF_B, "23+ 5,2:3232", "24) 6,2:4422", "2* 6,1:2222", "2* 6,0:2222")
    blue, red = table.results
    assert (blue["arrived"], blue["changes"], blue["trip"]) == (True, 0, 5)
    assert not red["arrived"]


def test_a_coloured_point_must_be_entered_in_its_colour() -> None:
    # blue comes down to point 1 without a change: only red matches there, so nothing else can be laid
    table = Tabletop(2, 4).lay(*BLUE_OVER_THE_TOP)
    moves = [move for move in table.draw("2*") if move.startswith("5,1:")]
    assert moves == []


def test_ones_own_end_tile_is_a_dead_end() -> None:
    # blue reaches the M of its own end: nothing ends
    table = Tabletop(2, 3).lay("12) 0,1:1122", "2* -1,1:2222", "2* -1,0:2222")
    assert table.ended == 0
    assert table.view()["trips"][0]["missing"] > 0
    assert table.view()["complete"] == []


def test_straight_tiles_may_be_ridden_along() -> None:
    # blue goes down through the row's own blue tile at x 1, changes to green and reaches point 4 from below
    table = Tabletop(2, 1, row="2134").lay("12) 0,1:1221", "12) 1,1:1122", "24+ 1,-1:2424")
    assert table.view()["trips"][0]["stretch"] == 4
    table.lay("14+ 2,-1:1414", "34+ 3,-1:3434", "4* 4,-1:4444", "14) 5,-1:4114")
    blue = table.results[0]
    assert {"x": 1, "y": 0, "line": 2} in blue["way"]
    assert (blue["changes"], blue["trip"]) == (1, 4)


def test_lines_that_nobody_holds_may_be_used_like_the_others() -> None:
    table = Tabletop(2, 3).lay(*BLUE_OVER_THE_TOP, "12) 5,1:2211")
    assert table.results[0]["trip"] == 4  # it rides red, which nobody holds


def test_all_ports_of_one_colour_on_a_tile_are_joined() -> None:
    table = Tabletop(2, 4).lay("2* 0,1:2222", "2* 0,2:2222", "12) 1,2:1122")
    assert table.view()["trips"][0]["stretch"] == 3


def test_a_junction_is_no_station_and_a_bridge_is_none_either() -> None:
    kinds = {
        tile["kind"]: tile["station"] for tile in Tabletop(2, 4, tiles="expert").lay("12x 0,1:2121").view()["tiles"]
    }
    assert not kinds["bridge"]
    kinds = {tile["kind"]: tile["station"] for tile in Tabletop(2, 4).lay("2* 0,1:2222").view()["tiles"]}
    assert not kinds["junction"]


@pytest.mark.parametrize(("last", "ends"), [("12+ 6,0:2121", True), ("12x 6,0:2121", False)])
def test_nobody_changes_on_a_bridge(last: str, ends: bool) -> None:
    # blue comes from above to (6,0); only red leads on to M
    table = Tabletop(2, 3, tiles="expert")
    table.lay(*M_OF_B, "23+ 5,2:3232", "24) 6,2:4422", "2* 6,1:2222", last)
    assert (table.ended == 1) is ends
    if ends:
        assert table.results[0]["changes"] == 1


def test_going_back_to_a_line_once_left_costs_again() -> None:
    # blue, red at (1,2), blue again at (2,2): two changes more than straight on would have cost
    table = Tabletop(2, 4).lay(
        "12+ 0,1:2121",
        "12) 0,2:1221",
        "12) 1,2:1122",  # blue from the west to the south: one must change to red to go on east
        "12+ 2,2:2121",  # red from the west: change to blue to go north
        "12) 2,3:1221",
        "23+ 3,3:3232",
        "24+ 4,3:4242",
        "24+ 5,3:4242",
        "24) 6,3:4422",
        "2* 6,2:2222",
        "2* 6,1:2222",
        "2* 6,0:2222",
    )
    blue = table.results[0]
    assert (blue["changes"], blue["trip"]) == (2, 3)
    assert [step["line"] for step in blue["way"]] == [2, 2, 2, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2]
