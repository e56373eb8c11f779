"""How accurate the levels are in the eyes of the coach: `python -m benchmarks.coach GAME --games 200 --file FILE`.

Every level meets every other one from both seats of a deal; each game is reviewed from both. The accuracy of a level is
the mean over its games, with an interval bootstrapped by deal. What was reviewed is kept in the file, and a second run
goes on where the first one stopped.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from strapontin.arena.plan import Fixture, Plan
from strapontin.arena.play import play
from strapontin.arena.ratings import Figure, by_deal
from strapontin.bots.default_insight import account_of
from strapontin.coach.findings import Decision
from strapontin.coach.reviewing import Choice, decision, questions
from strapontin.coach.trying import Trier
from strapontin.coach.verdicts import VERDICTS, accuracy
from strapontin.core.levels import LEVELS
from strapontin.core.match import Match
from strapontin.core.record import decode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200, help="games in all, rounded up to whole deals")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--think", type=float, default=0.1, help="seconds a move of expert")
    parser.add_argument("--budget", type=int, help="simulations for each decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, required=True, help="where what was reviewed is kept, a game a line")
    args = parser.parse_args()
    bots = tuple(one.name for one in reversed(LEVELS))
    plan = Plan(args.game, bots, args.players, 1, args.seed, args.think)
    plan = msgspec.structs.replace(plan, games=max(1, -(-args.games // len(plan.tables()))))
    lines = [json.loads(line) for line in args.file.read_text().splitlines()] if args.file.exists() else []
    done = {line["number"] for line in lines}
    for planned in plan.fixtures():
        fixture = msgspec.structs.replace(planned, deal=planned.number // args.players)  # every table its own deals
        if fixture.number not in done:
            lines.append(reviewed(plan, fixture, args.budget))
            with args.file.open("a") as file:
                file.write(json.dumps(lines[-1]) + "\n")
    tell(lines)


def reviewed(plan: Plan, fixture: Fixture, budget: int | None) -> dict[str, Any]:
    """One game, and what the coach says of every decision: draws say nothing of players, and are left out."""
    with tempfile.TemporaryDirectory() as folder:
        play(plan, fixture, folder)
        (path,) = Path(folder).iterdir()
        match = Match.from_record(msgspec.structs.replace(decode(path.read_bytes()), seed=None))
    trier = Trier(match.game)
    each = account_of(match.game).budget if budget is None else budget
    seats = []
    for seat, bot in enumerate(fixture.seating):
        asked = [one for one in questions(match, seat) if isinstance(one, Choice)]
        found = [decision(trier, one, each) for one in asked]
        seats.append({"bot": plan.bots[bot], "won": seat in match.winners, "decisions": [_kept(one) for one in found]})
    return {"number": fixture.number, "deal": fixture.deal, "seats": seats}


def _kept(one: Decision) -> dict[str, Any]:
    """A decision without its reasons."""
    told: dict[str, Any] = msgspec.to_builtins(one)
    return {key: value for key, value in told.items() if key not in ("parts", "why")}


def tell(lines: list[dict[str, Any]]) -> None:
    """The table of `docs/coach.md`, by the accuracy of today: what was found is kept decision by decision."""
    means: list[tuple[str, Figure]] = []
    accuracies: dict[str, dict[int, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    seats: dict[str, list[list[Decision]]] = defaultdict(list)
    for line in lines:
        for one in line["seats"]:
            decisions = [msgspec.convert(each | {"parts": [], "why": []}, Decision) for each in one["decisions"]]
            seats[one["bot"]].append(decisions)
            if (found := accuracy(decisions)) is not None:
                accuracies[one["bot"]][line["deal"]].append((found.mean, 1.0))
    print(f"{len(lines)} games")
    print("| level | seats | accuracy (95 %) | value lost a decision | " + " | ".join(VERDICTS) + " |")
    print("| --- " * (4 + len(VERDICTS)) + "|")
    for bot in (one.name for one in reversed(LEVELS) if one.name in seats):
        mine = by_deal(accuracies[bot], np.random.default_rng(1))
        means.append((bot, mine))
        every = [each for one in seats[bot] for each in one]
        counts = Counter(each.verdict for each in every)
        shares = " | ".join(f"{100 * counts[one] / len(every):.1f} %" for one in VERDICTS)
        told = f"{mine.mean:.1f} ({mine.low:.1f}-{mine.high:.1f})"
        print(f"| {bot} | {len(seats[bot])} | {told} | {np.mean([each.loss.mean for each in every]):.4f} | {shares} |")
    for (one, ahead), (other, behind) in pairwise(means):
        print(f"{one} {'apart from' if ahead.low > behind.high else 'NOT apart from'} {other}")


if __name__ == "__main__":
    main()
