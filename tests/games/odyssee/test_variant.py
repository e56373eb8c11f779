"""What the variant changes: offices, house stations, one line at a time, the end of building."""

from __future__ import annotations

import itertools

import pytest

from strapontin.core.errors import BadOptions, CannotUndo
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.games.odyssee.kernels.lattice import CELL
from strapontin.games.odyssee.kernels.state import LOT, SET_UP
from tests.games.odyssee.table import CITY, Table, corner, random_match, scaled, taken

DOWN = ("3,-4", "3,-3", "3,-2", "3,-1", "3,0", "3,1", "3,2")


def test_the_game_is_for_2_to_4_players() -> None:
    for players in (1, 5):
        with pytest.raises(BadOptions, match="odyssee is for 2 to 4 players"):
            Match("odyssee", players)


def test_offices_are_plain_ground_and_give_no_points() -> None:
    table = Table()
    for cell in CITY["offices"]:
        assert not taken(table.state, CELL[cell])
    assert sum(int(worth) for worth in table.state.worth) == 3 * 12


def test_houses_and_shops_may_never_be_built_on() -> None:
    table = Table()
    for cell in (*CITY["houses"], *CITY["shops"]):
        assert taken(table.state, CELL[cell])


def test_a_station_stands_on_one_corner_of_each_house_out_of_the_30_and_scores_nothing() -> None:
    for seed in range(5):
        match = Match("odyssee", 2, seed=seed)
        view = match.view()
        assert [station["by"] for station in view["stations"]] == [None] * 6
        assert sorted(station["houses"] for station in view["stations"]) == [[n] for n in range(1, 7)]
        assert view["supply"] == 24
        assert match.scores == [0, 0]


def test_the_corner_of_a_house_is_drawn_by_chance_among_its_three() -> None:
    match = Match("odyssee", 2, {"city": CITY}, chance="manual")
    match.play("*", "first 1")
    assert match.legal("*") == sorted(["S1 -1,-3", "S1 -1,-4", "S1 0,-4"])


def test_chance_draws_the_starter_then_districts_then_stations() -> None:
    match = Match("odyssee", 3, seed=4)
    texts = [text for _, text in match.moves]
    assert texts[0].startswith("first ")
    assert [text[:2] for text in texts[1:7]] == ["D0", "D1", "D2", "D3", "D4", "D5"]
    assert sorted(text[3] for text in texts[1:7]) == list("012345")
    assert [text[:2] for text in texts[7:13]] == ["S1", "S2", "S3", "S4", "S5", "S6"]
    assert match.to_act == {int(texts[0][-1]) - 1}


def test_every_district_and_turn_left_is_equally_likely() -> None:
    match = Match("odyssee", 2, chance="manual")
    match.play("*", "first 2")
    outcomes = match.game.outcomes(match.setting, match.state)
    assert len(outcomes) == 18
    assert {weight for _, weight in outcomes.values()} == {1}
    match.play("*", "D0 3/1")
    assert len(match.legal("*")) == 15
    assert not [text for text in match.legal("*") if text.startswith("D1 3/")]


def test_the_second_line_may_be_started_only_when_the_first_is_finished_or_blocked() -> None:
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2").turn(0)
    assert not [move for move in table.legal() if move.startswith("t:")]
    table.take(*table.around("4,-2"))
    starts = [move for move in table.legal() if move.startswith("t:@")]
    assert len(starts) == 2 * 11  # anywhere: its own half too


def test_tunnels_left_in_the_turn_are_used_for_the_second_line() -> None:
    table = Table().start("1s", 3, "3,-5").dig("1s", *DOWN).turn(0).play("s:3,2>@12", "+3,2", "t:@8>5,-2")
    assert (int(table.state.seat), int(table.state.dug)) == (0, 2)
    table.play("t:5,-2>4,-2R")
    assert int(table.state.seat) == 1


def given_up() -> Table:
    """Line 1s was blocked, 1t has been started; then a station frees 1s again."""
    table = Table().start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2")
    table.start("1t", 3, "3,-5").station("3,-2")
    return table.turn(0)


def test_once_the_second_is_started_the_first_is_over_for_good() -> None:
    assert not [move for move in given_up().legal() if move.startswith("s:")]


def test_the_owner_may_still_build_stations_on_a_first_line_that_is_over() -> None:
    assert [move for move in given_up().legal() if move.startswith("+")] == ["+5,-2", "+4,-2"]


def nearly_done(players: int = 3) -> Table:
    """Player 1 has finished 1s; 1t leaves with the next tunnel."""
    table = Table(players).start("1s", 6, "5,-4")
    table.state.line[0].finished = table.state.finished[0] = 1
    table.start("1t", 3, "3,-5").dig("1t", *DOWN)
    return table


def test_when_both_lines_of_a_player_are_finished_the_others_have_one_more_turn_in_order() -> None:
    table = nearly_done().turn(0).play("t:3,2>@12", "+3,2")
    assert (int(table.state.seat), int(table.state.closing)) == (1, 2)
    table.play("s:@8>5,-2", "s:5,-2>4,-2R", "s:4,-2>3,-1L")
    assert (int(table.state.seat), int(table.state.closing)) == (2, 1)
    table.play("s:@11>4,1", "s:4,1>4,0L", "s:4,0>4,-1L")
    assert int(table.state.stops) == 1  # nobody has another turn: the tour has begun


def test_a_blocked_second_line_closes_building_too() -> None:
    table = nearly_done()
    table.state.line[1].tunnels = 17
    table.state.line[1].path[17] = corner("3,2")
    table.take(150 + 12)  # the way out
    table.turn(0, dug=2)
    (move, *_) = table.legal()
    table.play(move)
    assert int(table.state.closing) == 2


def test_when_no_station_is_left_at_the_end_of_a_turn_building_closes() -> None:
    table = Table(3).start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2").turn(0)
    table.state.supply = 1
    table.play("+4,-2")
    assert (int(table.state.seat), int(table.state.closing)) == (1, 2)


def test_the_end_is_checked_at_the_end_of_a_turn_only() -> None:
    table = Table(3).start("1s", 8, "5,-2").dig("1s", "4,-2", "3,-2").turn(0, dug=1)
    table.state.supply = 0
    table.play("s:3,-2>2,-2L")
    assert int(table.state.closing) == -1
    table.play("s:2,-2>1,-2L")
    assert int(table.state.closing) == 2


def test_who_was_blocked_by_an_opponents_turn_has_a_last_turn_like_the_others() -> None:
    table = nearly_done(2)
    table.state.line[1].tunnels = 18  # player 1 is done for, as player 2 ends a turn
    table.state.line[1].path[18] = corner("3,2")
    table.turn(1).play("s:@8>5,-2", "s:5,-2>4,-2R", "s:4,-2>4,-3R")
    assert (int(table.state.seat), int(table.state.closing)) == (0, 1)
    assert all(move.startswith("+") for move in table.legal())  # a station on the blocked line
    table.play(table.legal()[0])
    assert int(table.state.stops) == 1


def test_points_are_kept_as_they_are() -> None:
    table = Table(2)
    table.state.building[0], table.state.building[1] = 7, 4
    table.state.closing = 1
    table.turn(0).play("s:@8>5,-2", "s:5,-2>4,-2R", "s:4,-2>3,-2R")
    assert table.points() == [7, 4]
    assert int(table.state.stops) == 1


def test_every_small_step_can_be_taken_back_until_the_turn_is_over() -> None:
    match = Match("odyssee", 2, seed=2)
    (seat,) = match.to_act
    start = match.record(reveal=True)
    match.play(seat, "s:@8>5,-2")
    match.play(seat, match.legal(seat)[0])
    match.undo(int(seat))
    match.undo(int(seat))
    assert match.record(reveal=True) == start
    for _ in range(3):
        match.play(seat, match.legal(seat)[0])
    with pytest.raises(CannotUndo):
        match.undo(int(seat))


def test_play_goes_clockwise_from_the_starter() -> None:
    match = random_match(4, 6)
    digs: list[int] = []
    for seat, text in match.moves:
        if seat != "*" and not text.startswith("H") and (not digs or digs[-1] != seat):
            digs.append(int(seat))
    assert digs[0] == int(match.moves[0][1][-1]) - 1
    assert all((a + 1) % 4 == b for a, b in itertools.pairwise(digs))


def test_lots_are_drawn_only_when_a_tie_for_the_guide_is_left() -> None:
    drawn = 0
    for seed in range(scaled(8, 1)):
        match = random_match(3, seed)
        for ply, (_, text) in enumerate(match.moves):
            if text.startswith("L"):
                drawn += 1
                past = match.at(ply)
                assert past.state.phase == LOT
                scores = past.scores
                tied = past.view()["tied"]
                assert len(tied) > 1
                assert {scores[seat] for seat in tied} == {min(scores)}
    assert drawn or not JIT


def test_house_stations_are_told_from_built_ones() -> None:
    assert SET_UP == 1
    assert all(station["by"] is None for station in Match("odyssee", 2, seed=1).view()["stations"])
