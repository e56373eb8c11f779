"""A bot of one version of the sources against the same bot of an earlier one: what faster kernels are worth in games.

    STRAPONTIN_CLOCK=processor python -m benchmarks.rematch e0867fe HEAD --games 200 --bot expert@0.1 --ledgers FOLDER

Each version has a process of its own and its own match, of the same deal; whoever is to act is asked in its version,
and the move is played in both. So neither sees more than its seat, and both versions hold each other to the rules.
Every deal is played with both seatings. A run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import msgspec

from benchmarks.versions import Process, Version, checkout
from strapontin.arena.plan import Fixture, Plan
from strapontin.arena.play import Outcome
from strapontin.arena.ratings import results
from strapontin.arena.run import Ledger
from strapontin.core.registry import collection

# Runs in either version: begin a match, choose a move by a bot, play one; always told who is to act then.
WORKER = """
import json, sys
from time import thread_time
from strapontin.bots import ask, luck, player, seat_of, warm
from strapontin.core.match import Match

def begin(game, deal):
    global match
    warm(game)
    match = Match(game, 2, {}, bytes.fromhex(deal))
    return standing()

def choose(bot, seat, seconds, seed):
    begun = thread_time()
    answer = ask(player(bot), seat_of(match, seat, seconds, luck(seed, len(match.moves))))
    return answer.move, thread_time() - begun, answer.fault

def play(seat, move):
    match.play(seat, move)
    return standing()

def standing():
    return sorted(match.to_act), match.scores, match.winners if match.over else [], len(match.moves)

for line in sys.stdin:
    what, *given = json.loads(line)
    print(json.dumps(globals()[what](*given)), flush=True)
"""


def meet(plan: Plan, fixture: Fixture, versions: list[Process], bot: str, seconds: float) -> Outcome:
    """Play one game to its end in both versions."""
    deal = plan.deal_seed(fixture.deal)
    spent, asked, slowest, faults = [0.0, 0.0], [0, 0], [0.0, 0.0], []
    acting, scores, winners, moves = _agreed([one.ask("begin", plan.game, deal.hex()) for one in versions])
    while acting:
        seat = acting[0]
        seed = f"{plan.seed}/{fixture.deal}/{fixture.seating[seat]}/{seat}"
        move, took, fault = versions[fixture.seating[seat]].ask("choose", bot, seat, seconds, seed)
        spent[seat], asked[seat], slowest[seat] = spent[seat] + took, asked[seat] + 1, max(slowest[seat], took)
        faults += [fault] if fault else []
        acting, scores, winners, moves = _agreed([one.ask("play", seat, move) for one in versions])
    return Outcome(
        *(fixture.number, fixture.deal, fixture.seating, scores, winners, moves),
        *(spent, asked, slowest, [0, 0], [0, 0], faults),
    )


def _agreed(standings: list[list[object]]) -> list[object]:
    """How a match stands in both versions."""
    one, other = standings
    if one != other:
        raise SystemExit(f"the versions differ: {one} and {other}")
    return one


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("before", help="the earlier version")
    parser.add_argument("now", help="the later one")
    parser.add_argument("--bot", default="expert@0.1")
    parser.add_argument("--seconds", type=float, default=0.1, help="that a move is allowed")
    parser.add_argument("--games", type=int, default=200, help="of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--names", default=",".join(collection()))
    parser.add_argument("--ledgers", type=Path, required=True, help="where finished games are kept")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        commits, folder = (args.now, args.before), Path(name)
        now, before = (Version(checkout(commit, folder), folder) for commit in commits)
        for game in args.names.split(","):
            plan = Plan(game, tuple(f"{args.bot} {commit}" for commit in commits), 2, args.games, args.seed)
            ledger = Ledger(plan, args.ledgers / f"{game}-{plan.digest()}.jsonl")
            with Process(now, WORKER) as late, Process(before, WORKER) as early:
                for fixture in ledger.missing():
                    ledger.add(meet(plan, fixture, [late, early], args.bot, args.seconds))
            pair = results(plan, list(ledger.outcomes.values())).pairings[0]
            print(f"{game:16}", msgspec.json.encode(pair).decode(), flush=True)


if __name__ == "__main__":
    main()
