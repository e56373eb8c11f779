"""Random matches by a generator of our own, so that every process and every mode plays the same ones.

`python -m strapontin.conformance.driver GAME DECISIONS` prints the digests of a match of every variant of a game.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Literal

from strapontin.conformance.variant import Variant, variants
from strapontin.core.match import Match
from strapontin.core.rng import below, generator


def begin(variant: Variant, seed: int, chance: Literal["auto", "manual"] = "auto") -> Match:
    """A match before its first move."""
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


def digests(played: Sequence[Variant], most: int) -> dict[str, str]:
    """One digest a match: the record and what everybody sees at the end of it."""
    found = {}
    for variant in played:
        match = whole(variant, 0, most)
        seen = [match.record(reveal=True), match.view("*"), match.concealed(0).tobytes().hex()]
        found[str(variant)] = hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()
    return found


if __name__ == "__main__":
    json.dump(digests(variants(sys.argv[1]), int(sys.argv[2])), sys.stdout)
