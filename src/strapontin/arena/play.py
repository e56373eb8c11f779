"""One game of an arena."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from strapontin.arena.plan import Fixture, Plan
from strapontin.bots import allowed, ask, luck, player, seat_of, warm
from strapontin.bots.seat import Weighed
from strapontin.core.levels import named
from strapontin.core.match import Match
from strapontin.core.record import encode

MOST_FAULTS = 5
"""Faults of one game that are written down in words; all are counted."""


class Outcome(msgspec.Struct):
    """What came of one game; lists are by seat."""

    number: int
    deal: int
    seating: tuple[int, ...]
    scores: list[int]
    winners: list[int]
    moves: int
    seconds: list[float]
    """Thinking time in all."""
    asked: list[int]
    """Moves asked for."""
    slowest: list[float]
    late: list[int]
    """Moves that took more than the time allowed and a fifth, and 50 ms."""
    faulty: list[int]
    """Moves that had to be replaced."""
    faults: list[str] = []
    facts: dict[str, Any] = {}
    over: list[list[float]] = []
    """For every move the seconds it took beyond what the bot was allowed; below 0 where time was left."""
    played: list[tuple[int | Literal["*"], str]] = []
    """All moves and draws, where they are kept for a data set."""
    thoughts: list[list[Weighed]] = []
    """For every move of a player, where moves are kept: what a search, if there was one, found for each action."""

    @property
    def fixture(self) -> Fixture:
        """The game this is the outcome of."""
        return Fixture(self.number, self.deal, self.seating)

    @property
    def whole(self) -> bool:
        """Whether every seat is told of, and the winners are some of them."""
        seats = len(self.seating)
        told = (self.scores, self.seconds, self.asked, self.slowest, self.late, self.faulty, self.over or self.scores)
        return all(len(one) == seats for one in told) and set(self.winners) <= set(range(seats))


def play(plan: Plan, fixture: Fixture, records: str | None = None, keep: bool = False) -> Outcome:
    """Play one game to its end; a bot that fails is replaced for that move and reported."""
    if any(level and level.looks for level in map(named, plan.bots)):
        _warm(plan.game)
    names = [plan.bots[one] for one in fixture.seating]
    players = [{"name": f"{name[:32]} {seat + 1}", "bot": name} for seat, name in enumerate(names)]
    match = Match(plan.game, players, plan.options, plan.deal_seed(fixture.deal))
    times = [allowed(name, plan.think) for name in names]
    n = plan.players
    seconds, slowest = [0.0] * n, [0.0] * n
    asked, tardy, faulty = [0] * n, [0] * n, [0] * n
    faults: list[str] = []
    over: list[list[float]] = [[] for _ in names]
    thoughts: list[list[Weighed]] = []
    while not match.over:
        seat = min(seat for seat in match.to_act if isinstance(seat, int))
        seed = luck(plan.seed, fixture.deal, seat, names[seat], len(match.moves))
        asking = seat_of(match, seat, times[seat], seed)
        answer = ask(player(names[seat]), asking)
        match.play(seat, answer.move)
        thoughts.append(asking.thoughts)
        asked[seat] += 1
        seconds[seat] += answer.seconds
        slowest[seat] = max(slowest[seat], answer.seconds)
        over[seat].append(round(answer.over, 4))
        tardy[seat] += answer.late
        if answer.fault is not None:
            faulty[seat] += 1
            if len(faults) < MOST_FAULTS:
                faults.append(f"{names[seat]}: {answer.fault}")
    if records is not None:
        _keep(Path(records), plan, fixture, match)
    return Outcome(
        fixture.number,
        fixture.deal,
        fixture.seating,
        match.scores,
        match.winners,
        len(match.moves),
        [round(s, 4) for s in seconds],
        asked,
        [round(s, 4) for s in slowest],
        tardy,
        faulty,
        faults,
        match.game.tally(match.setting, match.state),
        over,
        list(match.moves) if keep else [],
        thoughts if keep else [],
    )


def _keep(directory: Path, plan: Plan, fixture: Fixture, match: Match) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{plan.game}-{plan.digest()}-{fixture.number:06d}.json"
    path.write_text(encode(match.as_record(), indent=1) + "\n", encoding="utf-8")


@lru_cache
def _warm(game: str) -> None:
    """Have everything compiled before the first clock runs."""
    warm(game)
