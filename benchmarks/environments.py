"""Steps a second of our environments, and of PettingZoo's, RLCard's and pgx's, in one run on one core.

    python benchmarks/environments.py [--seconds 2] [--games 256] [--python PATH] [--pgx]

Theirs go into an environment of their own that is thrown away afterwards (--python names one that has PettingZoo,
RLCard and pygame already); pgx, with JAX, only if it is asked for. Everybody plays random legal actions, and every step
tells the next observation and mask. Seconds are those the process had the core for. Ours are counted with and without
the choice of the action, which is compiled too; ratios are of ours with it, and of theirs with it.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

THEIRS = {
    "PettingZoo connect_four": """
from pettingzoo.classic import connect_four_v3
env = connect_four_v3.env()
def rounds():
    env.reset(seed=1)
    while True:
        for agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
            if not (over or cut):
                yield 1
        env.reset()
""",
    "RLCard leduc-holdem": """
import rlcard, random
env = rlcard.make("leduc-holdem", config={"seed": 1})
def rounds():
    while True:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            yield 1
""",
    "pgx connect_four": """
import jax, jax.numpy as jnp, pgx
env = pgx.make("connect_four")
start, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(pgx.experimental.auto_reset(env.step, env.init)))
def choose(key, mask):
    return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=1)
choose = jax.jit(choose)
def rounds():
    key = jax.random.PRNGKey(1)
    state = start(jax.random.split(key, GAMES))
    while True:
        key, one, two = jax.random.split(key, 3)
        state = step(state, choose(one, state.legal_action_mask), jax.random.split(two, GAMES))
        state.observation.block_until_ready()
        yield GAMES
""",
}
RUN = """
from time import process_time
playing = rounds()
for _ in range(20):
    next(playing)
steps, begun = 0, process_time()
while process_time() - begun < SECONDS:
    steps += next(playing)
print(steps / (process_time() - begun))
"""
GOALS = {"PettingZoo connect_four": 5, "RLCard leduc-holdem": 5}


def installed(directory: str, pgx: bool) -> str:
    """A Python that has theirs."""
    venv.create(directory, with_pip=True)
    python = str(Path(directory) / "bin" / "python")
    command = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "setuptools<81"]
    for package in ("pettingzoo", "pygame", "rlcard", *(["pgx"] if pgx else [])):
        if subprocess.run([*command, package], check=False).returncode:
            print(f"{package} cannot be installed here")
    return python


def theirs(python: str, name: str, seconds: float, games: int) -> float | None:
    """Steps a second of one of them; None where it does not run."""
    code = f"SECONDS, GAMES = {seconds}, {games}\n{THEIRS[name]}{RUN}"
    alone = {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run([python, "-c", code], check=False, capture_output=True, text=True, env=os.environ | alone)
    if done.returncode:
        print(f"{name}: {(done.stderr.strip().splitlines() or ['?'])[-1]}")
        return None
    return float(done.stdout.split()[-1])


def vectorised(name: str, games: int, players: int | None, seconds: float) -> tuple[int, float, float]:
    """Entries of an observation, and steps a second: of the step alone, and with the choice of actions."""
    import numba

    from strapontin.adapters import vector

    made = vector.make(name, games, players=players)
    made.reset(seed=1)
    hall, most = made.batch._hall, made.batch.game.most
    actions, words = np.zeros(games, np.int64), np.random.default_rng(1).integers(0, 1 << 30, (64, games))

    @numba.njit  # type: ignore[untyped-decorator]  # Numba has no types
    def choose(known: Any, legal: Any, most: int, words: Any, out: Any) -> None:
        for i in range(len(legal)):
            out[i] = known[i * most + words[i] % legal[i]]

    spent = done = 0.0
    begun = 0.0
    for k in range(1 << 40):
        choose(hall.known, hall.legal, most, words[k % 64], actions)
        before = process_time()
        made.step(actions)
        if k == 20:  # everything is compiled and in the cache
            begun, spent, done = process_time(), 0.0, 0.0
        elif k > 20:
            spent, done = spent + process_time() - before, done + games
            if process_time() - begun > seconds:
                break
    return made.encoding.size, done / spent, done / (process_time() - begun)


def singly(seconds: float) -> dict[str, float]:
    """Steps a second of single environments of metroX, and moves a second of a match."""
    from strapontin.adapters import zoo
    from strapontin.adapters.gym import SeatEnv
    from strapontin.core.match import Match

    rng = np.random.default_rng(1)
    match = [Match("metrox", 1, seed=1)]

    def move() -> int:
        if match[0].over:
            match[0] = Match("metrox", 1, seed=int(rng.integers(1 << 30)))
        moves = match[0].legal(0)
        begun = process_time()
        match[0].play(0, moves[int(rng.integers(len(moves)))])
        spent[0] += process_time() - begun
        return 1

    spent = [0.0]
    alone = SeatEnv("metrox")
    told = [alone.reset(seed=1)[0]]

    def step() -> int:
        action = rng.choice(np.flatnonzero(told[0]["action_mask"]))
        begun = process_time()
        told[0], _, over, _, _ = alone.step(action)
        spent[0] += process_time() - begun
        if over:
            told[0] = alone.reset()[0]
        return 1

    seats = zoo.env("metrox", 2)
    seats.reset(seed=1)

    def turn() -> int:
        seen, _, over, _, _ = seats.last()
        begun = process_time()
        if over:
            seats.reset()
        else:
            seats.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        spent[0] += process_time() - begun
        return 1

    found = {}
    for name, one in (("Match.play, alone", move), ("Gymnasium env.step, alone", step), ("PettingZoo env.step", turn)):
        one()
        spent[0], done, begun = 0.0, 0, process_time()
        while process_time() - begun < seconds:
            done += one()
        found[name] = done / spent[0]
    return found


def written(games: int) -> float:
    """Decisions a second that are written as Parquet."""
    from strapontin.arena import dataset
    from strapontin.arena.plan import Plan
    from strapontin.arena.play import play

    plan = Plan("metrox", ("random", "random"), 2, games)
    outcomes = [play(plan, fixture, keep=True) for fixture in plan.fixtures()]
    with tempfile.TemporaryDirectory() as directory:
        dataset.write(Path(directory), plan, outcomes[:1])
        begun = process_time()
        count = dataset.write(Path(directory), plan, outcomes)
        return count / (process_time() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--python", help="a Python that has theirs already")
    parser.add_argument("--pgx", action="store_true", help="pgx too, which brings JAX")
    args = parser.parse_args()
    from strapontin.core.registry import collection

    best = 0.0
    for name, players in (("metrox", 1), *((one, None) for one in collection())):
        size, alone, chosen = vectorised(name, args.games, players, args.seconds)
        best = best or chosen
        told = f"{name}, {args.games} games{', one player' if players else ''}, {size} entries"
        print(f"{told:<52} {alone:>12,.0f} steps/s {chosen:>12,.0f} with the choice")
    singles = singly(args.seconds)
    for what, found in singles.items():
        print(
            f"{what:<52} {found:>12,.0f} /s   {next(iter(singles.values())) / found:.2f} times the cost of Match.play"
        )
    print(f"{'decisions written as Parquet':<52} {written(100):>12,.0f} /s")
    with tempfile.TemporaryDirectory() as directory:
        python = args.python or installed(directory, args.pgx)
        for name in THEIRS:
            if name.startswith("pgx") and not args.pgx:
                continue
            found = theirs(python, name, args.seconds, args.games)
            if found:
                goal = f" (goal {GOALS[name]})" if name in GOALS else ""
                print(f"{name:<52} {found:>12,.0f} steps/s   ours is {best / found:.1f} times that{goal}")


if __name__ == "__main__":
    sys.exit(main())
