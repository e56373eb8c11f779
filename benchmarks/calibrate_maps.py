"""How the cities play: three solo players of rising strength, and whether the figures are those of good sheets.

    python benchmarks/calibrate_maps.py                 # all four cities, about five minutes on one core
    python benchmarks/calibrate_maps.py --map paris --games 100
    python benchmarks/calibrate_maps.py --file mymap.json

`random` takes any line with an empty window and rides it as far as the card goes; `greedy` makes the move after
which the sheet is worth most; `monte` plays every legal move out at random, as often as told, and makes the best.
Scoring is that of the solo game: the first value of every completed line, a point off for each empty station.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import numpy as np

from strapontin.core.kernel import INT, INTS, Array, kernel
from strapontin.core.rng import below, generator
from strapontin.games.metrox import map as maps
from strapontin.games.metrox.board import board as board_of
from strapontin.games.metrox.judge import judge
from strapontin.games.metrox.rules import apply, legal, random_card, random_ride, rollout, setup
from strapontin.games.metrox.state import BOARD, FREE_RIDE, LINES, MOST, RIDE_LINE, STATE

RANDOM, GREEDY, MONTE = range(3)
PLAYERS = ("random", "greedy", "monte")
GOALS = {"random": (-5, 6), "greedy": (8, 27), "monte": (34, 48)}
STATES = Array(STATE)


@kernel(INT, BOARD, STATE, INT, INT, INTS, INTS, STATES)
def choose(board: Any, state: Any, player: int, rollouts: int, rng: Any, out: Any, scratch: Any) -> int:
    """The move of a player."""
    if player == RANDOM:
        return random_ride(board, state, 0, rng)
    n = legal(board, state, 0, out)
    found, record, ties = out[0], -1e300, 0
    for i in range(n):
        value = 0.0
        for _ in range(rollouts if player == MONTE else 1):
            scratch[1] = scratch[0]
            trial = scratch[1]
            apply(board, trial, 0, out[i])
            if player == MONTE:
                rollout(board, trial, rng)
            value += judge(board, trial, 0)
        if value > record:
            found, record, ties = out[i], value, 1
        elif value == record:
            ties += 1
            if below(rng, ties) == 0:
                found = out[i]
    return found


@kernel(None, BOARD, INT, INT, INT, INTS, INTS, INTS, INTS, INTS, INTS, STATES)
def games(
    board: Any,
    player: int,
    rollouts: int,
    times: int,
    rng: Any,
    scores: Any,
    empties: Any,
    completed: Any,
    opened: Any,
    out: Any,
    scratch: Any,
) -> None:
    """Play solo games; note scores, empty stations, lines completed and the line of the first ride."""
    setup(board, scratch[2])
    for game in range(times):
        scratch[0] = scratch[2]
        state = scratch[0]
        first = True
        while state.sheet[0].vacant > 0:
            apply(board, state, -1, random_card(state, rng))
            while state.card != 0:
                action = choose(board, state, player, rollouts, rng, out, scratch)
                if first and action < FREE_RIDE:
                    opened[action // RIDE_LINE] += 1
                    first = False
                apply(board, state, 0, action)
        scores[game] = int(judge(board, state, 0))
        empties[game] = state.sheet[0].empty
        for line in range(board.lines):
            completed[line] += state.sheet[0].missing[line] == 0


@dataclass(frozen=True)
class Figures:
    """What one player reached on one map; the line figures are percent of the games."""

    city: str
    player: str
    games: int
    rollouts: int
    mean: float
    margin: float
    """Half the 95 % interval of the mean."""
    spread: float
    empty: float
    full: float
    """Percent of games with no empty station."""
    completed: dict[str, float]
    opened: dict[str, float]
    seconds: float


def measure(city: maps.Map, player: str, times: int, rollouts: int, seed: int, special: bool = False) -> Figures:
    """Let a player play a map."""
    board = board_of(city, 1, special)
    out, scratch = np.empty(MOST, np.int64), np.zeros(3, STATE)
    scores, empties = np.zeros(times, np.int64), np.zeros(times, np.int64)
    completed, opened = np.zeros(LINES, np.int64), np.zeros(LINES, np.int64)
    rng = generator(f"{city.id}/{player}/{seed}")
    began = perf_counter()
    games(board, PLAYERS.index(player), rollouts, times, rng, scores, empties, completed, opened, out, scratch)
    return Figures(
        city.id,
        player,
        times,
        rollouts if player == "monte" else 0,
        round(float(scores.mean()), 2),
        round(1.96 * float(scores.std(ddof=1)) / times**0.5, 2),
        round(float(scores.std(ddof=1)), 1),
        round(float(empties.mean()), 1),
        round(100 * float((empties == 0).mean()), 1),
        {line.id: round(100 * completed[i] / times, 1) for i, line in enumerate(city.lines)},
        {line.id: round(100 * opened[i] / times, 1) for i, line in enumerate(city.lines)},
        round(perf_counter() - began, 1),
    )


def faults(found: list[Figures]) -> Iterator[str]:
    """Every goal that is not reached, in words."""
    for one in found:
        low, high = GOALS[one.player]
        if not low <= one.mean <= high:
            yield f"{one.city}: {one.player} reaches {one.mean}; the goal is {low} to {high}"
        if one.player == "monte":
            for line, share in one.completed.items():
                if not 25 <= share <= 95:
                    yield f"{one.city}: line {line} is completed in {share} % of games; the goal is 25 to 95"
            for line, share in one.opened.items():
                if share > 45:
                    yield f"{one.city}: line {line} is the first choice in {share} % of games; the goal is at most 45"
    means = {one.city: one.mean for one in found if one.player == "monte"}
    if set(means) == set(maps.CITIES):
        if max(means, key=means.__getitem__) != "amsterdam":
            yield f"the easiest city is {max(means, key=means.__getitem__)}; it should be amsterdam"
        if min(means, key=means.__getitem__) not in ("paris", "madrid"):
            yield f"the hardest city is {min(means, key=means.__getitem__)}; it should be paris or madrid"


def table(found: list[Figures]) -> str:
    """The figures as Markdown."""
    letters = sorted({line for one in found for line in one.completed})
    rows = ["| city | player | games | mean score | spread | empty | no empty | seconds |", "| --- " * 8 + "|"]
    rows += [
        f"| {one.city} | {one.player} | {one.games} | {one.mean:.1f} ± {one.margin:.1f} | {one.spread} | {one.empty} "
        f"| {one.full} % | {one.seconds} |"
        for one in found
    ]
    for title, key in (("completed", "completed"), ("first choice", "opened")):
        rows += ["", f"| {title}, % of monte's games | {' | '.join(letters)} |", "| --- " * (len(letters) + 1) + "|"]
        rows += [
            f"| {one.city} | {' | '.join(f'{getattr(one, key).get(line, 0):.0f}' for line in letters)} |"
            for one in found
            if one.player == "monte"
        ]
    return "\n".join(rows)


def main() -> int:
    reader = argparse.ArgumentParser(description="Calibrate the maps of metroX.")
    reader.add_argument("--map", action="append", choices=maps.CITIES, help="only this city; may be repeated")
    reader.add_argument("--file", type=Path, help="a map of your own instead")
    reader.add_argument("--games", type=int, default=300, help="games of the monte player (the others play ten times)")
    reader.add_argument("--rollouts", type=int, default=100, help="rollouts per legal move")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--special", action="store_true", help="play the special stations")
    reader.add_argument("--json", action="store_true")
    args = reader.parse_args()
    if args.file:
        cities = [maps.read(msgspec.json.decode(args.file.read_bytes()))]
    else:
        cities = [maps.city(name) for name in args.map or maps.CITIES]
    found = []
    for city in cities:
        for player in PLAYERS:
            times = args.games if player == "monte" else 10 * args.games
            found.append(measure(city, player, times, args.rollouts, args.seed, args.special))
    missed = list(faults(found))
    if args.json:
        print(json.dumps({"figures": [asdict(one) for one in found], "missed": missed}))
    else:
        print(table(found))
        print("\n" + ("\n".join(missed) or "All goals are reached."))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
