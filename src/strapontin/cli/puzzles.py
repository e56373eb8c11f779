"""`strapontin puzzles`: positions to solve, found in games of bots."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from strapontin.cli.language import language
from strapontin.coach.puzzles import MOST_GAMES, Collection, find
from strapontin.core.errors import BadOptions
from strapontin.words import say


def run(args: argparse.Namespace) -> int:
    """Look for them and write them down, to a file or to standard output."""
    if not 1 <= args.most <= MOST_GAMES:
        raise BadOptions(f"--most: {args.most}; it must be 1 to {MOST_GAMES}")
    if args.out:
        Path(args.out).touch()  # refused before the first game, not after the last
    tongue, shown = language(args.language), sys.stderr.isatty()

    def told(played: int, found: int) -> None:
        if shown:
            print(say(tongue, "coach.puzzles.progress", n=played, found=found), end="\r", file=sys.stderr)

    found = find(args.game, args.games, args.seed, args.budget, args.most, told)
    if args.out:
        Path(args.out).write_text(written(found), encoding="utf-8")
        print(say(tongue, "coach.puzzles.written", n=len(found.puzzles), file=args.out), file=sys.stderr)
    else:
        print(written(found), end="")
    return 0


def written(found: Collection) -> str:
    """A puzzle a line, so that a change of one is seen as such."""
    puzzles = ",\n".join(msgspec.json.encode(one).decode() for one in found.puzzles)
    head = msgspec.json.encode(msgspec.structs.replace(found, puzzles=[])).decode()
    return head.removesuffix("[]}") + f"[\n{puzzles}\n]}}\n"
