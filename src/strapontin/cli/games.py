"""`strapontin games`: what can be played."""

from __future__ import annotations

import argparse
import json
import textwrap
from typing import TYPE_CHECKING, Any

from strapontin.cli.kernel_mode import prefer_plain
from strapontin.cli.language import language
from strapontin.words import Language, said, say

if TYPE_CHECKING:
    from strapontin.core.game import Game

WIDTH, COLUMN = 80, 16
"""Of a terminal, and of the short names in it."""


def run(args: argparse.Namespace) -> int:
    """List the games that are here."""
    prefer_plain()
    from strapontin.core.registry import game, games

    spoken = language(args.language)
    found: list[dict[str, Any]] = [
        {
            "id": name,
            "name": game(name).name,
            "players": [game(name).seats.start, game(name).seats.stop - 1],
            "minutes": [game(name).minutes, game(name).longest or game(name).minutes],
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
        print(f"{one['id']:<{COLUMN}} {one['name']:<24} {players}, {_minutes(game(one['id']), spoken)}")
        for line in textwrap.wrap(one["about"], WIDTH - COLUMN - 1):
            print(f"{'':<{COLUMN}} {line}")
    return 0


def _minutes(one: Game, spoken: Language) -> str:
    if one.longest is None:
        return say(spoken, "common.minutes", n=one.minutes)
    return say(spoken, "common.minutes.range", n=one.minutes, most=one.longest)
