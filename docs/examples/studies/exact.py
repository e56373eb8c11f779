"""How far is a bot from perfect play? A tiny city, solved exactly.

    python exact.py --games 500

metroX alone hides nothing but the next card, so its best play can be worked out: in every position the best action,
before every card the mean over what chance may turn over. The numbers come from the kernels everybody plays by; no rule
is written down here again. What a position is, for the sake of remembering its value, an observation says: it leaves
out what cannot matter any more, such as the order in which stations were marked.

A bot is then measured without noise worth speaking of: for each of its decisions the table tells what it cost, and the
mean of these costs over a game is what it is behind perfect play.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from strapontin.bots import bot, luck, seat_of
from strapontin.core.contract import CHANCE
from strapontin.core.encoding import Encoding
from strapontin.core.kernel import copy_of
from strapontin.core.match import Match

HERE = Path(__file__).parent
CITY = HERE / "crossing.json"


@dataclass
class Solution:
    """The value of every position of one city that perfect play or chance can lead to, found when first asked for."""

    match: Match
    values: dict[bytes, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.game, self.setting = self.match.game, self.match.setting
        self.encoding = Encoding(self.game, self.setting)

    def value(self, state: Any) -> float:
        """The mean final score of perfect play from here."""
        key = self.encoding.observe(state, 0).tobytes()
        known = self.values.get(key)
        if known is None:
            known = self.values[key] = self._work_out(state)
        return known

    def choices(self, state: Any) -> dict[int, float]:
        """What each legal action is worth, with perfect play after it."""
        legal = self.game.actions(self.setting, state, 0)
        return {action: self.value(self._after(state, 0, action)) for action in legal}

    def _work_out(self, state: Any) -> float:
        acting = self.game.actors(self.setting, state)
        if not acting:
            return float(self.game.standing(self.setting, state)[0][0])
        if acting == [CHANCE]:
            drawn = self.game.outcomes(self.setting, state).values()
            every = sum(weight for _, weight in drawn)
            return sum(weight * self.value(self._after(state, CHANCE, action)) for action, weight in drawn) / every
        return max(self.choices(state).values())

    def _after(self, state: Any, seat: int, action: int) -> Any:
        after = copy_of(state)
        self.game.rules.apply(self.setting.board, after, seat, action)
        return after


def alone(path: Path = CITY, seed: int = 0) -> Match:
    """A game alone in a city."""
    return Match("metrox", 1, {"map": json.loads(path.read_text(encoding="utf-8"))}, seed=seed)


def solve(path: Path = CITY) -> tuple[Solution, float]:
    """The whole city, and the mean score of perfect play."""
    solution = Solution(alone(path))
    return solution, solution.value(solution.game.opening(solution.setting))


def behind(solution: Solution, name: str, games: int, seconds: float = 1.0, path: Path = CITY) -> np.ndarray[Any, Any]:
    """For each of so many games what a bot's decisions cost, in points."""
    play, costs = bot(name), np.zeros(games)
    for number in range(games):
        match = alone(path, seed=number)
        while not match.over:
            seat = seat_of(match, 0, seconds, luck("exact", name, number, len(match.moves)))
            move = play(seat)
            worth = solution.choices(match.state)
            (action,) = seat.moves[move]
            costs[number] += max(worth.values()) - worth[action]
            match.play(0, move)
    return costs


def main() -> None:
    """Solve the city, then measure the bots."""
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("--games", type=int, default=300)
    asked.add_argument("--city", type=Path, default=CITY)
    asked.add_argument("--bots", default="random,novice,greedy,regular,expert@0.1")
    args = asked.parse_args()
    solution, best = solve(args.city)
    print(f"{len(solution.values):,} positions; perfect play scores {best:.3f} on average")
    for name in args.bots.split(","):
        costs = behind(solution, name, args.games, path=args.city)
        spread = 1.96 * costs.std(ddof=1) / np.sqrt(len(costs))
        perfect = f"{np.mean(costs < 1e-9):4.0%} of games perfect"
        print(f"{name:12} {costs.mean():7.3f} behind (give or take {spread:.3f}), {perfect}")


if __name__ == "__main__":
    main()
