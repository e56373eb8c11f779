"""How fast the rules run as WebAssembly, beside machine code, in slices that alternate; and how large they are.

    python -m benchmarks.wasm              in Node
    python -m benchmarks.wasm --browser    in a worker of Chromium

Both sides do the very same work, which is checked: rollouts from the first choice of a game, then searches there with
a budget in simulations. Processor time counts; a browser knows the clock alone, so it wants a quiet machine.
"""

import argparse
import gzip
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time

from playwright.sync_api import sync_playwright
from tests.setup.system import program
from tests.wasm.node import BUILT, Node, bundled
from tests.wasm.tab import Tab
from tests.web.browser import QUIET

from strapontin.bots.search import searcher
from strapontin.core import playout
from strapontin.core.kernel import records
from strapontin.core.match import Match
from strapontin.core.registry import collection, game
from strapontin.core.rng import generator
from strapontin.wasm.__main__ import write

SLICES = 8
Machine = Node | Tab


@contextmanager
def machine(browser: bool) -> Iterator[Machine]:
    """Whoever runs the modules."""
    with tempfile.TemporaryDirectory() as folder:
        if not browser:
            node = Node(bundled(Path(folder)))
            yield node
            node.close()
            return
        with sync_playwright() as driver:
            chromium = driver.chromium.launch(executable_path=program("chromium"), args=list(QUIET))
            yield Tab(chromium.new_context().new_page(), bundled(Path(folder), "worker", "browser"))
            chromium.close()


def rollouts(there: Machine, match: Match, games: int, seed: str) -> tuple[float, float]:
    """Seconds of some rollouts, here and there."""
    found, board, state = match.game, match.setting.board, match.state
    run, scratch, rng = found.compiled(playout.rollouts), records(1, found.state_type), generator(seed)
    began = process_time()
    decisions = run(found.rules, board, state, scratch, rng, games)
    here = process_time() - began
    there.ask(what="rollouts", game=found.id, board=board.tobytes(), state=state.tobytes(), games=games, seed=seed)
    told = there.answer()
    assert told["decisions"] == decisions
    return here, told["seconds"]


BUDGET = 2000
"""Simulations of a search; one that is decided early ends before."""


def thoughts(there: Machine, match: Match, searches: int, seed: str) -> tuple[float, float]:
    """Seconds of some searches, here and there."""
    found, board, seat = match.game, match.setting.board, min(one for one in match.to_act if isinstance(one, int))
    state, search, here, other = match.concealed(seat), searcher(found), 0.0, 0.0
    for number in range(searches):
        luck = f"{seed}/{number}"
        began = process_time()
        thought = search.think(board, state, seat, luck, simulations=BUDGET)
        here += process_time() - began
        asked = {"what": "think", "game": found.id, "seat": seat, "seed": luck, "simulations": BUDGET}
        there.ask(**asked, board=board.tobytes(), state=state.tobytes(), history=None)
        told = there.answer()
        assert dict(told["values"]) == thought.values
        other += told["seconds"]
    return here, other


def measured(work: Callable[..., tuple[float, float]], there: Machine, match: Match, size: int) -> float:
    """How fast it is there, where here is 1: in all slices, each about a quarter of a second long."""
    while (spent := work(there, match, size, "warm"))[0] < 0.1:
        size = int(size * max(2, min(10, 0.25 / max(spent[0], 1e-3))))
    found = [work(there, match, size, f"slice {i}") for i in range(SLICES)]
    return sum(one for one, _ in found) / sum(other for _, other in found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--browser", action="store_true", help="in a worker of Chromium instead of Node")
    write(BUILT)
    with machine(parser.parse_args().browser) as there:
        print("game              rollouts  search   bytes  gzipped")
        for name in collection():
            match = Match(name, game(name).usual, seed=1)
            played, thought = measured(rollouts, there, match, 100), measured(thoughts, there, match, 2)
            raw = (BUILT / f"{name}.wasm").read_bytes()
            print(f"{name:16}  {played:8.2f}  {thought:6.2f}  {len(raw):6}  {len(gzip.compress(raw, 9)):7}", flush=True)


if __name__ == "__main__":
    main()
