"""Random matches by a generator of our own, so that every process and every mode plays the same ones.

`python -m tests.conformance.driver GAMES` prints the records' digests of a few games of every variant.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from typing import Literal

from strapontin.core.match import Match
from strapontin.core.rng import below, generator
from tests.conformance.variants import VARIANTS, Variant


def begin(variant: Variant, seed: int, chance: Literal["auto", "manual"] = "auto") -> Match:
    return Match(variant.game, variant.players, variant.options, seed, chance)


def steps(variant: Variant, seed: int, most: int = 10_000) -> Iterator[Match]:
    """A match before every decision, and once more at its end (or after `most` decisions)."""
    match, rng = begin(variant, seed), generator(f"{variant}/{seed}")
    for _ in range(min(most, variant.most)):
        if match.over:
            break
        yield match
        seats = sorted(match.to_act)
        seat = seats[below(rng, len(seats))]
        moves = match.legal(seat)
        match.play(seat, moves[below(rng, len(moves))])
    yield match


def whole(variant: Variant, seed: int, most: int = 10_000) -> Match:
    """A match played to its end."""
    *_, match = steps(variant, seed, most)
    return match


def digests(games: int, most: int) -> dict[str, str]:
    """One digest a game: the record and what everybody sees at the end of it."""
    found = {}
    for variant in VARIANTS:
        for seed in range(games):
            match = whole(variant, seed, most)
            seen = [match.record(reveal=True), match.view("*"), match.concealed(0).tobytes().hex()]
            found[f"{variant}/{seed}"] = hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()
    return found


if __name__ == "__main__":
    json.dump(digests(int(sys.argv[1]), int(sys.argv[2])), sys.stdout)
