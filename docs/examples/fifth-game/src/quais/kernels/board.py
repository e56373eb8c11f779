"""Options checked, and the board made of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quais.kernels.state import Board
from strapontin.core.errors import BadOptions
from strapontin.core.game import Setting
from strapontin.core.kernel import blank

QuaisSetting = Setting[Board, None]


def setting(options: Mapping[str, Any], players: int) -> QuaisSetting:
    """There is nothing to choose but the players."""
    if options:
        raise BadOptions([f"unknown {name}; quais has no options" for name in options])
    board = blank(Board)
    board.players = players
    return Setting({}, players, board, None)
