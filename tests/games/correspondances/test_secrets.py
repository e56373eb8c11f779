"""Nobody learns another's line before the round is over, from bytes, views, previews, logs or pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations

import pytest

from strapontin.core.contract import SPECTATOR
from strapontin.core.kernel import JIT, copy_of
from strapontin.core.match import Match
from strapontin.core.record import Record
from strapontin.core.rng import below, generator
from tests.games.correspondances.tabletop import BLUE_OVER_THE_TOP, Tabletop


def random_match(players: int, seed: int, plies: int) -> Match:
    match, rng = Match("correspondances", players, seed=seed), generator(seed)
    for _ in range(plies):
        if match.over:
            break
        (seat,) = match.to_act
        moves = match.legal(seat)
        match.play(seat, moves[below(rng, len(moves))])
    return match


def told(match: Match, eyes: int | None) -> list[object]:
    """Everything these eyes get."""
    return [
        match.concealed(eyes).tobytes(),
        match.view(eyes),
        match.log(eyes),
        match.history(eyes),
        match.svg(eyes),
    ]


def other_truths(match: Match, eyes: int | None) -> Iterator[Match]:
    """The match with the lines of the running round dealt otherwise, as far as the table allows it."""
    begun = max(ply for ply, (_, text) in enumerate(match.moves) if text.startswith("line 1="))
    true = [int(line) for line in match.state.line[: len(match.players)]]
    for lines in permutations((1, 2, 3, 4), len(match.players)):
        nobodys = any(match.state.complete >> line - 1 & 1 for line in lines)
        if nobodys or list(lines) == true or (eyes is not None and lines[eyes] != true[eyes]):
            continue
        moves = list(match.moves)
        for player, line in enumerate(lines):
            moves[begun + player] = ("*", f"line {player + 1}={line}")
        record = match.as_record()
        other = Match.from_record(
            Record(format=record.format, game=record.game, options=record.options, players=record.players, moves=moves)
        )
        other.seed, other.commitment = match.seed, match.commitment
        yield other


@pytest.mark.parametrize("players", [2, 3, 4])
def test_matches_that_differ_in_secret_lines_only_look_the_same(players: int) -> None:
    compared = 0
    for seed in range(4 if JIT else 1):
        match = random_match(players, seed, 9 + 12 * seed if JIT else 5)
        for eyes in (None, *range(players)):
            mine = told(match, eyes)
            for other in islice(other_truths(match, eyes), 4 if JIT else 1):
                assert told(other, eyes) == mine
                compared += 1
    assert compared


def test_a_line_is_known_to_its_player_only() -> None:
    table = Tabletop(2, 4, 1).lay(*BLUE_OVER_THE_TOP)
    for seat, line in enumerate((2, 4, 1)):
        view = table.view(seat)
        assert view["lines"] == [line if other == seat else None for other in range(3)]
        assert [trip is not None for trip in view["trips"]] == [other == seat for other in range(3)]
    assert table.view(None)["lines"] == [None] * 3
    assert table.view("*")["lines"] == [2, 4, 1]


def test_the_log_tells_a_line_to_its_player_only() -> None:
    match = Tabletop(2, 4).match
    assert [note.params for note in match.log(0) if note.key == "correspondances.line"] == [{"seat": 0, "line": 2}]
    assert [note.params for note in match.log(1) if note.key == "correspondances.line"] == [{"seat": 1, "line": 4}]
    assert [note for note in match.log(None) if note.key == "correspondances.line"] == []


def test_the_history_writes_a_question_mark_for_anothers_line() -> None:
    match = Tabletop(2, 4).match
    assert match.history(0)[1:3] == [("*", "line 1=2"), ("*", "line 2=?")]
    assert match.history(1)[1:3] == [("*", "line 1=?"), ("*", "line 2=4")]
    assert match.history(None)[1:3] == [("*", "line 1=?"), ("*", "line 2=?")]
    assert match.history("*")[1:3] == [("*", "line 1=2"), ("*", "line 2=4")]


def test_spectators_and_others_get_no_previews() -> None:
    table = Tabletop(2, 4)
    table.draw("12+")
    assert table.view(0)["moves"]
    assert table.view(1)["moves"] == table.view(None)["moves"] == []


def test_a_preview_tells_which_trips_it_completes_not_who_rides_them() -> None:
    for lines in ((2, 4), (2, 1)):
        table = Tabletop(*lines).lay(*BLUE_OVER_THE_TOP, "1* -1,0:1111")
        table.draw("12)")
        preview = next(move for move in table.view(0)["moves"] if move["move"] == "5,1:2211")
        assert preview["completes"] == [1, 2]
        assert (preview["finishes"], preview["points"], preview["changes"], preview["missing"]) == (True, 4, 1, 0)


def test_an_imagined_truth_gives_nobody_a_line_whose_trip_is_complete() -> None:
    table = Tabletop(3, 4).lay(*BLUE_OVER_THE_TOP, "12) 5,1:2211")
    rules, board, rng = table.match.game.rules, table.match.setting.board, generator("complete")
    dealt = set()
    for _ in range(60):
        truth = table.match.concealed(None)
        rules.imagine(board, truth, SPECTATOR, rng)
        dealt.add(tuple(int(line) for line in truth.line[:2]))
    assert dealt == {(3, 4), (4, 3)}


def test_every_possible_truth_is_imagined_about_as_often() -> None:
    table = Tabletop(3, 4, 1)
    rules, board, rng = table.match.game.rules, table.match.setting.board, generator("often")
    dealt: dict[tuple[int, ...], int] = {}
    for _ in range(600):
        truth = copy_of(table.match.concealed(0))
        rules.imagine(board, truth, 0, rng)
        lines = tuple(int(line) for line in truth.line[:3])
        dealt[lines] = dealt.get(lines, 0) + 1
    assert set(dealt) == {(3, a, b) for a, b in permutations((1, 2, 4), 2)}
    assert min(dealt.values()) > 60
