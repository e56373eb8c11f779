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
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from strapontin.arena.plan import Fixture, Plan
from strapontin.arena.play import play
from strapontin.arena.ratings import by_deal
from strapontin.coach import review
from strapontin.coach.verdicts import VERDICTS
from strapontin.core.levels import LEVELS
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
    tables = len(bots) if args.players == 1 else len(bots) * (len(bots) - 1) // 2
    each = max(1, -(-args.games // tables))
    plan = Plan(args.game, bots, args.players, each, args.seed, args.think)
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
    """One game, and what the coach says of every seat."""
    with tempfile.TemporaryDirectory() as folder:
        play(plan, fixture, folder)
        (path,) = Path(folder).iterdir()
        found = review(decode(path.read_bytes()), budget=budget)
    seats = [
        {
            "bot": plan.bots[bot],
            "accuracy": one.accuracy and one.accuracy.mean,
            "loss": one.loss.mean,
            "luck": one.luck.mean,
            "draws": len(one.draws),
            "decisions": [
                [
                    each.loss.mean,
                    (each.win_loss or each.loss).mean,
                    each.points_loss and each.points_loss.mean,
                    each.stake,
                    each.verdict,
                ]
                for each in one.decisions
            ],
        }
        for bot, one in zip(fixture.seating, found.seats, strict=True)
    ]
    return {"number": fixture.number, "deal": fixture.deal, "seats": seats}


def tell(lines: list[dict[str, Any]]) -> None:
    """The table of `docs/coach.md`."""
    accuracies: dict[str, dict[int, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    seats: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in lines:
        for one in line["seats"]:
            seats[one["bot"]].append(one)
            if one["accuracy"] is not None:
                accuracies[one["bot"]][line["deal"]].append((one["accuracy"], 1.0))
    print(f"{len(lines)} games")
    print("| level | seats | accuracy (95 %) | value lost a decision | " + " | ".join(VERDICTS) + " |")
    print("| --- " * (4 + len(VERDICTS)) + "|")
    for bot in (one.name for one in reversed(LEVELS) if one.name in seats):
        mine = seats[bot]
        found = by_deal(accuracies[bot], np.random.default_rng(1))
        decisions = [each for one in mine for each in one["decisions"]]
        lost = np.mean([each[0] for each in decisions])
        counts = Counter(each[4] for each in decisions)
        shares = " | ".join(f"{100 * counts[one] / len(decisions):.1f} %" for one in VERDICTS)
        told = f"{found.mean:.1f} ({found.low:.1f}-{found.high:.1f})"
        print(f"| {bot} | {len(mine)} | {told} | {lost:.4f} | {shares} |")
    lucks = [one["luck"] for some in seats.values() for one in some]
    print(f"luck of a game: {np.mean(lucks):+.3f}, standard error {np.std(lucks) / len(lucks) ** 0.5:.3f}")


if __name__ == "__main__":
    main()
