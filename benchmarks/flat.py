"""The yardstick: flat Monte Carlo with one-ply greedy rollouts, as Python bots for the arena.

    strapontin arena metrox --players 1 --bots expert@0.1,benchmarks.flat:flat_each --games 200

`flat` spends 100 rollouts on a move, dealt out evenly among its legal actions; `flat_each` spends 100 on every
legal action. Both take the action with the best mean score. Solo games of metroX have rollouts of their own, which
come to the same choices as the generic ones (a test compares them) ten times as fast.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from strapontin.bots import Seat, greedy
from strapontin.core.game import Game
from strapontin.core.kernel import FLOAT, INT, INTS, Array, generic, kernel, records, specialise
from strapontin.core.rng import below, generator
from strapontin.games.metrox.rules import apply, close, direction, random_card, reach, ride, stop
from strapontin.games.metrox.rules import scores as metrox_scores
from strapontin.games.metrox.state import (
    BACK,
    BOARD,
    FORTH,
    FREE,
    FREE_RIDE,
    LINES,
    PLUS,
    RIDE_LINE,
    RIDE_WAY,
    SEATS,
    STATE,
    STATIONS,
    TRANSFER,
)

ROLLOUTS = 100


@generic
def rollouts(
    actors: Any,
    legal: Any,
    chances: Any,
    apply: Any,
    conceal: Any,
    imagine: Any,
    judge: Any,
    scores: Any,
    board: Any,
    state: Any,
    seat: int,
    action: int,
    n: int,
    rng: Any,
    out: Any,
    weights: Any,
    scratch: Any,
    truth: Any,
) -> float:
    """The mean score of a seat after an action, over n games that all seats finish greedily."""
    total = 0.0
    for _ in range(n):
        truth[0] = state
        imagine(board, truth[0], seat, rng)
        apply(board, truth[0], seat, action)
        greedy.greedy_playout(
            actors, legal, chances, apply, conceal, imagine, judge, board, truth[0], rng, 65535, out, weights, scratch
        )
        scores(board, truth[0], out, weights)
        total += out[seat]
    return total / n


@kernel(INT, BOARD, STATE, INT, INTS)
def marked(board: Any, state: Any, station: int, hits: Any) -> int:
    """The points of a solo player for one more station: itself, and the lines it completes; `hits` counts them."""
    points = 1
    at, line = board.lines_at[station], 0
    while at:
        if at & 1:
            hits[line] += 1
            if state.sheet[0].missing[line] == hits[line]:
                points += board.first[line]
        at >>= 1
        line += 1
    return points


@kernel(None, INTS, INT, INT, INTS)
def consider(best: Any, action: int, points: int, rng: Any) -> None:
    """Keep the better action; of equal ones each with the same chance. `best` is action, points, ties."""
    if points > best[1]:
        best[0] = action
        best[1] = points
        best[2] = 1
    elif points == best[1]:
        best[2] += 1
        if below(rng, best[2]) == 0:
            best[0] = action


@kernel(None, BOARD, STATE, INTS, INTS, INTS)
def greedy_ride(board: Any, state: Any, rng: Any, hits: Any, best: Any) -> None:
    """The one-ply greedy ride of a solo player, by what each would add to the score."""
    sheet = state.sheet[0]
    best[1] = -1
    if state.card == FREE:
        for station in range(board.stations):
            if sheet.marks[station] == 0:
                hits[:] = 0
                consider(best, FREE_RIDE + station, marked(board, state, station, hits), rng)
        consider(best, FREE_RIDE + STATIONS, 0, rng)
        return
    for line in range(board.lines):
        if sheet.used[line] == board.windows[line]:
            continue
        consider(best, line * RIDE_LINE, 0, rng)
        way = direction(board, state, 0, line)
        for choice in range(FORTH, BACK + 1):
            if way != 0 and choice != way:
                continue
            code = line * RIDE_LINE + (choice * RIDE_WAY if way == 0 else 0)
            most = reach(board, state, 0, line, choice)
            hits[:] = 0
            points, marks, i = 0, 0, 0
            while marks < most:
                station = stop(board, line, i, choice)
                i += 1
                if sheet.marks[station] != 0:
                    continue
                marks += 1
                points += marked(board, state, station, hits)
                if state.card == TRANSFER:
                    consider(best, code + PLUS, points + 2 * board.transfer[station], rng)
                else:
                    consider(best, code + marks, points, rng)


@kernel(FLOAT, BOARD, STATE, INT, INT, INTS, Array(STATE))
def solo_rollouts(board: Any, start: Any, action: int, n: int, rng: Any, truth: Any) -> float:
    """The mean score of a solo game of metroX after an action, over n games finished greedily."""
    hits, best = np.zeros(LINES, np.int64), np.zeros(3, np.int64)
    points, ranks = np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    total = 0.0
    for _ in range(n):
        truth[0] = start
        state = truth[0]
        apply(board, state, 0, action)
        while state.card != 0 or state.sheet[0].vacant > 0:
            if state.card == 0:
                apply(board, state, -1, random_card(state, rng))
            while state.sheet[0].owed > 0:
                greedy_ride(board, state, rng, hits, best)
                ride(board, state, 0, best[0])
            close(board, state)
        metrox_scores(board, state, points, ranks)
        total += points[0]
    return total / n


@cache
def generic_rollouts(game: Game) -> Any:
    """Rollouts through the contract, for any game."""
    greedy.player(game)
    kinds = [game.kinds[name] for name in (*greedy.PLAYOUT, "scores")]
    states = Array(game.state_type)
    rest = (game.board_type, game.state_type, INT, INT, INT, INTS, INTS, INTS, states, states)
    run = specialise(rollouts, FLOAT, *kinds, *rest)
    kernels = [getattr(game.rules, name) for name in (*greedy.PLAYOUT, "scores")]
    out, weights = np.empty(game.most, np.int64), np.empty(game.most, np.int64)
    scratch, truth = records(2, game.state_type), records(1, game.state_type)
    return lambda *given: run(*kernels, *given, out, weights, scratch, truth)


def flat(seat: Seat) -> str:
    """100 rollouts for a move."""
    return _flat(seat, max(1, ROLLOUTS // len(seat.legal)))


def flat_each(seat: Seat) -> str:
    """100 rollouts for every legal action."""
    return _flat(seat, ROLLOUTS)


def _flat(seat: Seat, n: int) -> str:
    """For games whose moves are single actions."""
    run, rng = rollouts_of(seat), generator(f"flat/{seat.seed}")
    means = {move: run(actions[0], n, rng) for move, actions in seat.moves.items()}
    return max(means, key=lambda move: means[move])


def rollouts_of(seat: Seat) -> Callable[[int, int, Any], float]:
    """The mean of so many rollouts after an action, for this seat."""
    board, state, game = seat.setting.board, seat.state, seat.game
    if game.id == "metrox" and seat.setting.players == 1:
        truth = records(1, STATE)
        return lambda action, n, rng: float(solo_rollouts(board, state, action, n, rng, truth))
    run = generic_rollouts(game)
    return lambda action, n, rng: float(run(board, state, seat.seat, action, n, rng))
