"""`strapontin print`: a city on paper."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from strapontin.cli.kernel_mode import prefer_plain
from strapontin.cli.language import language
from strapontin.cli.maps import find_map
from strapontin.core.errors import BadOptions, clip


def run(args: argparse.Namespace) -> int:
    """Write the booklet of a city."""
    prefer_plain()
    from strapontin.core.registry import game, games
    from strapontin.print import MOST_COPIES, booklet

    if not game(args.game).printable:
        can = ", ".join(name for name in games() if game(name).printable)
        raise BadOptions(f"print: {clip(args.game)} cannot be printed; {can} can")

    if not 1 <= args.copies <= MOST_COPIES:
        raise BadOptions(f"--copies: {args.copies}; it must be 1 to {MOST_COPIES}")
    pages = booklet(find_map(args.map), copies=args.copies, paper=args.paper, language=language(args.language))
    if args.output == "-":
        sys.stdout.buffer.write(pages)
    else:
        Path(args.output).write_bytes(pages)
    return 0
