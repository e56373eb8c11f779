"""Rules, Winning: when objectives are tested, who wins, the last train."""

from __future__ import annotations

import pytest

from strapontin.core.match import Match
from strapontin.games.jeudumetro.faces.story import Revealed
from tests.games.jeudumetro.table import hand, passes, plays, riding, table, trains


def test_an_empty_train_fulfils_0() -> None:
    match = riding(table("0 20 20", "M2", "", ""), p1=2)
    match.play(0, "M2>1")
    assert match.winners == [0]
    assert match.scores == [1, 0, 0]


@pytest.mark.parametrize(("before", "wins"), [(17, False), (18, True), (19, True)])
def test_20_or_more_fulfil_20(before: int, wins: bool) -> None:
    match = riding(table("20 0 0", "V2", "", ""), p1=before)
    match.play(0, "V2>1")
    assert (match.winners == [0]) == wins == match.over


def test_the_right_neighbours_empty_train_fulfils_r0() -> None:
    match = riding(table("R0 20 20", "M2", "", ""), p3=1)
    match.play(0, "M2>3")
    assert match.winners == [0]


def test_the_left_neighbours_crowded_train_fulfils_l20() -> None:
    match = riding(table("L20 0 0", "V2", "", ""), p2=18)
    match.play(0, "V2>2")
    assert match.winners == [0]


def test_everybody_whose_objective_holds_wins_together() -> None:
    match = riding(table("L20 20 0 0", "V2", "", "", ""), p2=19)
    match.play(0, "V2>2")
    assert match.winners == [0, 1]
    assert match.scores == [1, 1, 0, 0]


def test_objectives_are_tested_on_anybodys_turn() -> None:
    match = riding(table("20 0 L20", "M1", "", ""), p2=1)
    match.play(0, "M1>2")
    assert match.winners == [1]


def test_a_win_by_a_card_ends_the_game_before_the_draw() -> None:
    match = riding(table("0 20 20", "M2", "", ""), p1=1)
    match.play(0, "M2>1")
    assert match.over
    assert match.moves[-1] == (0, "M2>1")
    assert match.view()["hands"][0]["size"] == 3


def test_a_win_by_attached_cards_ends_the_game_before_the_play() -> None:
    match = riding(plays(table("20 20 0", "SP", "", ""), "SP>2"), p2=18)
    passes(match, 3)
    assert trains(match)[1] == 19
    passes(match, 2)
    assert not match.over
    passes(match)
    assert match.over
    assert match.winners == [1]
    assert match.moves[-1][1].startswith("draw")


def test_states_inside_an_effect_do_not_count() -> None:
    match = plays(table("0 L20 20", "TE", "", ""), "TE")
    assert not match.over
    assert trains(match)[0] == 10


def test_rush_hour_tests_only_when_all_have_boarded() -> None:
    # both 20s are reached within one card: both win, although one train is full a passenger earlier
    match = riding(table("20 20 0", "HP", "", ""), p1=19, p2=18)
    match.play(0, "HP")
    assert match.winners == [0, 1]


def test_an_objective_is_read_from_the_seat_of_whoever_holds_it_now() -> None:
    match = riding(table("0 20 R0", "CC", "", ""), p2=0)
    match.play(0, "CC 1<>2")
    # the 0 lies beside the empty train 2 now, and R0 of player 3 speaks of it as well
    assert match.winners == [1, 2]


def test_an_objective_is_read_on_the_trains_that_lie_there_now() -> None:
    match = riding(table("0 20 20", "AI", "", ""), p2=0)
    match.play(0, "AI 1<>2")
    assert match.winners == [0]


def test_nobody_wins_by_an_objective_of_somebody_else() -> None:
    match = riding(table("20 20 0", "M2", "", ""), p1=2)
    plays(match, "M2>1")
    assert not match.over


def refilled(match: Match, times: int) -> Match:
    """Pass turns until the pile has been refilled this often."""
    while match.view()["refills"] < times:
        passes(match)
    return match


def seats_until_the_end(match: Match) -> list[int]:
    seats = []
    while not match.over:
        (seat,) = match.to_act
        seats.append(int(seat))
        passes(match)
    return seats


@pytest.mark.parametrize(("players", "refill"), [(2, 2), (3, 4), (4, 4), (5, 4), (6, 4)])
def test_the_last_train_is_announced_by_the_4th_refill_or_for_two_players_the_2nd(players: int, refill: int) -> None:
    objectives = "0 20 0 20" if players == 2 else " ".join(["0", "20", "R0", "L20", "0", "20"][:players])
    match = refilled(table(objectives, *[""] * players), refill - 1)
    assert not match.view()["last_train"]
    while match.view()["refills"] < refill:
        assert not match.over
        passes(match)
    assert match.view()["last_train"] or match.over
    assert match.view()["last_refill"] == refill


def hastened(match: Match, cards: int) -> Match:
    """Bring the next refills forward: a turn that discards this many cards more than one."""
    (seat,) = match.to_act
    return plays(match, f"-{','.join(hand(match, int(seat))[: cards + 1])}")


@pytest.mark.parametrize("first", [1, 2, 3, 4])
@pytest.mark.parametrize("sooner", [0, 1, 2, 3])
def test_the_lap_is_finished_up_to_and_including_the_player_before_the_starter(first: int, sooner: int) -> None:
    match = refilled(hastened(table("0 20 R0 20", "", "", "", "", first=first), sooner), 4)
    rest = seats_until_the_end(match)
    assert rest == [(first - 2 - i) % 4 for i in reversed(range(sooner))]
    assert match.view()["by_distance"]
    assert match.view()["turn"] == (first - 2) % 4
    assert match.moves[-1][1].startswith("draw")


def test_the_smallest_distance_wins() -> None:
    match = riding(refilled(table("0 20 20 0", "", "", "", ""), 3), p1=4, p2=15, p3=17, p4=13)
    refilled(match, 4)
    seats_until_the_end(match)
    assert match.winners == [2]


def test_ties_of_distance_are_shared() -> None:
    match = riding(refilled(table("0 20 20 0", "", "", "", ""), 3), p1=3, p2=15, p3=17, p4=13)
    refilled(match, 4)
    seats_until_the_end(match)
    assert match.winners == [0, 2]


def test_distance_of_r0_and_l20_is_the_neighbours() -> None:
    match = riding(refilled(table("R0 0 L20 20", "", "", "", ""), 3), p1=11, p2=9, p3=9, p4=8)
    refilled(match, 4)
    seats_until_the_end(match)
    # 1: right neighbour 4 has 8. 2: its own 9. 3: left neighbour 4 misses 12. 4: its own 12.
    assert match.winners == [0]


def test_ordinary_wins_still_count_during_the_last_lap() -> None:
    match = refilled(hastened(table("0 20 20 0", "", "", "", ""), 2), 4)
    assert match.view()["last_train"]
    assert not match.over
    riding(match, p2=18)
    (seat,) = match.to_act
    match.play(seat, "CO 1>2")
    assert match.winners == [1]
    assert not match.view()["by_distance"]


def test_attached_cards_do_not_act_after_the_last_train() -> None:
    match = refilled(plays(table("0 20 20 0", "SP", "", "", ""), "SP>1"), 4)
    while not match.over:
        before = trains(match)
        passes(match)
    assert match.view()["turn"] == 3
    assert trains(match) == before


def test_when_the_game_is_over_all_objectives_lie_open() -> None:
    match = riding(table("0 20 R0", "M2", "", ""), p1=2)
    match.play(0, "M2>1")
    for eyes in (None, 0, 1, 2):
        assert [one["objective"] for one in match.view(eyes)["places"]] == ["0", "20", "R0"]
    told = [(note.key, note.params["objective"]) for note in match.log() if isinstance(note, Revealed)]
    assert told == [("jeudumetro.reached", "0"), ("jeudumetro.revealed", "20"), ("jeudumetro.revealed", "R0")]
