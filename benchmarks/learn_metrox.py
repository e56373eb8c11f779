"""Learn the numbers behind `games/metrox/weighing.py` by self-play, and print them.

    python benchmarks/learn_metrox.py --rounds 6 --steps 400

Each round plays many solo games with the present numbers, counts from every situation of a line how often it
was completed and how many stations its windows still brought, then climbs in the weights from there.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from strapontin.core.kernel import FLOAT, FLOATS, INT, INTS, blank, kernel
from strapontin.core.registry import game
from strapontin.core.rng import generator, weighted
from strapontin.games.metrox import hopes
from strapontin.games.metrox.map import cities
from strapontin.games.metrox.rules import apply, chances, scores, setup
from strapontin.games.metrox.state import BOARD, FREE_RIDE, LINES, PLUS, RIDE_LINE, RIDE_WAY, STATE
from strapontin.games.metrox.weighing import COMPLETE, MISSING, NUMBERS, WEIGHTS, YIELD, best_ride


@kernel(FLOAT, BOARD, STATE, INT, INTS, FLOATS, FLOATS)
def play(board: Any, state: Any, games: int, rng: Any, w: Any, counts: Any) -> float:
    """Solo games one after the other; the mean score. `counts` has seen, completed, brought by situation."""
    out, weights = np.empty(64, np.int64), np.empty(64, np.int64)
    ranks, lines = np.empty(8, np.int64), np.empty(2 * LINES + 1)
    trail = np.empty((4096, 3), np.int64)
    ridden = np.zeros(LINES, np.int64)
    total = 0.0
    size = 5 * MISSING
    for _ in range(games):
        state.turn = 0
        state.card = 0
        for line in range(LINES):
            state.taken[line] = 0
            ridden[line] = 0
        for seat in range(board.players):
            sheet = state.sheet[seat]
            sheet.vacant = 0
            sheet.owed = 0
            for station in range(board.stations):
                sheet.marks[station] = 0
            for line in range(LINES):
                sheet.used[line] = 0
                sheet.way[line] = 0
                sheet.value[line] = 0
                for i in range(4):
                    sheet.filled[line, i] = 0
        setup(board, state)
        length = 0
        while state.sheet[0].vacant > 0:
            n = chances(board, state, out, weights)
            apply(board, state, -1, out[weighted(rng, weights, n)])
            sheet = state.sheet[0]
            for line in range(board.lines):
                trail[length, 0] = line
                trail[length, 1] = (
                    min(int(sheet.missing[line]), MISSING - 1) + (board.windows[line] - sheet.used[line]) * MISSING
                )
                trail[length, 2] = ridden[line]
                length += 1
            for seat in range(board.players):
                while state.card != 0 and state.sheet[seat].owed > 0:
                    action = best_ride(board, state, seat, w, lines)
                    if seat == 0 and action < FREE_RIDE:
                        marks = action % RIDE_WAY
                        ridden[action // RIDE_LINE] += 1 if marks == PLUS else marks
                    apply(board, state, seat, action)
        scores(board, state, out, ranks)
        if board.players == 1:
            total += out[0]
        else:
            total += out[0]
        for i in range(length):
            line, key = trail[i, 0], trail[i, 1]
            counts[key] += 1.0
            if state.sheet[0].missing[line] == 0:
                counts[size + key] += 1.0
            counts[2 * size + key] += ridden[line] - trail[i, 2]
    return total / games


def first_numbers() -> Any:
    """A sensible beginning."""
    w = np.zeros(NUMBERS)
    for left in range(5):
        for missing in range(MISSING):
            w[COMPLETE + left * MISSING + missing] = 1.0 if missing == 0 else 1 / (1 + np.exp(missing - 3.3 * left))
            w[YIELD + left * MISSING + missing] = min(missing, 3.3 * left)
    w[WEIGHTS:] = [1.0, 1.0, 0.8, 0.1, 1.0, 0.2, 0.1, 0.5]
    return w


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--rounds", type=int, default=6)
    asked.add_argument("--steps", type=int, default=300)
    asked.add_argument("--games", type=int, default=500)
    asked.add_argument("--players", type=int, default=1)
    asked.add_argument("--out", default="")
    asked.add_argument("--write", action="store_true")
    asked.add_argument("--start", default="")
    args = asked.parse_args()
    metrox = game("metrox")
    boards = [metrox.setting({"map": city}, args.players).board for city in cities()]
    w = np.load(args.start) if args.start else first_numbers()
    state = blank(STATE)
    idle = np.zeros(15 * MISSING)

    def mean(numbers: Any, seed: int, games: int, counts: Any = idle) -> Any:
        return np.array([play(b, state, games, generator(seed), numbers, counts) for b in boards])

    rng = np.random.default_rng(1)
    spread = np.array([0.05, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.0])
    for turn in range(args.rounds):
        began = time.time()
        counts = np.zeros(15 * MISSING)
        print(turn, "before", mean(w, 10_000 + turn, 10 * args.games, counts).round(2), flush=True)
        size = 5 * MISSING
        seen = counts[:size]
        known = seen > 30
        for base, at in ((COMPLETE, size), (YIELD, 2 * size)):
            fresh = np.where(known, counts[at : at + size] / np.maximum(seen, 1), w[base : base + size])
            w[base : base + size] = 0.3 * w[base : base + size] + 0.7 * fresh
        w[COMPLETE : COMPLETE + size : MISSING] = 1.0
        w[YIELD : YIELD + size : MISSING] = 0.0
        print(turn, "tables", mean(w, 10_000 + turn, 10 * args.games).round(2), flush=True)
        scale, best = 1.0, None
        for step in range(args.steps):
            if step % 50 == 0:
                best = mean(w, 500 * turn + step, args.games).mean()
            tried = w.copy()
            tried[WEIGHTS:] += scale * spread * rng.normal(size=8) * (rng.random(8) < 0.5)
            got = mean(tried, 500 * turn + step // 50 * 50, args.games).mean()
            if got > best:
                w, best = tried, got
            scale *= 0.997
        print(
            turn,
            "weights",
            mean(w, 77 + turn, 10 * args.games).round(2),
            w[WEIGHTS:].round(3),
            f"{time.time() - began:.0f}s",
            flush=True,
        )
        if args.out:
            np.save(args.out, w)
        if args.write:
            write(w)


def write(w: Any) -> None:
    """Put the numbers where the game finds them."""
    rows = [w[i : i + 12] for i in range(0, len(w), 12)]
    lines = ["    " + ", ".join(f"{x:.3f}" for x in row) + "," for row in rows]
    text = '"""Learned by self-play: benchmarks/learn_metrox.py writes this file."""\n\n'
    text += "# fmt: off\nNUMBERS = (\n" + "\n".join(lines) + "\n)\n"
    Path(hopes.__file__).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
