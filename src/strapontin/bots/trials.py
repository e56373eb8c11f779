"""Whole moves tried on the same luck, every result kept: what a review compares, as generic code.

A race (`bots/search.py`) only asks who is ahead, and sums up. Here a few given moves are tried on every stream, and
what came of each simulation is written down: its worth, whether it was won, its points, and what these are made of.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from strapontin.bots.tree import (
    TRUTHS,
    Desk,
    Question,
    Streams,
    Tree,
    go_on,
    imagine_truth,
    rewind,
    seed_stream,
    simulate,
)
from strapontin.core.contract import Board, Counts, Hints, Rules, State
from strapontin.core.kernel import generic, take
from strapontin.core.layout import Floats, Ints
from strapontin.core.rng import below

WORTH, WON, POINTS, PARTS = range(4)
"""Columns of a result; from PARTS on what the game counts. Points are NaN where a simulation stopped half-way: futures
that went differently far cannot be compared by them."""
BLIND = -1
"""For the length of a move: any action, a new one on every stream."""


class Tried(NamedTuple):
    """Which moves are tried, and where results are written."""

    actions: Ints
    """The actions of all moves, one after the other."""
    lengths: Ints
    """How many of them each move has; 0 to let the position take its course, BLIND for any action."""
    dice: Ints
    """The luck that actions taken blindly come from."""
    scores: Ints
    ranks: Ints
    """By seat; 0 where nobody sits."""
    row: Floats
    """The parts of one result."""
    results: Floats
    """By stream, move and column."""


@generic
def trials(
    rules: Rules[Board, State],
    hints: Hints[Board, State],
    counts: Counts[Board, State],
    question: Question[Board, State],
    tried: Tried,
    streams: Streams,
    tree: Tree,
    desk: Desk[State],
) -> int:
    """Try every move on every stream and write down what comes of it; the edge of move i is i + 1."""
    actions, lengths, dice, scores, ranks, row, results = tried
    scratch, board, seat = desk.scratch, question.board, question.seat
    luck, rng = desk.luck, desk.rng
    done = 0
    for stream in range(streams.first, streams.last):
        seed_stream(luck, streams.base, stream)
        imagine_truth(rules, hints, question, luck, scratch, tree.counts[TRUTHS])
        rewind(rng, luck)
        hints.rehearse(board, scratch, seat, rng, desk.script)
        here = hints.stage(board, scratch[1])
        first = 0
        for i in range(len(lengths)):
            length = lengths[i]
            rewind(rng, luck)
            take(scratch, 0, scratch[1], board)
            if length == 0:
                value = go_on(rules, hints, board, seat, here, i + 1, rng, tree, desk)
            else:
                if length == BLIND:
                    n = rules.legal(board, scratch[0], seat, desk.out)
                    action = desk.out[below(dice, n)]
                else:
                    for step in range(length - 1):
                        rules.apply(board, scratch[0], seat, actions[first + step])
                    first += length
                    action = actions[first - 1]
                value = simulate(rules, hints, board, seat, action, i + 1, rng, tree, desk)
            at = done * (PARTS + len(row))
            results[at + WORTH] = value
            rules.scores(board, scratch[0], scores, ranks)
            over = rules.actors(board, scratch[0]) == 0
            results[at + POINTS] = scores[seat] if over or hints.stage(board, scratch[0]) != here else np.nan
            if over:
                winners = 0
                for other in range(len(ranks)):
                    winners += ranks[other] == 1
                value = 1.0 / winners if ranks[seat] == 1 else 0.0
            results[at + WON] = value
            counts.parts(board, scratch[0], seat, row)
            for part in range(len(row)):
                results[at + PARTS + part] = row[part]
            done += 1
    return done
