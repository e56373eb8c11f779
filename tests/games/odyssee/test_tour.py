"""Father Christmas's tour, sentence by sentence, with the booklet's worked examples by name."""

from __future__ import annotations

import pytest

from strapontin.games.odyssee import GAME
from strapontin.games.odyssee.faces.view import minutes_between
from strapontin.games.odyssee.kernels import tour
from strapontin.games.odyssee.kernels.lattice import CORNERS
from strapontin.games.odyssee.kernels.state import LOT
from strapontin.games.odyssee.kernels.tour import guides
from tests.games.odyssee import slow
from tests.games.odyssee.table import Network, Table, random_match, scaled

ROW = [f"{q},0" for q in range(-5, 6)]


def text(index: int) -> str:
    return f"{CORNERS[index][0]},{CORNERS[index][1]}"


# booklet: last move of the tour


def last_move() -> Network:
    """From house 1 to house 6: 2t and 3t make 1 + 3 + 1; both lines of player 3 make 1 + 3 + 1 + 1."""
    return Network(
        {
            "2t": ["0,0", "1,0"],
            "3t": ["2,0", "1,0", "0,1", "5,0"],
            "3s": ["0,0", "0,1"],
        },
        {1: ["0,0"], 6: ["2,0"]},
    )


def test_booklet_5_minutes_beat_6_even_when_the_slower_route_would_pay_the_guide_better() -> None:
    assert last_move().routes(1, 6) == ["2t(0,0>1,0);3t(1,0>2,0)"]


def test_booklet_blue_and_green_score_one_section_each() -> None:
    network = last_move()
    network.state.visited, network.state.stops = 0b11110, 4
    network.begin(9, 5, 0)
    assert network.legal() == ["H6:2t(0,0>1,0);3t(1,0>2,0)"]
    network.play("H6:2t(0,0>1,0);3t(1,0>2,0)")
    assert network.points() == [9, 6, 1]


def test_booklet_two_sections_of_ones_own_colour_are_two_points() -> None:
    network = Network({"3s": ["0,0", "1,0", "2,0"]}, {1: ["0,0"], 2: ["2,0"], 6: ["5,0"]})
    network.begin(4, 4, 0).play("H2:3s(0,0>2,0)")
    assert network.points() == [4, 4, 2]


def test_booklet_a_shop_beyond_another_served_shop_does_not_count() -> None:
    network = Network({"2s": ROW[:4]}, {1: [ROW[0]]}, {3: [ROW[2]], 4: [ROW[3]]})
    assert network.presents(1) == [set(), {3}, set()]


def test_booklet_a_shop_that_needs_a_change_does_not_count() -> None:
    network = Network({"1s": ["0,0", "1,0"], "1t": ["1,0", "2,0"]}, {1: ["0,0"]}, {5: ["2,0"]})
    assert network.presents(1) == [set(), set(), set()]


def test_booklet_two_shops_at_one_station_count_both() -> None:
    network = Network({"1s": ["0,0", "1,0"]}, {6: ["0,0"]}, {2: ["1,0"], 3: ["1,0"]})
    assert network.presents(6) == [{2, 3}, set(), set()]


def test_booklet_a_shop_reached_by_both_lines_of_a_player_counts_once() -> None:
    network = Network({"1s": ["0,0", "1,0"], "1t": ["0,0", "0,1", "1,0"]}, {1: ["0,0"]}, {2: ["1,0"]})
    network.begin()
    assert network.points() == [2, 0, 0]


def test_booklet_several_players_score_for_the_same_shop_and_one_for_several_shops() -> None:
    network = Network(
        {"1s": ["1,0", "0,0", "0,1"], "2t": ["0,0", "1,0"], "2s": ["0,1", "0,0", "-1,0"]},
        {1: ["0,0"]},
        {1: ["1,0"], 2: ["0,1"], 3: ["-1,0"]},
    )
    assert network.begin().points() == [4, 6, 0]


def test_booklet_the_last_house_is_forced() -> None:
    network = Network({"1s": ROW}, {i + 1: [ROW[i]] for i in range(6)})
    network.begin(0, 9, 9)
    visited = []
    while GAME.actors(network.setting, network.state):
        legal = network.legal()
        if len(visited) == 4:
            assert legal == [f"H6:1s({ROW[visited[-1] - 1]}>{ROW[5]})"]
        assert all(not move.startswith("H6") for move in legal) or len(visited) == 4
        network.state.sections[0] = 0
        visited.append(int(legal[0][1]))
        network.play(legal[0])
    assert visited == [2, 3, 4, 5, 6]


# the tour in general


def test_he_starts_at_the_house_that_touches_the_park_and_ends_at_the_one_that_touches_the_lake() -> None:
    for seed in range(scaled(6, 1)):
        view = random_match(2, seed).view()
        stops = [stop["house"] for stop in view["tour"]]
        assert (stops[0], stops[-1]) == (view["park_house"], view["lake_house"])
        assert sorted(stops) == [1, 2, 3, 4, 5, 6]  # all six, each once: six stops, five moves


def test_presents_are_collected_at_every_stop_the_first_too() -> None:
    network = Network({"1s": ["0,0", "1,0"]}, {1: ["0,0"]}, {1: ["1,0"]}).begin()
    assert network.points() == [2, 0, 0]


def test_the_guide_is_the_player_with_the_fewest_points() -> None:
    network = Network({}, {}).begin(3, 1, 2)
    assert int(network.state.seat) == 1


def test_a_tie_goes_to_more_finished_lines_then_to_fewer_tunnels() -> None:
    network = Network({}, {})
    network.state.finished[2] = 1
    assert guides(network.board, network.state) == 0b100
    network.state.finished[1] = 1
    network.state.tunnels[1], network.state.tunnels[2] = 9, 12
    assert guides(network.board, network.state) == 0b010


def test_a_tie_that_is_left_is_decided_by_lot() -> None:
    network = Network({}, {}).begin(2, 1, 1)
    assert network.state.phase == LOT
    assert sorted(GAME.outcomes(network.setting, network.state)) == ["L2", "L3"]
    network.play("L3")
    assert int(network.state.seat) == 2


def test_the_guide_chooses_any_house_not_visited_but_the_lake_house_only_as_the_last() -> None:
    network = Network({"1s": ROW}, {i + 1: [ROW[i]] for i in range(6)}).begin(0, 9, 9)
    assert [move[:2] for move in network.legal()] == ["H2", "H3", "H4", "H5"]


def test_each_section_between_consecutive_stations_takes_a_minute_whatever_its_length() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2", "2,-2", "1,-2").station("5,-2", "1,-2")
    tour.connect(table.board, table.state)
    assert [text(int(node)) for node in table.state.line[0].halt[:2]] == ["5,-2", "1,-2"]
    assert int(table.state.line[0].halts) == 2


def test_each_change_takes_3_minutes_also_between_two_lines_of_one_player() -> None:
    network = Network({"1s": ["0,0", "1,0"], "1t": ["1,0", "2,0"]}, {1: ["0,0"], 2: ["2,0"]})
    assert minutes_between(network.board, network.state, 0, 1) == 1 + 3 + 1


def test_he_may_set_out_from_any_station_at_a_corner_of_the_house() -> None:
    network = Network({"1s": ["0,0", "1,0", "2,0", "3,0"], "2s": ["0,1", "3,0"]}, {1: ["0,0", "0,1"], 2: ["3,0"]})
    assert network.routes(1, 2) == ["2s(0,1>3,0)"]


def test_he_stops_at_the_first_station_at_a_corner_of_the_target() -> None:
    network = Network({"1s": ["0,0", "1,0", "2,0"]}, {1: ["0,0"], 2: ["1,0", "2,0"]})
    assert network.routes(1, 2) == ["1s(0,0>1,0)"]


def test_among_equally_fast_routes_the_guide_chooses() -> None:
    network = Network({"1s": ["0,0", "1,0"], "2t": ["0,0", "-1,0"]}, {1: ["0,0"], 2: ["1,0", "-1,0"]})
    network.begin(0, 5, 5)
    assert network.legal() == ["H2:1s(0,0>1,0)", "H2:2t(0,0>-1,0)"]
    assert network.play("H2:2t(0,0>-1,0)").points() == [0, 6, 5]


def test_a_house_that_cannot_be_reached_cannot_be_chosen() -> None:
    network = Network({"1s": ["0,0", "1,0"]}, {1: ["0,0"], 2: ["1,0"], 3: ["4,0"]}).begin(0, 5, 5)
    assert network.legal() == ["H2:1s(0,0>1,0)"]


def test_if_none_can_be_reached_the_guide_picks_any_allowed_one_and_nobody_scores() -> None:
    network = Network({"1s": ["1,0", "2,0"]}, {1: ["0,0"], 2: ["4,0"], 3: ["5,0"]}).begin(0, 5, 5)
    assert network.legal() == ["H2:-", "H3:-", "H4:-", "H5:-"]
    assert network.play("H4:-").points() == [0, 5, 5]


def test_a_house_that_shares_a_station_with_the_present_one_is_reached_at_once() -> None:
    network = Network({"1s": ["0,0", "1,0"]}, {1: ["0,0"], 2: ["0,0"], 3: ["1,0"]}).begin(0, 5, 5)
    assert network.legal() == ["H2:-", "H3:1s(0,0>1,0)"]
    assert network.play("H2:-").points() == [0, 5, 5]


def test_another_served_house_in_between_ends_the_search_for_presents() -> None:
    network = Network({"1s": ROW[:3]}, {1: [ROW[0]], 2: [ROW[1]]}, {1: [ROW[2]]})
    assert network.presents(1)[0] == set()


def test_a_house_without_a_station_on_the_line_is_not_in_between() -> None:
    network = Network({"1s": [ROW[0], ROW[2]]}, {1: [ROW[0]], 2: [ROW[1]]}, {1: [ROW[2]]})
    assert network.presents(1)[0] == {1}


def test_a_shop_counts_again_at_later_stops() -> None:
    network = Network({"1s": ROW[:3]}, {1: [ROW[0]], 2: [ROW[2]]}, {1: [ROW[1]]}).begin(0, 9, 9)
    assert network.points()[0] == 2
    assert network.play(f"H2:1s({ROW[0]}>{ROW[2]})").points()[0] == 2 + 2 + 2


def test_a_shop_at_the_houses_own_station_counts_for_every_player_with_a_line_through_it() -> None:
    network = Network({"1s": ["0,0", "1,0"], "2s": ["0,0", "0,1"]}, {1: ["0,0"]}, {1: ["0,0"]})
    assert network.presents(1) == [{1}, {1}, set()]


def test_the_houses_own_station_never_ends_the_search() -> None:
    network = Network({"1s": ROW[:4]}, {1: [ROW[0], ROW[1]], 2: [ROW[1]]}, {1: [ROW[1]], 2: [ROW[2]], 3: [ROW[3]]})
    assert network.presents(1)[0] == {1, 2}


def test_at_a_station_that_serves_a_shop_and_another_house_the_shop_counts_and_the_search_ends() -> None:
    network = Network({"1s": ROW[:3]}, {1: [ROW[0]], 2: [ROW[1]]}, {1: [ROW[1]], 2: [ROW[2]]})
    assert network.presents(1)[0] == {1}


def test_a_shop_without_a_station_on_the_line_does_not_count() -> None:
    network = Network({"1s": [ROW[0], ROW[2]], "2s": [ROW[1]]}, {1: [ROW[0]]}, {1: [ROW[1]]})
    assert network.presents(1)[0] == set()


def test_the_game_ends_after_the_presents_at_the_lake_house() -> None:
    match = random_match(3, 2)
    assert match.over
    assert match.view()["phase"] == "over"
    assert match.moves[-1][1].startswith(f"H{match.view()['lake_house']}:")


@pytest.mark.parametrize(
    ("finished", "tunnels", "ranks"),
    [((0, 0), (9, 9), [1, 1]), ((1, 0), (18, 1), [1, 2]), ((1, 1), (12, 9), [2, 1])],
)
def test_most_points_win_then_more_finished_lines_then_fewer_tunnels_else_shared(
    finished: tuple[int, int], tunnels: tuple[int, int], ranks: list[int]
) -> None:
    table = Table()
    for seat in range(2):
        table.state.finished[seat], table.state.tunnels[seat], table.state.building[seat] = (
            finished[seat],
            tunnels[seat],
            5,
        )
    assert GAME.standing(table.setting, table.state) == ([5, 5], ranks)
    table.state.building[1] = 6
    assert GAME.standing(table.setting, table.state)[1] == [2, 1]


def test_routes_are_listed_in_ascending_order_of_their_text() -> None:
    """At every rung two lines of equal speed: 2 ** 4 routes."""
    rungs = [("-5,0", "-4,0"), ("-4,0", "-3,0"), ("-3,0", "-2,0"), ("-2,0", "-1,0")]
    ways = [("-4,1", "-5,1"), ("-3,1", "-4,2"), ("-2,1", "-3,2"), ("-1,1", "-2,2")]
    lines = {
        f"{i + 1}{name}": [start, way, end]
        for i, ((start, end), pair) in enumerate(zip(rungs, ways, strict=True))
        for name, way in zip("st", pair, strict=True)
    }
    network = Network(lines, {1: ["-5,0"], 2: ["-1,0"]}, players=4)
    routes = network.routes(1, 2)
    assert len(routes) == 2**4
    assert routes == sorted(routes)


def test_the_first_64_routes_are_offered() -> None:
    """Three changes, each possible at five stations in a row: 5 ** 3 equal routes."""
    stops = [f"{q},{r}" for r in (-1, 1) for q in range(-4, 4)] + ["0,4", "0,5"]
    lines = {"2t": stops[0:6], "1s": stops[1:11], "3s": stops[6:16], "2s": stops[11:18]}
    network = Network(lines, {1: [stops[0]], 2: [stops[17]]})
    every = slow.routes(network.setting, network.state, 0, 1)
    assert len(every) == 125
    assert network.routes(1, 2) == every[:64]
    network.begin(0, 5, 5)
    assert network.legal() == [f"H2:{route}" for route in every[:64]]
    past = GAME.read(network.setting, network.state, 0, f"H2:{every[64]}")
    assert past == ()
