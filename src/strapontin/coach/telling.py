"""A review in words, for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Sequence

from strapontin.arena.ratings import Figure
from strapontin.arena.telling import interval, percent
from strapontin.coach.findings import Decision, Draw, Reason, SeatReview
from strapontin.coach.verdicts import VERDICTS, total
from strapontin.coach.why import AGAINST, FOR
from strapontin.words import Language, decimal, said, say

HIDDEN = "?"
"""How what a seat could not see is written."""
MOST = 4
"""So many draws of a run are named."""
TELLING = 0.005
"""A chance to win below this is told as none."""
VAGUE = 50.0
"""An accuracy that may lie this far apart, in per cent, is not told as one figure."""
EDGES = {0.0: "nothing", 100.0: "whole"}
"""Accuracies beyond which there is nothing: where all of the interval would lie there, it says no more than they do."""


def summary(one: SeatReview, alone: bool, tongue: Language) -> list[str]:
    """What there is to say of a whole seat: which decisions it made, and how lucky it was."""
    told = [counts(one, tongue)] if one.decisions else []
    return [*told, luck(one, alone, tongue), *extremes(one, alone, tongue), *possible(one, tongue)]


def costly(one: Decision, names: Sequence[str], tongue: Language) -> list[str]:
    """What would have been better than a move, and why where that can be told."""
    return [told for told in (better(one, tongue), explained(one, names, tongue)) if told]


def headline(one: SeatReview, tongue: Language) -> str:
    """Whose review, and how accurate."""
    if one.accuracy is None:
        return say(tongue, "coach.accuracy.none", player=one.name)
    if one.accuracy.low == one.accuracy.high and one.accuracy.mean in EDGES:
        return say(tongue, f"coach.accuracy.{EDGES[one.accuracy.mean]}", player=one.name)
    span = interval(one.accuracy, ".1f", tongue)
    if one.accuracy.high - one.accuracy.low > VAGUE:
        return say(tongue, "coach.accuracy.vague", player=one.name, interval=span)
    return say(
        tongue, "coach.accuracy", player=one.name, accuracy=decimal(tongue, one.accuracy.mean, ".1f"), interval=span
    )


def counts(one: SeatReview, tongue: Language) -> str:
    """How many decisions there were of each class."""
    told = [say(tongue, f"coach.count.{each}", n=one.verdicts[each]) for each in VERDICTS if one.verdicts[each]]
    return say(tongue, "coach.decisions", n=len(one.decisions), counts=told)


def title(one: Decision, tongue: Language) -> str:
    """Which move, and its class."""
    verdict = say(tongue, f"coach.verdict.{one.verdict}")
    return say(tongue, "coach.move", n=one.ply + 1, move=one.played.move, verdict=verdict)


def better(one: Decision, tongue: Language) -> str:
    """By how much the best move is better: in chances to win, alone in points."""
    won, scored, best = one.win_loss, one.points_loss, one.best.move
    if won is not None and won.mean >= TELLING and one.best.win is not None and one.played.win is not None:
        params = {"best": best, "move": one.played.move, "interval": interval(_possible(won), ".1f", tongue, 100)}
        better, worse = (decimal(tongue, 100 * each.mean, ".1f") for each in (one.best.win, one.played.win))
        return say(tongue, "coach.better.win", better=better, worse=worse, **params)
    if scored is not None and scored.low > 0.0:
        span = interval(scored, ".1f", tongue)
        return say(tongue, "coach.better.points", best=best, loss=decimal(tongue, scored.mean, ".1f"), interval=span)
    return say(tongue, "coach.better.value", best=best)


def loss(one: Decision, tongue: Language) -> str:
    """What a decision gave away, as a figure with its interval."""
    if one.win_loss is not None:
        return f"{percent(one.win_loss.mean, tongue)} ({interval(_possible(one.win_loss), '.1f', tongue, 100)})"
    scored = one.points_loss or one.loss
    return f"{decimal(tongue, scored.mean, '.1f')} ({interval(scored, '.1f', tongue)})"


def _possible(chance: Figure) -> Figure:
    """A difference of chances, without what an interval of few simulations has beyond all or nothing."""
    return Figure(chance.mean, max(-1.0, chance.low), min(1.0, chance.high))


def explained(one: Decision, names: Sequence[str], tongue: Language) -> str:
    """Why the best move is better, in a sentence; nothing where no difference can be told from chance."""
    told = [_phrase(each, names, tongue) for each in one.why if each.good > 0][:FOR]
    cost = [_phrase(each, names, tongue) for each in one.why if each.good < 0][:AGAINST]
    if not told:
        return ""
    reasons = told[0] if len(told) == 1 else say(tongue, "coach.reasons", first=told[0], second=told[1])
    if cost:
        reasons = say(tongue, "coach.but", reasons=reasons, cost=cost[0])
    if not reasons.startswith(one.best.move):  # a move stays as it is written
        reasons = reasons[0].upper() + reasons[1:]
    return say(tongue, "coach.sentence", reasons=reasons)


def _phrase(one: Reason, names: Sequence[str], tongue: Language) -> str:
    params = dict(one.params)
    if isinstance(seat := params.get("seat"), int):
        params["player"] = names[seat]
    return said(tongue, one.key, f"{one.key} {params}", **params)


def luck(one: SeatReview, alone: bool, tongue: Language) -> str:
    """What the draws of a game brought in all."""
    if alone:
        brought = total([each.points for each in one.draws if each.points is not None])
        span = interval(brought, "+.1f", tongue)
        return say(tongue, "coach.luck.points", luck=decimal(tongue, brought.mean, "+.1f"), interval=span)
    span = interval(one.luck, "+.1f", tongue, 100)
    return say(tongue, "coach.luck.win", luck=decimal(tongue, 100 * one.luck.mean, "+.1f"), interval=span)


def extremes(one: SeatReview, alone: bool, tongue: Language) -> list[str]:
    """The luckiest draw and the unluckiest, if they were clearly so."""
    told = []
    ordered = sorted(one.draws, key=lambda each: each.luck.mean)
    if ordered and ordered[-1].luck.low > 0.0:
        told.append(say(tongue, "coach.luckiest", **_draw(ordered[-1], alone, tongue)))
    if ordered and ordered[0].luck.high < 0.0:
        told.append(say(tongue, "coach.unluckiest", **_draw(ordered[0], alone, tongue)))
    return told


def _draw(one: Draw, alone: bool, tongue: Language) -> dict[str, object]:
    brought: Figure = one.points if alone and one.points is not None else one.luck
    if alone:
        amount = say(tongue, "coach.points", n=decimal(tongue, brought.mean, "+.1f"))
    else:
        amount = say(tongue, "common.percent", n=decimal(tongue, 100 * brought.mean, "+.1f"))
    seen = [text for text in one.drawn if HIDDEN not in text]
    return {"drawn": ", ".join(seen) if len(seen) <= MOST else ", ".join(seen[:MOST]) + "…", "luck": amount}


def possible(one: SeatReview, tongue: Language) -> list[str]:
    """What was possible for who played alone, knowing the draws."""
    found = one.hindsight
    if found is None:
        return []
    share = round(100 * found.share)
    return [
        say(tongue, "coach.hindsight", score=found.score, best=found.best, percent=share),
        say(tongue, "coach.hindsight.exact" if found.exact else "coach.hindsight.width", width=f"{found.width:,}"),
    ]
