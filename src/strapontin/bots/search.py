"""The search behind `regular` and `expert`: a race of the candidate actions on the same luck.

Every candidate is tried on the same streams of luck (the same imagined truths, the same draws as far as play
allows), so that differences between them are differences between them. Whoever is clearly behind the leader
on the streams seen so far leaves the race; what is left of the budget goes to those that are close. With a
single one left the search is done, however much of its budget remains.

A search against the clock takes a second core where one lies idle: another lane tries the same candidates on
other streams, with a tree of its own, and the sums are added up.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import Future
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strapontin.bots import cores
from strapontin.bots.default_insight import insight_of
from strapontin.bots.tree import Desk, Edge, Node, Question, Streams, Tally, Tree, simulations
from strapontin.core.game import Game
from strapontin.core.kernel import JIT, records, spare
from strapontin.core.layout import Floats, Ints, Record
from strapontin.core.rng import generator

NODES, EDGES = 1 << 14, 1 << 18
DEEPEST = 32
LEAST = 12
"""Streams every candidate is tried on before any may be dropped."""
EXPLORE = 1.2
LOOKS = 12
"""A search against the clock looks at it about so often."""
NARROW = 0.001
"""Seconds that are too few to begin anything with."""


class Thought(NamedTuple):
    """What a search has come to."""

    action: int
    simulations: int
    values: dict[int, float]
    """The mean worth of every candidate, over the streams it was tried on."""
    visits: dict[int, int]


class Lane:
    """The memory of one thread that simulates."""

    def __init__(self, game: Game) -> None:
        self.nodes, self.edges = records(NODES, Node), records(EDGES, Edge)
        self.desk = Desk(
            out=np.empty(game.most, np.int64),
            weights=np.empty(game.most, np.int64),
            logits=np.empty(game.most),
            slot=np.zeros(game.width, np.int64),
            path=np.empty(DEEPEST, np.int64),
            scratch=records(2, game.state_type),
            script=np.zeros(insight_of(game).script, np.int64),
            luck=np.empty(4, np.int64),
            rng=np.empty(4, np.int64),
        )

    def begin(self, n: int, depth: int, truths: int, patience: int) -> None:
        """Forget everything, for a race of n candidates: an edge for each, under which its tree grows."""
        self.edges[1 : n + 1] = records(n, Edge)
        self.desk.slot[:] = 0
        counts, moments = np.array([0, n, depth, truths, patience], np.int64), np.array([0.0, 0.0, 0.0, EXPLORE])
        self.tree = Tree(self.nodes, self.edges, counts, moments)
        self.tally = Tally(np.zeros(n), np.zeros(n), np.zeros(n * n))


class Search:
    """A search for one game, with its memory laid out once; not for two questions at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.insight = insight_of(game)
        self.run = game.compiled(simulations)
        self.lanes = [Lane(game)]

    def candidates(self, board: Record, state: Record, seat: int, rng: Ints) -> list[int]:
        """The legal actions of a seat that are worth trying, the most appealing first."""
        out, logits = self.lanes[0].desk.out, self.lanes[0].desk.logits
        n = self.game.rules.legal(board, state, seat, out)
        if n > 1:
            truth = spare(state)
            self.game.rules.imagine(board, truth[0], seat, rng)
            self.insight.hints.appeal(board, truth[0], seat, out, n, logits)
            out[:n] = np.take(out[:n], np.argsort(np.negative(logits[:n]), kind="stable"))
        return out[: min(n, self.insight.candidates)].tolist()

    def think(
        self,
        board: Record,
        state: Record,
        seat: int,
        seed: int | str,
        evidence: Floats | None = None,
        simulations: int | None = None,
        seconds: float | None = None,
        looks: int | None = None,
    ) -> Thought:
        """The best action found for a seat, from a state concealed for it, within either budget.

        With a budget in simulations the result depends on the arguments only, unless the seconds are up before.
        Whoever is behind may be dropped at `looks` moments at most: with a large budget and many of them, bad luck at
        one of these would be enough.
        """
        chunk = self._chunk if looks is None else max(self._chunk, (simulations or 0) // looks)
        began = cores.now()
        actions = self.candidates(board, state, seat, generator(f"appeal/{seed}"))
        if simulations is not None:  # with fewer simulations than candidates, only the most appealing are tried
            actions = actions[: max(2, simulations)]
        if len(actions) == 1:
            return Thought(actions[0], 0, {actions[0]: 0.5}, {actions[0]: 0})
        race = _Race(self, board, state, seat, actions, generator(f"search/{seed}"), evidence)
        if seconds is None:
            while race.running and (simulations is None or race.done < simulations):
                race.advance(chunk if simulations is None else min(chunk, simulations - race.done))
        else:
            race.against(began, seconds, simulations, chunk)
        return race.thought()

    @property
    def _chunk(self) -> int:
        return self.insight.chunk if JIT else 1  # plain Python looks at the clock after every stream

    def second(self) -> Lane:
        """The lane of a second core, laid out when first wanted."""
        if len(self.lanes) == 1:
            self.lanes.append(Lane(self.game))
        return self.lanes[1]


class _Race:
    """The candidates of one search, and how they have done on the streams so far."""

    def __init__(
        self,
        search: Search,
        board: Record,
        state: Record,
        seat: int,
        actions: list[int],
        base: Ints,
        evidence: Floats | None = None,
    ) -> None:
        self.search, self.actions, self.base = search, actions, base
        insight, n = search.insight, len(actions)
        truths = 1 if evidence is None else insight.truths
        self.question = Question(board, state, seat, np.zeros(1) if evidence is None else evidence)
        self.habits = (n, insight.depth, truths, insight.patience)
        self.lanes = search.lanes[:1]
        self.lanes[0].begin(*self.habits)
        self.discretion = np.zeros(n)
        if evidence is not None:
            self.discretion[:] = [insight.discretion(board, state, seat, one, evidence) for one in actions]
        self.tried = np.zeros(n, np.int64)
        self.alive = np.ones(n, bool)
        self.done = self.stream = 0

    @property
    def running(self) -> bool:
        """Whether there is anything left to find out."""
        return int(self.alive.sum()) > 1

    def advance(self, simulations: int, both: bool = False) -> bool:
        """Try those still racing on the next few streams, in two lanes if told so, then drop who is clearly behind.

        Whether the second lane had a core of its own.
        """
        racing = np.where(self.alive, np.arange(1, len(self.actions) + 1), -1)
        starters = np.stack([np.array(self.actions, np.int64), racing], axis=1).ravel()
        first, last = self.stream, self.stream + max(1, simulations // int(self.alive.sum()))
        helper: Future[tuple[int, bool]] | None = None
        further = last
        if both:
            if len(self.lanes) == 1:
                self.lanes = [self.lanes[0], self.search.second()]
                self.lanes[1].begin(*self.habits)
            further = last + max(1, 3 * (last - first) // 4)  # a little less, for it must not be waited for
            helper = cores.beside(self._try, self.lanes[1], starters, last, further)
        self.done += self._try(self.lanes[0], starters, first, last)
        idle = False
        if helper is not None:
            done, idle = helper.result()
            self.done += done
            last = further
        self.stream = last
        self.tried[self.alive] = last
        if last >= LEAST:
            self._drop()
        return idle

    def _try(self, lane: Lane, starters: Ints, first: int, last: int) -> int:
        rules, hints, streams = self.search.game.rules, self.search.insight.hints, Streams(self.base, first, last)
        return self.search.run(rules, hints, self.question, starters, streams, lane.tally, lane.tree, lane.desk)

    def against(self, began: float, seconds: float, simulations: int | None, chunk: int) -> None:
        """Go on until the time is up that began to run at a given moment."""
        most = simulations if simulations is not None else 1 << 60
        helped = JIT and simulations is None and cores.several()
        now = cores.now()
        while self.running and self.done < most:
            both = helped and self.stream > 0 and cores.idle()
            done, started = self.done, now
            alone = self.advance(min(chunk, most - self.done), both)
            helped = helped and (alone or not both)
            now = cores.now()
            left = seconds - (now - began)
            if left < NARROW:
                return
            pace = (self.done - done) / (2 if both else 1) / max(1e-6, now - started)
            if simulations is None or chunk > pace * left:
                chunk = max(1, int(pace * min(0.8 * left, seconds / LOOKS)))
            if int(self.alive.sum()) > 1.5 * pace * left:  # not even one stream would be finished in time
                return

    def _tallies(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Sums of results, and of products of results."""
        n, tallies = len(self.actions), [lane.tally for lane in self.lanes]
        products = np.sum([tally.products for tally in tallies], axis=0)
        return np.sum([tally.sums for tally in tallies], axis=0), products.reshape(n, n)

    def _drop(self) -> None:
        racing = np.flatnonzero(self.alive)
        sums, products = self._tallies()
        means = sums[racing] / self.stream
        worths = means + self.discretion[racing]
        leader = int(worths.argmax())
        squares = products.diagonal()[racing]
        apart = squares[leader] + squares - 2.0 * products[racing[leader], racing]
        variance = np.maximum(0.0, apart / self.stream - (means[leader] - means) ** 2)
        keep = worths[leader] - worths <= self.search.insight.doubt * np.sqrt(variance / self.stream)
        keep[leader] = True
        self.alive[racing[~keep]] = False

    def thought(self) -> Thought:
        """The leader of those still racing; before any stream is finished, the most appealing."""
        sums, _ = self._tallies()
        means = np.where(self.tried > 0, sums / np.maximum(1, self.tried) + self.discretion, -np.inf)
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


def speed(
    game: Game, players: int | None = None, seconds: float = 1.0, options: Mapping[str, Any] | None = None
) -> float:
    """Simulations a second (of processor time) of the search, in short thoughts about the first choice of a game."""
    from strapontin.core.match import Match

    count = players or max(2, game.seats.start)
    match = Match(game.id, count, options, seed=1)
    seat = min(seat for seat in match.to_act if isinstance(seat, int))
    search, board, state = searcher(game), match.setting.board, match.concealed(seat)
    actions = search.candidates(board, state, seat, generator(1))
    chunk = 2 * search.insight.chunk if JIT else 1
    done, spent, thoughts = 0, 0.0, 0
    while spent < seconds:
        race = _Race(search, board, state, seat, actions, generator(thoughts))
        began, thoughts = time.process_time(), thoughts + 1
        while race.done < 16 * chunk and spent + time.process_time() - began < seconds:
            race.alive[:] = True
            race.advance(chunk)
        done, spent = done + race.done, spent + time.process_time() - began
    return done / spent
