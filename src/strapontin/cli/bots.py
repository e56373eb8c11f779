"""Who fills the other seats in the terminal."""

from __future__ import annotations

import random
from collections.abc import Callable

from strapontin.core.errors import BadOptions, clip
from strapontin.core.match import Match

Bot = Callable[[Match, int], str]
"""A bot: the move of a seat, from what that seat may know."""

BOTS = ("random",)


def bot(name: str, seed: object = None) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        raise BadOptions(f"--bot {clip(name)}: there is no such bot; known bots: {', '.join(BOTS)}")
    chooser = random.Random(None if seed is None else str(seed))
    return lambda match, seat: chooser.choice(match.legal(seat))
