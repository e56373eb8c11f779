"""Rules, Who knows what: each seat knows exactly what it has seen, and keeps it as long as it is true."""

from __future__ import annotations

from typing import Any

from strapontin.core.match import Match
from tests.games.jeudumetro.table import draw, objective, passes, plays, preview, riding, table


def certain(match: Match, eyes: Any, holder: int) -> list[str]:
    """The cards these eyes are certain of in a hand."""
    found: list[str] = match.view(eyes)["hands"][holder]["cards"]
    return found


def test_trains_quay_attached_cards_hand_sizes_discard_and_pile_size_are_public() -> None:
    match = plays(table("0 20 R0", "SP", "V2", ""), "SP>3", "V2>1")
    views = [match.view(eyes) for eyes in (None, 0, 1, 2, "*")]
    for field in ("quay", "pile", "discard", "attached", "turn", "refills"):
        assert len({repr(view[field]) for view in views}) == 1
    assert len({repr([one["size"] for one in view["hands"]]) for view in views}) == 1
    public = ("passengers", "stars", "controllers", "train")
    assert len({repr([[one[key] for key in public] for one in view["places"]]) for view in views}) == 1


def test_hands_are_secret() -> None:
    match = table("0 20 R0", "SP", "V2", "")
    assert [bool(certain(match, 0, holder)) for holder in range(3)] == [True, False, False]
    assert [certain(match, None, holder) for holder in range(3)] == [[], [], []]


def test_objectives_are_secret() -> None:
    match = table("0 20 R0", "", "", "")
    assert [objective(match, place, 1) for place in "123"] == [None, "20", None]
    assert [objective(match, place, None) for place in "123"] == [None, None, None]


def test_the_order_of_the_pile_does_not_exist_yet() -> None:
    match = table("0 20 R0", "", "", "")
    assert sum(match.view(0)["unseen"].values()) == 39
    match.state.pile[0] += 1
    match.state.pile[1] -= 1
    assert match.concealed(0).pile.sum() == 0


def test_after_a_changement_that_involves_oneself_one_knows_what_the_other_now_holds() -> None:
    match = plays(table("0 20 R0", "CC", "", ""), "CC 1<>3")
    assert [objective(match, place, 0) for place in "123"] == ["R0", None, "0"]
    assert [objective(match, place, 2) for place in "123"] == ["R0", None, "0"]
    assert [objective(match, place, 1) for place in "123"] == [None, "20", None]
    assert [objective(match, place, None) for place in "123"] == [None, None, None]


def test_a_changement_between_others_is_face_down() -> None:
    match = plays(table("0 20 R0", "CC", "", ""), "CC 2<>3")
    assert [objective(match, place, 0) for place in "123"] == ["0", None, None]
    assert [objective(match, place, 1) for place in "123"] == [None, "R0", "20"]


def test_a_known_objective_stays_known_wherever_it_goes() -> None:
    match = table("0 20 R0 L20", "CC", "CC", "", "")
    plays(match, "CC 1<>2", "CC 2<>4")
    # player 1 gave the 0 to 2, which then gave it to 4 for the L20
    assert [objective(match, place, 0) for place in "1234"] == ["20", None, None, "0"]
    assert [objective(match, place, 1) for place in "1234"] == ["20", "L20", None, "0"]
    assert [objective(match, place, 3) for place in "1234"] == [None, "L20", None, "0"]
    assert [objective(match, place, 2) for place in "1234"] == [None, None, "R0", None]


def test_who_has_seen_an_objective_is_public() -> None:
    match = plays(table("0 20 R0", "CC", "", ""), "CC 1<>3")
    for eyes in (None, 0, 1, 2):
        assert [one["seen_by"] for one in match.view(eyes)["places"]] == [[0, 2], [1], [0, 2]]


def robbed(card: str = "AI") -> Match:
    match = table("0 20 R0 L20", "PP V1", "AI CO M1 M2", "PP", "")
    match.play(0, "PP>2")
    match.play("*", f"steal {card}")
    return draw(match, "V2")


def test_thief_and_victim_know_which_card_was_stolen_the_table_does_not() -> None:
    match = robbed()
    assert "AI" in certain(match, 0, 0)
    assert certain(match, 1, 0) == ["AI"]
    assert certain(match, 2, 0) == certain(match, None, 0) == []
    assert [note.params.get("card") for note in match.log(0) if note.key == "jeudumetro.stole"] == ["AI"]
    assert [note.params.get("card") for note in match.log(1) if note.key == "jeudumetro.stole"] == ["AI"]
    for eyes in (2, 3, None):
        assert not [note for note in match.log(eyes) if note.key == "jeudumetro.stole"]
        assert ("*", "steal ?") in match.history(eyes)
    assert ("*", "steal AI") in match.history(0)
    assert ("*", "steal AI") in match.history(1)


def test_the_thief_learns_nothing_of_the_victims_other_cards() -> None:
    assert certain(robbed(), 0, 1) == []


def test_a_stolen_card_is_known_until_it_is_played() -> None:
    match = passes(robbed(), 3)
    assert certain(match, 1, 0) == ["AI"]
    plays(match, "AI 1<>2")
    assert certain(match, 1, 0) == []


def test_a_stolen_card_is_known_until_it_is_discarded() -> None:
    match = passes(robbed(), 3)
    plays(match, "-AI")
    assert certain(match, 1, 0) == []


def test_of_two_like_cards_playing_one_leaves_nothing_certain() -> None:
    match = table("0 20 R0 L20", "PP AI", "AI CO M1 M2", "", "")
    match.play(0, "PP>2")
    match.play("*", "steal AI")
    passes(draw(match, "V2"), 3)
    plays(match, "AI 1<>2")
    # player 1 still holds one, but the victim knew of one only
    assert certain(match, 1, 0) == []
    assert "AI" in certain(match, 0, 0)


def test_a_theft_one_does_not_see_leaves_nothing_certain_of_that_hand() -> None:
    match = passes(robbed())
    match.play(2, "PP>1")
    assert certain(match, 1, 0) == ["AI"]
    match.play("*", "steal V2")
    draw(match)
    # it was not the Aiguillage, but player 2 cannot know that
    assert certain(match, 1, 0) == []
    assert certain(match, 0, 2) == ["V2"]
    assert certain(match, 2, 0) == []


def test_a_card_stolen_back_is_known_to_both() -> None:
    match = table("0 20 R0", "PP V1 V2 V3", "AI PP M1 M2", "")
    match.play(0, "PP>2")
    match.play("*", "steal AI")
    draw(match, "V2")
    match.play(1, "PP>1")
    match.play("*", "steal AI")
    draw(match, "CO")
    assert certain(match, 1, 0) == []
    assert certain(match, 0, 1) == ["AI"]


def test_one_sees_ones_own_draws_only() -> None:
    match = table("0 20 R0", "V2", "", "")
    match.play(0, "V2>1")
    draw(match, "AI")
    assert match.history(0)[-1] == ("*", "draw AI")
    assert match.history(1)[-1] == match.history(None)[-1] == ("*", "draw ?")
    seen = [text for _, text in match.history(0)]
    assert seen[:5] == ["first 1", "obj 1=0", "obj 2=?", "obj 3=?", "deal 1=V2"]
    assert "?" not in "".join(seen[4:8])
    assert seen[8:16] == ["deal 2=?"] * 4 + ["deal 3=?"] * 4


def test_two_players_see_their_objectives_only_where_they_lie_after_the_exchange() -> None:
    dealt, other = table("R0 0 20 20", "", ""), table("0 R0 20 20", "", "")
    for eyes in (0, 1, None):
        assert dealt.concealed(eyes).tobytes() == other.concealed(eyes).tobytes()
        assert dealt.view(eyes) == other.view(eyes)
        assert dealt.history(eyes) == other.history(eyes)
        assert dealt.log(eyes) == other.log(eyes)


def test_a_preview_says_maybe_when_an_unknown_objective_could_end_the_game() -> None:
    match = riding(table("0 20 R0 L20", "V2 M1 M2 M3", "", "", ""), p2=18, p1=2)
    assert preview(match, "V2>2")["ends"] == "maybe"
    assert preview(match, "V2>2")["may_win"] == [1]
    assert preview(match, "V2>2")["changes"] == [{"place": "2", "before": 18, "after": 20}]
    won = preview(match, "M2>1")
    assert (won["ends"], won["wins"], won["may_win"]) == ("yes", [0], [0, 1])
    assert preview(match, "M1>1")["ends"] == "no"


def test_a_preview_uses_what_no_win_has_told() -> None:
    # train 2 reached 20 and nobody won: neither is 2's objective a 20, nor 1's the left neighbour's
    match = riding(table("0 R0 0 20", "V2 V1", "", "", ""), p2=18)
    plays(match, "V2>2")
    passes(match, 3)
    assert preview(match, "V1>2")["ends"] == "no"


def test_a_preview_does_not_know_more_than_its_seat() -> None:
    for objectives in ("0 20 R0 L20", "0 R0 20 20", "0 L20 20 0"):
        match = riding(table(objectives, "V2 M1 M2 M3", "AI", "AI", "AI"), p2=18, p1=2)
        assert preview(match, "V2>2")["ends"] == "maybe"
