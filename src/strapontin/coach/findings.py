"""What a review finds, as plain values: JSON has the same fields."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from strapontin.arena.ratings import Figure
from strapontin.coach.hindsight import Hindsight

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
"""The classes of a move, from the best down."""


class Weighed(msgspec.Struct):
    """A move, and what the futures behind it come to on average."""

    move: str
    value: Figure
    """What they are worth to the seat, from 0 to 1: what the search plays for."""
    win: Figure | None
    """The chance to win; null for who plays alone."""
    points: Figure | None
    """The score at the end of the simulations; null where one does not play for points, or they stop half-way."""


class Difference(msgspec.Struct):
    """What of a part of the score the best move brings more than the one played, or less."""

    key: str
    kind: Literal["points", "share", "number"]
    params: dict[str, Any]
    played: float
    best: float
    more: Figure
    """Best minus played, on the same luck."""
    often: float
    """The share of the futures in which they differ that way."""
    by: float
    """And by how much they do there."""


class Reason(msgspec.Struct):
    """A sentence of the catalogues, by its key, and what it is filled in with."""

    key: str
    params: dict[str, Any]
    good: int
    """1 if it speaks for the best move, -1 if against it."""


class Decision(msgspec.Struct):
    """One choice of a seat, from what it knew then."""

    ply: int
    """How many moves of the record came before it."""
    legal: int
    """How many moves there were to choose from."""
    played: Weighed
    best: Weighed
    """The best move found, which may be the one played."""
    loss: Figure
    """By how much the move played is worth less than the best, on the same luck; below 0 only by chance."""
    win_loss: Figure | None
    """The same as a chance to win; null for who plays alone."""
    points_loss: Figure | None
    """The same in points; null where one does not play for points, or simulations stop half-way."""
    stake: float
    """By how much the best is worth more than a move taken blindly: what there was to decide."""
    verdict: Verdict
    parts: list[Difference]
    """What the score is made of, where two moves were compared."""
    why: list[Reason]
    """What the best move does better, if it can be told from chance; then what it costs."""


class Point(msgspec.Struct):
    """A point of the curve: what the position was worth after so many moves of the record."""

    ply: int
    value: float
    win: float | None
    points: float | None


class Draw(msgspec.Struct):
    """What chance did between two moves, as far as the seat saw it."""

    ply: int
    """How many moves of the record came before it."""
    last: int
    """And after it."""
    drawn: list[str]
    """The draws as the seat saw them."""
    before: Point
    after: Point
    luck: Figure
    """By how much it became worth more."""
    points: Figure | None
    """The same in points; null where one does not play for points."""


class SeatReview(msgspec.Struct):
    """The game as one seat saw it."""

    seat: int
    name: str
    accuracy: Figure | None
    """In per cent: 100 for the best move every time, 0 for what moves taken blindly come to; null if nothing was
    decided."""
    loss: Figure
    """The losses of all decisions together."""
    luck: Figure
    """The luck of all draws together."""
    verdicts: dict[Verdict, int]
    """How many decisions there are of each class."""
    decisions: list[Decision]
    """All choices between two moves or more."""
    draws: list[Draw]
    curve: list[Point]
    hindsight: Hindsight | None = None
    """What was possible, knowing the draws; null where there is no telling."""

    @property
    def costliest(self) -> list[Decision]:
        """The decisions that cost something beyond doubt, the most expensive first."""
        return sorted((one for one in self.decisions if one.verdict != "best"), key=lambda one: -one.loss.mean)


class Review(msgspec.Struct):
    """What a game teaches."""

    game: str
    players: int
    budget: int
    """Simulations for each decision."""
    seats: list[SeatReview]
