"""For games that bring no insight or account of their own: what can be known from the rules and `judge` alone."""

from __future__ import annotations

from functools import cache

import numpy as np

from strapontin.core.contract import Board, Counts, Hints, Rules, State
from strapontin.core.game import Account, Game, Insight
from strapontin.core.kernel import generic, improvised, spare
from strapontin.core.layout import Floats, Ints, Row
from strapontin.core.playout import Room, play
from strapontin.core.rng import below

TRIES = 3
"""Among so many random actions the policy takes the best-looking."""


def insight_of(game: Game) -> Insight:
    """The game's own insight, or a plain one made of its rules (compiled anew in every process)."""
    return game.insight or plain(game)


def account_of(game: Game) -> Account:
    """The game's own account, or one that counts nothing."""
    return game.account or _nothing(game)


@cache
def _nothing(game: Game[Board, State]) -> Account[Board, State]:
    @improvised(Board=game.board_type, State=game.state_type)
    def count(board: Board, state: State, seat: int, out: Floats) -> None:
        pass

    return Account(Counts(parts=count), lambda setting, seat: ())


def plain(game: Game[Board, State]) -> Insight[Board, State]:
    """A policy of the best of a few random actions, appeal by one-ply judgement, worth by rank."""
    rules, most = game.rules, game.most
    legal, apply, judge, scores = rules.legal, rules.apply, rules.judge, rules.scores
    for_this_game = improvised(Board=game.board_type, State=game.state_type)

    @for_this_game
    def looks(board: Board, state: State, seat: int, action: int, after: Row[State]) -> float:
        after[0] = state
        apply(board, after[0], seat, action)
        return judge(board, after[0], seat)

    @for_this_game
    def rehearse(board: Board, states: Row[State], seat: int, rng: Ints, script: Ints) -> None:
        pass

    @for_this_game
    def policy(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> int:
        out: Ints = np.empty(most, np.int64)
        after = spare(state)
        n = legal(board, state, seat, out)
        found, record = out[below(rng, n)], -1e300
        if n > 1:
            for _ in range(TRIES):
                action = out[below(rng, n)]
                value = looks(board, state, seat, action, after)
                if value > record:
                    found, record = action, value
        return found

    @generic(inline=True)
    def by_policy(
        rules: Rules[Board, State], board: Board, state: State, seat: int, rng: Ints, out: Ints, room: Room
    ) -> int:
        return policy(board, state, seat, rng, rng)

    @for_this_game
    def finish(board: Board, state: State, seat: int, rng: Ints, script: Ints) -> None:
        play(by_policy, rules, board, state, rng, Room(np.empty(most, np.int64), np.empty(most, np.int64)))

    @for_this_game
    def appeal(board: Board, state: State, seat: int, actions: Ints, n: int, out: Floats) -> None:
        after = spare(state)
        for i in range(n):
            out[i] = looks(board, state, seat, actions[i], after)

    @for_this_game
    def clue(board: Board, state: State, seat: int) -> int:
        return 0

    @for_this_game
    def belief(board: Board, state: State, seat: int, evidence: Floats) -> float:
        return 1.0

    @for_this_game
    def stage(board: Board, state: State) -> int:
        return 0

    @for_this_game
    def worth(board: Board, state: State, seat: int) -> float:
        points: Ints = np.zeros(16, np.int64)
        ranks: Ints = np.zeros(16, np.int64)
        scores(board, state, points, ranks)
        return 1.0 / ranks[seat]

    return Insight(
        hints=Hints(
            rehearse=rehearse,
            policy=policy,
            finish=finish,
            appeal=appeal,
            clue=clue,
            belief=belief,
            stage=stage,
            worth=worth,
        )
    )
