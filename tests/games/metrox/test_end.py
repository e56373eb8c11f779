"""One test for each sentence of the rules: the end, the score, circular lines, special stations, solo play."""

from __future__ import annotations

from itertools import product

import pytest

from strapontin.core.errors import IllegalMove
from strapontin.core.match import Match
from strapontin.games.metrox.kernels.rules import tier
from tests.games.metrox.sheets import line, marks, rounds, table, value, windows

RING = line("C", "abcdef", windows=3, loop=True)


def test_the_game_ends_when_all_windows_are_filled_everybody_at_the_same_time() -> None:
    match = rounds(table(line("A", "abcd", windows=2), players=2), "3: A1 A1")
    assert not match.over
    match.play("*", "3")
    match.play(0, "A1")
    assert not match.over
    match.play(1, "A1")
    assert match.over


def test_no_card_is_drawn_after_the_last_round() -> None:
    match = rounds(table(line("A", "abcd", windows=1)), "3: A1")
    assert match.to_act == set()
    assert match.moves[-1] == (0, "A1")


def test_score_is_lines_plus_twice_the_transfer_counts_minus_half_the_empty_stations_rounded_down() -> None:
    match = table(line("A", "ab", first=5), line("B", "bc"), line("D", "defghi"), players=2)
    rounds(match, "3: A1 D0", "+: A+ D0", "4: B0 A0", "4: B0 A0", "5: D0 B0", "5: D0 B0")
    assert match.over
    assert match.view()["sheets"][0]["score"] == {"lines": 5, "transfers": 4, "empty": 3, "total": 6}
    assert match.scores == [6, -4]


def test_a_preview_and_the_log_tell_what_each_part_of_the_score_gains() -> None:
    match = table(line("A", "abc", first=5), line("B", "bd"), players=2)
    rounds(match, "3: A1 A1")
    match.play("*", "+")
    told = {ride["move"]: ride for ride in match.view(0)["moves"]}
    assert told["A+"]["gain"] == {"lines": 0, "transfers": 4, "empty": 0}
    assert told["A+"]["points"] == 4
    match.play(0, "A+")
    match.play(1, "B+")
    match.play("*", "3")
    told = {ride["move"]: ride for ride in match.view(0)["moves"]}
    assert told["B1"]["gain"] == {"lines": 4, "transfers": 0, "empty": 1}
    assert told["B1"]["points"] == 5
    rode = [note.params["gain"] for note in match.log() if note.key.startswith("metrox.rode")]
    assert rode == [{"transfers": 0, "empty": 1}] * 2 + [{"transfers": 4, "empty": 0}] * 2


def test_alone_the_view_tells_which_scores_earn_which_tier() -> None:
    alone, together = table(line("A", "abcd")), table(line("A", "abcd"), players=2)
    assert [tier(least) for least in alone.view(0)["tiers"]] == [1, 2, 3, 4, 5, 6, 7]
    assert together.view(0)["tiers"] == []


def test_worked_example_18_lines_22_transfers_9_empty_make_36() -> None:
    """Lines 1+2+4+2+3+6 = 18; transfers 2 x (1+4+1+3+2) = 22; 9 empty cost 4; total 36."""
    values = {"A": 1, "B": 2, "D": 4, "E": 2, "F": 3, "G": 6}
    lines = [line(name, name.lower(), windows=1, first=points, later=0) for name, points in values.items()]
    # Five transfers with counts 1, 4, 1, 3, 2 on lines that stay incomplete beyond them.
    hubs = {"P": ("p", 0), "Q": ("q", 3), "R": ("r", 0), "S": ("s", 2), "T": ("t", 1)}
    more = [line(name, hub, windows=1) for name, (hub, _) in hubs.items()]
    for one, rest in zip(more, ["uv", "w", "x", "y", "z"], strict=True):
        one["stations"] += list(rest)
    extra = iter("HIJKLM")
    for hub, others in hubs.values():
        for _ in range(others):
            more.append(line(next(extra), hub, windows=1, first=0, later=0))
    more.append(line("Z", "123", windows=1))
    match = table(*lines, *more, players=2, deck=["1", "+", "+", "+", "+", "+", "6"])
    for name in values:
        rounds(match, f"6: {name}1 {name}0")
    for name in "PQRST":
        rounds(match, f"+: {name}+ {name}0")
    for name in [*"HIJKLM", "Z"]:
        rounds(match, f"6: {name}0 {name}0")
    assert match.over
    sheet = match.view()["sheets"][0]
    assert sheet["empty"] == 9
    assert sheet["score"] == {"lines": 18, "transfers": 22, "empty": 4, "total": 36}
    assert match.scores[0] == 36


def test_highest_wins() -> None:
    match = rounds(table(line("A", "abcd", windows=1), players=3), "3: A1 A3 A0")
    assert match.scores == [-1, 0, -2]
    assert match.winners == [1]


def test_tie_fewer_empty_stations() -> None:
    match = rounds(table(line("A", "abcd", windows=1), players=2), "3: A2 A1")
    assert match.scores == [-1, -1]
    assert match.winners == [0]


def test_else_the_victory_is_shared() -> None:
    match = rounds(table(line("A", "abcd", windows=1), players=3), "3: A2 A2 A0")
    assert match.winners == [0, 1]


# Circular lines


def test_the_direction_is_chosen_the_first_time_a_station_is_marked_by_riding_that_line_and_then_is_fixed() -> None:
    match = table(RING)
    match.play("*", "3")
    assert match.legal(0) == ["C0", "C>1", "C>2", "C>3", "C<1", "C<2", "C<3"]
    match.play(0, "C>3")
    match.play("*", "3")
    assert match.legal(0) == ["C0", "C1", "C2", "C3"]
    match.play(0, "C1")
    assert marks(match) == "abcd"


def test_a_ride_that_marks_nothing_sets_no_direction() -> None:
    match = rounds(table(RING), "3: C0")
    match.play("*", "3")
    assert "C<3" in match.legal(0)


def test_a_transfer_is_a_ride_too() -> None:
    match = table(RING)
    match.play("*", "+")
    assert match.legal(0) == ["C0", "C>+", "C<+"]
    match.play(0, "C<+")
    match.play("*", "4")
    match.play(0, "C2")
    assert marks(match) == "aef"


def test_backwards_means_the_first_station_then_the_last_then_the_one_before_it() -> None:
    match = table(RING)
    match.play("*", "3")
    (preview,) = [move for move in match.view(0)["moves"] if move["move"] == "C<3"]
    assert preview["marks"] == ["a", "f", "e"]


def test_a_free_ride_on_a_loop_sets_no_direction() -> None:
    match = rounds(table(RING), "*: *c")
    match.play("*", "5")
    assert match.legal(0) == ["C0", "C>1", "C>2", "C<1", "C<2", "C<3", "C<4"]


def test_both_directions_are_legal_even_where_they_mark_the_same() -> None:
    match = table(RING)
    match.play("*", "3")
    previews = {move["move"]: move["marks"] for move in match.view(0)["moves"]}
    assert previews["C>1"] == previews["C<1"] == ["a"]


def test_no_terminus_complete_when_all_its_stations_are_marked() -> None:
    match = rounds(table(RING), "4: C<4", "5: C2")
    assert value(match, "C") == "first"


def test_a_ride_goes_round_at_most_once() -> None:
    match = table(line("C", "abc", loop=True), deck=["9", "9E", "6"])
    match.play("*", "9")
    assert match.legal(0)[-1] == "C<3"
    match.play(0, "C>1")
    match.play("*", "9E")
    assert match.legal(0) == ["C0", "C1", "C2"]


# Special stations


def special(*lines: dict, at: str, players: int = 1, **more: list[str]) -> Match:  # type: ignore[type-arg]
    return table(*lines, special=at, players=players, **more)


def test_special_stations_are_off_by_default() -> None:
    with_stations = special(line("A", "abcd"), at="a").setting.options["map"]
    match = Match("metrox", 1, {"map": with_stations}, chance="manual")
    match.play("*", "3")
    match.play(0, "A3")
    assert match.to_act == {"*"}


def test_marking_one_obliges_to_write_the_same_card_again_in_another_empty_window_and_execute_it_at_once() -> None:
    match = special(line("A", "abcdefgh", windows=3), at="b")
    match.play("*", "3")
    match.play(0, "A3")
    assert match.to_act == {0}
    match.play(0, "A3")
    assert (windows(match, "A"), marks(match)) == (["3", "3"], "abcdef")
    assert match.to_act == {"*"}


def test_same_line_or_another() -> None:
    match = special(line("A", "abc"), line("B", "xyz"), at="b")
    match.play("*", "3")
    match.play(0, "A2")
    assert {move[0] for move in match.legal(0)} == {"A", "B"}


def test_express_stays_express() -> None:
    match = special(line("A", "abcd"), line("B", "xby", windows=3), at="x")
    rounds(match, "3: A2")
    match.play("*", "2E")
    match.play(0, "B1")
    assert "B1" in match.legal(0)
    match.play(0, "B1")
    assert marks(match) == "abxy"
    assert windows(match, "B") == ["2E", "2E"]


def test_plus_stays_plus() -> None:
    match = special(line("A", "abcd", windows=3), at="a")
    match.play("*", "+")
    match.play(0, "A+")
    assert match.legal(0) == ["A0", "A+"]
    match.play(0, "A+")
    assert match.view()["sheets"][0]["score"]["transfers"] == 4


def test_it_happens_after_the_current_rides_marks_are_all_set() -> None:
    match = special(line("A", "abcdefgh", windows=3), at="a")
    match.play("*", "3")
    match.play(0, "A3")
    assert marks(match) == "abc"
    assert match.to_act == {0}


def test_it_chains() -> None:
    match = special(line("A", "abcdefgh", windows=4), at="ad")
    match.play("*", "3")
    for _ in range(3):
        match.play(0, "A2")
    assert match.to_act == {"*"}
    assert windows(match, "A") == ["3", "3", "3"]


def test_two_special_stations_marked_in_one_ride_give_two_repeats() -> None:
    match = special(line("A", "abcdefgh", windows=4), at="ab")
    match.play("*", "3")
    match.play(0, "A2")
    assert next(iter(match.view(0)["moves"]))["repeats"] == 1
    match.play(0, "A0")
    match.play(0, "A0")
    assert match.to_act == {"*"}


def test_repeats_still_owed_lapse_when_no_window_is_empty() -> None:
    match = special(line("A", "abcd", windows=2), at="abc")
    match.play("*", "3")
    match.play(0, "A3")
    match.play(0, "A1")
    assert match.over


def test_the_free_ride_triggers_nothing() -> None:
    match = rounds(special(line("A", "abcd"), at="b"), "*: *b")
    assert match.to_act == {"*"}


def test_a_repeat_may_mark_nothing_but_must_fill_its_window() -> None:
    match = special(line("A", "abcd", windows=3), at="a")
    match.play("*", "3")
    match.play(0, "A1")
    match.play(0, "A0")
    assert (marks(match), windows(match, "A")) == ("a", ["3", "3"])


def test_lines_it_completes_belong_to_this_round() -> None:
    match = special(line("A", "ab", windows=2), line("B", "cd"), line("D", "efgh", windows=3), at="c", players=2)
    match.play("*", "3")
    match.play(0, "B1")
    match.play(1, "A2")
    match.play(0, "A2")
    assert [value(match, "A", seat) for seat in range(2)] == ["first", "first"]


def test_a_repeated_6_reshuffles_once() -> None:
    match = special(line("A", "abcdefgh", windows=4), at="a")
    rounds(match, "3: A0")
    match.play("*", "6")
    match.play(0, "A1")
    assert "6" not in match.view()["pile"]
    match.play(0, "A1")
    assert match.view()["pile"]["6"] == 1
    assert [note.key for note in match.log()].count("metrox.reshuffled") == 1


def test_to_the_others_that_seat_looks_as_if_it_had_not_finished_playing() -> None:
    match = special(line("A", "abcdefgh", windows=3), at="a", players=2)
    match.play("*", "3")
    before = match.view(1), match.concealed(1).tobytes(), match.history(1)
    match.play(0, "A2")
    assert (match.view(1), match.concealed(1).tobytes(), match.history(1)) == before


def test_those_with_empty_windows_play_on_the_others_sit_out_free_rides_too() -> None:
    match = special(line("A", "abcdefgh", windows=2), at="a", players=2)
    match.play("*", "3")
    match.play(0, "A1")
    match.play(0, "A0")
    match.play(1, "A0")
    match.play("*", "*")
    assert match.to_act == {1}
    match.play(1, "*h")
    match.play("*", "4")
    match.play(1, "A4")
    assert match.over
    assert [len(windows(match, "A", seat)) for seat in range(2)] == [2, 2]


# Solo


def test_solo_a_completed_line_always_gives_first() -> None:
    match = rounds(table(line("A", "ab", windows=1), line("B", "bc", windows=1)), "3: A2", "3: B1")
    assert [value(match, name) for name in "AB"] == ["first", "first"]


def test_solo_each_empty_station_costs_1_not_halved() -> None:
    match = rounds(table(line("A", "abcde", windows=1)), "3: A2")
    assert match.scores == [-3]


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        *[(77, 1), (50, 1), (49, 2), (40, 2), (39, 3), (30, 3), (29, 4), (20, 4)],
        *[(19, 5), (10, 5), (9, 6), (5, 6), (4, 7), (1, 7), (0, 8), (-12, 8)],
    ],
)
def test_eight_tiers_of_judgement_0_counts_as_the_lowest(score: int, expected: int) -> None:
    assert tier(score) == expected


def test_the_view_tells_the_tier_when_a_solo_game_is_over() -> None:
    match = table(line("A", "abcde", windows=1))
    assert match.view(0)["tier"] is None
    assert rounds(match, "3: A2").view(0)["tier"] == 8


def test_a_solo_games_winner_is_always_its_player() -> None:
    assert rounds(table(line("A", "abcde", windows=1)), "3: A0").winners == [0]


# Notation


@pytest.mark.parametrize("move", ["A 3", "a3", "A03", "A3 ", " A3", "A+3", "C>", ">3", "AA1", "*", "A>"])
def test_one_spelling_per_move_no_blanks_no_leading_zeros_no_lower_case(move: str) -> None:
    from strapontin.core.errors import UnreadableMove

    match = table(line("A", "abcde"))
    match.play("*", "3")
    with pytest.raises(UnreadableMove, match="a ride such as F4"):
        match.play(0, move)


def test_f4_is_illegal_where_only_3_can_be_marked() -> None:
    match = table(line("F", "abc"))
    match.play("*", "4")
    with pytest.raises(IllegalMove, match="legal: F0, F1, F2, F3"):
        match.play(0, "F4")


def test_plain_c3_is_illegal_while_the_direction_is_open_and_arrows_once_it_is_fixed() -> None:
    match = table(RING)
    match.play("*", "3")
    for move in ("C3", "C>0", "C<0"):
        with pytest.raises(IllegalMove):
            match.play(0, move)
    match.play(0, "C>1")
    match.play("*", "3")
    for move in ("C>2", "C<2"):
        with pytest.raises(IllegalMove):
            match.play(0, move)


def test_winners_are_listed_by_seat_in_ascending_order() -> None:
    match = rounds(table(line("A", "abcd", windows=1), players=6), "3: A2 A1 A2 A1 A2 A1")
    assert match.winners == [0, 2, 4]


def test_first_and_later_over_all_orders_of_completion() -> None:
    for a, b, c in product(range(3), repeat=3):
        match = table(line("A", "a", windows=3), line("B", "b", windows=1), players=3)
        for turn in range(3):
            rounds(match, "4: " + " ".join("A1" if when == turn else "A0" for when in (a, b, c)))
        best = min(a, b, c)
        expected = ["first" if when == best else "later" for when in (a, b, c)]
        assert [value(match, "A", seat) for seat in range(3)] == expected
