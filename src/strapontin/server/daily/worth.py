"""What a try is worth among the others of its day: numbers that compare, and a picture that spoils nothing."""

from __future__ import annotations

from statistics import median
from typing import Literal

from strapontin.core.match import Match

Square = Literal["lost", "same", "gain", "leap"]

SEAT = 0
"""Where whoever tries a line sits; the bots of the house have the other seats."""

BEST_WIN = 100
"""Where one just wins: what a win would be worth without a turn."""

MOST_SCORE, MOST_MARGIN, MOST_TOOK = 900, 1000, 90_000_000
"""What fits into a merit, added up for a month: 90,000,000 ms is a day of 25 hours."""


def score_of(match: Match) -> tuple[int, int]:
    """The score of a finished try, and the margin that tells apart equal scores.

    Where one plays for points they are the score, and the margin is to the best of the others. Where one just wins,
    a win is worth a point less with every turn it took, and of those who lost, who held out longer is ahead.
    """
    if match.game.points:
        own, *others = match.scores
        return own, own - max(others, default=own)
    turns = sum(actor == SEAT for actor, _ in match.moves)
    return (max(1, BEST_WIN - turns), 0) if SEAT in match.winners else (0, turns)


def merit(score: int, margin: int, took: int) -> int:
    """One number to order by: first the score, then the margin, and only then the time. Merits of days add up.

    >>> merit(30, 0, 900_000) > merit(29, 12, 1_000) > merit(29, 11, 1_000) > merit(29, 11, 2_000)
    True
    """
    score = max(-MOST_SCORE, min(MOST_SCORE, score))
    margin = max(-MOST_MARGIN, min(MOST_MARGIN, margin))
    return (score << 48) + (margin << 32) - max(0, min(MOST_TOOK, took))


def reasons(merit: int, score: int) -> tuple[int, int]:
    """What is ordered by beside the score, from a merit or a sum of them: the margin, and the milliseconds it took.

    >>> reasons(merit(30, -5, 900_000), 30)
    (-5, 900000)
    """
    rest = merit - (score << 48)
    margin = -(-rest >> 32)
    return margin, (margin << 32) - rest


def squares(match: Match) -> list[Square]:
    """How each of one's own turns went, by how good the position looked before it and before the next one.

    A turn that brought more than half of those that brought anything is a leap. Nothing tells what was drawn.
    """
    values: list[float] = []
    past, before = match.at(0), None
    for actor, text in match.moves:
        if actor == SEAT and before != SEAT:
            values.append(_looks(past))
        past.follow(actor, text)
        before = actor
    changes = [after - now for now, after in zip(values, [*values[1:], _looks(past)], strict=False)]
    usual = median([one for one in changes if one > 0] or [0.0])
    return [
        "lost" if one < 0 else "same" if one == 0 else "leap" if one > usual else "gain"
        for one in (round(change, 9) for change in changes)
    ]


def _looks(match: Match) -> float:
    return float(match.game.rules.judge(match.setting.board, match.state, SEAT))
