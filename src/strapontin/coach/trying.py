"""Moves and positions tried on many futures, with the search of `bots`: repeatable, for it counts simulations only."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from strapontin.arena.ratings import Figure
from strapontin.bots.default_insight import account_of
from strapontin.bots.levels import evidence_of, stepwise
from strapontin.bots.search import LOOKS, Search
from strapontin.bots.seat import Seat
from strapontin.bots.tree import Question, Streams
from strapontin.bots.trials import BLIND, PARTS, POINTS, WON, WORTH, Tried, trials
from strapontin.coach.verdicts import WIDE
from strapontin.core.game import Actions, Game
from strapontin.core.rng import generator

Results = NDArray[np.float64]
"""By stream, move and column."""

BLINDLY: Actions = (BLIND,)
"""In place of a move: any action, another one in every future."""


class Trier:
    """A search of its own, for one thread at a time."""

    def __init__(self, game: Game) -> None:
        self.search = Search(game)
        self.run = game.compiled(trials)
        self.counts = account_of(game).counts

    def best(self, seat: Seat, simulations: int) -> str:
        """The best move found."""
        board, evidence = seat.setting.board, evidence_of(seat)

        def choose(now: Seat, step: int) -> int:
            self.search.lanes[0].desk.script[:] = 0  # nothing that was thought before may show
            seed = f"{seat.seed}/{step}"
            return self.search.think(board, now.state, seat.seat, seed, evidence, simulations, looks=LOOKS).action

        return stepwise(seat, choose)

    def course(self, seat: Seat, streams: int) -> Results:
        """Let a position take its course, everybody by the game's policy.

        Nobody plans here: a plan for a card that has come is better than those for all that may come, and every draw
        would look lucky.
        """
        return self._try(seat, [()], streams, depth=0)

    def compare(self, seat: Seat, moves: Sequence[Actions], streams: int) -> Results:
        """Try moves on the same futures, the seat's own next choices planned as the search plans them."""
        return self._try(seat, moves, streams, self.search.insight.depth)

    def _try(self, seat: Seat, moves: Sequence[Actions], streams: int, depth: int) -> Results:
        insight, lane = self.search.insight, self.search.lanes[0]
        evidence, board = evidence_of(seat), seat.setting.board
        lane.desk.script[:] = 0
        lane.begin(len(moves), depth, 1 if evidence is None else insight.truths, insight.patience)
        parts = len(account_of(seat.game).parts(seat.setting, seat.seat))
        found = np.zeros((streams, len(moves), PARTS + parts))
        tried = Tried(
            actions=np.array([action for move in moves if move != BLINDLY for action in move], np.int64),
            lengths=np.array([BLIND if move == BLINDLY else len(move) for move in moves], np.int64),
            dice=generator(f"blind/{seat.seed}"),
            scores=np.zeros(16, np.int64),
            ranks=np.zeros(16, np.int64),
            row=np.zeros(parts),
            results=found.ravel(),
        )
        question = Question(board, seat.state, seat.seat, np.zeros(1) if evidence is None else evidence)
        luck = Streams(generator(f"compare/{seat.seed}"), 0, streams)
        rules, hints = seat.game.rules, insight.hints
        self.run(rules, hints, self.counts, question, tried, luck, lane.tree, lane.desk)
        if np.isnan(found[:, :, POINTS]).any():  # won or lost here, half-way there: only their worth can be compared
            found[:, :, WON] = found[:, :, WORTH]
        if evidence is not None:
            for i, move in enumerate(moves):
                if move and move != BLINDLY:
                    found[:, i, WORTH] += insight.discretion(board, seat.state, seat.seat, move[0], evidence)
        return found


def column(results: Results, move: int, which: int) -> NDArray[np.float64]:
    """One column of one move."""
    return results[:, move, which]


FEWEST = 20
"""Of what only some futures have, so many must have it for its mean to be told."""


def mean_of_some(values: NDArray[np.float64]) -> Figure | None:
    """The mean over the futures that have anything to count, if they are enough."""
    there = values[~np.isnan(values)]
    return mean(there) if len(there) >= min(FEWEST, len(values)) else None


def mean(values: NDArray[np.float64]) -> Figure:
    """The mean of some futures, with its interval."""
    apart = WIDE * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    middle = float(values.mean())
    return Figure(*(round(one, 4) for one in (middle, middle - apart, middle + apart)))


__all__ = ["BLINDLY", "FEWEST", "PARTS", "POINTS", "WON", "WORTH", "Results", "Trier", "column", "mean", "mean_of_some"]
