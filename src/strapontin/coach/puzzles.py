"""Positions to solve: the best move is clearly the best there, and the one that looks best is not.

They come from games between a bot that searches and a greedy one, by seed: the same command finds the same ones on any
machine. A position is judged as a review would judge the greedy move in it (`coach/reviewing.py::decision`), from what
its seat knew; then every other move is tried too, and the best has to be ahead of each beyond doubt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import msgspec
import numpy as np

from strapontin.arena.ratings import Figure
from strapontin.bots import levels
from strapontin.bots.default_insight import account_of
from strapontin.bots.seat import Bot, Seat, luck, seat_of
from strapontin.coach.findings import Decision
from strapontin.coach.reviewing import LEAST, MOST, Choice, decision, questions
from strapontin.coach.trying import WORTH, Trier, column, mean
from strapontin.core.errors import BadOptions
from strapontin.core.game import Game
from strapontin.core.match import Match
from strapontin.core.record import Record
from strapontin.core.registry import game as game_of

STEADY = 120
"""Simulations an action of the bot whose games are looked at: as many on every machine."""
SCREENED = 48
"""Futures in which every legal move is tried, to find those that come near the best."""
NEAR = 5
"""So many of them are then held against the best."""
COSTLY = ("mistake", "blunder")
"""What the greedy move has to be."""
MOST_GAMES = 10_000
SEED, BUDGET = 7, 4000
"""What is looked through, and how closely, unless told otherwise."""


class Puzzle(msgspec.Struct):
    """A position, what is best there, and what it costs to be greedy."""

    record: Record
    """The game as far as the position; who is to solve it is shown no more of it than their seat knew."""
    ply: int
    """How many moves of the record lead to the position: all of them."""
    seat: int
    """Who is to find the move, from what this seat knows."""
    solution: str
    margin: Figure
    """By how much its value is ahead of the next best move, on the same luck; its interval does not reach 0."""
    greedy: Decision
    """What a review says of the greedy move there; its best is the solution, its reasons speak for that."""


class Collection(msgspec.Struct):
    """The puzzles of a game, and what it takes to find them again; those that come with the package are `shipped`."""

    game: str
    rules: int
    """Which version of the game's rules they are by."""
    seed: int
    budget: int
    """Simulations for each decision."""
    puzzles: list[Puzzle]


def find(
    name: str,
    games: int,
    seed: int = SEED,
    budget: int | None = None,
    most: int = MOST_GAMES,
    told: Callable[[int, int], None] = lambda played, found: None,
) -> Collection:
    """Look through so many games of two, for so many puzzles at most; one from each, so that they differ."""
    game = game_of(name)
    budget = min(account_of(game).budget, BUDGET) if budget is None else budget
    if not 1 <= games <= MOST_GAMES:
        raise BadOptions(f"--games: {games}; it must be 1 to {MOST_GAMES}")
    if not LEAST <= budget <= MOST:
        raise BadOptions(f"budget: {budget}; it must be {LEAST} to {MOST}")
    found: list[Puzzle] = []
    for number in range(games):
        fresh = (one for one in _among(game, played(game, number, seed), number, budget) if not _there(one, found))
        found += islice(fresh, 1)
        told(number + 1, len(found))
        if len(found) == most:
            break
    return Collection(game.id, game.version, seed, budget, found)


def _there(one: Puzzle, found: list[Puzzle]) -> bool:
    """Whether the position is among those found: games may begin alike."""
    return any(one.seat == other.seat and one.record.moves == other.record.moves for other in found)


def played(game: Game, number: int, seed: int) -> Match:
    """One game of a bot that searches against a greedy one, each first in turn."""
    players = max(2, game.seats.start)
    match = Match(game.id, players, {}, hashlib.sha256(f"puzzles/{seed}/{number}".encode()).digest())
    bots: list[Bot] = [lambda seat: levels.steady(seat, STEADY), levels.greedy]
    while not match.over:
        seat = min(seat for seat in match.to_act if isinstance(seat, int))
        dice = luck("puzzles", seed, number, seat, len(match.moves))
        match.play(seat, bots[(seat + number) % 2](seat_of(match, seat, seed=dice)))
    return match


def _among(game: Game, match: Match, number: int, budget: int) -> Iterator[Puzzle]:
    """The puzzles of the seat that searched; where in a game one looks first changes from game to game."""
    seat = number % 2
    trier = Trier(game)
    asked = [one for one in questions(match, seat) if isinstance(one, Choice)]
    first = len(asked) * (number % 5) // 6
    for one in [*asked[first:], *asked[:first]]:
        puzzle = _puzzle(trier, match, one, budget)
        if puzzle is not None:
            yield puzzle


def _puzzle(trier: Trier, match: Match, asked: Choice, budget: int) -> Puzzle | None:
    """The position of a decision, if it is a puzzle."""
    at = asked.at
    greedy = levels.greedy(at)
    if greedy == trier.best(at, max(LEAST, budget // 8)):
        return None  # most positions are none, which is soon seen
    found = decision(trier, Choice(asked.ply, at, greedy), budget)
    if found.verdict not in COSTLY or not found.why or found.best.move == greedy:
        return None
    margin = ahead(trier, at, found.best.move, budget)
    if margin.low <= 0.0:
        return None
    whole = match.as_record()
    record = msgspec.structs.replace(whole, moves=whole.moves[: asked.ply], commitment=None, seed=None, result=None)
    return Puzzle(
        record=record,
        ply=asked.ply,
        seat=at.seat,
        solution=found.best.move,
        margin=margin,
        greedy=msgspec.structs.replace(found, parts=[]),
    )


def ahead(trier: Trier, at: Seat, best: str, budget: int) -> Figure:
    """By how much a move is ahead of the next best, as far as fresh luck can tell: the least of all differences."""
    others = [text for text in at.legal if text != best]
    tried = trier.compare(_other_luck(at, "screen"), [at.moves[text] for text in others], SCREENED)
    order = np.argsort(-tried[:, :, WORTH].mean(axis=0), kind="stable")[:NEAR]
    near = [at.moves[others[int(i)]] for i in order]
    held = trier.compare(_other_luck(at, "ahead"), [at.moves[best], *near], max(2, budget // 2))
    apart = [mean(column(held, 0, WORTH) - column(held, i, WORTH)) for i in range(1, len(near) + 1)]
    return min(apart, key=lambda one: one.low)


def _other_luck(at: Seat, name: str) -> Seat:
    """The same seat, its futures by other luck."""
    return Seat(at.game, at.setting, at.state, at.seat, at.seconds, f"{name}/{at.seed}", at.past)


SHIPPED = Path(__file__).parent / "positions"
"""A file for each game of the collection."""


def shipped(name: str) -> Collection:
    """The puzzles of a game that come with the package."""
    return msgspec.json.decode((SHIPPED / f"{name}.json").read_bytes(), type=Collection)


__all__ = ["SHIPPED", "Collection", "Puzzle", "ahead", "find", "played", "shipped"]
