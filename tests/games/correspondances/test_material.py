"""Rules, Material and Set-up of a round."""

from __future__ import annotations

from collections import Counter

import pytest

import strapontin
from strapontin.core.errors import BadOptions, IllegalMove, NotToAct
from tests.games.correspondances.tabletop import Tabletop


def scene(tiles: str = "standard") -> dict[str, dict[str, int]]:
    return strapontin.new("correspondances", 2, {"tiles": tiles}).scene


def family(deck: dict[str, int]) -> Counter[str]:
    count: Counter[str] = Counter()
    for kind, n in deck.items():
        count[kind[-1]] += n
    return count


def test_there_are_48_sections_18_crosses_18_double_bends_12_junctions() -> None:
    assert family(scene()["deck"]) == {"+": 18, ")": 18, "*": 12}


def test_three_of_each_of_the_six_pairs_and_three_junctions_of_each_colour() -> None:
    pairs = ["12", "13", "14", "23", "24", "34"]
    assert scene()["deck"] == {f"{pair}{s}": 3 for s in "+)" for pair in pairs} | {f"{i}*": 3 for i in range(1, 5)}


def test_expert_tiles_have_per_pair_1_bridge_3_crosses_2_double_bends_and_the_12_junctions() -> None:
    deck = scene("expert")["deck"]
    assert family(deck) == {"+": 18, ")": 12, "*": 12, "x": 6}
    assert {kind[-1]: n for kind, n in deck.items()} == {"+": 3, ")": 2, "*": 3, "x": 1}


def test_tiles_are_standard_by_default_and_a_record_says_so() -> None:
    assert strapontin.new("correspondances").record()["options"] == {"tiles": "standard"}


@pytest.mark.parametrize("options", [{"tiles": "huge"}, {"tiles": 3}, {"tiles": ["expert"]}, {"row": "1234"}])
def test_options_that_do_not_exist_are_refused_in_one_line(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions, match=r"^options: .*standard, expert") as error:
        strapontin.new("correspondances", options=options)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(BadOptions, match="2 to 4"):
        strapontin.new("correspondances", players)


def test_the_row_is_end_a_the_straight_tiles_as_shuffled_end_b() -> None:
    tiles = Tabletop(1, 2, row="3142").view()["tiles"]
    assert [(tile["x"], tile["y"], tile["ports"]) for tile in tiles] == [
        (0, 0, "2-3M"),
        (1, 0, "3-3-"),
        (2, 0, "1-1-"),
        (3, 0, "4-4-"),
        (4, 0, "2-2-"),
        (5, 0, "1M4-"),
    ]


@pytest.mark.parametrize(("line", "cell"), [(2, "0,1:2222"), (1, "5,1:1111"), (3, "0,-1:3333"), (4, "5,-1:4444")])
def test_a_start_leads_to_the_cell_beside_its_point(line: int, cell: str) -> None:
    table = Tabletop(line, line % 4 + 1).lay(f"{line}* {cell}")
    assert table.view()["trips"][0]["stretch"] == 1


@pytest.mark.parametrize("cell", ["-1,0", "6,0"])
def test_m_takes_any_colour(cell: str) -> None:
    for line in range(1, 5):
        assert f"{cell}:{line}{line}{line}{line}" in Tabletop(1, 2).draw(f"{line}*")


def test_every_order_of_the_row_can_come_each_as_likely() -> None:
    match = strapontin.new("correspondances", 2, chance="manual")
    for draw in ("first 1", "line 1=1", "line 2=2"):
        match.play("*", draw)
    outcomes = match.game.outcomes(match.setting, match.state)
    assert len(outcomes) == 24
    assert {weight for _, weight in outcomes.values()} == {1}


def test_chance_comes_in_the_order_first_line_row_draw() -> None:
    match = strapontin.new("correspondances", 3, chance="manual")
    assert match.legal("*") == ["first 1", "first 2", "first 3"]
    match.play("*", "first 3")
    assert match.legal("*") == ["line 1=1", "line 1=2", "line 1=3", "line 1=4"]
    match.play("*", "line 1=4")
    match.play("*", "line 2=2")
    assert match.legal("*") == ["line 3=1", "line 3=3"]
    match.play("*", "line 3=1")
    assert len(match.legal("*")) == 24
    match.play("*", "row 4321")
    assert len(match.legal("*")) == 16
    match.play("*", "draw 1*")
    assert match.to_act == {2}


@pytest.mark.parametrize("draw", ["line 1=1", "line 2=2", "row 1234", "draw 12+", "first 2"])
def test_chance_cannot_run_ahead(draw: str) -> None:
    match = strapontin.new("correspondances", 2, chance="manual")
    match.play("*", "first 1")
    match.play("*", "line 1=2")
    with pytest.raises(IllegalMove):
        match.play("*", draw)


def test_a_line_goes_to_one_player_only() -> None:
    match = strapontin.new("correspondances", 2, chance="manual")
    match.play("*", "first 1")
    match.play("*", "line 1=2")
    with pytest.raises(IllegalMove):
        match.play("*", "line 2=2")


def test_the_one_drawn_by_lot_begins_and_turns_go_on_in_order() -> None:
    table = Tabletop(1, 2, 3, first=2)
    table.draw("1*")
    assert table.seat == 1
    with pytest.raises(NotToAct):
        table.match.play(0, "5,1:1111")
    table.match.play(1, "5,1:1111")
    seats = []
    for move in ("1* 5,2:1111", "1* 5,3:1111"):
        table.draw(move.split()[0])
        seats.append(table.seat)
        table.match.play(table.seat, move.split()[1])
    assert seats == [2, 0]


def test_chance_draws_only_kinds_that_are_left_in_proportion_to_what_is_left() -> None:
    table = Tabletop(2, 3).lay("1* 5,1:1111", "1* 5,2:1111", "12+ 0,1:2121")
    outcomes = table.match.game.outcomes(table.match.setting, table.match.state)
    weights = {text: weight for text, (_, weight) in outcomes.items()}
    assert weights["draw 1*"] == 1
    assert weights["draw 12+"] == 2
    assert weights["draw 13+"] == 3
    table.lay("1* 5,3:1111")
    assert "draw 1*" not in table.match.legal("*")
