"""`strapontin games`: what can be played."""

from __future__ import annotations

import argparse
import json

from strapontin.cli.kernel_mode import prefer_plain
from strapontin.cli.language import language
from strapontin.words import said, say


def run(args: argparse.Namespace) -> int:
    """List the games that are here."""
    prefer_plain()
    from strapontin.core.registry import game, games

    spoken = language(args.language)
    found = [
        {
            "id": name,
            "name": game(name).name,
            "players": [game(name).seats.start, game(name).seats.stop - 1],
            "about": said(spoken, f"{name}.about", ""),
        }
        for name in games()
    ]
    if args.json:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    for one in found:
        low, high = one["players"]
        players = say(spoken, "cli.players", low=low, high=high)
        print(f"{one['id']:<16} {one['name']:<28} {players:<15} {one['about']}".rstrip())
    return 0
