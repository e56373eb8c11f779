"""Strength from results: shares of wins, mean scores, Bradley-Terry and openskill, with 95 % intervals.

Intervals are bootstrapped by deal, because games on the same draws are not independent of each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from strapontin.arena.plan import Plan
from strapontin.arena.play import Outcome

BOOTSTRAPS = 1000
SCALE = 400 / np.log(10)
"""Ratings are told in points of which 400 are odds of 10 to 1."""


class Figure(msgspec.Struct):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float


class Standing(msgspec.Struct):
    """What one bot has done in the whole arena."""

    bot: str
    games: int
    wins: Figure
    """The share of games won; a shared victory counts as its share."""
    fair: float
    """The share of wins it would have if all were equal."""
    score: Figure
    rating: Figure | None
    """openskill's mean and doubt over tables of three and more; Bradley-Terry in points for pairs."""
    seconds: float
    """Thinking time for a move, on average."""
    slowest: float
    over: float | None
    """The 99th percentile of the seconds a move took beyond what it was allowed; below 0 if it took less."""
    late: int
    """Moves that took more than the time allowed and a fifth, and 50 ms."""
    faulty: int


class Pairing(msgspec.Struct):
    """Two bots against each other, alone at a table."""

    one: str
    other: str
    won: int
    lost: int
    shared: int
    share: Figure
    """Of the decided games, those the first one won."""


class Results(msgspec.Struct):
    """The whole arena in figures."""

    game: str
    options: dict[str, Any]
    players: int
    seed: int
    think: float
    games: int
    standings: list[Standing]
    pairings: list[Pairing]
    faults: list[str]


def results(plan: Plan, outcomes: Sequence[Outcome]) -> Results:
    """All figures of an arena; with some games missing, of those that were played."""
    rng = np.random.default_rng(plan.seed)
    ratings = _pair_ratings(plan, outcomes, rng) if plan.players == 2 else _table_ratings(plan, outcomes)
    faults = [fault for outcome in outcomes for fault in outcome.faults]
    return Results(
        plan.game,
        plan.options,
        plan.players,
        plan.seed,
        plan.think,
        len(outcomes),
        [_standing(plan, outcomes, i, ratings.get(i), rng) for i in range(len(plan.bots))],
        _pairings(plan, outcomes, rng) if plan.players == 2 else [],
        list(dict.fromkeys(faults))[:20],
    )


def by_deal(values: dict[int, list[tuple[float, float]]], rng: Any) -> Figure:
    """The ratio of two sums given by deal, with its interval: deals drawn again and again with replacement."""
    if not values:
        return Figure(0.0, 0.0, 1.0)
    sums = np.array([(sum(a for a, _ in deal), sum(b for _, b in deal)) for deal in values.values()])
    mean = sums[:, 0].sum() / max(1e-9, sums[:, 1].sum())
    drawn = sums[rng.integers(0, len(sums), (BOOTSTRAPS, len(sums)))].sum(axis=1)
    ratios = drawn[:, 0] / np.maximum(1e-9, drawn[:, 1])
    low, high = np.percentile(ratios, [2.5, 97.5])
    if low == high and mean in (0.0, 1.0):  # a clean sheet cannot be drawn otherwise
        low, high = (0.0, _doubt(len(sums))) if mean == 0.0 else (1.0 - _doubt(len(sums)), 1.0)
    return Figure(round(float(mean), 4), round(float(low), 4), round(float(high), 4))


def _doubt(deals: int) -> float:
    """What may be missing to a clean sheet over so many deals: Wilson's interval."""
    return 1.96**2 / (deals + 1.96**2)


def _standing(plan: Plan, outcomes: Sequence[Outcome], one: int, rating: Figure | None, rng: Any) -> Standing:
    wins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    points: dict[int, list[tuple[float, float]]] = defaultdict(list)
    seconds, asked, slowest, tardy, faulty = 0.0, 0, 0.0, 0, 0
    over: list[float] = []
    for outcome in outcomes:
        for seat, who in enumerate(outcome.seating):
            if who != one:
                continue
            share = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
            wins[outcome.deal].append((share, 1.0))
            points[outcome.deal].append((outcome.scores[seat], 1.0))
            seconds += outcome.seconds[seat]
            asked += outcome.asked[seat]
            slowest = max(slowest, outcome.slowest[seat])
            over += outcome.over[seat] if outcome.over else []
            tardy += outcome.late[seat]
            faulty += outcome.faulty[seat]
    return Standing(
        plan.bots[one],
        sum(map(len, wins.values())),
        by_deal(wins, rng),
        round(1 / plan.players, 4),
        by_deal(points, rng),
        rating,
        round(seconds / max(1, asked), 4),
        slowest,
        round(float(np.percentile(over, 99)), 4) if over else None,
        tardy,
        faulty,
    )


def _pairings(plan: Plan, outcomes: Sequence[Outcome], rng: Any) -> list[Pairing]:
    made = []
    for one, other in plan.tables():
        won, lost, shared = 0, 0, 0
        decided: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for outcome in outcomes:
            if set(outcome.seating) != {one, other}:
                continue
            if len(outcome.winners) != 1:
                shared += 1
                continue
            first = outcome.seating[outcome.winners[0]] == one
            won, lost = won + first, lost + (not first)
            decided[outcome.deal].append((float(first), 1.0))
        if one != other:
            made.append(Pairing(plan.bots[one], plan.bots[other], won, lost, shared, by_deal(decided, rng)))
    return made


def _pair_ratings(plan: Plan, outcomes: Sequence[Outcome], rng: Any) -> dict[int, Figure]:
    """Bradley-Terry over all pairs, around 0; shared games are half a win each."""
    n, deals = len(plan.bots), {deal: i for i, deal in enumerate(sorted({outcome.deal for outcome in outcomes}))}
    if n < 2 or not deals:
        return {}
    wins = np.zeros((len(deals), n, n))
    for outcome in outcomes:
        a, b = outcome.seating
        share = 0.5 if len(outcome.winners) != 1 else float(outcome.winners[0] == 0)
        wins[deals[outcome.deal], a, b] += share
        wins[deals[outcome.deal], b, a] += 1 - share
    played = wins.sum(axis=0)
    often = rng.multinomial(len(deals), np.full(len(deals), 1 / len(deals)), BOOTSTRAPS)
    drawn = np.tensordot(often, wins, 1)
    for a, b in zip(*np.nonzero((played > 0) & (played.T == 0)), strict=True):
        # a clean sheet cannot be drawn otherwise: what it may be missing is all that is open
        missed = drawn[:, a, b] * rng.uniform(0, _doubt(int((wins[:, a, b] > 0).sum())), BOOTSTRAPS)
        drawn[:, a, b] -= missed
        drawn[:, b, a] += missed
    mean, *found = _strengths(np.concatenate([played[None], drawn]))
    low, high = np.percentile([mean, *found], [2.5, 97.5], axis=0)
    low, high = np.minimum(low, mean), np.maximum(high, mean)
    return {i: Figure(*(round(float(one[i]), 1) for one in (mean, low, high))) for i in range(n)}


def _strengths(wins: Any) -> Any:
    """Bradley-Terry in points for tables of wins, one for each first index, by its classic iteration."""
    doubt = 0.25 * (1 - np.eye(wins.shape[-1]))  # keeps clean sheets finite
    wins = wins + doubt
    games = wins + wins.swapaxes(1, 2)
    strength = np.ones(wins.shape[:2])
    for _ in range(500):
        rivals = (games / (strength[:, :, None] + strength[:, None, :])).sum(axis=2)
        strength = wins.sum(axis=2) / np.maximum(1e-12, rivals)
        strength /= np.exp(np.log(strength).mean(axis=1, keepdims=True))
    return SCALE * np.log(strength)


def _table_ratings(plan: Plan, outcomes: Sequence[Outcome]) -> dict[int, Figure]:
    """Openskill's Plackett-Luce ratings, updated game by game in order; 25 is where everybody begins."""
    if plan.players == 1:
        return {}
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = {i: model.rating() for i in range(len(plan.bots))}
    for outcome in sorted(outcomes, key=lambda outcome: outcome.number):
        if len(set(outcome.seating)) == 1:
            continue
        ranks = [0.0 if seat in outcome.winners else 1.0 for seat in range(plan.players)]
        after = model.rate([[rated[who]] for who in outcome.seating], ranks=ranks)
        fresh: dict[int, list[Any]] = defaultdict(list)
        for who, (rating,) in zip(outcome.seating, after, strict=True):
            fresh[who].append(rating)
        for who, seats in fresh.items():  # one bot in several seats learns the mean of them
            mu = float(np.mean([r.mu for r in seats]))
            rated[who] = model.rating(mu=mu, sigma=float(np.mean([r.sigma for r in seats])))
    return {
        i: Figure(*(round(float(r.mu + doubt * r.sigma), 1) for doubt in (0, -1.96, 1.96))) for i, r in rated.items()
    }
