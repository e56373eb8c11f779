"""How fast the rules run as WebAssembly in Node, beside machine code, in slices that alternate; and how large they are.

    python -m benchmarks.wasm

Both sides do the very same work, which is checked: rollouts from the first choice of a game, then searches there with
a budget in simulations. Processor time counts, not the clock.
"""

import argparse
import gzip
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

from tests.wasm.node import BUILT, Node, bundled

from strapontin.bots.search import searcher
from strapontin.core import playout
from strapontin.core.kernel import records
from strapontin.core.match import Match
from strapontin.core.registry import collection, game
from strapontin.core.rng import generator
from strapontin.wasm.__main__ import write

SLICES = 8


def rollouts(node: Node, match: Match, games: int, seed: str) -> tuple[float, float]:
    """Seconds of some rollouts, here and there."""
    found, board, state = match.game, match.setting.board, match.state
    run, scratch, rng = found.compiled(playout.rollouts), records(1, found.state_type), generator(seed)
    began = process_time()
    decisions = run(found.rules, board, state, scratch, rng, games)
    here = process_time() - began
    node.ask(what="rollouts", game=found.id, board=board.tobytes(), state=state.tobytes(), games=games, seed=seed)
    told = node.answer()
    assert told["decisions"] == decisions
    return here, told["seconds"]


def thoughts(node: Node, match: Match, simulations: int, seed: str) -> tuple[float, float]:
    """Seconds of a search, here and there."""
    found, board, seat = match.game, match.setting.board, min(one for one in match.to_act if isinstance(one, int))
    state, search = match.concealed(seat), searcher(found)
    began = process_time()
    thought = search.think(board, state, seat, seed, simulations=simulations)
    here = process_time() - began
    asked = {"what": "think", "game": found.id, "seat": seat, "seed": seed, "simulations": simulations}
    node.ask(**asked, board=board.tobytes(), state=state.tobytes(), history=None)
    told = node.answer()
    assert dict(told["values"]) == thought.values
    return here, told["seconds"]


def measured(work: Callable[..., tuple[float, float]], node: Node, match: Match, size: int) -> float:
    """How fast it is there, where here is 1: in all slices, each about a quarter of a second long."""
    while (spent := work(node, match, size, "warm"))[0] < 0.1:
        size = int(size * max(2, min(10, 0.25 / max(spent[0], 1e-3))))
    found = [work(node, match, size, f"slice {i}") for i in range(SLICES)]
    return sum(here for here, _ in found) / sum(there for _, there in found)


def main() -> None:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    write(BUILT)
    with tempfile.TemporaryDirectory() as folder:
        node = Node(bundled(Path(folder)))
        print("game              rollouts  search   bytes  gzipped")
        for name in collection():
            match = Match(name, game(name).usual, seed=1)
            played, thought = measured(rollouts, node, match, 100), measured(thoughts, node, match, 50)
            raw = (BUILT / f"{name}.wasm").read_bytes()
            print(f"{name:16}  {played:8.2f}  {thought:6.2f}  {len(raw):6}  {len(gzip.compress(raw, 9)):7}", flush=True)
        node.close()


if __name__ == "__main__":
    main()
