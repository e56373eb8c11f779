"""Learn the numbers behind `games/metrox/kernels/weighing.py` by self-play, and print them.

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

from strapontin.core.kernel import blank, kernel
from strapontin.core.layout import Floats, Ints
from strapontin.core.registry import game
from strapontin.core.rng import generator, weighted
from strapontin.games.metrox.kernels import learned
from strapontin.games.metrox.kernels.map import CITIES
from strapontin.games.metrox.kernels.rules import apply, chances, close, missing, scores, setup
from strapontin.games.metrox.kernels.state import (
    FORTH,
    FREE_RIDE,
    LINES,
    PLUS,
    RIDE_LINE,
    RIDE_WAY,
    SEATS,
    Board,
    State,
)
from strapontin.games.metrox.kernels.weighing import (
    COMPLETE,
    FRACTIONS,
    MISSING,
    RUNS,
    SITUATIONS,
    SIZE,
    WEIGHTS,
    YIELD,
    assess,
    best_ride,
    follow,
    ready,
    runs,
    seen,
    sit,
    situation,
)

DOUBT = 30.0
"""So often a situation must be seen before it outweighs what is known of it without its runs."""


@kernel
def begin(opening: State, state: State) -> None:
    """A fresh game."""
    state.turn = opening.turn
    state.card = opening.card
    state.due = opening.due
    state.playing = opening.playing
    state.coming = opening.coming
    state.left = opening.left
    state.pile[:] = opening.pile
    state.taken[:] = opening.taken
    for seat in range(SEATS):
        state.sheet[seat] = opening.sheet[seat]


@kernel
def play(board: Board, opening: State, state: State, games: int, rng: Ints, w: Floats, counts: Floats) -> float:
    """Games one after the other; the mean score. `counts` has seen, completed, brought by situation of a line."""
    out, weights, ranks = np.empty(64, np.int64), np.empty(64, np.int64), np.empty(8, np.int64)
    fractions = np.empty(SEATS * FRACTIONS)
    trail = np.empty((4096, 3), np.int64)
    ridden = np.zeros(LINES, np.int64)
    total = 0.0
    for _ in range(games):
        begin(opening, state)
        ridden[:] = 0
        for seat in range(board.players):
            sit(board, state, seat, w, fractions)
        length = 0
        while state.sheet[0].vacant > 0:
            n = chances(board, state, out, weights)
            apply(board, state, -1, out[weighted(rng, weights, n)])
            sheet = state.sheet[0]
            for line in range(board.lines):
                trail[length, 0] = line
                left = board.windows[line] - sheet.used[line]
                lie = runs(seen(board, state, 0, line, FORTH))
                trail[length, 1] = situation(left, missing(board, state, 0, line), lie)
                trail[length, 2] = ridden[line]
                length += 1
            touched = 0
            for seat in range(board.players):
                while state.sheet[seat].owed > 0:
                    action = best_ride(board, state, seat, w, fractions)
                    touched |= follow(board, state, seat, action, w, fractions)
                    if seat == 0 and action < FREE_RIDE:
                        marks = action % RIDE_WAY
                        ridden[action // RIDE_LINE] += 1 if marks == PLUS else marks
            close(board, state)
            if board.players > 1:
                for seat in range(board.players):
                    assess(board, state, seat, touched, w, fractions)
        scores(board, state, out, ranks)
        total += out[0]
        for i in range(length):
            line, key = trail[i, 0], trail[i, 1]
            counts[key] += 1.0
            if missing(board, state, 0, line) == 0:
                counts[SITUATIONS + key] += 1.0
            counts[2 * SITUATIONS + key] += ridden[line] - trail[i, 2]
    return total / games


def counted(w: Any, counts: Any) -> Any:
    """The hopes as they turned out, mixed with what was hoped before."""
    shape = (-1, MISSING, RUNS)
    seen = counts[:SITUATIONS].reshape(shape)
    made = w.copy()
    for base, at in ((COMPLETE, SITUATIONS), (YIELD, 2 * SITUATIONS)):
        came = counts[at : at + SITUATIONS].reshape(shape)
        before = w[base : base + SITUATIONS].reshape(shape)
        plain = (came.sum(2) + DOUBT * before.mean(2)) / (seen.sum(2) + DOUBT)
        fresh = (came + DOUBT * plain[:, :, None]) / (seen + DOUBT)
        made[base : base + SITUATIONS] = (0.3 * before + 0.7 * fresh).ravel()
    made[COMPLETE : COMPLETE + SITUATIONS].reshape(shape)[:, 0] = 1.0
    made[YIELD : YIELD + SITUATIONS].reshape(shape)[:, 0] = 0.0
    return made


def first_numbers() -> Any:
    """A sensible beginning."""
    w = np.zeros(SIZE)
    for left in range(5):
        for empty in range(MISSING):
            at = (left * MISSING + empty) * RUNS
            w[COMPLETE + at : COMPLETE + at + RUNS] = 1.0 if empty == 0 else 1 / (1 + np.exp(empty - 3.3 * left))
            w[YIELD + at : YIELD + at + RUNS] = min(empty, 3.3 * left)
    w[WEIGHTS:] = [1.0, 1.0, 0.8, 0.1, 1.0, 0.2, 0.1, 0.5]
    return w


def main() -> None:
    """Learn for so many rounds."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--rounds", type=int, default=6)
    asked.add_argument("--steps", type=int, default=300)
    asked.add_argument("--games", type=int, default=500)
    asked.add_argument("--players", type=int, default=1)
    asked.add_argument("--afresh", action="store_true", help="begin with guesses, not with what is known")
    asked.add_argument("--write", action="store_true")
    args = asked.parse_args()
    metrox = game("metrox")
    boards = [metrox.setting({"map": city}, args.players).board for city in CITIES]
    w = first_numbers() if args.afresh else np.array(learned.NUMBERS)
    openings = [blank(State) for _ in boards]
    for board, opening in zip(boards, openings, strict=True):
        setup(board, opening)
    state, idle = blank(State), np.zeros(3 * SITUATIONS)

    def mean(numbers: Any, seed: int, games: int, counts: Any = idle) -> Any:
        w, tables = ready(numbers), list(zip(boards, openings, strict=True))
        return np.array([play(b, o, state, games, generator(seed), w, counts) for b, o in tables])

    record = mean(w, 77, 20 * args.games).mean()
    rng = np.random.default_rng(1)
    spread = np.array([0.05, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.0])
    for turn in range(args.rounds):
        began = time.time()
        counts = np.zeros(3 * SITUATIONS)
        print(turn, "before", mean(w, 10_000 + turn, 20 * args.games, counts).round(2), flush=True)
        w = counted(w, counts)
        print(turn, "tables", mean(w, 10_000 + turn, 10 * args.games).round(2), flush=True)
        scale, best = 1.0, 0.0
        for step in range(args.steps):
            if step % 50 == 0:
                best = mean(w, 500 * turn + step, args.games).mean()
            tried = w.copy()
            tried[WEIGHTS:] += scale * spread * rng.normal(size=8) * (rng.random(8) < 0.5)
            got = mean(tried, 500 * turn + step // 50 * 50, args.games).mean()
            if got > best:
                w, best = tried, got
            scale *= 0.997
        took = f"{time.time() - began:.0f}s"
        came = mean(w, 77, 20 * args.games)
        print(turn, "weights", came.round(2), w[WEIGHTS:].round(3), took, flush=True)
        if came.mean() > record:
            record = came.mean()
            if args.write:
                write(w)


def write(w: Any) -> None:
    """Put the numbers where the game finds them."""
    rows = [w[i : i + 12] for i in range(0, len(w), 12)]
    lines = ["    " + ", ".join(f"{x:.3f}" for x in row) + "," for row in rows]
    text = '"""Learned by self-play: benchmarks/learn_metrox.py writes this file."""\n\n'
    text += "# fmt: off\nNUMBERS = (\n" + "\n".join(lines) + "\n)\n"
    Path(learned.__file__).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
