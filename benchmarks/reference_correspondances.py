"""Reference points of Correspondances: how rounds end and how long games last, with greedy and with random players.

python benchmarks/reference_correspondances.py [--games 300] [--tiles standard]
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from strapontin.bots.greedy import choose
from strapontin.core.contract import CHANCE_BIT
from strapontin.core.game import Game
from strapontin.core.registry import game
from strapontin.core.rng import below, generator, weighted


@dataclass
class Tally:
    """What was counted over many games."""

    games: int = 0
    rounds: int = 0
    tiles: int = 0
    passes: int = 0
    arrivals: int = 0
    trips: int = 0
    changes: int = 0
    stretches: int = 0
    wins: Counter[int] = field(default_factory=Counter)


def play(one: Game, players: int, tiles: str, seed: str, greedy: int, tally: Tally) -> None:
    setting = one.setting({"tiles": tiles}, players)
    state, rng, board, rules = one.opening(setting), generator(seed), setting.board, one.rules
    out, weights = np.empty(one.most, np.int64), np.empty(one.most, np.int64)
    while mask := int(rules.actors(board, state)):
        if mask == CHANCE_BIT:
            n = rules.chances(board, state, out, weights)
            rules.apply(board, state, -1, out[weighted(rng, weights, n)])
            continue
        seat = mask.bit_length() - 1
        if greedy >> seat & 1:
            action = choose(one, board, state, seat, rng)
        else:
            action = int(out[below(rng, rules.legal(board, state, seat, out))])
        number = int(state.past.number)
        tally.passes += action == one.width - 1
        rules.apply(board, state, seat, action)
        if int(state.past.number) != number:
            close(state.past, players, tally)
    tally.games += 1
    tally.wins[int(np.argmax(state.total))] += 1


def close(past: Any, players: int, tally: Tally) -> None:
    trips = past.trip[:players]
    tally.rounds += 1
    tally.tiles += int(past.tiles) - 6
    tally.arrivals += bool(trips.any())
    tally.trips += int((trips > 0).sum())
    tally.changes += int(past.changes[:players].sum())
    tally.stretches += int(past.stretch[:players].max())


def row(name: str, players: int, tally: Tally) -> str:
    cells = [
        name,
        str(players),
        str(tally.games),
        f"{100 * tally.arrivals / tally.rounds:.1f} %",
        f"{tally.tiles / tally.rounds:.1f}",
        f"{tally.changes / tally.trips:.2f}" if tally.trips else "-",
        f"{tally.rounds / tally.games:.2f}",
        f"{tally.stretches / tally.rounds:.1f}",
        f"{100 * tally.passes / (tally.tiles + tally.passes):.2f} %",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--tiles", default="standard", choices=["standard", "expert"])
    args = parser.parse_args()
    one = game("correspondances")
    head = ["all seats", "players", "games", "rounds ended by arrival", "tiles a round", "changes a trip"]
    head += ["rounds a game", "longest stretch", "fits nowhere"]
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    for name, games in (("greedy", args.games), ("random", args.games // 3)):
        for players in one.seats:
            tally = Tally()
            for i in range(games):
                greedy = (1 << players) - 1 if name == "greedy" else 0
                play(one, players, args.tiles, f"{name} {players} {i}", greedy, tally)
            print(row(name, players, tally), flush=True)
    won = 0
    for i in range(60):
        tally = Tally()
        play(one, 2, args.tiles, f"duel {i}", 1 << i % 2, tally)
        won += tally.wins[i % 2]
    print(f"\ngreedy against random, two players: {won}-{60 - won}")


if __name__ == "__main__":
    main()
