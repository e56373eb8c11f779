"""The notation: one spelling per move, and a clear line for everything else."""

from __future__ import annotations

import re

import pytest

from strapontin.core.errors import IllegalMove, UnreadableMove
from strapontin.core.match import Match
from strapontin.games.odyssee.kernels.lattice import CELL
from tests.games.odyssee.table import CITY, Network, Table, corner, random_match, scaled, taken


def test_a_start_names_the_outer_cell_and_the_corner_it_enters_at() -> None:
    assert "s:@1>2,-5" in Table().turn(0).legal()


def test_a_tunnel_names_line_from_to_and_the_side_of_its_cell_in_the_direction_of_travel() -> None:
    table = Table().start("1s", 1, "2,-5").turn(0)
    assert {"s:2,-5>2,-4L", "s:2,-5>2,-4R"} <= set(table.legal())
    table.play("s:2,-5>2,-4L")
    # going south-east, left is the east: the cell between 2,-5, 2,-4 and 3,-5
    assert taken(table.state, CELL["2,-5v"])


def test_leaving_names_the_corner_and_the_outer_cell() -> None:
    table = Table(city=None).start("1s", 3, "4,-5")
    table.state.passing[:] = 0
    row = table.state.line[0]
    row.path[1], row.heading = corner("-3,5"), 2
    assert "s:-3,5>@17" in table.turn(0).legal()


def test_a_move_of_the_tour_names_the_house_and_the_rides() -> None:
    network = Network({"1t": ["0,1", "2,1"], "2s": ["2,1", "4,0"]}, {1: ["0,1"], 3: ["4,0"]}).begin(0, 5, 5)
    assert network.legal() == ["H3:1t(0,1>2,1);2s(2,1>4,0)"]


def test_players_are_counted_from_1_in_notation_and_from_0_in_the_record() -> None:
    match = Match("odyssee", 2, {"city": CITY}, chance="manual")
    match.play("*", "first 2")
    for i in range(6):
        match.play("*", match.legal("*")[i % 3])
    assert match.to_act == {1}


@pytest.mark.parametrize(
    "text",
    ["", "s", "s:@01>2,-5", "s:@1>2,-5L", "+2", "+-0,1", "s:2,-5>2,-4", "S:@1>2,-5", "H0:-", "H7:-", "H1:", "pass"],
)
def test_what_is_not_in_the_notation_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove, match="expected a tunnel such as"):
        Match("odyssee", 2, seed=1).play(_first(), text)


def _first() -> int:
    return int(next(iter(Match("odyssee", 2, seed=1).to_act)))


@pytest.mark.parametrize(
    "text",
    [
        "s:@31>2,-5",
        "s:@1>0,0",
        "s:@0>0,-5",
        "t:@1>2,-5",
        "+9,9",
        "+0,0",
        "-",
        "H1:-",
        "s:0,0>1,0L",
        "s:9,9>8,9L",
        "s:0,0>@17",
    ],
)
def test_what_cannot_be_played_now_is_illegal(text: str) -> None:
    with pytest.raises(IllegalMove, match="is not legal for seat"):
        Match("odyssee", 2, seed=1).play(_first(), text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("first 3", IllegalMove),
        ("first 9", UnreadableMove),
        ("D0 0/0", IllegalMove),
        ("S1 0,0", IllegalMove),
        ("L1", IllegalMove),
        ("x", UnreadableMove),
    ],
)
def test_a_draw_that_cannot_be_is_refused(text: str, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        Match("odyssee", 2, chance="manual").play("*", text)


def test_a_draw_names_the_place_or_house_it_is_for() -> None:
    match = Match("odyssee", 2, chance="manual")
    match.play("*", "first 1")
    for wrong in ("D1 0/0", "S1 0,0", "first 1"):
        with pytest.raises(IllegalMove):
            match.play("*", wrong)
    match.play("*", "D0 0/0")
    with pytest.raises(IllegalMove):
        match.play("*", "D1 0/1")


def test_every_text_of_whole_games_is_in_the_notation() -> None:
    number = r"(0|-?[1-5])"
    point = rf"{number},{number}"
    ride = rf"[1-4][st]\({point}>{point}\)"
    forms = [
        rf"[st]:{point}>{point}[LR]",
        rf"[st]:@\d+>{point}",
        rf"[st]:{point}>@\d+",
        rf"\+{point}",
        "-",
        rf"H[1-6]:(-|{ride}(;{ride})*)",
        "first [1-4]",
        r"D[0-5] [0-5]/[0-2]",
        rf"S[1-6] {point}",
        "L[1-4]",
    ]
    pattern = re.compile("|".join(f"(?:{form})" for form in forms))
    for seed in range(scaled(8, 1)):
        for _, text in random_match(2 + seed % 3, seed).moves:
            assert pattern.fullmatch(text), text
