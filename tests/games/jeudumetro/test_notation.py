"""Rules, Notation: one spelling per move, both ways, and clear refusals."""

from __future__ import annotations

import pytest

from strapontin.core.errors import IllegalMove, UnreadableMove
from strapontin.core.match import Match
from tests.games.jeudumetro.table import table


@pytest.mark.parametrize(
    ("card", "move"),
    [
        *[(card, f"{card}>3") for card in ("V1", "V2", "V3", "SP", "M1", "M2", "M3", "CT")],
        *[
            ("HP", "HP"),
            ("CS", "CS"),
            ("PP", "PP>4"),
            ("TE", "TE"),
            ("CO", "CO 2>5"),
            ("CC", "CC 1<>3"),
            ("AI", "AI 2<>6"),
        ],
    ],
)
def test_plays_are_written_so(card: str, move: str) -> None:
    match = table("0 20 R0 L20 0 20", card, "", "", "", "", "")
    assert move in match.legal(0)
    match.play(0, move)
    assert match.moves[-1] == (0, move)


def test_two_players_write_places_with_a_letter_and_players_without() -> None:
    match = table("0 20 0 20", "V2 PP TE CO", "")
    assert {"V2>1A", "V2>2B", "PP>2", "TE>1B", "CO 1A>2B"} <= set(match.legal(0))


def test_a_discard_names_its_cards_in_the_order_of_the_notation() -> None:
    match = table("0 20 R0", "V2 HP M1 AI", "", "")
    assert "-V2,HP,M1,AI" in match.legal(0)
    with pytest.raises(UnreadableMove, match="in the order V1 V2 V3"):
        match.play(0, "-HP,V2")


def test_swaps_name_two_different_places_the_lower_first() -> None:
    match = table("0 20 R0", "AI CC", "", "")
    with pytest.raises(UnreadableMove, match="lower place first"):
        match.play(0, "AI 3<>1")
    for move in ("AI 2<>2", "CC 1<>1", "AI 1<>7"):
        with pytest.raises(IllegalMove):
            match.play(0, move)


@pytest.mark.parametrize(
    "text",
    [
        *("V2", "V2 >3", "v2>3", "V2>3 ", "V2>0", "HP>1", "TE 1"),
        *("CO 1<>2", "CO 1>2>3", "AI 1>2", "-", "-V2,", "-,V2", "--V2", "-V9"),
    ],
)
def test_anything_else_is_not_in_the_notation(text: str) -> None:
    match = table("0 20 R0", "V2 CO TE AI", "", "")
    with pytest.raises(UnreadableMove, match="expected a play such as"):
        match.play(0, text)


@pytest.mark.parametrize("text", ["V2>4", "V2>1A", "V3>1", "PP>2", "CO 1>9", "CO 1>1", "-V3", "HP"])
def test_a_move_of_the_notation_that_is_not_legal_is_told_what_is(text: str) -> None:
    match = table("0 20 R0", "V2 CO TE AI", "", "")
    with pytest.raises(IllegalMove, match=r"legal: V2>1, V2>2"):
        match.play(0, text)


def test_draws_are_written_so() -> None:
    match = Match("jeudumetro", 2, chance="manual")
    for text in ("first 2", "obj 1A=0", "obj 1B=20", "obj 2A=R0", "obj 2B=L20", "deal 1=PP"):
        assert text in match.legal("*")
        match.play("*", text)


@pytest.mark.parametrize("text", ["first 3", "obj 1A=0", "deal 1=V2", "draw V2", "steal V2"])
def test_a_draw_of_another_moment_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove):
        Match("jeudumetro", 2, chance="manual").play("*", text)


@pytest.mark.parametrize("text", ["", "first", "first 0", "obj 1A", "deal 1=XX", "draw", "V2", "draw V2 "])
def test_a_draw_outside_the_notation_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove, match="expected a draw such as"):
        Match("jeudumetro", 2, chance="manual").play("*", text)


def test_deals_and_objectives_name_whom_they_are_for() -> None:
    match = Match("jeudumetro", 3, chance="manual")
    match.play("*", "first 1")
    with pytest.raises(IllegalMove):
        match.play("*", "obj 2=0")


def test_a_whole_discard_is_one_move_of_several_small_steps() -> None:
    match = table("0 20 R0", "V2 HP M1 AI", "", "")
    actions = match.game.moves(match.setting, match.state, 0)["-V2,HP"]
    assert len(actions) == 3
    assert match.game.finished(match.setting, match.state, 0, actions)
    assert not match.game.finished(match.setting, match.state, 0, actions[:-1])
    assert match.game.text(match.setting, match.state, 0, actions) == "-V2,HP"
    assert match.game.text(match.setting, match.state, 0, actions[:-1]) == "-V2,HP,"


def test_a_discard_can_be_taken_up_in_its_middle() -> None:
    match = table("0 20 R0", "V2 V2 HP AI", "", "")
    first, *_ = match.game.moves(match.setting, match.state, 0)["-V2"]
    match.game.rules.apply(match.setting.board, match.state, 0, first)
    assert set(match.legal(0)) == {"-", "-V2", "-V2,HP", "-V2,AI", "-V2,HP,AI", "-HP", "-HP,AI", "-AI"}
    match.play(0, "-HP")
    assert match.view()["discard"] == {"V2": 1, "HP": 1}
    assert [match.legal("*")[0][:4], match.state.due] == ["draw", 2]
