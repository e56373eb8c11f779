"""Who plays: bots by name. A bot is a function from a `Seat` (what its player can see) to a legal move.

bot("random")  bot("novice")  bot("greedy")  bot("regular")  bot("expert")  bot("expert@0.1")
bot("cmd:./mybot")  bot("mymodule:mybot")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from strapontin.bots.levels import THINK, level
from strapontin.bots.levels import warm as _warm
from strapontin.bots.outside import Program, imported
from strapontin.bots.referee import Answer, ask
from strapontin.bots.seat import Bot, Seat, luck, seat_from, seat_of
from strapontin.core.errors import StrapontinError, clip
from strapontin.core.levels import LEVELS, named, within
from strapontin.core.registry import game as game_of

__all__ = [
    "THINK",
    "Answer",
    "Bot",
    "Seat",
    "allowed",
    "ask",
    "bot",
    "choose",
    "luck",
    "player",
    "seat_of",
    "think_time",
    "warm",
]


def bot(name: str) -> Bot:
    """The bot of this name; an error says which names there are.

    >>> bot("regular").__name__
    'regular'
    """
    known = named(name)
    if name.startswith("cmd:"):
        return Program(name[4:])
    if known is not None:
        if "@" in name and not known.timed:
            raise StrapontinError(f"bot: {clip(name)}: only expert takes a time, such as expert@0.1")
        return level(known.name, think_time(name) if "@" in name else None)
    if ":" in name:
        return imported(name)
    names = [one.name for one in LEVELS] + [f"{one.name}@SECONDS" for one in LEVELS if one.timed]
    raise StrapontinError(f"bot: there is no {clip(name)}; known: {', '.join(names)}, cmd:PROGRAM, module:function")


def think_time(name: str, think: float = THINK) -> float:
    """The seconds a move that a bot's name asks for, or else `think`."""
    known, (_, at, text) = named(name), name.partition("@")
    if not at or known is None or not known.timed:
        return think
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds <= 3600:
        raise StrapontinError(f"bot: {clip(name)}: the time must be a number of seconds from 0.001 to 3600")
    return seconds


def allowed(name: str, think: float = THINK) -> float:
    """The seconds a move a bot may take: some have a short time of their own, the others what they are given."""
    return within(name, think_time(name, think))


def choose(
    game: str,
    options: Mapping[str, Any],
    players: int,
    state: bytes,
    history: Sequence[tuple[int | str, str]],
    seat: int,
    level: str,
    seconds: float = THINK,
    seed: str = "",
    rules: int | None = None,
) -> str:
    """The move of a level from plain values, for worker processes: a concealed state in, a legal move out."""
    return ask(player(level), seat_from(game, options, players, state, history, seat, seconds, seed, rules)).move


def warm(game: str) -> None:
    """Get everything ready that bots need for a game, so that the first move is as quick as the others."""
    _warm(game_of(game))


@cache
def player(name: str) -> Bot:
    """The bot of this process with this name; a program is started once and asked again and again."""
    return bot(name)
