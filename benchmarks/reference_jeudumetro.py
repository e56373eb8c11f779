"""Reference points of Le Jeu du Metro: how long games of greedy and of random players last, and how they end.

python benchmarks/reference_jeudumetro.py [games]
"""

from __future__ import annotations

import sys

import numpy as np

from strapontin.bots import greedy
from strapontin.core.registry import game
from strapontin.core.rng import generator


def reference(games: int) -> None:
    jeu = game("jeudumetro")
    play = greedy.player(jeu)
    print("| players | who | games | turns: mean | median | longest | shared wins | ended by the last train |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for players in jeu.seats:
        setting = jeu.setting({}, players)
        for who, mask in (("greedy", (1 << players) - 1), ("random", 0)):
            rng = generator(players)
            turns, shared, late = [], 0, 0
            for _ in range(games):
                state = jeu.opening(setting)
                play(setting.board, state, rng, mask)
                turns.append(int(state.turns))
                shared += int(state.won).bit_count() > 1
                late += int(state.late)
            print(
                f"| {players} | {who} | {games} | {np.mean(turns):.1f} | {np.median(turns):.0f} | {max(turns)} "
                f"| {shared / games:.1%} | {late / games:.1%} |"
            )


if __name__ == "__main__":
    reference(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
