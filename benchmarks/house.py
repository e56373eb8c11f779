"""Ratings of the bots of the house from arenas, for `server/journeys/house.json`: `python -m benchmarks.house`.

The arenas are those of docs/strength.md, two at a table; how often each side won stands in `house.json`. In
Correspondances `expert` has met the `regular` of today in 29 games only, 12 of `benchmarks.coach`; there both are held
against `greedy`, too. Games are rated by openskill one after the other; as in `strapontin arena`, a shared win is a
draw. The mean of several orders is taken, for a single one depends on which games came last.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from strapontin.core.levels import offered
from strapontin.server.journeys.ratings import Belief, learned

ORDERS = 20

FILE = Path("src/strapontin/server/journeys/house.json")

PAIRS: dict[str, list[tuple[str, str, int, int, int]]] = json.loads((Path(__file__).parent / "house.json").read_text())
"""Two bots each, and the games the first of them won, lost and shared."""


def rated(game: str, order: int) -> dict[str, Belief]:
    """The ratings after all games, in one order."""
    games = [
        ((one, other), ranks)
        for one, other, *counts in PAIRS[game]
        for ranks, count in zip(((1, 2), (2, 1), (1, 1)), counts, strict=True)
        for _ in range(count)
    ]
    random.Random(f"{game}/{order}").shuffle(games)
    known: dict[str, Belief] = {}
    for pair, ranks in games:
        after = learned([known.get(level) for level in pair], [*ranks], [False, False])
        known |= dict(zip(pair, after, strict=True))
    return known


def main() -> None:
    """Write the file, and tell what is in it."""
    told: dict[str, dict[str, Belief]] = {}
    for game in PAIRS:
        runs = [rated(game, order) for order in range(ORDERS)]
        for level in offered():
            means, doubts = zip(*(run[level] for run in runs), strict=True)
            told.setdefault(game, {})[level] = (round(sum(means) / ORDERS, 2), round(sum(doubts) / ORDERS, 2))
        print(game, told[game])
    FILE.write_text(json.dumps(told, indent=2) + "\n")


if __name__ == "__main__":
    main()
