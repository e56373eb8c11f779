"""The present version beside another one, in one run: how fast every game runs, as a share of what it was.

    python -m benchmarks.before e0867fe --rounds 4 --starts 4 --seconds 0.25

takes the sources of a commit into a temporary directory and starts a process for either version. The two take turns,
a short slice of one measurement each, so that whatever slows the machine down slows both; and every few rounds two
fresh processes go on, for a process that happens to have its arrays in a bad place is slow for as long as it lives. A
figure is the median of the ratios of neighbouring slices, beside the smallest and the largest. `--cold` measures as
well how long each takes to compile all there is of a game, with an empty cache.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.versions import SOURCES, Process, Version, checkout
from strapontin.core.registry import collection

Pairs = list[tuple[float, float]]
MEASURES = ("contract", "rollouts", "simulations", "copies", "moves")
LEAST = 0.95
"""What a path may be slower by, before the run says so and ends with exit code 1."""

# Runs in either version, so it keeps to what `strapontin bench` has had from the first: a measurement a line.
WORKER = """
import json, random, sys
from time import process_time
import strapontin
from strapontin.bots.search import speed
from strapontin.cli import bench
from strapontin.core.registry import game as game_of

def moves(name, players, seconds):
    begun, done, chooser = process_time(), 0, random.Random(1)
    while process_time() - begun < seconds:
        match = strapontin.new(name, players=players, seed=done)
        while not match.over and process_time() - begun < seconds:
            seat = min(match.to_act)
            match.play(seat, chooser.choice(match.legal(seat)))
            done += 1
    return done / (process_time() - begun)

def measured(name, what, seconds):
    game = game_of(name)
    players = max(2, game.seats.start)
    setting = game.setting({}, players)
    if what == "contract":
        return bench._contract(game, setting, seconds)[0]
    if what == "rollouts":
        return bench._rollouts(game, setting, seconds)
    if what == "copies":
        return bench._copies(game, setting, seconds)
    return speed(game, players, seconds) if what == "simulations" else moves(name, players, seconds)

for line in sys.stdin:
    print(json.dumps(measured(*json.loads(line))), flush=True)
"""

COLD = """
import sys
from time import process_time
begun = process_time()
from strapontin.bots.greedy import player
from strapontin.bots.search import searcher
from strapontin.core.registry import game as game_of
game = game_of(sys.argv[1])
game.playout, searcher(game), player(game)
print(process_time() - begun)
"""


def cold(version: Version, game: str) -> float:
    """Seconds of processor time to compile a game, its playouts, its search and its greedy player."""
    with tempfile.TemporaryDirectory() as empty:
        command, environment = [sys.executable, "-c", COLD, game], version.environment | {"STRAPONTIN_CACHE": empty}
        return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)


def slices(before: Version, now: Version, game: str, what: str, rounds: int, seconds: float) -> Pairs:
    """What both versions reach in turns, a few rounds in two processes of their own."""
    with Process(before, WORKER) as old, Process(now, WORKER) as new:
        old.ask(game, what, 0.01), new.ask(game, what, 0.01)  # compiles, or loads
        pairs = []
        for turn in range(rounds):
            taken = {one: one.ask(game, what, seconds) for one in ((old, new) if turn % 2 else (new, old))}
            pairs.append((taken[old], taken[new]))
    return pairs


def main() -> int:
    """Measure, tell, and say whether anything has become slower."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("commit", help="the version to compare with")
    parser.add_argument("--rounds", type=int, default=4, help="with the same two processes")
    parser.add_argument("--starts", type=int, default=4, help="how often two fresh processes go on")
    parser.add_argument("--seconds", type=float, default=0.25, help="of a slice")
    parser.add_argument("--games", default=",".join(collection()))
    parser.add_argument("--measures", default=",".join(MEASURES))
    parser.add_argument("--cold", action="store_true", help="compile everything anew in both versions, too")
    args = parser.parse_args()
    slower = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before, now = Version(checkout(args.commit, folder), folder), Version(SOURCES, folder)
        print(f"{'':28}{'before':>14}{'now':>14}   ratio (range)")
        for game in args.games.split(","):
            for what in args.measures.split(","):
                pairs: Pairs = []
                for _ in range(args.starts):
                    pairs += slices(before, now, game, what, args.rounds, args.seconds)
                old, new = median(a for a, _ in pairs), median(b for _, b in pairs)
                ratios = sorted(b / a for a, b in pairs)
                found = f"{median(ratios):.3f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
                print(f"{game:16}{what:12}{old:14,.0f}{new:14,.0f}   {found}", flush=True)
                slower += [f"{game} {what}"] if median(ratios) < LEAST else []
            if args.cold:
                a, b = cold(before, game), cold(now, game)
                print(f"{game:16}{'compile, s':12}{a:14.1f}{b:14.1f}   {b / a:.3f}", flush=True)
    if slower:
        print(f"slower by more than {1 - LEAST:.0%}: {', '.join(slower)}")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
