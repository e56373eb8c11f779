"""Puzzles: those we ship are what they claim to be, and are found again by their seed."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from strapontin.cli import main
from strapontin.coach.puzzles import COSTLY, Puzzle, shipped
from strapontin.coach.reviewing import Choice, decision, questions
from strapontin.coach.trying import Trier
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.registry import collection, game

SHIPPED = 25
EACH = 2 if JIT else 0
"""So many of each game are thought about again."""


def posed(one: Puzzle) -> Match:
    """The position of a puzzle."""
    assert one.record.seed is None
    return Match.from_record(one.record)


def asked(match: Match, one: Puzzle) -> Choice:
    """The question a review would ask there of the greedy move."""
    after = match.copy()
    after.follow(one.seat, one.solution)
    (found,) = [each for each in questions(after, one.seat) if isinstance(each, Choice) and each.ply == one.ply]
    return found._replace(played=one.greedy.played.move)


@pytest.mark.parametrize("name", collection())
def test_every_puzzle_we_ship_is_a_position_with_a_legal_solution_that_is_not_the_greedy_move(name: str) -> None:
    found = shipped(name)
    assert (found.game, found.rules, len(found.puzzles)) == (name, game(name).version, SHIPPED)
    for one in found.puzzles:
        match = posed(one)
        assert len(match.moves) == one.ply == one.greedy.ply
        assert one.seat in match.to_act
        legal = match.legal(one.seat)
        assert one.solution in legal
        assert one.greedy.played.move in legal
        assert one.greedy.best.move == one.solution != one.greedy.played.move
        assert one.margin.low > 0.0
        assert one.greedy.loss.low > 0.0
        assert one.greedy.verdict in COSTLY
        assert one.greedy.why
    assert len({(one.seat, tuple(one.record.moves)) for one in found.puzzles}) == SHIPPED


@pytest.mark.parametrize("name", collection())
def test_the_same_simulations_find_the_same_solution_again(name: str) -> None:
    found = shipped(name)
    for one in found.puzzles[:EACH]:
        again = decision(Trier(game(name)), asked(posed(one), one), found.budget)
        assert msgspec.structs.replace(again, parts=[]) == one.greedy


def test_other_secrets_of_the_others_are_the_same_puzzle() -> None:
    """Objectives the seat has not seen are swapped: the question stays, and so does its answer."""
    swapped = 0
    for one in shipped("jeudumetro").puzzles:
        match, other = posed(one), _with_other_secrets(one)
        if other is None or other.state.tobytes() == match.state.tobytes():
            continue
        if other.concealed(one.seat).tobytes() != match.concealed(one.seat).tobytes():
            continue
        swapped += 1
        budget = 200 if JIT else 8
        mine, theirs = (decision(Trier(match.game), asked(each, one), budget) for each in (match, other))
        assert mine == theirs
        assert other.view(one.seat) == match.view(one.seat)
        if swapped == EACH + 1:
            break
    assert swapped


def _with_other_secrets(one: Puzzle) -> Match | None:
    """The same game, the two objectives of the other player the other way round, if they differ."""
    theirs = f"obj {2 - one.seat}"
    moves = list(one.record.moves)
    first, second = (ply for ply, (actor, text) in enumerate(moves) if actor == "*" and text.startswith(theirs))
    (mine, a), (yours, b) = (moves[ply][1].split("=") for ply in (first, second))
    if a == b:
        return None
    moves[first], moves[second] = ("*", f"{mine}={b}"), ("*", f"{yours}={a}")
    try:
        return Match.from_record(msgspec.structs.replace(one.record, moves=moves))
    except Exception:  # what was played later may not go with them
        return None


@pytest.mark.skipif(not JIT, reason="a search in plain Python takes its time")
def test_the_command_writes_what_its_seed_finds(tmp_path: Any, capsys: Any) -> None:
    file = tmp_path / "puzzles.json"
    asked_for = [
        "puzzles",
        "metrox",
        "--games",
        "2",
        "--budget",
        "4000",
        "--most",
        "1",
        "-o",
        str(file),
        "--language",
        "en",
    ]
    assert main(asked_for) == 0
    assert "1 puzzle is in" in capsys.readouterr().err
    told = json.loads(file.read_text())
    assert told["puzzles"] == json.loads(msgspec.json.encode(shipped("metrox").puzzles[:1]))


def test_bad_numbers_are_refused_in_a_line(capsys: Any) -> None:
    for given, said in (
        (["--games", "0"], "--games: 0"),
        (["--most", "0"], "--most: 0"),
        (["--budget", "1"], "budget: 1"),
    ):
        assert main(["puzzles", "metrox", *given]) == 1
        assert said in capsys.readouterr().err
