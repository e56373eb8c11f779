"""A game without a board of its own in the terminal: scores, whose turn it is, and the game's own sketch or view."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from strapontin.core.game import View
from strapontin.core.match import Eyes, Match
from strapontin.words import Language, catalogue, figure, say

TURN = "▸"
"""Who may act now."""
COMMON = {*(field.name for field in msgspec.structs.fields(View)), "moves"}
"""What the lines of the players and the menu tell."""


def show(match: Match, seat: Eyes, language: Language) -> RenderableType:
    """Everybody with their score, then the position."""
    view = match.view(seat)
    lines = [Text(match.game.name, style="bold"), *_players(match, view, language), *_position(match, view, seat)]
    for line in lines:
        line.no_wrap, line.overflow = True, "ellipsis"
    return Group(*lines, "")


def describe(move: dict[str, Any], view: dict[str, Any], language: Language) -> str:
    """What a move would do: the game's sentence for this very move or for all, or what its preview tells."""
    for key in (f"{view['game']}.move.{move['move']}", f"{view['game']}.move"):
        if key in catalogue(language):
            return say(language, key, **move)
    return " · ".join(f"{name} {_written(told)}" for name, told in move.items() if name != "move")


def _players(match: Match, view: dict[str, Any], language: Language) -> Iterator[Text]:
    for seat, one in enumerate(match.players):
        acting = seat in view["to_act"]
        told = (
            say(language, "cli.of", what=one.name, told=figure(view["scores"][seat])) if match.game.points else one.name
        )
        yield Text(f"{TURN if acting else ' '} {told}", style="bold" if acting else "")


def _position(match: Match, view: dict[str, Any], seat: Eyes) -> list[Text]:
    if sketch := match.sketch(seat):
        return [Text(line) for line in sketch.splitlines()]
    return [Text(f"{name}: {_written(told)}") for name, told in view.items() if name not in COMMON]


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
