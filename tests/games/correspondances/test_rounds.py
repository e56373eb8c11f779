"""Rules, End of a round and End of the game."""

from __future__ import annotations

import strapontin
from strapontin.games.correspondances.kernels import rules
from strapontin.games.correspondances.kernels.state import OVER
from tests.games.correspondances.tabletop import BLUE_OVER_THE_TOP, Tabletop

BLUE_ARRIVES = (*BLUE_OVER_THE_TOP, "12) 5,1:2211")


def exhaust(table: Tabletop, but: int = 0) -> None:
    """Let the pile hold only so many junctions of line 1."""
    state = table.match.state
    state.pile[:] = 0
    state.pile[12] = but
    state.left = but


def test_the_round_ends_when_the_last_section_has_been_placed_and_nobody_scores_a_trip() -> None:
    table = Tabletop(2, 1)
    exhaust(table, 2)
    table.lay("1* 5,1:1111")
    assert table.ended == 0
    table.lay("1* 5,2:1111")
    assert table.ended == 1
    assert [one["trip"] for one in table.results] == [0, 0]


def test_forced_draws_are_written_too() -> None:
    deal = [text.partition("=")[0] for _, text in strapontin.new("correspondances", 4, seed=1).moves]
    assert deal[1:5] == ["line 1", "line 2", "line 3", "line 4"]  # the fourth had no choice
    table = Tabletop(2, 1)
    exhaust(table, 1)
    assert table.match.legal("*") == ["draw 1*"]
    table.lay("1* 5,1:1111")
    assert table.match.moves[-2:] == [("*", "draw 1*"), (0, "5,1:1111")]


def test_the_point_for_the_longest_stretch_is_also_given_when_the_pile_ran_out() -> None:
    table = Tabletop(2, 1)
    exhaust(table, 1)
    table.lay("1* 5,1:1111")
    assert [one["stretch"] for one in table.results] == [0, 1]
    assert table.match.scores == [0, 1]


def test_it_may_go_to_somebody_who_did_not_arrive() -> None:
    long_green = [f"{k} 5,{-y}:{p}" for y, (k, p) in enumerate([("4*", "4444")] * 3 + [("14+", "4141")] * 3, 1)]
    long_green += [f"{k} 5,{-y}:{p}" for y, (k, p) in enumerate([("34+", "4343")] * 3, 7)]
    table = Tabletop(2, 4).lay(*long_green, *BLUE_ARRIVES)
    blue, green = table.results
    assert (blue["stretch"], green["stretch"]) == (8, 9)
    assert (blue["points"], green["points"]) == (4, 1)


def test_a_tie_for_the_longest_gives_nothing() -> None:
    table = Tabletop(2, 1)
    exhaust(table, 1)
    table.match.state.pile[13] = 1
    table.match.state.left = 2
    table.lay("1* 5,1:1111", "2* 0,1:2222")
    assert [one["stretch"] for one in table.results] == [1, 1]
    assert table.match.scores == [0, 0]


def test_stretches_are_compared_between_players_only() -> None:
    # yellow, which nobody holds, has two tiles from its start; the one tile of red is the longest
    table = Tabletop(2, 1).lay("3* 0,-1:3333", "3* 0,-2:3333")
    exhaust(table, 1)
    table.lay("1* 5,1:1111")
    assert table.results[1]["longest"]


def test_end_tiles_are_not_counted_and_straight_tiles_are() -> None:
    table = Tabletop(2, 1, row="2134").lay("12) 0,1:1221", "12) 1,1:1122")
    assert table.view()["trips"][0]["stretch"] == 3


def test_no_tile_counts_twice_also_through_junctions() -> None:
    # a square of four junctions on the start: from it round the square, never back
    table = Tabletop(4, 1).lay("4* 5,-1:4444", "4* 5,-2:4444", "4* 6,-2:4444", "14) 6,-1:1144")
    assert table.view()["trips"][0]["stretch"] == 4


def test_the_tile_on_the_start_cell_counts() -> None:
    assert Tabletop(2, 1).lay("12+ 0,1:2121").view()["trips"][0]["stretch"] == 1


def test_a_station_where_one_would_leave_the_line_counts() -> None:
    assert Tabletop(2, 4).lay(*BLUE_ARRIVES).results[0]["stretch"] == 8


def test_lines_of_the_players_are_revealed_undrawn_ones_are_not() -> None:
    table = Tabletop(2, 4).lay(*BLUE_ARRIVES)
    for eyes in (None, 0, 1):
        view = table.view(eyes)
        assert [one["line"] for one in view["last"]["results"]] == [2, 4]
    keys = [note.key for note in table.match.log(None)]
    assert keys.count("correspondances.revealed") == 1  # green; blue's arrival names its line
    assert keys.count("correspondances.arrived") == 1


def test_for_every_round_all_tiles_are_shuffled_anew_and_the_starter_is_the_one_after() -> None:
    table = Tabletop(2, 4, first=2).lay(*BLUE_ARRIVES)
    view = table.view()
    assert (view["number"], view["starter"]) == (2, 0)
    assert table.match.legal("*") == [f"line 1={line}" for line in range(1, 5)]
    table.deal(3, 1, row="4321")
    assert sum(table.view()["pile"].values()) == 48
    assert len(table.view()["tiles"]) == 6
    table.draw("1*")
    assert table.seat == 0


def ended_with(*totals: int) -> Tabletop:
    """A round that gives nobody anything, with these totals before it."""
    table = Tabletop(*range(1, len(totals) + 1))
    state = table.match.state
    state.total[: len(totals)] = totals
    state.pile[:] = 0
    state.pile[13 if len(totals) > 3 else 15] = 1
    state.left = 1
    rules.apply(table.match.setting.board, state, -1, 13 if len(totals) > 3 else 15)
    # far from every start, so that nobody has a stretch
    actions = table.match.game.actions(table.match.setting, state, int(state.seat))
    texts = {table.match.game.text(table.match.setting, state, 0, (a,)): a for a in actions}
    rules.apply(table.match.setting.board, state, 0, next(a for t, a in texts.items() if t.startswith("-1,0")))
    return table


def test_rounds_until_somebody_has_10_or_more() -> None:
    assert not ended_with(9, 3).match.over
    assert ended_with(10, 3).match.over


def test_if_several_have_10_the_highest_total_wins() -> None:
    table = ended_with(11, 12, 10)
    assert table.match.over
    assert table.match.winners == [1]


def test_if_still_equal_one_more_round_for_all_until_one_is_ahead() -> None:
    table = ended_with(12, 12, 10)
    assert not table.match.over
    assert table.match.state.number == 2
    assert ended_with(12, 13, 13).match.state.stage != OVER


def test_the_game_over_shows_the_last_table_and_all_lines() -> None:
    table = Tabletop(2, 4)
    table.match.state.total[0] = 6
    table.lay(*BLUE_ARRIVES)
    assert table.match.over
    assert table.match.scores == [11, 0]
    view = table.view(None)
    assert view["lines"] == [2, 4]
    assert len(view["tiles"]) == 6 + 8
    assert [note.key for note in table.match.log(None)][-1] == "correspondances.over"
