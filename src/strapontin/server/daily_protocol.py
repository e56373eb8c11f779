"""The line of the day on the wire, as types; what all of them share is in `protocol.py`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from strapontin.server.protocol import Answer, Millis, Name, Strict

Day = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
"""A date where the server is, such as `2026-11-18`."""


class BoardLine(Strict, frozen=True):
    """Get on the line of a day: today's, which counts and is tried once, or one of the past, which does not."""

    day: Day | None = None
    """Null: today."""
    name: Name | None = None


class DailyTry(Answer):
    """Your try of a day's line."""

    table: str
    """The table it is played at."""
    outcome: Literal["playing", "counted", "given-up", "late"]
    """It goes on, it counts, it was given up, or it was finished after the day was over."""
    begun_at: Millis
    finished_at: Millis | None
    score: int | None
    """What compares: points, or 100 less a point a turn for a win where one just wins."""


class DailyLine(Answer):
    """The deal of a game on a day, the same for everybody."""

    day: Day
    game: str
    players: int
    """You, and the bots of the house."""
    options: dict[str, Any]
    commitment: str
    """SHA-256 of the seed of all draws."""
    seed: str | None
    """The seed itself, once the day is over."""
    ends_at: Millis
    """When the day is over."""
    results: int
    """How many have finished it, as of a moment ago."""
    mine: DailyTry | None


class DailyLines(Answer):
    """Today's lines."""

    day: Day
    zone: str
    """The time zone whose date it is."""
    ends_at: Millis
    lines: list[DailyLine]
    streak: int
    """On how many days in a row you have finished one."""


class DailyMark(Answer):
    """What a level of bots scored on a line in your place; `hindsight` knew all draws beforehand."""

    level: str
    score: int


class DailyStanding(Answer):
    """A line, and once you have finished it how you did."""

    line: DailyLine
    rank: int | None
    """Among those who have finished it, from 1."""
    of: int
    """How many have."""
    percentile: int | None
    """What share of the others you are ahead of, in percent; null before there are others."""
    marks: list[DailyMark]
    """Empty before you have finished, or while nobody has worked them out."""
    squares: list[Literal["lost", "same", "gain", "leap"]]
    """How each of your turns went: a picture to share that spoils nothing."""
    streak: int
    """On how many days in a row you have finished the line of this game."""
    longest: int
    """The most there ever were."""


class DailyRow(Answer):
    """A line of a board."""

    rank: int
    name: str | None
    """Null where somebody has asked to be forgotten."""
    score: int
    days: int
    """How many days it is made of."""
    you: bool
    margin: int
    """Of equal scores the larger is ahead: points before the best bot; where one just wins, turns of who did not."""
    took: Millis
    """And of equal margins, the shorter one."""


class DailyBoard(Answer):
    """Who did best on the lines of a day, a week or a month; anybody can be several guests."""

    game: str
    period: str
    """A day, a week such as `2026-W47`, or a month such as `2026-11`."""
    total: int
    rows: list[DailyRow]
    mine: DailyRow | None
    next: str | None = None


class DailyArchive(Answer):
    """Lines of past days, the latest first."""

    lines: list[DailyLine]
    next: str | None = None
