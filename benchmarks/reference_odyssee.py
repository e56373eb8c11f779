"""Statistics of L'Odyssée over many games of the careful one-ply player, to set beside the reference points.

python benchmarks/reference_odyssee.py [games] [mode] [random]
"""

from __future__ import annotations

import sys

import numpy as np

from strapontin.bots import greedy
from strapontin.core.kernel import blank
from strapontin.core.registry import game as game_of
from strapontin.core.rng import generator
from strapontin.games.odyssee.faces.notation import rides
from strapontin.games.odyssee.kernels.digging import ended
from strapontin.games.odyssee.kernels.state import NONE, STATIONS

ROWS = (
    "turns, median",
    "lines finished, %",
    "lines blocked, %",
    "stations used, mean",
    "score, mean",
    "  from stations",
    "  from sections",
    "  from presents",
    "  from finished lines",
    "tour: nothing reachable, %",
    "tour: one fastest route, %",
    "tour: most equal routes",
)


def measure(players: int, games: int, mode: str, careful: bool) -> list[float]:
    game = game_of("odyssee")
    setting = game.setting({"mode": mode}, players)
    board, play = setting.board, greedy.player(game)
    turns, finished, blocked, used = [], 0, 0, []
    parts = np.zeros(4)
    moves = unreachable = single = most = 0
    for number in range(games):
        state = blank(game.state_type)
        game.rules.setup(board, state)
        play(board, state, generator(f"{mode}/{players}/{number}"), (1 << players) - 1 if careful else 0)
        turns.append(int(state.turn))
        used.append(STATIONS - int(state.supply))
        for line in range(2 * players):
            finished += int(state.line[line].finished)
            blocked += int(ended(state, line)) - int(state.line[line].finished)
        for i, part in enumerate((state.building, state.sections, state.presents, state.ends)):
            parts[i] += sum(int(points) for points in part[:players])
        for stop in range(1, int(state.stops)):
            moves += 1
            pair = int(state.stop[stop - 1]), int(state.stop[stop])
            unreachable += int(state.route[stop]) == NONE
            if state.route[stop] != NONE:
                equal = 1
                while equal < 64 and rides(board, state, *pair, equal):
                    equal += 1
                single += equal == 1
                most = max(most, equal)
    lines, seats = 2 * players * games, players * games
    shares = [100 * unreachable / max(moves, 1), 100 * single / max(moves - unreachable, 1), most]
    scores = [parts.sum() / seats, *(parts / seats)]
    return [np.median(turns), 100 * finished / lines, 100 * blocked / lines, np.mean(used), *scores, *shares]


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    mode = sys.argv[2] if len(sys.argv) > 2 else "odyssee"
    careful = "random" not in sys.argv[3:]
    columns = [measure(players, games, mode, careful) for players in (2, 3, 4)]
    print(f"| {mode}, {'careful one-ply' if careful else 'uniformly random'}, {games} games | 2 | 3 | 4 |")
    print("| --- | ---: | ---: | ---: |")
    for name, *values in zip(ROWS, *columns, strict=True):
        print(f"| {name} | " + " | ".join(f"{value:.1f}" for value in values) + " |")


if __name__ == "__main__":
    main()
