"""`strapontin bench`: how fast every game runs here, on one core."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from strapontin.bots.search import speed
from strapontin.core import playout
from strapontin.core.errors import BadOptions
from strapontin.core.game import Game, Setting
from strapontin.core.kernel import JIT, records
from strapontin.core.registry import game as game_of
from strapontin.core.registry import games
from strapontin.core.rng import generator

LOAD = """
from time import perf_counter
begun = perf_counter()
import sys
from strapontin.core.registry import game
game(sys.argv[1]).playout
print(perf_counter() - begun)
"""
IMPORT = "from time import perf_counter as now; begun = now(); import strapontin; print(now() - begun)"


def run(args: argparse.Namespace) -> int:
    """Measure and tell, as a table or as JSON."""
    if not 0.01 <= args.seconds <= 600:
        raise BadOptions(f"--seconds: {args.seconds:g}; it must be 0.01 to 600")
    told = {"machine": machine(), "games": [measure(name, args.seconds) for name in args.game or games()]}
    if args.json:
        print(json.dumps(told))
    else:
        _print(told)
    return 0


def machine() -> dict[str, Any]:
    """What the figures were measured with."""
    import numba

    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "jit": JIT,
        "cores": os.cpu_count(),
        "import_seconds": round(_child(IMPORT), 3),
    }


def measure(name: str, seconds: float) -> dict[str, Any]:
    """The figures of one game, two players or its fewest (and a search for one where one may play), default options."""
    game = game_of(name)
    players = max(2, game.seats.start)
    setting = game.setting({}, players)
    contract, whole = _contract(game, setting, seconds)
    with tempfile.TemporaryDirectory() as empty:
        cold = _child(LOAD, name, STRAPONTIN_CACHE=empty) if JIT else None
        warm = _child(LOAD, name, STRAPONTIN_CACHE=empty)
    return {
        "game": name,
        "players": players,
        "decisions_per_second": round(contract),
        "rollout_decisions_per_second": round(_rollouts(game, setting, seconds)),
        "simulations_per_second": round(speed(game, players, seconds)),
        "solo_simulations_per_second": round(speed(game, 1, seconds)) if 1 in game.seats else None,
        "games_per_second": round(whole, 1),
        "copies_per_second": round(_copies(game, setting, seconds)),
        "state_bytes": game.state_type.dtype.itemsize,
        "cold_seconds": None if cold is None else round(cold, 2),
        "warm_seconds": round(warm, 2),
    }


def _contract(game: Game, setting: Setting, seconds: float) -> tuple[float, float]:
    """Decisions and whole games a second through `actors`, `legal`, a random choice, `apply`."""
    many, room = game.compiled(playout.playouts), playout.room(game.most)
    scratch, rng, opening = records(1, game.state_type), generator(1), game.opening(setting)
    return _rate(lambda n: many(game.rules, setting.board, opening, scratch, rng, room, n), seconds)


def _rollouts(game: Game, setting: Setting, seconds: float) -> float:
    """Decisions a second in the plain random rollout a search uses."""
    many = game.compiled(playout.rollouts)
    scratch, rng, opening = records(1, game.state_type), generator(1), game.opening(setting)
    return _rate(lambda n: many(game.rules, setting.board, opening, scratch, rng, n), seconds)[0]


def _copies(game: Game, setting: Setting, seconds: float) -> float:
    """Copies of a state a second, into a row of a hundred."""
    many = game.compiled(playout.copies)
    scratch, opening = records(100, game.state_type), game.opening(setting)
    return _rate(lambda n: many(setting.board, opening, scratch, n), seconds)[0]


def _rate(work: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """What a piece of work counts, and how often it is done, a second; more and more until it lasts.

    Seconds are those this process had a core for, so that busy neighbours do not blur the figure.
    """
    work(1)
    times = 1
    while True:
        begun = process_time()
        counted = work(times)
        lasted = process_time() - begun
        if lasted >= seconds:
            return counted / lasted, times / lasted
        times = max(times + 1, int(times * min(10.0, 1.2 * seconds / max(lasted, 1e-6))))


def _child(code: str, *argv: str, **environment: str) -> float:
    """A figure measured in a fresh process."""
    command = [sys.executable, "-c", code, *argv]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def _print(told: dict[str, Any]) -> None:
    machine = told["machine"]
    how = f"Numba {machine['numba']}" if machine["jit"] else "plain Python"
    print(f"Python {machine['python']}, {how}, one core; import strapontin: {machine['import_seconds']} s")
    for one in told["games"]:
        print(f"\n{one['game']}, {one['players']} players")
        for name, unit in (
            ("decisions_per_second", "decisions/s through the contract"),
            ("rollout_decisions_per_second", "decisions/s in rollouts"),
            ("simulations_per_second", "simulations/s of the search"),
            ("solo_simulations_per_second", "simulations/s of the search, solo"),
            ("games_per_second", "whole games/s"),
            ("copies_per_second", "state copies/s"),
            ("state_bytes", "bytes a state"),
            ("cold_seconds", "s to compile, cold"),
            ("warm_seconds", "s to load, warm"),
        ):
            if one[name] is not None or name != "solo_simulations_per_second":
                print(f"{'-' if one[name] is None else format(one[name], ','):>14} {unit}")
