"""Random matches of every game for as long as wanted, everything about them checked again and again.

    python benchmarks/soak.py --seconds 600

Every match is played by its seats at random, in random order where all may act, with moves taken back now and
then; afterwards its record must load to the same record, its draws must verify, and its scores must agree.
"""

import argparse
import contextlib
import json
import random
from time import monotonic

import strapontin
from strapontin.core.errors import CannotUndo
from strapontin.core.match import verify
from strapontin.core.registry import game, games


def play(name: str, chooser: random.Random) -> strapontin.core.match.Match:
    match = strapontin.new(name, players=chooser.choice(game(name).seats), seed=chooser.getrandbits(60))
    while not match.over:
        seat = chooser.choice(sorted(match.to_act))
        match.play(seat, chooser.choice(match.legal(seat)))
        if chooser.random() < 0.02:
            with contextlib.suppress(CannotUndo):
                match.undo(seat)
        if chooser.random() < 0.02:
            for eyes in (None, "*", *range(len(match.players))):
                match.view(eyes), match.log(eyes), match.history(eyes)
    return match


def check(match: strapontin.core.match.Match) -> None:
    record = json.loads(json.dumps(match.record()))
    again = strapontin.load(record)
    assert again.record() == match.record()
    assert verify(again) == sum(seat == "*" for seat, _ in match.moves)
    assert again.at(len(match.moves) // 2).moves == match.moves[: len(match.moves) // 2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None)
    args = parser.parse_args()
    start = random.SystemRandom().getrandbits(32) if args.seed is None else args.seed
    print(f"seed {start}")
    until, played, moves = monotonic() + args.seconds, dict.fromkeys(games(), 0), 0
    number = 0
    while monotonic() < until:
        for name in games():
            chooser = random.Random(f"{start}/{number}")
            try:
                match = play(name, chooser)
                check(match)
            except BaseException:
                print(f"{name}: match {number} of seed {start} went wrong")
                raise
            played[name] += 1
            moves += len(match.moves)
            number += 1
    print(", ".join(f"{name} {count}" for name, count in played.items()), f"matches, {moves} moves: all well")


if __name__ == "__main__":
    main()
