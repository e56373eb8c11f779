"""The levels of bots: one list for the terminal, arenas, servers and pages. Who plays them is in `bots/levels.py`.

It loads nothing, so that a command can ask whether a bot needs compiled rules before any rules are loaded.
"""

from __future__ import annotations

import math
from typing import NamedTuple


class Level(NamedTuple):
    """A bot by name; `bots/levels.py` has a function of the same name that plays it."""

    name: str
    offered: bool = True
    """Whether tables offer it to people; or it is a yardstick for arenas."""
    looks: bool = True
    """Whether it looks at positions: something has to be ready before its clock may run."""
    searches: bool = False
    """Whether it searches: in plain Python it would see a hundredth of what it should."""
    seconds: float = math.inf
    """Seconds a move at most, however many it is given."""
    timed: bool = False
    """Whether its name can say how long it thinks: `expert@0.1`."""


LEVELS = (
    Level("random", looks=False),
    Level("novice"),
    Level("greedy", offered=False),
    Level("regular", searches=True, seconds=0.2),
    Level("expert", searches=True, timed=True),
)
"""From the weakest to the strongest."""

GENTLE, STAND_IN = "novice", "regular"
"""Whom one meets first, and who sits in for somebody away or for a bot that is not known here."""


def named(bot: str | None) -> Level | None:
    """The level a bot's name stands for, with or without its time.

    >>> named("expert@0.1").name, named("cmd:./mybot")
    ('expert', None)
    """
    base = (bot or "").partition("@")[0]
    return next((one for one in LEVELS if one.name == base), None)


def within(bot: str, seconds: float) -> float:
    """The seconds a move of a bot that is given so many.

    >>> within("regular", 1.0), within("novice", 1.0)
    (0.2, 1.0)
    """
    level = named(bot)
    return seconds if level is None else min(level.seconds, seconds)


def offered() -> list[str]:
    """The levels people can choose, from the gentlest to the strongest."""
    return [one.name for one in LEVELS if one.offered]
