"""Who plays the levels, for every game alike: a function for each of `core.levels.LEVELS`, by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from strapontin.bots import greedy as one_ply
from strapontin.bots.search import Thought, searcher
from strapontin.bots.seat import Bot, Seat
from strapontin.core.game import Game
from strapontin.core.kernel import copy_of
from strapontin.core.layout import Floats
from strapontin.core.levels import within
from strapontin.core.rng import below, generator, unit

THINK = 1.0
"""Seconds a move of `expert`, unless told otherwise."""

BRIEF = 0.9 * within("regular", THINK)
"""Seconds a move of `regular` at most: a little is left to write it down."""

HASTE = 0.6
"""The share of its choices a novice makes without looking at what comes of them."""


def level(name: str, seconds: float | None = None) -> Bot:
    """The bot of a level; `seconds` is the thinking time of one that takes a time."""
    play = globals()[name]
    found: Bot = play if seconds is None else partial(play, think=seconds)
    return found


def random(seat: Seat) -> str:
    """Any legal move, all with the same chance."""
    moves = seat.legal
    return moves[below(generator(f"random/{seat.seed}"), len(moves))]


def greedy(seat: Seat) -> str:
    """The move after which the position looks best."""
    rng = generator(f"greedy/{seat.seed}")
    return stepwise(seat, lambda now, _: one_ply.choose(seat.game, seat.setting.board, now.state, seat.seat, rng))


def novice(seat: Seat) -> str:
    """Somebody who knows the rules and looks ahead now and then: about half way from `random` to `greedy`."""
    rng = generator(f"novice/{seat.seed}")
    return stepwise(seat, lambda now, _: _hasty(now, rng))


def regular(seat: Seat) -> str:
    """The best move found in a fixed, small number of simulations, or in its 0.2 s if that is shorter."""
    search = searcher(seat.game)
    most, evidence = search.insight.regular, evidence_of(seat)
    share = _shares(seat, min(BRIEF, 0.9 * seat.seconds))

    def choose(now: Seat, step: int) -> int:
        seed = f"{seat.seed}/{step}"
        thought = search.think(seat.setting.board, now.state, seat.seat, seed, evidence, most, next(share))
        return noted(seat, thought)

    return stepwise(seat, choose)


def steady(seat: Seat, simulations: int) -> str:
    """The best move found in so many simulations an action, however long they take: the same on every machine."""
    search, evidence = searcher(seat.game), evidence_of(seat)

    def choose(now: Seat, step: int) -> int:
        seed = f"{seat.seed}/{step}"
        return noted(seat, search.think(seat.setting.board, now.state, seat.seat, seed, evidence, simulations))

    return stepwise(seat, choose)


def expert(seat: Seat, think: float | None = None) -> str:
    """The best move found in the time there is: `think` seconds, or what the seat allows."""
    search = searcher(seat.game)
    evidence = evidence_of(seat)
    share = _shares(seat, seat.seconds if think is None else think)

    def choose(now: Seat, step: int) -> int:
        seed = f"{seat.seed}/{step}"
        thought = search.think(seat.setting.board, now.state, seat.seat, seed, evidence, seconds=next(share))
        return noted(seat, thought)

    return stepwise(seat, choose)


def noted(seat: Seat, thought: Thought) -> int:
    """The action a thought has come to; what every candidate seemed worth is left with the seat, for who studies it."""
    weighed = [(action, thought.values[action], visits) for action, visits in thought.visits.items() if visits]
    seat.thoughts.append(weighed)
    return thought.action


def warm(game: Game) -> None:
    """Compile (or load) everything the levels need for a game, so that the first move is as quick as the rest."""
    search = searcher(game)
    setting = game.setting({}, max(2, game.seats.start))
    state = game.opening(setting)
    rng = generator("warm")
    while True:
        acting = game.actors(setting, state)
        if acting != [-1]:
            break
        outcomes = sorted(game.outcomes(setting, state).items())
        game.rules.apply(setting.board, state, -1, outcomes[below(rng, len(outcomes))][1][0])
    if acting:
        one_ply.choose(game, setting.board, state, acting[0], rng)
        search.think(setting.board, state, acting[0], "warm", simulations=2)


def evidence_of(seat: Seat) -> Floats | None:
    """What the public history tells about what is hidden; None where nothing is to be told."""
    insight = searcher(seat.game).insight
    return insight.evidence(seat.setting, seat.history, seat.seat, seat.game.read) if insight.truths > 1 else None


def _shares(seat: Seat, left: float) -> Iterator[float]:
    """The time for each action of a move: all of it where a single one makes a move, else most of what is left."""
    if all(len(actions) == 1 for actions in seat.moves.values()):
        yield left
        left = 0.0
    while True:
        yield 0.6 * left
        left *= 0.4


def stepwise(seat: Seat, choose: Callable[[Seat, int], int]) -> str:
    """Build a move action by action until it is whole, and write it down."""
    game, setting = seat.game, seat.setting
    actions: tuple[int, ...] = ()
    now = Seat(game, setting, copy_of(seat.state), seat.seat, seat.seconds, seat.seed, seat.past)
    while True:
        action = int(choose(now, len(actions)))
        actions += (action,)
        if game.finished(setting, seat.state, seat.seat, actions):
            return game.text(setting, seat.state, seat.seat, actions)
        game.rules.apply(setting.board, now.state, seat.seat, action)


def _hasty(seat: Seat, rng: Any) -> int:
    """Any action, or the one after which the position looks best."""
    game, setting, state, me = seat.game, seat.setting, seat.state, seat.seat
    if unit(rng) >= HASTE:
        return one_ply.choose(game, setting.board, state, me, rng)
    actions = game.actions(setting, state, me)
    return actions[below(rng, len(actions))]
