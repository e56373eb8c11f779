"""`strapontin conformance`: whether all that must hold for a game holds for this one."""

from __future__ import annotations

import argparse
import json

from strapontin.cli.language import language
from strapontin.core.errors import StrapontinError
from strapontin.words import say

HOLDS, FAILS = "✓", "✗"


def run(args: argparse.Namespace) -> int:
    """Run every check over a game, a line each; exit code 1 if one of them finds a fault."""
    from strapontin.conformance import examine, variants

    if args.decisions < 1:
        raise StrapontinError(f"--decisions: {args.decisions}; at least one is needed")
    tongue, played, faults, told = language(args.language), variants(args.game, args.decisions), 0, []
    for one in examine(played):
        faults += one.fault is not None
        told.append({"check": one.check.title, "variant": one.variant.name, "fault": one.fault})
        if not args.json:
            print(HOLDS if one.fault is None else FAILS, one.check.title, flush=True)
            if one.fault is not None:
                print(f"  {one.variant}: {one.fault}", flush=True)
    if args.json:
        print(json.dumps({"game": args.game, "variants": [one.name for one in played], "checks": told}))
    elif faults:
        print(say(tongue, "cli.conformance.fails", n=faults, checks=len(told)))
    else:
        print(say(tongue, "cli.conformance.holds", n=len(told), ways=len(played)))
    return int(faults > 0)
