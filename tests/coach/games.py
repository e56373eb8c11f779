"""Games to look back on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from strapontin.coach import review
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.rng import below, generator

BUDGET = 90 if JIT else 4
PLIES = 26 if JIT else 12
"""How far a game is played that need not come to its end; setting up takes some of it."""


def begun(name: str, players: int = 2, plies: int = PLIES, seed: int = 3, **options: Any) -> Match:
    """A game played at random until so many moves are in its record, or to its end."""
    match, rng = Match(name, players, options, seed=seed), generator(seed)
    while not match.over and len(match.moves) < plies:
        seat = min(seat for seat in match.to_act if isinstance(seat, int))
        legal = match.legal(seat)
        match.play(seat, legal[below(rng, len(legal))])
    return match


def told(match: Match, seat: int | None = 0, budget: int = BUDGET) -> bytes:
    """A review as bytes."""
    return msgspec.json.encode(review(match, seat, budget))


def altered(match: Match, change: Callable[[list[tuple[Any, str]]], None]) -> Match:
    """The same game with other moves or draws in it, as far as its record goes."""
    moves = list(match.moves)
    change(moves)
    assert moves != match.moves
    record = msgspec.structs.replace(match.as_record(), moves=moves, commitment=None, seed=None, result=None)
    return Match.from_record(record)
