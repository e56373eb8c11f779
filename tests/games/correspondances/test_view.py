"""What a screen gets: the table in its frame, the pile, previews, the round before, the picture."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from rich.console import Console

from strapontin.cli.boards import correspondances as terminal
from strapontin.cli.boards import tell
from strapontin.words import LANGUAGES, Language
from tests.games.correspondances.tabletop import BLUE_OVER_THE_TOP, Tabletop


def test_people_see_what_is_laid_with_room_for_one_more_tile_around_it() -> None:
    table = Tabletop(2, 4)
    assert table.view()["frame"] == [-1, -1, 6, 1]
    assert table.lay(*BLUE_OVER_THE_TOP).view()["frame"] == [-1, -1, 6, 3]


def test_the_pile_is_told_by_kind() -> None:
    pile = Tabletop(2, 4).lay("12+ 0,1:2121").view(None)["pile"]
    assert sum(pile.values()) == 47
    assert (pile["12+"], pile["13+"]) == (2, 3)


def test_what_was_set_aside_is_told_by_kind() -> None:
    table = Tabletop(2, 4).lay("12+ 0,1:2121")
    assert table.view()["aside"] == {}
    state = table.match.state
    state.open_need[: int(state.opened)] = 1
    assert table.draw("4*") == ["-"]
    assert table.view()["aside"] == {}
    table.match.play(1, "-")
    assert table.view()["aside"] == {"4*": 1}


def test_a_tile_tells_who_laid_it() -> None:
    tiles = Tabletop(2, 4, 1, first=2).lay("12+ 0,1:2121", "4* 5,-1:4444").view(None)["tiles"]
    assert [tile["seat"] for tile in tiles] == [None] * 6 + [1, 2]


def test_a_preview_tells_the_distance_and_changes_of_ones_own_trip() -> None:
    table = Tabletop(2, 4)
    table.draw("2*")
    before = table.view(0)["trips"][0]
    moves = {move["move"]: move for move in table.view(0)["moves"]}
    assert moves["0,1:2222"]["missing"] == before["missing"] - 1
    assert moves["0,1:2222"]["stretch"] == 1
    assert moves["-1,0:2222"]["missing"] == before["missing"]
    assert not any(move["finishes"] for move in moves.values())


def test_a_preview_does_what_the_move_then_does() -> None:
    table = Tabletop(2, 4).lay(*BLUE_OVER_THE_TOP)
    table.draw("12)")
    seat = table.seat
    for move in table.view(seat)["moves"][::5]:
        after = table.match.at(len(table.match.moves))
        after.play(seat, move["move"])
        trip = after.view(seat)["trips"][seat]
        if trip is not None:
            assert (trip["missing"], trip["changes"], trip["stretch"]) == (
                move["missing"],
                move["changes"],
                move["stretch"],
            )


def test_a_trip_with_nothing_but_laid_tiles_has_nothing_missing() -> None:
    view = Tabletop(3, 4).lay(*BLUE_OVER_THE_TOP, "12) 5,1:2211").view(None)
    assert view["complete"] == [1, 2]
    assert view["last"] is None


def test_the_round_before_keeps_its_table_and_the_ways_of_all_arrived_or_not() -> None:
    last = Tabletop(2, 4).lay(*BLUE_OVER_THE_TOP, "12) 5,1:2211").view(None)["last"]
    assert len(last["tiles"]) == 6 + 8
    assert [tile["seat"] for tile in last["tiles"][6:]] == [0, 1] * 4
    blue, green = last["results"]
    assert [(step["x"], step["y"]) for step in blue["way"]] == [
        (0, 1),
        (0, 2),
        (1, 2),
        (2, 2),
        (3, 2),
        (4, 2),
        (5, 2),
        (5, 1),
        (5, 1),
    ]
    laid = {(tile["x"], tile["y"]) for tile in last["tiles"]}
    open_cells = [step for step in green["way"] if (step["x"], step["y"]) not in laid]
    assert not green["arrived"]
    assert green["way"][0]["line"] == 4
    assert open_cells


def test_the_scene_tells_where_each_line_starts_and_that_it_arrives_at_the_other_end() -> None:
    table = Tabletop(2, 4)
    ends = {tuple(one) for one in table.match.scene["arrivals"].values()}
    assert ends == {(tile["x"], tile["y"]) for tile in table.view()["tiles"] if tile["kind"] == "end"}
    for line, (x, _) in table.match.scene["starts"].items():
        assert abs(x - table.match.scene["arrivals"][line][0]) == 5


def test_the_scene_tells_how_the_ends_of_the_row_look() -> None:
    table = Tabletop(2, 4)
    tiles = sorted((tile for tile in table.view()["tiles"] if tile["kind"] == "end"), key=lambda tile: tile["x"])
    assert table.match.scene["ends"] == [tile["ports"] for tile in tiles]


def test_the_scene_lists_how_every_section_can_lie() -> None:
    scene = Tabletop(2, 4, tiles="expert").match.scene
    assert scene["looks"]["12+"] == scene["looks"]["12x"] == ["1212", "2121"]
    assert scene["looks"]["34)"] == ["3344", "4334", "4433", "3443"]
    assert scene["looks"]["1*"] == ["1111"]


def test_the_picture_has_every_tile_and_the_move_in_question() -> None:
    table = Tabletop(2, 4).lay(*BLUE_OVER_THE_TOP)
    table.draw("12)")
    plain, preview = table.match.svg(1), table.match.svg(1, "5,1:2211")
    for picture in (plain, preview):
        root = ElementTree.fromstring(picture)
        assert sum(one.tag.endswith("use") for one in root.iter()) == 6 + 7
    assert preview != plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_shows_the_table_moves_and_news(language: Language) -> None:
    table = Tabletop(2, 4).lay(*BLUE_OVER_THE_TOP)
    table.draw("12)")
    shown = Console(width=120)
    with shown.capture() as captured:
        shown.print(terminal.show(table.match, 1, language))
    text = captured.get()
    assert "○" in text
    assert "2─○─2─○─2" in text
    view = table.view(1)
    for move in terminal.offer(view):
        found = next(one for one in view["moves"] if one["move"] == move)
        assert terminal.describe(found, view, language)
    for note in table.match.log(1):
        assert "{" not in tell(note, table.match, language)
    table.match.play(1, "5,1:2211")
    assert tell(table.match.log(None)[-2], table.match, language)
