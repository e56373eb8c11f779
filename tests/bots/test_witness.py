"""What a bot knows from what it was told is what its seat knows, to the byte."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from strapontin.bots.witness import Inconsistent, Witness
from strapontin.core.match import Match
from strapontin.core.registry import collection

VARIANTS = [(name, players) for name in collection() for players in (2, 4)]


def told(match: Match, seat: int) -> tuple[Any, Any, Any]:
    """What a server tells a seat, as JSON has it."""
    lines = [(note.key, note.params) for note in match.log(seat)]
    history = [(actor, text) for actor, text in match.history(seat)]
    return history, msgspec.json.decode(msgspec.json.encode(lines)), match.view(seat)


def sensible(match: Match, seat: int, rng: random.Random) -> str:
    """A random move; where it tells, one that brings the seat nearer: at random a trip may take for ever."""
    moves = match.view(seat)["moves"]
    missing = [99 if move.get("missing", 0) is None else move.get("missing", 0) for move in moves]
    return str(rng.choice([move["move"] for move, far in zip(moves, missing, strict=True) if far == min(missing)]))


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_what_is_known_is_found_from_what_was_told(name: str, players: int) -> None:
    match, rng = Match(name, players, seed=5), random.Random(f"{name}/{players}")
    witnesses = [Witness(name, match.setting.options, players, seat) for seat in range(players)]
    while not match.over:
        seat = rng.choice(sorted(int(one) for one in match.to_act))
        found = witnesses[seat].known(*told(match, seat))
        assert found.tobytes() == match.concealed(seat).tobytes()
        match.play(seat, sensible(match, seat, rng))


def test_what_does_not_fit_together_is_said() -> None:
    match = Match("jeudumetro", 2, seed=5)
    history, log, view = told(match, 0)
    with pytest.raises(Inconsistent, match="another view"):
        Witness("jeudumetro", {}, 2, 0).known([], [], view)
    with pytest.raises(Inconsistent, match="cannot have happened"):
        Witness("jeudumetro", {}, 2, 0).known([("*", "draw X"), *history], log, view)


def test_whoever_comes_late_or_sees_a_move_taken_back_knows_the_same() -> None:
    match, rng = Match("jeudumetro", 3, seed=11), random.Random(11)
    witness = Witness("jeudumetro", match.setting.options, 3, 1)
    for _ in range(20):
        (seat,) = match.to_act
        match.play(seat, sensible(match, int(seat), rng))
    before = match.copy()
    witness.known(*told(match, 1))
    (seat,) = match.to_act
    match.play(seat, match.legal(seat)[0])
    witness.known(*told(match, 1))
    for one in (witness, Witness("jeudumetro", match.setting.options, 3, 1)):
        assert one.known(*told(before, 1)).tobytes() == before.concealed(1).tobytes()
