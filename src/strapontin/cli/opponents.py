"""Who fills the other seats in the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from strapontin import bots
from strapontin.core.errors import BadOptions, StrapontinError
from strapontin.core.match import Match

Bot = Callable[[Match, int], bots.Answer]
"""A bot: the move of a seat, from what that seat may know."""


def bot(name: str, seed: object = None) -> Bot:
    """A bot by its name."""
    try:
        found, seconds = bots.player(name), bots.think_time(name)
    except StrapontinError as error:
        raise BadOptions(f"--{error}") from None
    own = secrets.token_hex(8) if seed is None else seed
    return lambda match, seat: bots.ask(found, bots.seat_of(match, seat, seconds, bots.luck(own, len(match.moves))))
