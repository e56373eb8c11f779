"""Fit the weights of `games/odyssee/kernels/forecast.py` to games of few simulations a move, and print them.

    python -m benchmarks.learn_odyssee --games 700

Every city of the building is counted for both players, and the lead at the end fitted to the differences. What that
explains of games it was not fitted to is set beside what `judge` does.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from strapontin.bots.search import searcher
from strapontin.core.contract import CHANCE, CHANCE_BIT
from strapontin.core.kernel import blank, copy_of
from strapontin.core.registry import game
from strapontin.core.rng import below, generator, weighted
from strapontin.games.odyssee.kernels.forecast import COUNTS, WEIGHTS, survey
from strapontin.games.odyssee.kernels.judge import judge
from strapontin.games.odyssee.kernels.outlook import OUTLOOK
from strapontin.games.odyssee.kernels.rules import actors, apply, chances, legal, setup
from strapontin.games.odyssee.kernels.state import BUILD, MOST, OVER, State
from strapontin.games.odyssee.kernels.tour import points

BLUNDERS = 7
"""In so many of a hundred actions a game to fit to goes astray, so that it holds more than good cities."""
EARLY = 6
"""Turns before which a city says too little."""
RIDGE = 5.0


class City(NamedTuple):
    """How two players differ in a city that is being built."""

    counts: Any
    judged: float
    turn: float


def cities(number: int, simulations: int) -> tuple[list[City], float]:
    """Every city of a game of two, from the first player's side, and by how much the first won."""
    odyssee, board, luck = game("odyssee"), game("odyssee").setting({}, 2).board, generator(f"fit/{number}")
    search, state, work = searcher(odyssee), blank(State), np.empty(OUTLOOK, np.int64)
    out, weights, counts, found = np.empty(MOST, np.int64), np.empty(MOST, np.int64), np.zeros((2, COUNTS)), []
    setup(board, state)
    while state.phase != OVER:
        if actors(board, state) == CHANCE_BIT:
            n = chances(board, state, out, weights)
            apply(board, state, CHANCE, out[weighted(luck, weights, n)])
            continue
        seat = int(state.seat)
        if state.phase == BUILD and state.dug == 0 and state.turn >= EARLY:
            for one in range(2):
                survey(board, state, one, work, counts[one])
            looks = judge(board, state, 0) - judge(board, state, 1)
            found.append(City(counts[0] - counts[1], looks, 1.0 - 2.0 * seat))
        n = legal(board, state, seat, out)
        action = int(out[below(luck, n)])
        if below(luck, 100) >= BLUNDERS:
            action = search.think(board, copy_of(state), seat, f"{number}/{luck[0]}", simulations=simulations).action
        apply(board, state, seat, action)
    return found, float(points(state, 0) - points(state, 1))


def solved(rows: Any, leads: Any) -> Any:
    """The weights that fit leads to counts."""
    return np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ leads)


def explained(halves: list[tuple[Any, Any]]) -> float:
    """How much of the variance of one half is explained by what was fitted to the other, on average."""
    shares = []
    for (rows, leads), (others, ends) in (halves, halves[::-1]):
        left = ends - others @ solved(rows, leads)
        shares.append(1.0 - (left @ left) / (ends @ ends))
    return float(np.mean(shares))


def main() -> None:
    """Play, count, fit."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--games", type=int, default=700)
    asked.add_argument("--simulations", type=int, default=4, help="for a move")
    args = asked.parse_args()
    seen = [cities(number, args.simulations) for number in range(args.games)]
    leads = [np.array([lead for found, lead in seen[i::2] for _ in found]) for i in range(2)]
    told: dict[str, Callable[[City], list[float]]] = {
        "judge": lambda city: [city.judged, city.turn],
        "the weights there are": lambda city: [city.counts @ WEIGHTS, city.turn],
        "fitted weights": lambda city: [*city.counts, city.turn],
    }
    for name, rows_of in told.items():
        rows = [np.array([rows_of(city) for found, _ in seen[i::2] for city in found]) for i in range(2)]
        print(f"{name}: explains {explained(list(zip(rows, leads, strict=True))):.3f}")
    print(solved(np.concatenate(rows), np.concatenate(leads)).round(2).tolist(), "the last for whose turn it is")


if __name__ == "__main__":
    main()
