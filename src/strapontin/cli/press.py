"""`strapontin print`: a city on paper."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from strapontin.cli.language import language
from strapontin.cli.pace import prefer_plain
from strapontin.core.errors import BadOptions, clip

if TYPE_CHECKING:
    from strapontin.games.metrox.map import Map


def run(args: argparse.Namespace) -> int:
    """Write the booklet of a city."""
    prefer_plain()
    if args.game != "metrox":
        raise BadOptions(f"print: {clip(args.game)} cannot be printed; metrox can")
    from strapontin.print import MOST_COPIES, booklet

    if not 1 <= args.copies <= MOST_COPIES:
        raise BadOptions(f"--copies: {args.copies}; it must be 1 to {MOST_COPIES}")
    pages = booklet(_city(args.map), copies=args.copies, paper=args.paper, language=language(args.language))
    if args.output == "-":
        sys.stdout.buffer.write(pages)
    else:
        Path(args.output).write_bytes(pages)
    return 0


def _city(name: str) -> Map:
    """A map by its id, or from a file."""
    from strapontin.cli.maps import read_map
    from strapontin.games.metrox.map import cities, city

    return city(name) if name in cities() or not Path(name).is_file() else read_map(name)
