"""`strapontin new`: a fresh record on standard output."""

from __future__ import annotations

import argparse

from strapontin.cli.inputs import options, players, seed
from strapontin.cli.kernel_mode import prefer_plain


def run(args: argparse.Namespace) -> int:
    """Begin a match and print its record; the seed stays out of it unless it is to be revealed."""
    prefer_plain()
    from strapontin.core.match import Match
    from strapontin.core.record import encode
    from strapontin.core.registry import game

    given = options(args), seed(args.seed)
    match = Match(args.game, players(args, fewest(game(args.game).seats)), *given)
    print(encode(match.as_record(reveal=args.reveal)))
    return 0


def fewest(seats: range) -> int:
    """How many sit down when nobody says so: two, where two can play.

    >>> fewest(range(1, 7)), fewest(range(3, 5))
    (2, 3)
    """
    return 2 if 2 in seats else seats.start
