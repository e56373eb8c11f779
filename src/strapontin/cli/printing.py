"""`strapontin print`: a game on paper."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from strapontin.cli.kernel_mode import prefer_plain
from strapontin.cli.language import language
from strapontin.cli.maps import find_map
from strapontin.core.errors import BadOptions, clip


def run(args: argparse.Namespace) -> int:
    """Write all a game needs as a PDF."""
    prefer_plain()
    from strapontin.core.registry import game, games
    from strapontin.print import MOST_COPIES, booklet

    if not game(args.game).printable:
        can = ", ".join(name for name in games() if game(name).printable)
        raise BadOptions(f"print: {clip(args.game)} cannot be printed; {can} can")
    mapped = any(option.name == "map" for option in game(args.game).options)
    if args.map is not None and not mapped:
        raise BadOptions(f"--map: {clip(args.map)}; {args.game} has no maps")
    if not 1 <= args.copies <= MOST_COPIES:
        raise BadOptions(f"--copies: {args.copies}; it must be 1 to {MOST_COPIES}")
    pages = booklet(
        args.game,
        city=None if args.map is None else find_map(args.map),
        copies=args.copies,
        paper=args.paper,
        language=language(args.language),
        single_sided=args.single_sided,
    )
    if args.output == "-":
        sys.stdout.buffer.write(pages)
    else:
        Path(args.output).write_bytes(pages)
    return 0
