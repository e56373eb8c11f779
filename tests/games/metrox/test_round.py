"""One test for each sentence of the rules: what is on the table, and a round of metroX."""

from __future__ import annotations

import pytest

import strapontin
from strapontin.core.errors import BadOptions, IllegalMove, NotToAct
from strapontin.games.metrox.kernels.map import CITIES, STANDARD_DECK, city
from tests.games.metrox.sheets import line, marks, rounds, table, value, windows

LONG = line("A", "abcdefghij", windows=4)
OTHER = line("B", "xcyz", windows=4)


def test_1_to_6_players() -> None:
    for players in range(1, 7):
        assert len(strapontin.new("metrox", players).view()["sheets"]) == players
    for players in (0, 7):
        with pytest.raises(BadOptions, match="1 to 6 players"):
            strapontin.new("metrox", players)


def test_all_play_at_the_same_time_each_on_their_own_copy() -> None:
    match = table(LONG, OTHER, players=3)
    match.play("*", "3")
    assert match.to_act == {0, 1, 2}
    match.play(2, "A3")
    match.play(0, "B1")
    assert match.to_act == {1}
    match.play(1, "A1")
    assert [marks(match, seat) for seat in range(3)] == ["x", "a", "abc"]


@pytest.mark.parametrize("name", CITIES)
def test_nine_or_ten_lines_with_letters(name: str) -> None:
    assert [one.id for one in city(name).lines] in (list("ABCDEFGHI"), list("ABCDEFGHIJ"))


@pytest.mark.parametrize("name", CITIES)
def test_a_line_has_1_to_4_windows_and_two_values(name: str) -> None:
    for one in city(name).lines:
        assert 1 <= one.windows <= 4
        assert 0 < one.later < one.first


def test_a_station_can_lie_on_several_lines() -> None:
    match = rounds(table(LONG, OTHER), "3: A3")
    assert marks(match) == "abc"
    assert [one["missing"] for one in match.view("*")["sheets"][0]["lines"]] == [7, 3]


def test_deck_of_14_cards_8_numbers_with_exactly_one_6_3_express_2_transfers_1_free_ride() -> None:
    assert len(STANDARD_DECK) == 14
    assert sorted(card for card in STANDARD_DECK if card.isdigit()) == ["3", "3", "4", "4", "4", "5", "5", "6"]
    assert sorted(card for card in STANDARD_DECK if card.endswith("E")) == ["2E", "2E", "3E"]
    assert STANDARD_DECK.count("+") == 2
    assert STANDARD_DECK.count("*") == 1


def test_one_card_is_revealed_for_everybody() -> None:
    match = table(LONG, players=2)
    assert match.to_act == {"*"}
    match.play("*", "5")
    assert match.view(0)["card"] == match.view(1)["card"] == match.view(None)["card"] == "5"


def test_each_player_picks_a_line_that_still_has_an_empty_window() -> None:
    match = rounds(table(line("A", "abcdefgh", windows=1), OTHER), "3: A3")
    match.play("*", "4")
    assert {move[0] for move in match.legal(0)} == {"B"}
    with pytest.raises(IllegalMove, match="A2"):
        match.play(0, "A2")


def test_and_writes_the_card_in_it_a_number_or_plus() -> None:
    match = rounds(table(LONG), "3: A3", "2E: A0", "+: A+")
    assert windows(match, "A") == ["3", "2E", "+"]


def test_the_free_ride_fills_no_window() -> None:
    match = rounds(table(LONG, OTHER), "*: *e")
    assert windows(match, "A") == windows(match, "B") == []
    assert marks(match) == "e"


def test_number_follow_the_line_from_its_train_to_the_first_empty_station_and_mark_up_to_n_consecutively() -> None:
    match = rounds(table(LONG), "4: A4")
    assert marks(match) == "abcd"
    assert marks(rounds(match, "3: A2")) == "abcdef"


def test_a_station_that_is_already_marked_ends_the_ride_the_rest_is_lost() -> None:
    match = rounds(table(LONG, OTHER), "3: B2")  # x, c
    match.play("*", "5")
    assert [move for move in match.legal(0) if move[0] == "A"] == ["A0", "A1", "A2"]
    match.play(0, "A2")
    assert marks(match) == "abcx"


def test_so_does_the_terminus() -> None:
    match = table(line("A", "ab"))
    match.play("*", "5")
    assert match.legal(0) == ["A0", "A1", "A2"]


def test_marked_stations_before_the_first_empty_one_are_simply_passed() -> None:
    match = rounds(table(LONG, line("B", "ab")), "3: B2", "3: A3")
    assert marks(match) == "abcde"


def test_booklet_example_line_f_with_a_4_loses_its_fourth_cross() -> None:
    """The first three empty stations of line F are crossed; the next is already marked, so the fourth is lost."""
    match = rounds(table(line("F", "pqrstu"), line("G", "pt")), "3: G2")  # p and t crossed in an earlier round
    match.play("*", "4")
    assert [move for move in match.legal(0) if move[0] == "F"] == ["F0", "F1", "F2", "F3"]
    match.play(0, "F3")
    assert (marks(match), windows(match, "F")) == ("pqrst", ["4"])


def test_express_a_marked_station_may_be_skipped_several_several_times() -> None:
    match = rounds(table(LONG, line("B", "bcf", windows=2)), "3: B3")
    match.play("*", "3E")
    assert [move for move in match.legal(0) if move[0] == "A"] == ["A0", "A1", "A2", "A3"]
    match.play(0, "A3")
    assert marks(match) == "abcdef"


def test_booklet_example_line_d_with_an_express_3() -> None:
    """First cross, skip one line's station, second cross, skip others, third cross; a plain 3 stops after one."""
    crossed = table(line("D", "abcdefg"), line("R", "bde"), deck=["3", "3E", "6"])
    rounds(crossed, "3: R3")
    plain = strapontin.load(crossed.record())
    plain.play("*", "6")
    assert [move for move in plain.legal(0) if move[0] == "D"] == ["D0", "D1"]
    crossed.play("*", "3E")
    crossed.play(0, "D3")
    assert marks(crossed) == "abcdef"


def test_empty_ones_may_never_be_skipped() -> None:
    match = rounds(table(LONG, OTHER), "2E: A2")
    assert marks(match) == "ab"


def test_express_may_be_used_as_a_plain_number_or_partly() -> None:
    match = rounds(table(LONG, line("B", "b")), "3: B1", "3E: A1")
    assert marks(match) == "ab"


def test_transfer_write_plus_and_count_the_different_lines_at_the_first_empty_station() -> None:
    match = rounds(table(line("A", "abc"), line("B", "xb"), line("C", "yb")), "3: A1", "+: A+")
    (framed,) = [mark for mark in match.view("*")["sheets"][0]["marks"] if mark["transfer"]]
    assert (framed["station"], framed["transfer"]) == ("b", 3)
    assert windows(match, "A") == ["3", "+"]


def test_booklet_example_line_b_transfer_counts_red_dark_blue_and_orange() -> None:
    match = rounds(table(line("B", "pq"), line("R", "qx"), line("O", "qy")), "3: B1", "+: B+")
    assert match.view(0)["sheets"][0]["score"]["transfers"] == 2 * 3


def test_its_own_line_is_included_so_at_least_1() -> None:
    match = rounds(table(LONG), "+: A+")
    assert match.view(0)["sheets"][0]["marks"] == [{"station": "a", "turn": 1, "transfer": 1}]


def test_a_transfer_counts_as_marked() -> None:
    match = rounds(table(LONG), "+: A+", "3: A3")
    assert marks(match) == "abcd"


def test_free_ride_mark_any_one_empty_station_anywhere() -> None:
    match = rounds(table(LONG, OTHER), "3: A1")
    match.play("*", "*")
    assert match.legal(0) == [f"*{station}" for station in "bcdefghijxyz"] + ["*-"]


def test_you_may_always_mark_fewer_than_allowed_even_none() -> None:
    match = table(LONG)
    match.play("*", "4")
    assert match.legal(0) == ["A0", "A1", "A2", "A3", "A4"]
    assert marks(rounds(table(LONG), "*: *-")) == ""
    assert marks(rounds(table(LONG), "+: A0")) == ""


def test_filling_a_window_is_compulsory_also_on_a_line_that_is_already_complete() -> None:
    match = rounds(table(line("A", "ab", windows=2)), "3: A2")
    match.play("*", "4")
    assert match.legal(0) == ["A0"]
    match.play(0, "A0")
    assert windows(match, "A") == ["3", "4"]


def test_lines_that_became_complete_are_announced_at_the_end_of_the_round() -> None:
    match = table(line("A", "ab"), LONG | {"id": "B", "stations": list("cdefghij")}, players=2)
    match.play("*", "3")
    match.play(0, "A2")
    assert value(match, "A", 0) is None
    match.play(1, "B1")
    assert value(match, "A", 0) == "first"
    assert [note.params for note in match.log() if note.key == "metrox.completed.first"] == [
        {"seat": 0, "line": "A", "points": 4}
    ]


@pytest.mark.parametrize(
    ("card", "move", "does", "key", "stations"),
    [
        ("3", "A3", "ride", "metrox.rode", ["a", "b", "c"]),
        ("3", "A0", "nothing", "metrox.rode.nothing", []),
        ("+", "A+", "transfer", "metrox.rode.transfer", ["a"]),
        ("+", "A0", "nothing", "metrox.rode.nothing", []),
        ("*", "*d", "free", "metrox.rode.free", ["d"]),
        ("*", "*-", "stay", "metrox.rode.stayed", []),
    ],
)
def test_what_a_ride_is_decides_how_it_is_told(card: str, move: str, does: str, key: str, stations: list[str]) -> None:
    match = table(LONG, OTHER)
    match.play("*", card)
    assert [one["does"] for one in match.view(0)["moves"] if one["move"] == move] == [does]
    match.play(0, move)
    told = match.log()[1]
    assert (told.key, told.params["stations"]) == (key, stations)


@pytest.mark.parametrize(
    "played", [["3: A2"], ["+: A+", "3: A1"], ["*: *a", "3: A1"], ["3: B2"], ["2E: A2"]], ids=lambda played: played[0]
)
def test_complete_in_whatever_way_by_whichever_card(played: list[str]) -> None:
    match = rounds(table(line("A", "ab"), line("B", "abz")), *played)
    assert value(match, "A") == "first"


def test_everybody_who_completes_a_line_in_the_round_of_its_first_completion_gets_first() -> None:
    match = rounds(table(line("A", "ab"), LONG | {"id": "B"}, players=3), "3: A2 A2 B1")
    assert [value(match, "A", seat) for seat in range(3)] == ["first", "first", None]


def test_whoever_completes_it_in_a_later_round_gets_later() -> None:
    match = rounds(table(line("A", "ab"), line("B", "cdefg"), players=2), "3: A2 B1", "4: B1 A2")
    assert [value(match, "A", seat) for seat in range(2)] == ["first", "later"]


def test_one_player_can_complete_several_lines_at_once() -> None:
    match = rounds(table(line("A", "ab"), line("B", "ba"), line("C", "a")), "3: A2")
    assert [value(match, name) for name in "ABC"] == ["first"] * 3
    assert match.scores == [12]


def test_if_the_card_was_the_6_all_revealed_cards_are_shuffled_back_the_6_included() -> None:
    match = rounds(table(LONG), "3: A1", "+: A0")
    assert match.view()["pile"]["+"] == 1
    match.play("*", "6")
    assert "6" not in match.view()["pile"]
    match.play(0, "A0")
    assert match.view()["pile"] == {"3": 2, "4": 3, "5": 2, "6": 1, "2E": 2, "3E": 1, "+": 2, "*": 1}


def test_only_the_plain_6_reshuffles() -> None:
    match = rounds(table(LONG, deck=["6", "6E", "3"]), "6E: A0")
    assert match.view()["pile"] == {"3": 1, "6": 1}


def test_the_pile_never_runs_out() -> None:
    match = table(line("A", "abc", windows=4), line("B", "def", windows=4), deck=["6"])
    for _ in range(8):
        rounds(match, f"6: {'A0' if len(windows(match, 'A')) < 4 else 'B0'}")
    assert match.over


def test_other_players_choices_of_the_running_round_stay_hidden_until_everybody_has_played() -> None:
    match = table(LONG, OTHER, players=3)
    match.play("*", "4")
    before = match.view(1)
    match.play(0, "A4")
    after = match.view(1)
    assert after["sheets"][0] == before["sheets"][0] | {"done": True}
    assert match.history(1) == [("*", "4")]
    match.play(2, "B1")
    match.play(1, "B2")
    seen = [{mark["station"] for mark in sheet["marks"]} for sheet in match.view(1)["sheets"]]
    assert seen == [set("abcd"), set("xc"), set("x")]
    assert match.history(1) == [("*", "4"), (0, "A4"), (1, "B2"), (2, "B1")]


def test_cards_already_revealed_and_so_the_cards_that_can_still_come_are_public() -> None:
    match = rounds(table(LONG), "3: A1", "5: A1")
    assert match.view(None)["revealed"] == ["3", "5"]
    assert match.view(None)["pile"] == {"3": 1, "4": 3, "5": 1, "6": 1, "2E": 2, "3E": 1, "+": 2, "*": 1}


def test_a_seat_whose_choice_is_made_waits_for_the_others() -> None:
    match = table(LONG, players=2)
    match.play("*", "4")
    match.play(0, "A4")
    with pytest.raises(NotToAct, match="to act: seat 1"):
        match.play(0, "A3")
