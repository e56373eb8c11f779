"""`strapontin completion`: what a shell needs to complete commands."""

from __future__ import annotations

import argparse

from strapontin.cli.pace import prefer_plain


def run(args: argparse.Namespace) -> int:
    """Print the completion script of a shell."""
    prefer_plain()
    import shtab

    from strapontin.cli.parser import parser

    print(shtab.complete(parser(complete=True), args.shell))
    return 0
