"""Our levels with their time counted in seconds of processor time, on one core: what they do on a machine of their own.

    strapontin arena metrox --players 1 --bots benchmarks.quiet:expert,benchmarks.flat:flat_each --games 200

On a machine that is busy otherwise, 0.1 s by the clock on the wall may hold a few hundredths of a second of thought.
"""

from __future__ import annotations

import time

from strapontin.bots import Seat
from strapontin.bots.levels import evidence_of, stepwise
from strapontin.bots.search import searcher

SECONDS = 0.1


def expert(seat: Seat) -> str:
    """`expert` with 0.1 s of processor time."""
    return _expert(seat, SECONDS)


def expert_second(seat: Seat) -> str:
    """`expert` with 1 s of processor time."""
    return _expert(seat, 1.0)


def _expert(seat: Seat, seconds: float) -> str:
    search, evidence, board = searcher(seat.game), evidence_of(seat), seat.setting.board
    whole = all(len(actions) == 1 for actions in seat.moves.values())

    def choose(now: Seat, step: int) -> int:
        share = seconds if whole else 0.6 * seconds * 0.4**step
        seed = f"{seat.seed}/{step}"
        found = search.think(board, now.state, seat.seat, seed, evidence, seconds=share, clock=time.thread_time)
        return found.action

    return stepwise(seat, choose)


def regular(seat: Seat) -> str:
    """`regular` with as many simulations as it likes, however long the machine takes for them."""
    search, evidence = searcher(seat.game), evidence_of(seat)

    def choose(now: Seat, step: int) -> int:
        seed, most = f"{seat.seed}/{step}", search.insight.regular
        return search.think(seat.setting.board, now.state, seat.seat, seed, evidence, most).action

    return stepwise(seat, choose)
