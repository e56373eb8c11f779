"""The figures of an arena in words, for the terminal and for the page."""

from __future__ import annotations

from strapontin.arena.ratings import Figure, Pairing, Results
from strapontin.core.registry import game
from strapontin.words import Language, decimal, say


def title(found: Results, tongue: Language) -> str:
    """Which game, and how many of it."""
    return say(tongue, "arena.title", game=game(found.game).name, n=found.games)


def rating_form(found: Results) -> str:
    """How ratings are written: points of Bradley-Terry with their sign, openskill's small numbers without."""
    return "+.0f" if found.players == 2 else ".1f"


def percent(share: float, tongue: Language) -> str:
    """A share of 1 in hundredths."""
    return say(tongue, "common.percent", n=decimal(tongue, 100 * share, ".1f"))


def beyond(seconds: float | None) -> str:
    """How long a bot thought beyond what was allowed: 0 where it never did."""
    return "" if seconds is None else f"{seconds:.3f}" if seconds > 0 else "0"


def interval(span: Figure, form: str, tongue: Language, times: float = 1) -> str:
    """From where to where a figure may be, in words: a dash would look like a minus; one deal tells nothing of it."""
    if span.low == span.high:
        return "?"
    low, high = (decimal(tongue, times * one, form) for one in (span.low, span.high))
    return say(tongue, "common.interval", low=low, high=high)


def pairing(pair: Pairing, tongue: Language) -> str:
    """How two bots have done against each other, in a sentence."""
    params = {"one": pair.one, "other": pair.other, "won": pair.won, "lost": pair.lost, "shared": pair.shared}
    share = decimal(tongue, 100 * pair.share.mean, ".1f")
    return say(tongue, "arena.pair", **params, share=share, interval=interval(pair.share, ".1f", tongue, 100))
