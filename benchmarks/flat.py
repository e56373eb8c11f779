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
from strapontin.core.contract import Board, Rules, State
from strapontin.core.game import Game
from strapontin.core.kernel import generic, kernel, records
from strapontin.core.layout import Ints, Row
from strapontin.core.rng import below, generator
from strapontin.games.metrox.kernels import state as metrox
from strapontin.games.metrox.kernels.rules import apply, close, direction, missing, random_card, reach, ride, stop
from strapontin.games.metrox.kernels.rules import scores as metrox_scores
from strapontin.games.metrox.kernels.state import (
    BACK,
    FORTH,
    FREE,
    FREE_RIDE,
    LINES,
    PLUS,
    RIDE_LINE,
    RIDE_WAY,
    SEATS,
    STATIONS,
    TRANSFER,
)

ROLLOUTS = 100


@generic
def rollouts(
    rules: Rules[Board, State],
    board: Board,
    state: State,
    seat: int,
    action: int,
    n: int,
    rng: Ints,
    desk: greedy.Desk[State],
    truth: Row[State],
) -> float:
    """The mean score of a seat after an action, over n games that all seats finish greedily."""
    total = 0.0
    for _ in range(n):
        truth[0] = state
        rules.imagine(board, truth[0], seat, rng)
        rules.apply(board, truth[0], seat, action)
        greedy.greedy_playout(rules, board, truth[0], rng, desk)
        rules.scores(board, truth[0], desk.out, desk.weights)
        total += desk.out[seat]
    return total / n


@kernel
def marked(board: metrox.Board, state: metrox.State, station: int, hits: Ints) -> int:
    """The points of a solo player for one more station: itself, and the lines it completes; `hits` counts them."""
    points = 1
    at, line = board.lines_at[station], 0
    while at:
        if at & 1:
            hits[line] += 1
            if missing(board, state, 0, line) == hits[line]:
                points += board.first[line]
        at >>= 1
        line += 1
    return points


@kernel
def consider(best: Ints, action: int, points: int, rng: Ints) -> None:
    """Keep the better action; of equal ones each with the same chance. `best` is action, points, ties."""
    if points > best[1]:
        best[0] = action
        best[1] = points
        best[2] = 1
    elif points == best[1]:
        best[2] += 1
        if below(rng, best[2]) == 0:
            best[0] = action


@kernel
def greedy_ride(board: metrox.Board, state: metrox.State, rng: Ints, hits: Ints, best: Ints) -> None:
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
            most = reach(board, state, 0, line, choice, state.card)
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


@kernel
def solo_rollouts(
    board: metrox.Board, start: metrox.State, action: int, n: int, rng: Ints, truth: Row[metrox.State]
) -> float:
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
    run, truth = game.compiled(rollouts), records(1, game.state_type)
    desk = greedy.desk(game)._replace(greedy=65535)
    return lambda *given: run(game.rules, *given, desk, truth)


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
        truth = records(1, metrox.State)
        return lambda action, n, rng: float(solo_rollouts(board, state, action, n, rng, truth))
    run = generic_rollouts(game)
    return lambda action, n, rng: float(run(board, state, seat.seat, action, n, rng))
