"""How a city of metroX plays: three solo players of rising strength, and whether the figures are those of good sheets.

`random` takes any line with an empty window and rides it as far as the card goes; `greedy` makes the move after
which the sheet is worth most; `monte` plays every legal move out at random, as often as told, and makes the best.
Scoring is that of the solo game: the first value of every completed line, a point off for each empty station.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

import numpy as np

from strapontin.core.contract import CHANCE
from strapontin.core.kernel import kernel, records
from strapontin.core.layout import Ints, Row
from strapontin.core.rng import below, generator
from strapontin.games.metrox.kernels import map as maps
from strapontin.games.metrox.kernels.board import board as board_of
from strapontin.games.metrox.kernels.judge import judge
from strapontin.games.metrox.kernels.rules import apply, legal, missing, random_card, random_ride, rollout, setup
from strapontin.games.metrox.kernels.state import FREE_RIDE, LINES, MOST, RIDE_LINE, Board, State

RANDOM, GREEDY, MONTE = range(3)
PLAYERS = ("random", "greedy", "monte")
GOALS = {"random": (-5, 6), "greedy": (8, 27), "monte": (34, 48)}
"""What the players should reach on a sheet as large as the published ones."""
WINDOWS, LINES_OF_A_SHEET = 24, 10
"""The size of those sheets."""
COMPLETED, OPENED = (25, 95), 45
"""Percent of monte's games in which a line should be completed, and may be the first choice at most."""


class Player(NamedTuple):
    """Who plays, with room to think in."""

    player: int
    rollouts: int
    out: Ints
    scratch: Row[State]


class Played(NamedTuple):
    """What is noted of solo games: of each its score and empty stations, of each line how often."""

    scores: Ints
    empties: Ints
    completed: Ints
    opened: Ints


@kernel
def choose(board: Board, state: State, who: Player, rng: Ints) -> int:
    """The move of a player."""
    player, rollouts, out, scratch = who
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


@kernel
def games(board: Board, who: Player, rng: Ints, played: Played) -> None:
    """Play solo games; note scores, empty stations, lines completed and the line of the first ride."""
    scratch = who.scratch
    setup(board, scratch[2])
    for game in range(len(played.scores)):
        scratch[0] = scratch[2]
        state = scratch[0]
        first = True
        while state.sheet[0].vacant > 0:
            apply(board, state, CHANCE, random_card(state, rng))
            while state.card != 0:
                action = choose(board, state, who, rng)
                if first and action < FREE_RIDE:
                    played.opened[action // RIDE_LINE] += 1
                    first = False
                apply(board, state, 0, action)
        played.scores[game] = int(judge(board, state, 0))
        played.empties[game] = state.sheet[0].empty
        for line in range(board.lines):
            played.completed[line] += missing(board, state, 0, line) == 0


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
    who = Player(PLAYERS.index(player), rollouts, np.empty(MOST, np.int64), records(3, State))
    scores, empties = np.zeros(times, np.int64), np.zeros(times, np.int64)
    completed, opened = np.zeros(LINES, np.int64), np.zeros(LINES, np.int64)
    rng = generator(f"{city.id}/{player}/{seed}")
    began = perf_counter()
    games(board, who, rng, Played(scores, empties, completed, opened))
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


def goals(city: maps.Map, player: str) -> tuple[float, float]:
    """Between what a player's mean should lie: a map with half the windows has half the room for points."""
    size = sum(line.windows for line in city.lines) / WINDOWS
    low, high = GOALS[player]
    return round(low * size, 1), round(high * size, 1)


def faults(city: maps.Map, found: list[Figures]) -> Iterator[str]:
    """Every goal that is not reached on a map, in words."""
    most = min(100, OPENED * LINES_OF_A_SHEET // len(city.lines))
    for one in found:
        low, high = goals(city, one.player)
        if not low <= one.mean <= high:
            yield f"{one.city}: {one.player} reaches {one.mean}; the goal is {low:g} to {high:g}"
        if one.player == "monte":
            for line, share in one.completed.items():
                if not COMPLETED[0] <= share <= COMPLETED[1]:
                    goal = "{} to {}".format(*COMPLETED)
                    yield f"{one.city}: line {line} is completed in {share} % of games; the goal is {goal}"
            for line, share in one.opened.items():
                if share > most:
                    said = f"line {line} is the first choice in {share} % of games; the goal is at most {most}"
                    yield f"{one.city}: {said}"


def calibrate(city: maps.Map, times: int, rollouts: int, seed: int, special: bool = False) -> list[Figures]:
    """Let all three players play a map; the quick ones ten times as often."""
    return [
        measure(city, player, times if player == "monte" else 10 * times, rollouts, seed, special) for player in PLAYERS
    ]


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
