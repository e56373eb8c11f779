"""The city: the lattice, the districts in every arrangement, arrows, and cities given inline."""

from __future__ import annotations

import itertools

import pytest

from strapontin.core.errors import BadOptions
from strapontin.core.match import Match
from strapontin.games.odyssee import GAME
from strapontin.games.odyssee.kernels.city import districts, laid, touching
from strapontin.games.odyssee.kernels.digging import other_half
from strapontin.games.odyssee.kernels.lattice import (
    CELL,
    CELLS,
    CORNERS,
    EDGE,
    OUTERS,
    VERTICES,
    corner_text,
    inside,
    place,
    text_rank,
)
from tests.games.odyssee.table import CITY, Table, taken


def test_a_hexagon_of_side_5_has_91_corners_240_edges_150_cells() -> None:
    assert (len(CORNERS), len(EDGE), len(CELLS)) == (91, 240, 150)


def test_a_corner_is_drawn_at_q_plus_half_r() -> None:
    assert place((2, -4)) == pytest.approx((0, -3.464), abs=1e-3)


def test_a_v_cell_points_down_and_a_caret_cell_points_up() -> None:
    assert set(CELLS[CELL["0,0v"]].points) == {(0, 0), (1, 0), (0, 1)}
    assert set(CELLS[CELL["0,0^"]].points) == {(1, 0), (0, 1), (1, 1)}
    for cell in CELLS:
        heights = sorted(r for _, r in cell.points)
        assert (heights[0] == heights[1]) == cell.name.endswith("v")


def test_sides_run_clockwise_from_the_top() -> None:
    assert VERTICES == ((0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0))


def test_six_districts_of_25_cells_meet_in_the_middle() -> None:
    seen: set[int] = set()
    for spot in range(6):
        triangle = {laid(cell.name, spot, 0) for cell in CELLS if _in_top_district(cell.points)}
        assert len(triangle) == 25
        assert seen.isdisjoint(triangle)
        seen |= triangle
        assert any((0, 0) in CELLS[cell].points for cell in triangle)
    assert len(seen) == 150


def _in_top_district(points: tuple[tuple[int, int], ...]) -> bool:
    return all(r <= -q <= 0 for q, r in points)


def test_a_third_of_a_turn_moves_the_middle_to_the_start_of_the_side_clockwise() -> None:
    # the cell at the middle of the city goes to the corner where side 0 starts, then to where it ends
    assert CELLS[laid("0,-1v", 0, 0)].name == "0,-1v"
    assert (0, -5) in CELLS[laid("0,-1v", 0, 1)].points
    assert (5, -5) in CELLS[laid("0,-1v", 0, 2)].points


def test_each_district_has_one_house_one_shop_one_office_and_two_hold_park_and_lake() -> None:
    found = districts()
    assert len(found) == 6
    assert [bool(one.park) for one in found].count(True) == 1
    assert [bool(one.lake) for one in found].count(True) == 1
    assert not any(one.park and one.lake for one in found)
    for one in found:
        assert len(set(one.cells)) == len(one.cells) == 3 + 2 * bool(one.park or one.lake)
        assert all(_in_top_district(CELLS[CELL[cell]].points) for cell in one.cells)


def test_the_park_and_the_lake_are_the_central_cell_of_their_district_and_a_neighbour() -> None:
    for one in districts():
        water = one.park or one.lake
        if water:
            assert water[0] == "1,-4^"  # the one cell a third of a turn leaves where it is
            assert {laid(water[0], 0, turned) for turned in range(3)} == {CELL["1,-4^"]}
            assert len(set(CELLS[CELL[water[0]]].points) & set(CELLS[CELL[water[1]]].points)) == 2


def test_no_two_spots_of_a_district_touch_but_house_and_park_or_lake() -> None:
    for one in districts():
        cells = [CELLS[CELL[cell]] for cell in one.cells]
        spots, water = cells[:3], cells[3:]
        assert not any(touching(a, b) for a, b in itertools.combinations(spots, 2))
        assert not any(touching(a, b) for a in spots[1:] for b in water)
        assert not water or any(touching(spots[0], b) for b in water)


def test_in_every_arrangement_one_house_touches_the_park_another_the_lake_and_no_corner_two_houses() -> None:
    """Each condition is about two districts at two places, so all pairs of those are all there is to check."""
    found = districts()
    for (a, b), (i, j) in itertools.product(itertools.permutations(range(6), 2), itertools.combinations(range(6), 2)):
        for s, t in itertools.product(range(3), repeat=2):
            one, other = found[a], found[b]
            house, water = CELLS[laid(one.house, i, s)], [CELLS[laid(c, i, s)] for c in (*one.park, *one.lake)]
            far, pond = CELLS[laid(other.house, j, t)], [CELLS[laid(c, j, t)] for c in (*other.park, *other.lake)]
            assert not touching(house, far)
            assert not any(touching(far, cell) for cell in water)
            assert not any(touching(house, cell) for cell in pond)


def test_house_number_k_plus_1_is_the_house_of_place_k() -> None:
    match = Match("odyssee", 2, seed=3)
    drawn = [text.split()[1].split("/") for seat, text in match.moves if seat == "*" and text.startswith("D")]
    city = match.view()["city"]
    for spot, (district, turned) in enumerate(drawn):
        assert CELL[city["houses"][spot]] == laid(districts()[int(district)].house, spot, int(turned))


def test_thirty_outer_cells_are_numbered_clockwise_from_the_top_left_corner() -> None:
    assert len(OUTERS) == 30
    assert OUTERS[0].rim == ((0, -5), (1, -5))
    assert OUTERS[17].rim == ((-2, 5), (-3, 5))
    for k, outer in enumerate(OUTERS):
        assert outer.rim[1] == OUTERS[(k + 1) % 30].rim[0]
        assert not inside(outer.tip)


def test_along_each_side_arrows_are_black_white_black_white_black() -> None:
    for side in range(6):
        assert [outer.white for outer in OUTERS[5 * side : 5 * side + 5]] == [False, True, False, True, False]


def test_the_other_half_is_the_three_sides_neither_the_side_nor_its_neighbours() -> None:
    for side in range(6):
        far = {k // 5 for k in range(30) if other_half(k, 5 * side + 1)}
        assert far == {(side + 2) % 6, (side + 3) % 6, (side + 4) % 6}


def test_names_rank_as_their_texts_sort() -> None:
    by_rank = sorted(range(91), key=lambda i: text_rank(CORNERS[i]))
    assert [corner_text(i) for i in by_rank] == sorted(map(corner_text, range(91)))


def test_an_inline_city_replaces_the_draws_of_districts_and_the_view_shows_it() -> None:
    match = Match("odyssee", 2, {"city": CITY}, seed=1)
    assert [text[0] for seat, text in match.moves if seat == "*"] == ["f", "S", "S", "S", "S", "S", "S"]
    assert match.view()["city"] == CITY
    assert (match.view()["park_house"], match.view()["lake_house"]) == (2, 6)
    again = Match("odyssee", 2, {"city": Match("odyssee", 2, seed=5).view()["city"]}, seed=1)
    assert again.view()["city"] == again.setting.options["city"]


def broken(**fields: object) -> dict[str, object]:
    return CITY | fields


@pytest.mark.parametrize(
    ("city", "line"),
    [
        (5, "city: Expected `object`, got `int`"),
        ({}, "city: Object missing required field `houses`"),
        (broken(castle=[]), "city: Object contains unknown field `castle`"),
        (broken(park=["-2,-2^"]), "city: park: 1 cells given; it must be 2"),
        (broken(houses=[*CITY["houses"][:5], "9,9v"]), "city: houses[5]: there is no cell '9,9v'; a cell is named"),
        (broken(shops=[*CITY["shops"][:5], "-1,-4v"]), "city: '-1,-4v' is used 2 times; each cell has one use"),
        (broken(park=["-2,-2^", "0,0v"]), "city: park: -2,-2^ and 0,0v are not neighbours; they must share an edge"),
        (broken(park=["3,0v", "3,0^"]), "city: park: 0 houses touch it; exactly one must"),
        (broken(lake=["-2,-1^", "-1,-1v"]), "city: lake: 2 houses touch it; exactly one must"),
    ],
)
def test_a_faulty_city_is_told_in_one_line(city: object, line: str) -> None:
    with pytest.raises(BadOptions) as caught:
        GAME.setting({"city": city}, 2)
    assert any(fault.startswith(line) for fault in caught.value.faults), caught.value.faults
    assert "\n" not in str(caught.value)


def test_a_house_that_touches_both_park_and_lake_is_refused() -> None:
    city = broken(park=["1,1v", "1,1^"], lake=["3,-1v", "3,-1^"], houses=["2,0^", *CITY["houses"][1:]])
    with pytest.raises(BadOptions, match="touches Park and Lake; they must be two different houses"):
        GAME.setting({"city": city}, 2)


def test_every_fault_is_named_at_once_and_unknown_options_too() -> None:
    with pytest.raises(BadOptions) as caught:
        GAME.setting({"mode": "classic", "colour": 1, "city": broken(park=[], lake=["x", "y", "z"])}, 2)
    assert len(caught.value.faults) == 6
    assert caught.value.faults[:2] == [
        "options: unknown 'colour'; odyssee has mode (odyssee, little), city",
        "options: mode 'classic'; it must be one of odyssee, little",
    ]


def test_nothing_is_built_on_park_or_lake() -> None:
    for mode in ("odyssee", "little"):
        table = Table(mode=mode)
        assert all(taken(table.state, CELL[cell]) for cell in (*CITY["park"], *CITY["lake"]))
