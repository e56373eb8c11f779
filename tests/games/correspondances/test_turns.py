"""Rules, A turn, and Notation."""

from __future__ import annotations

import pytest

from strapontin.core.errors import IllegalMove, UnreadableMove
from strapontin.games.correspondances.faces.notation import LOOK_TEXTS
from strapontin.games.correspondances.kernels import laying as ground
from strapontin.games.correspondances.kernels.state import cell_at
from tests.games.correspondances.tabletop import Tabletop


def test_a_section_goes_on_an_empty_cell_that_shares_a_full_side_with_a_tile() -> None:
    cells = {move.split(":")[0] for move in Tabletop(1, 2, row="1234").draw("12+")}
    assert "0,2" not in cells  # touches nothing
    assert "-1,1" not in cells  # touches a corner only
    assert "0,0" not in cells  # taken
    assert cells <= {f"{x},{y}" for x in range(6) for y in (1, -1)} | {"-1,0", "6,0"}


def test_in_any_rotation() -> None:
    moves = Tabletop(1, 2).draw("13)")
    assert [move for move in moves if move.startswith("-1,0:")] == [
        "-1,0:1133",
        "-1,0:3113",
        "-1,0:3311",
        "-1,0:1331",
    ]


def test_equal_text_is_the_same_move() -> None:
    for tile, ways in (("13+", 2), ("13)", 4), ("1*", 1)):
        moves = [move for move in Tabletop(1, 2).draw(tile) if move.startswith("-1,0:")]
        assert len(moves) == len(set(moves)) == ways


def test_on_every_shared_side_the_colours_match() -> None:
    table = Tabletop(1, 2, row="1234").lay("12+ 0,1:2121")
    # cell (1,1) has 1 to its west and 1 to its south now
    moves = [move for move in table.draw("12)") if move.startswith("1,1:")]
    assert moves == ["1,1:2211"]


def test_a_colour_that_does_not_match_is_refused() -> None:
    table = Tabletop(1, 2)
    table.draw("13+")
    for move in ("0,1:1313", "0,1:3131"):
        with pytest.raises(IllegalMove):
            table.match.play(0, move)


def test_placing_is_compulsory() -> None:
    table = Tabletop(1, 2)
    assert "-" not in table.draw("12+")
    with pytest.raises(IllegalMove):
        table.match.play(0, "-")


def test_only_the_section_drawn_can_be_placed() -> None:
    table = Tabletop(1, 2)
    table.draw("12+")
    with pytest.raises(IllegalMove):
        table.match.play(0, "0,1:2222")


def test_nothing_is_placed_beyond_the_table() -> None:
    table = Tabletop(1, 2, row="1234")
    board, state = table.match.setting.board, table.match.state
    junction = LOOK_TEXTS.index("1111")
    for y in range(1, 19):
        ground.lay(board, state, cell_at(5, y), junction)
    for x in range(6, 24):
        ground.lay(board, state, cell_at(x, 1), junction)
    moves = table.draw("1*")
    places = [tuple(map(int, move.split(":")[0].split(","))) for move in moves]
    assert max(y for _, y in places) == 18
    assert max(x for x, _ in places) == 23
    for outside in ("5,19:1111", "24,1:1111", "-19,0:1111", "0,-19:1111"):
        with pytest.raises(IllegalMove):
            table.match.play(0, outside)


def fits_nowhere(pile: int = 0) -> Tabletop:
    """A table that takes no junction of line 4, the section in hand, and so many of line 1 left in the pile."""
    table = Tabletop(1, 2)
    state = table.match.state
    state.open_need[: int(state.opened)] = 1  # every open cell wants line 1 to its north
    state.pile[:] = 0
    state.pile[12], state.pile[15] = pile, 1
    state.left = pile + 1
    assert table.draw("4*") == ["-"]
    return table


def test_what_fits_nowhere_is_set_aside_and_the_player_draws_another() -> None:
    table = fits_nowhere(pile=1)
    assert table.seat == 0
    table.match.play(0, "-")
    assert table.match.to_act == {"*"}
    table.draw("1*")
    assert table.seat == 0


def test_if_that_was_the_last_section_the_round_is_over() -> None:
    table = fits_nowhere()
    table.match.play(0, "-")
    assert table.ended == 1
    assert [result["arrived"] for result in table.results] == [False, False]


def test_what_was_set_aside_is_shown_to_all() -> None:
    table = fits_nowhere(pile=1)
    table.match.play(0, "-")
    assert table.match.log(None)[-1].key == "correspondances.aside"
    assert table.match.log(None)[-1].params == {"seat": 0, "tile": "4*"}


@pytest.mark.parametrize(
    "move",
    [
        *("+0,1:2121", "0, 1:2121", "00,1:2121", "0,01:2121", "-0,1:2121", "0,1:212", "0,1:21211", "0,1:2521"),
        *("", "--", "0,1", "0,1:2121 ", "٠,1:2121", "99999,1:2121", "0,1:212M", "draw 12+", "0 1 2121"),
    ],
)
def test_one_spelling_no_blanks_no_plus_no_leading_zeros(move: str) -> None:
    table = Tabletop(1, 2)
    table.draw("12+")
    with pytest.raises(UnreadableMove):
        table.match.play(0, move)


@pytest.mark.parametrize(
    "draw", ["draw 21+", "draw 11+", "draw 12*", "draw 5*", "draw 12", "line 1=5", "row 1123", "first 5", "Draw 12+"]
)
def test_draws_have_one_spelling_the_smaller_colour_first(draw: str) -> None:
    table = Tabletop(1, 2)
    with pytest.raises((UnreadableMove, IllegalMove)):
        table.match.play("*", draw)


def test_a_bridge_and_a_cross_look_alike_the_kind_is_the_one_drawn() -> None:
    bridge = Tabletop(1, 2, tiles="expert").lay("12x 0,1:2121").view()["tiles"][-1]
    cross = Tabletop(1, 2, tiles="expert").lay("12+ 0,1:2121").view()["tiles"][-1]
    assert (bridge["ports"], bridge["kind"], bridge["station"]) == ("2121", "bridge", False)
    assert (cross["ports"], cross["kind"], cross["station"]) == ("2121", "cross", True)


def test_standard_tiles_have_no_bridge_to_draw() -> None:
    with pytest.raises(IllegalMove):
        Tabletop(1, 2).match.play("*", "draw 12x")


def test_players_are_counted_from_1_in_notation_and_from_0_in_the_api() -> None:
    table = Tabletop(4, 1, 3, first=3)
    assert table.match.moves[:4] == [("*", "first 3"), ("*", "line 1=4"), ("*", "line 2=1"), ("*", "line 3=3")]
    table.draw("1*")
    assert table.seat == 2
