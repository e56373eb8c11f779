"""Learn the numbers behind `games/metrox/kernels/weighing.py` by self-play, and print what they score.

    python -m benchmarks.learn_metrox --games 300 --steps 500 --write

Games are played alone and at a table of two. Before every choice of the first seat all its rides (as far as the card
goes) are played on from, by the present numbers and on the same luck; then the numbers climb, so that a player who
prefers rides by what they weigh (`exp` of it) gets most on average.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from strapontin.core.bits import count, lowest
from strapontin.core.exponential import exp
from strapontin.core.kernel import JIT, kernel, records, take
from strapontin.core.layout import Floats, Ints, Row
from strapontin.core.registry import game
from strapontin.core.rng import generator, unit, word
from strapontin.games.metrox.kernels import learned
from strapontin.games.metrox.kernels.insight import INSIGHT, finish, rehearse
from strapontin.games.metrox.kernels.map import CITIES
from strapontin.games.metrox.kernels.rules import close, direction, random_card, reach, reveal, ride, score, setup, stop
from strapontin.games.metrox.kernels.state import (
    BACK,
    EXPRESS,
    FORTH,
    FREE,
    PLUS,
    RIDE_LINE,
    RIDE_WAY,
    TRANSFER,
    Board,
    State,
)
from strapontin.games.metrox.kernels.weighing import (
    FRACTIONS,
    LEARNED,
    LEFT,
    MISSING,
    PLUSES,
    POINT,
    RACE,
    ROW,
    SIZE,
    SPENT,
    TIMES,
    WASTE,
    WASTE_EXPRESS,
    WEIGHTS,
    best_ride,
    follow,
    lead,
    moment,
    phase,
    prize,
    reached,
    seen,
    shape,
    sit,
)

RIDES = 52
"""Rides to choose from at most: a line each, a loop twice."""
OTHERS = 0.7
"""What a point of the other counts at a table of two."""
ASTRAY = 0.5
"""How often a game goes on with the ride that came to most, and not with that of the policy."""
CHOICES = 40
"""Room for the choices of a game, where no map has more than so many windows."""


class Choices(NamedTuple):
    """What there was to choose from, and what came of it."""

    states: Row[State]
    rides: Ints
    worths: Floats
    """By choice and ride."""
    numbers: Ints
    """By choice, how many rides."""


@kernel
def full_rides(board: Board, state: State, out: Ints, at: int) -> int:
    """Write every ride of the first seat that goes as far as the card does; how many there are."""
    n, lines = 0, state.sheet[0].open
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        way = direction(board, state, 0, line)
        for choice in range(max(FORTH, way), (BACK if way == 0 else way) + 1):
            marks = reach(board, state, 0, line, choice, state.card)
            if marks > 0 or choice == max(FORTH, way):
                code = line * RIDE_LINE + (choice * RIDE_WAY if way == 0 and marks > 0 else 0)
                out[at + n] = code + (PLUS if state.card == TRANSFER and marks > 0 else marks)
                n += 1
    return n


@kernel
def gather(board: Board, games: int, trials: int, rng: Ints, script: Ints, scratch: Row[State], to: Choices) -> int:
    """Play games, and write what every ride came to by so many trials; how many choices there were."""
    luck, now, fractions = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(board.players * FRACTIONS)
    found, state = 0, scratch[2]
    for _ in range(games):
        take(scratch, 2, scratch[3], board)
        while state.card != 0 or state.playing != 0:
            if state.card == 0:
                reveal(board, state, random_card(state, rng))
            for seat in range(board.players - 1, -1, -1):
                while state.sheet[seat].owed > 0:
                    sit(board, state, seat, LEARNED, fractions)
                    action = best_ride(board, state, seat, LEARNED, fractions)
                    if seat == 0 and state.card != FREE and state.sheet[0].vacant > 1:
                        at = found * RIDES
                        n = full_rides(board, state, to.rides, at)
                        take(to.states, found, state, board)
                        to.numbers[found] = n
                        to.worths[at : at + n] = 0.0
                        for _ in range(trials):
                            for i in range(4):
                                luck[i] = word(rng) | 1
                            take(scratch, 1, state, board)
                            now[:] = luck
                            rehearse(board, scratch, 0, now, script)
                            for i in range(n):
                                now[:] = luck
                                take(scratch, 0, state, board)
                                ride(board, scratch[0], 0, to.rides[at + i])
                                finish(board, scratch[0], 0, now, script)
                                worth = float(score(board, scratch[0], 0))
                                for other in range(1, board.players):
                                    worth -= OTHERS * score(board, scratch[0], other)
                                to.worths[at + i] += worth / trials
                        if unit(rng) < ASTRAY:
                            action = to.rides[at + int(np.argmax(to.worths[at : at + n]))]
                        found += 1
                    ride(board, state, seat, action)
            close(board, state)
    return found


@kernel(inline=True)
def note(places: Ints, factors: Floats, n: int, place: int, factor: float) -> int:
    """Write that a number counts with a factor; how many are written then."""
    places[n] = place
    factors[n] = factor
    return n + 1


@kernel
def hope(
    points: float, left: int, bits: int, crossing: int, late: int, sign: float, places: Ints, factors: Floats, n: int
) -> int:
    """Write what numbers the hopes of a line are made of."""
    few = left * MISSING + min(count(bits), MISSING - 1)
    for i in range(3):
        place = shape(few, bits, crossing) if i == 0 else lead(few, bits) if i == 1 else moment(few, late)
        n = note(places, factors, n, place, sign * points)
        n = note(places, factors, n, place + 1, sign)
    return n


@kernel
def made_of(board: Board, state: State, action: int, w: Floats, places: Ints, factors: Floats, n: int) -> int:
    """Write what numbers the weight of a ride of the first seat is made of, after the n there are."""
    sheet, card, late = state.sheet[0], state.card, phase(state, 0)
    line, way, marks = action // RIDE_LINE, action // RIDE_WAY % 4, action % RIDE_WAY
    if way == 0:
        way = max(FORTH, direction(board, state, 0, line))
    most = 1 if marks == PLUS else marks
    bits, across, at = seen(board, state, 0, line, way), board.crossing[way - FORTH, line], late * ROW
    taken = reached(card, bits, most) if most > 0 else 0
    marked = count(taken)
    n = note(places, factors, n, at + POINT, marked * (1.0 if board.players == 1 else 0.5))
    if card == TRANSFER and marked > 0:
        transfer = board.transfer[stop(board, line, lowest(taken), way)]
        n = note(places, factors, n, at + PLUSES, 2.0 * transfer)
        n = note(places, factors, n, at + SPENT, transfer - 1.0)
    elif card < EXPRESS:
        n = note(places, factors, n, at + WASTE, float(marked - card))
    elif card < TRANSFER:
        n = note(places, factors, n, at + WASTE_EXPRESS, float(marked - (card - EXPRESS)))
    if bits != 0:
        points, left = prize(board, state, 0, line, w), board.windows[line] - sheet.used[line]
        n = hope(points, left, bits, across, late, -1.0, places, factors, n)
        n = hope(points, left - 1, bits ^ taken, across, late, 1.0, places, factors, n)
    crossings = taken & across
    while crossings:
        station = int(stop(board, line, lowest(crossings), way))
        crossings &= crossings - 1
        n = note(places, factors, n, at + SPENT, 1.0 - board.transfer[station])
        others = board.lines_at[station] & ~(1 << line)
        while others:
            other = lowest(others)
            others &= others - 1
            points, left = prize(board, state, 0, other, w), board.windows[other] - sheet.used[other]
            empty, beyond = seen(board, state, 0, other, FORTH), board.crossing[0, other]
            without = empty & ~(1 << int(board.place[other, station]))
            n = hope(points, left, empty, beyond, late, -1.0, places, factors, n)
            n = hope(points, left, without, beyond, late, 1.0, places, factors, n)
    return n


@kernel
def slope(board: Board, some: Ints, to: Choices, warmth: float, w: Floats, out: Floats) -> float:
    """Add up how to get more on average in some choices; what it is with these numbers."""
    places, factors = np.empty(1 << 15, np.int64), np.empty(1 << 15)
    ends, weights, total = np.empty(RIDES + 1, np.int64), np.empty(RIDES), 0.0
    for one in some:
        n, at, top = to.numbers[one], one * RIDES, -1e300
        ends[0] = 0
        for i in range(n):
            ends[i + 1] = made_of(board, to.states[one], to.rides[at + i], w, places, factors, ends[i])
            weights[i] = 0.0
            for j in range(ends[i], ends[i + 1]):
                weights[i] += w[places[j]] * factors[j]
            top = max(top, weights[i])
        for i in range(n):
            weights[i] = exp((weights[i] - top) / warmth)
        share = weights[:n].sum()
        mean = (weights[:n] * to.worths[at : at + n]).sum() / share
        total += mean
        for i in range(n):
            lift = weights[i] / share * (to.worths[at + i] - mean) / warmth
            for j in range(ends[i], ends[i + 1]):
                out[places[j]] += lift * factors[j]
    return total


@kernel
def play(board: Board, scratch: Row[State], games: int, rng: Ints, w: Floats) -> float:
    """The mean score of so many games alone."""
    fractions, state, total = np.empty(FRACTIONS), scratch[0], 0.0
    for _ in range(games):
        take(scratch, 0, scratch[3], board)
        sit(board, state, 0, w, fractions)
        while state.playing != 0:
            reveal(board, state, random_card(state, rng))
            while state.sheet[0].owed > 0:
                follow(board, state, 0, best_ride(board, state, 0, w, fractions), w, fractions)
            close(board, state)
        total += score(board, state, 0)
    return total / games


def first_numbers() -> Any:
    """A sensible beginning: a window is hoped to bring three stations."""
    w = np.zeros(SIZE)
    for late in range(4):
        for left in range(LEFT):
            for empty in range(MISSING):
                at = TIMES + 2 * ((late * LEFT + left) * MISSING + empty)
                w[at], w[at + 1] = 1.0 / (1.0 + np.exp(empty - 3.3 * left)), min(empty, 3.3 * left)
    w[WEIGHTS:].reshape(-1, ROW)[:] = [1.0, 0.1, 0.1, 1.0, 0.2, 0.5]
    return w


def climbed(tables: list[tuple[Any, Choices, int]], w: Any, steps: int, rng: Any) -> Any:
    """The numbers after so many steps up (Adam), colder and shorter towards the end; the odds of a race stay."""
    w, first, second = w.copy(), np.zeros(SIZE), np.zeros(SIZE)
    for step in range(1, steps + 1):
        done = step / steps
        up = np.zeros(SIZE)
        for board, choices, n in tables:
            slope(board, rng.integers(0, n, 500), choices, 0.7 * 0.5**done, w, up)
        up /= 500 * len(tables)
        up[WEIGHTS:].reshape(-1, ROW)[:, RACE - WEIGHTS] = 0.0
        first, second = 0.9 * first + 0.1 * up, 0.999 * second + 0.001 * up * up
        size = 0.03 * (1.0 - 0.9 * done)
        w += size * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-6)
    return w


def main() -> None:
    """Gather by the numbers the kernels were compiled with, and climb: a round of policy iteration, to be repeated."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=300, help="of each city, alone and at a table of two")
    asked.add_argument("--trials", type=int, default=24, help="of each ride")
    asked.add_argument("--steps", type=int, default=500)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--afresh", action="store_true", help="climb from guesses, not from what is known")
    asked.add_argument("--write", action="store_true")
    args = asked.parse_args()
    metrox, rng, began = game("metrox"), generator(f"gather/{args.seed}"), time.time()
    tables: list[tuple[Any, Choices, int]] = []
    alone: list[tuple[Any, Any]] = []
    for players in (1, 2):
        for city in CITIES:
            board, scratch = metrox.setting({"map": city}, players).board, records(4, State)
            setup(board, scratch[3])
            room = args.games * CHOICES
            choices = Choices(
                states=records(room, State),
                rides=np.zeros(room * RIDES, np.int64),
                worths=np.zeros(room * RIDES),
                numbers=np.zeros(room, np.int64),
            )
            script = np.zeros(INSIGHT.script, np.int64)
            n = gather(board, args.games, args.trials, rng, script, scratch, choices)
            print(city, players, n, "choices", f"{time.time() - began:.0f} s", flush=True)
            tables.append((board, choices, n))
            if players == 1:
                alone.append((board, scratch))

    def told(what: str, numbers: Any) -> None:
        means = np.array([play(board, scratch, 4000, generator("told"), numbers) for board, scratch in alone])
        print(what, means.round(2), means.mean().round(2), flush=True)

    told("before", LEARNED)
    w = climbed(tables, first_numbers() if args.afresh else LEARNED, args.steps, np.random.default_rng(args.seed))
    told("after", np.round(100 * w) / 100)
    if args.write:
        write(w)


def write(w: Any) -> None:
    """Put the numbers where the game finds them."""
    rows = [""]
    for number in np.round(100 * w).astype(int):
        item = f" {number},"
        if len(rows[-1]) + len(item) > 114:
            rows.append("")
        rows[-1] += item
    text = '"""Learned by self-play: benchmarks/learn_metrox.py writes this file. In hundredths."""\n\n'
    text += "# fmt: off\nNUMBERS = (\n" + "\n".join("   " + row for row in rows) + "\n)\n"
    Path(learned.__file__).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    assert JIT, "this takes compiled kernels"
    main()
