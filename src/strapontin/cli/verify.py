"""`strapontin verify`: whether all draws were the ones committed to before the first."""

from __future__ import annotations

import argparse
import json

from strapontin.cli.inputs import named, read_match
from strapontin.cli.language import language
from strapontin.words import say


def run(args: argparse.Namespace) -> int:
    """Check the commitment and every draw of a record."""
    match = read_match(args.file)
    from strapontin.core.match import verify

    with named(args.file):
        draws = verify(match)
    if args.json:
        told = {"verified": True, "over": match.over, "draws": draws, "commitment": match.commitment}
        print(json.dumps(told | {"rules": match.game.version}))
    else:
        sentence = "cli.verified" if match.over else "cli.verified_so_far"
        print(say(language(args.language), sentence, n=draws, rules=match.game.version))
    return 0
