"""What is told of games before one is played, on the wire, as types."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from strapontin.server.protocol import Answer, Language, Line


class Choice(Answer):
    """One option of a game, as a form shows it."""

    name: str
    kind: Literal["choice", "flag", "number"]
    default: Any
    values: list[Any] = msgspec.field(default_factory=list)
    """Of a choice: what can be chosen, ids of maps for instance."""
    least: int | None = None
    most: int | None = None
    inline: bool = False
    """Whether a whole map or layout may be given in place of a name."""
    maps: list[str] | None = None
    """Of a flag: the maps on which it changes anything; null where it always does."""


class GameInfo(Answer):
    """A game of the collection."""

    id: str
    name: str
    """What it is called, in every language."""
    about: dict[Language, str]
    """What it is about, by language: less than a sentence; empty where it says nothing of itself."""
    least: int
    most: int
    """Players."""
    usual: int
    """How many sit down when nobody says how many."""
    minutes: int
    """How long people take for it, more or less."""
    longest: int | None
    """Where games differ much: the minutes of a long one, while `minutes` are those of a short one."""
    simultaneous: bool
    """Whether all choose at the same time, or in turns."""
    secrets: bool
    """Whether a seat knows what others must not; or all lies open."""
    points: bool
    """Whether one plays for points, or just wins."""
    passive: list[str]
    """The keys of the log that tell of a seat what happens to it without its doing."""
    lesson: bool
    """Whether there is a guided first game."""
    printable: bool
    """Whether it can be printed, to be played on paper."""
    options: list[Choice]
    levels: list[str]
    """Bots, from the gentlest to the strongest."""
    level: str
    """The bot one meets first."""


class Games(Answer):
    """The collection."""

    protocol: int
    version: str
    """Of the package."""
    games: list[GameInfo]


class LessonStep(Answer):
    """One position of a lesson: what is said there (a key of the catalogues), and the move to try, if any."""

    say: str
    view: dict[str, Any]
    log: list[Line]
    tries: str | None


class Lesson(Answer):
    """A guided first game: real positions of the real engine, in order."""

    game: str
    options: dict[str, Any]
    players: int
    seat: int
    scene: dict[str, Any]
    steps: list[LessonStep]
