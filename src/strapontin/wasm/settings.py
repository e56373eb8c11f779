"""What a page is told of a game before anything is played: every setting without a map of one's own, ready made.

Boards are made by Python, of options; a page has no second way to make one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

from strapontin.bots.default_insight import account_of
from strapontin.core.game import Game, Setting

NEAR = 8
"""Bytes that differ no farther apart than this are told together."""


def settings(game: Game) -> Iterator[Setting]:
    """Every choice of options by name, for every number of players."""
    choices = [(False, True) if isinstance(one.default, bool) else one.values or (None,) for one in game.options]
    for chosen in product(*choices):
        named = zip(game.options, chosen, strict=True)
        options = {option.name: value for option, value in named if value not in (None, False)}
        for players in game.seats:
            yield game.setting(options, players)


def told(game: Game) -> tuple[dict[str, Any], list[bytes]]:
    """All settings as data, each board as what differs from the one before; and the scenes they name, as JSON.

    What a review counts is told once for all seats and settings that count the same.
    """
    scenes: list[bytes] = []
    counted: list[list[dict[str, Any]]] = []
    found: list[dict[str, Any]] = []
    before = bytes(game.board_type.dtype.itemsize)
    for setting in settings(game):
        scene, board = msgspec.json.encode(game.scene(setting)), setting.board.tobytes()
        if scene not in scenes:
            scenes.append(scene)
        parts = [counts(game, setting, seat) for seat in range(setting.players)]
        counted += [one for i, one in enumerate(parts) if one not in counted and one not in parts[:i]]
        here = {"options": setting.options, "players": setting.players, "scene": scenes.index(scene)}
        here["parts"] = [counted.index(one) for one in parts]
        found.append(here | {"board": [[at, part.hex()] for at, part in changes(before, board)]})
        before = board
    options = [{"name": one.name, "default": one.default, "values": one.values} for one in game.options]
    return {"options": options, "parts": counted, "settings": found}, scenes


def counts(game: Game, setting: Setting, seat: int) -> list[dict[str, Any]]:
    """What a review counts for a seat, as data."""
    return [one._asdict() | {"params": dict(one.params)} for one in account_of(game).parts(setting, seat)]


def changes(before: bytes, after: bytes) -> Iterator[tuple[int, bytes]]:
    """Where bytes differ from others of the same length, and what they are there.

    >>> list(changes(bytes(20), bytes(12) + b"ab" + bytes(6)))
    [(12, b'ab')]
    """
    apart = [at for at, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    ends = [i for i in range(len(apart)) if i + 1 == len(apart) or apart[i + 1] - apart[i] > NEAR]
    for begin, end in zip([0, *(i + 1 for i in ends)], ends, strict=False):
        yield apart[begin], after[apart[begin] : apart[end] + 1]
