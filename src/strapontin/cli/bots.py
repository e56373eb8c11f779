"""Who fills the other seats in the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from strapontin import bots
from strapontin.core.errors import BadOptions, StrapontinError, clip
from strapontin.core.match import Match

Bot = Callable[[Match, int], str]
"""A bot: the move of a seat, from what that seat may know."""

BOTS = (*bots.LEVELS, "greedy")


def bot(name: str, seed: object = None) -> Bot:
    """A bot by its name."""
    try:
        found, seconds = bots.bot(name), bots.think_time(name)
    except StrapontinError as error:
        known = ", ".join(BOTS)
        raise BadOptions(f"--bot {clip(name)}: there is no such bot; known bots: {known} ({error})") from None
    luck = secrets.token_hex(8) if seed is None else str(seed)
    return lambda match, seat: bots.ask(found, bots.seat_of(match, seat, seconds, f"{luck}/{len(match.moves)}")).move
