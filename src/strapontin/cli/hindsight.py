"""`strapontin hindsight`: how good was possible in a solo game of metroX, had one known the cards."""

from __future__ import annotations

import argparse
import json

import msgspec

from strapontin.cli.inputs import named, read_match
from strapontin.cli.language import language
from strapontin.coach.hindsight import hindsight
from strapontin.core.errors import BadOptions
from strapontin.words import say


def run(args: argparse.Namespace) -> int:
    """Look back and tell."""
    if not 1 <= args.width <= 100_000:
        raise BadOptions(f"--width: {args.width}; it must be 1 to 100000")
    match = read_match(args.file)
    with named(args.file):
        found = hindsight(match, args.width)
    if args.json:
        print(json.dumps(msgspec.to_builtins(found) | {"share": round(found.share, 4)}))
        return 0
    tongue = language(args.language)
    print(say(tongue, "coach.hindsight", score=found.score, best=found.best, percent=round(100 * found.share)))
    print(say(tongue, "coach.hindsight.exact" if found.exact else "coach.hindsight.width", width=f"{found.width:,}"))
    print(" ".join(found.moves))
    return 0
