"""`strapontin games`: what can be played."""

from __future__ import annotations

import argparse
import json

from strapontin.cli.language import language
from strapontin.cli.pace import prefer_plain
from strapontin.words import say


def run(args: argparse.Namespace) -> int:
    """List the games of the collection."""
    prefer_plain()
    from strapontin.core.registry import game, games

    spoken = language(args.language)
    found = [
        {
            "id": name,
            "name": say(spoken, f"cli.game.{name}"),
            "players": [game(name).seats.start, game(name).seats.stop - 1],
            "about": say(spoken, f"cli.game.{name}.about"),
        }
        for name in games()
    ]
    if args.json:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    for one in found:
        low, high = one["players"]
        print(f"{one['id']:<16} {one['name']:<28} {say(spoken, 'cli.players', low=low, high=high):<12} {one['about']}")
    return 0
