"""Random decisions a second: metroX here, and two games of OpenSpiel driven from Python, in one run.

    python benchmarks/openspiel.py [--seconds 3] [--python PATH]

OpenSpiel goes into an environment of its own that is thrown away afterwards (--python names one that has it
already). Both sides count decisions of players only, on one core, in seconds the process had that core for.
"""

import argparse
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

THEIRS = """
import random, sys
from time import process_time
import pyspiel

game, seconds = pyspiel.load_game(sys.argv[1]), float(sys.argv[2])
chooser, decisions, begun = random.Random(1), 0, process_time()
while process_time() - begun < seconds:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes())
            state.apply_action(chooser.choices(actions, weights)[0])
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
            decisions += 1
print(decisions / (process_time() - begun))
"""
GOALS = {"connect_four": 4, "hanabi": 20}


def installed(directory: str) -> str:
    """A Python that has OpenSpiel."""
    venv.create(directory, with_pip=True)
    python = str(Path(directory) / "bin" / "python")
    command = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "open_spiel"]
    if subprocess.run(command, check=False).returncode:
        sys.exit("OpenSpiel cannot be installed here, so there is nothing to compare with")
    return python


def theirs(python: str, game: str, seconds: float) -> float:
    command = [python, "-c", THEIRS, game, str(seconds)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--python", help="a Python that has OpenSpiel already")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        python = args.python or installed(directory)
        version = "from importlib.metadata import version; print(version('open_spiel'))"
        shown = subprocess.run([python, "-c", version], check=True, capture_output=True, text=True).stdout.strip()
        found = {game: theirs(python, game, args.seconds) for game in GOALS}

    from strapontin.cli.bench import measure

    ours = measure("metrox", args.seconds)["decisions_per_second"]
    print(f"{'strapontin metrox, through the contract':<44} {ours:>12,.0f} decisions/s")
    for game, rate in found.items():
        print(f"{f'OpenSpiel {shown} {game}, from Python':<44} {rate:>12,.0f} decisions/s", end="")
        print(f"   ours is {ours / rate:.1f} times that (goal {GOALS[game]})")


if __name__ == "__main__":
    main()
