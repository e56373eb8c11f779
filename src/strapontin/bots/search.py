"""The search behind `regular` and `expert`: a race of the candidate actions on the same luck.

Every candidate is tried on the same streams of luck (the same imagined truths, the same draws as far as play
allows), so that differences between them are differences between them. Whoever is clearly behind the leader
on the streams seen so far leaves the race; what is left of the budget goes to those that are close. With a
single one left the search is done, however much of its budget remains.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from strapontin.bots import tree
from strapontin.bots.plain import insight_of
from strapontin.core.game import Board, Game, State
from strapontin.core.kernel import FLOATS, INT, INTS, JIT, Array, records, spare, specialise
from strapontin.core.rng import generator

KERNELS = ("actors", "legal", "chances", "apply", "imagine")
HINTS = ("policy", "finish", "appeal", "clue", "belief", "stage", "worth")

STREAMS = 1 << 14
"""No race is longer than this."""
NODES, EDGES = 1 << 14, 1 << 18
DEEPEST = 32
LEAST = 12
"""Streams every candidate is tried on before any may be dropped."""
BEHIND = 2.6
"""How many standard errors behind the leader is clearly behind."""
EXPLORE = 1.2


class Thought(NamedTuple):
    """What a search has come to."""

    action: int
    simulations: int
    values: dict[int, float]
    """The mean worth of every candidate, over the streams it was tried on."""
    visits: dict[int, int]


class Search:
    """A search for one game, with its memory laid out once; not for two threads at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.insight = insight_of(game)
        self.kernels = [getattr(game.rules, name) for name in KERNELS]
        self.kernels += [getattr(self.insight, name) for name in HINTS]
        self._run = _compiled(game)
        self.nodes = records(NODES, tree.NODE)
        self.edges = records(EDGES, tree.EDGE)
        self.out, self.weights = np.empty(game.most, np.int64), np.empty(game.most, np.int64)
        self.slot = np.zeros(game.width, np.int64)
        self.path = np.empty(DEEPEST, np.int64)
        self.scratch = records(2, game.state_type)

    def candidates(self, board: Board, state: State, seat: int, rng: Any) -> list[int]:
        """The legal actions of a seat that are worth trying, the most appealing first."""
        n = self.game.rules.legal(board, state, seat, self.out)
        actions = self.out[:n].tolist()
        if n == 1:
            return actions
        truth = spare(state)
        self.game.rules.imagine(board, truth[0], seat, rng)
        appeal = {action: self.insight.appeal(board, truth[0], seat, action) for action in actions}
        return sorted(actions, key=lambda action: -appeal[action])[: self.insight.candidates]

    def think(
        self,
        board: Board,
        state: State,
        seat: int,
        seed: int | str,
        evidence: Any = None,
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> Thought:
        """The best action found for a seat, from a state concealed for it, within either budget.

        With a budget in simulations alone the result depends on the arguments only.
        """
        began = time.perf_counter()
        base = generator(f"search/{seed}")
        actions = self.candidates(board, state, seat, generator(f"appeal/{seed}"))
        if simulations is not None:  # with fewer simulations than candidates, only the most appealing are tried
            actions = actions[: max(2, simulations)]
        if len(actions) == 1:
            return Thought(actions[0], 0, {actions[0]: 0.5}, {actions[0]: 0})
        race = _Race(self, board, state, seat, actions, base, evidence)
        most = simulations if simulations is not None else 1 << 60
        chunk = self.insight.chunk if JIT else 1  # plain Python looks at the clock after every stream
        slowest = 0.0
        while race.running and race.done < most:
            started = time.perf_counter()
            race.advance(min(chunk, most - race.done))
            if seconds is not None:
                now = time.perf_counter()
                slowest = max(0.8 * slowest, now - started)
                if now - began + slowest > seconds:
                    break
        return race.thought()


class _Race:
    """The candidates of one search, and how they have done on the streams so far."""

    def __init__(
        self,
        search: Search,
        board: Board,
        state: State,
        seat: int,
        actions: list[int],
        base: Any,
        evidence: Any = None,
    ) -> None:
        self.search, self.actions = search, actions
        truths = 1 if evidence is None else search.insight.truths
        self.fixed = (*search.kernels, board, state, seat, np.zeros(1) if evidence is None else evidence)
        self.base = base
        n = len(actions)
        self.discretion = np.zeros(n)
        if evidence is not None:
            self.discretion[:] = [search.insight.discretion(board, state, seat, one, evidence) for one in actions]
        self.results = np.zeros((n, STREAMS))
        self.tried = np.zeros(n, np.int64)
        self.alive = np.ones(n, bool)
        self.done = self.stream = 0
        # an edge for every candidate, under which its tree grows
        search.edges[1 : n + 1] = np.zeros(n, tree.EDGE)
        search.slot[:] = 0
        self.counts = np.array([0, n, search.insight.depth, truths], np.int64)
        self.moments = np.array([0.0, 0.0, 0.0, EXPLORE])

    @property
    def running(self) -> bool:
        """Whether there is anything left to find out."""
        return int(self.alive.sum()) > 1 and self.stream < STREAMS

    def advance(self, simulations: int) -> None:
        """Try those still racing on the next few streams, then drop who is clearly behind."""
        s = self.search
        racing = np.where(self.alive, np.arange(1, len(self.actions) + 1), -1)
        lanes = np.stack([np.array(self.actions, np.int64), racing], axis=1).ravel()
        last = min(STREAMS, self.stream + max(1, simulations // int(self.alive.sum())))
        self.done += s._run(
            *self.fixed, lanes, self.stream, last, 1, self.base, self.results.ravel(),
            s.nodes, s.edges, self.counts, self.moments, s.out, s.weights, s.slot, s.path, s.scratch,
        )  # fmt: skip
        self.results[self.alive, self.stream : last] += self.discretion[self.alive, None]
        self.stream = last
        self.tried[self.alive] = last
        if last >= LEAST:
            self._drop()

    def _drop(self) -> None:
        racing = np.flatnonzero(self.alive)
        results = self.results[racing, : self.stream]
        leader = int(results.mean(axis=1).argmax())
        behind = results[leader] - results
        mean = behind.mean(axis=1)
        error = behind.std(axis=1) / np.sqrt(self.stream)
        keep = mean <= BEHIND * error
        keep[leader] = True
        self.alive[racing[~keep]] = False

    def thought(self) -> Thought:
        """The leader of those still racing; before any stream is finished, the most appealing."""
        means = np.array([self.results[i, :n].mean() if n else -np.inf for i, n in enumerate(self.tried)])
        racing = np.flatnonzero(self.alive)
        best = racing[int(means[racing].argmax())]
        return Thought(
            self.actions[best],
            self.done,
            {a: float(m) for a, m in zip(self.actions, means, strict=True)},
            {a: int(n) for a, n in zip(self.actions, self.tried, strict=True)},
        )


@cache
def searcher(game: Game) -> Search:
    """The search of this process for a game; the first call compiles it (or loads it from the cache)."""
    return Search(game)


def speed(game: Game, players: int | None = None, seconds: float = 1.0) -> float:
    """Simulations a second (of processor time) of the search, from the first choice of a fresh game."""
    from strapontin.core.match import Match

    count = players or max(2, game.seats.start)
    match = Match(game.id, count, seed=1)
    seat = min(seat for seat in match.to_act if isinstance(seat, int))
    search, board, state = searcher(game), match.setting.board, match.concealed(seat)
    actions = search.candidates(board, state, seat, generator(1))
    race = _Race(search, board, state, seat, actions, generator(1))
    race.advance(len(actions))
    began, done = time.process_time(), race.done
    while time.process_time() - began < seconds and race.stream < STREAMS:
        race.alive[:] = True
        race.advance(search.insight.chunk)
    return (race.done - done) / (time.process_time() - began)


def _compiled(game: Game) -> Any:
    """The generic code of a simulation, compiled for this game."""
    kinds = [game.kinds[name] for name in (*KERNELS, *HINTS)]
    records = (Array(tree.NODE), Array(tree.EDGE), INTS, FLOATS, INTS, INTS, INTS, INTS, Array(game.state_type))
    position = (game.board_type, game.state_type, INT, FLOATS)
    return specialise(tree.simulations, INT, *kinds, *position, INTS, INT, INT, INT, INTS, FLOATS, *records)
