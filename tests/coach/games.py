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
CHOICES = 8 if JIT else 4
"""How many moves of seats are played of a game that need not come to its end."""
WHOLE = 10**6
"""And of one that must."""


def begun(name: str, players: int = 2, choices: int = CHOICES, seed: int = 3, **options: Any) -> Match:
    """A game played at random for so many moves of seats, or to its end."""
    match, rng = Match(name, players, options, seed=seed), generator(seed)
    while not match.over and sum(actor != "*" for actor, _ in match.moves) < choices:
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


def swap(moves: list[tuple[Any, str]], one: int, other: int) -> None:
    """Let two draws come the other way round, each written as its own."""
    (head, first), (tail, second) = (moves[ply][1].rsplit(" ", 1) for ply in (one, other))
    if "=" in first:
        (mine, first), (yours, second) = first.split("="), second.split("=")
        first, second = f"{yours}={first}", f"{mine}={second}"
    moves[one], moves[other] = ("*", f"{head} {second}"), ("*", f"{tail} {first}")


def of_others(match: Match, verb: str) -> list[int]:
    """The draws of a kind at the beginning that seat 0 does not see."""
    past, found = match.at(0), []
    for ply, (actor, text) in enumerate(match.moves):
        if actor != "*":
            break
        if text.startswith(verb) and past.shown("*", text, 0) != text:
            found.append(ply)
        past.follow(actor, text)
    return found
