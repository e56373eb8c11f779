"""What an arena plays: every pairing or table of the bots, seats rotated, the same draws for every seating."""

from __future__ import annotations

import hashlib
import json
from itertools import combinations
from typing import Any

import msgspec

from strapontin.core.errors import BadOptions


class Fixture(msgspec.Struct, frozen=True):
    """One game to play: which deal, and which bot (by its number in the plan) sits in each seat."""

    number: int
    deal: int
    seating: tuple[int, ...]


class Plan(msgspec.Struct, frozen=True):
    """All that decides which games are played, and how."""

    game: str
    bots: tuple[str, ...]
    players: int
    games: int
    """For each table; rounded up so that every bot sits in every seat of every deal."""
    seed: int = 0
    think: float = 1.0
    options: dict[str, Any] = {}

    def tables(self) -> list[tuple[int, ...]]:
        """Who meets whom: all combinations; with fewer bots than seats the last one fills the rest."""
        n = len(self.bots)
        if n == 0:
            raise BadOptions("--bots: none given; for example expert,greedy")
        if self.players == 1:
            return [(bot,) for bot in range(n)]
        if n == 1:
            other = "greedy" if self.bots[0] != "greedy" else "novice"
            raise BadOptions(f"--bots: {self.bots[0]} alone; name another to meet it, such as {self.bots[0]},{other}")
        if n < self.players:
            return [tuple(min(seat, n - 1) for seat in range(self.players))]
        return list(combinations(range(n), self.players))

    def deals(self) -> int:
        """How many deals every table plays."""
        if self.games < 1:
            raise BadOptions(f"--games: {self.games}; at least one is needed")
        return -(-self.games // self.players)

    def fixtures(self) -> list[Fixture]:
        """All games in the order of their deals, so that an interrupted arena is still a fair one."""
        made: list[Fixture] = []
        for deal in range(self.deals()):
            for table in self.tables():
                for turn in range(self.players):
                    made.append(Fixture(len(made), deal, table[turn:] + table[:turn]))
        return made

    def deal_seed(self, deal: int) -> bytes:
        """The seed of a deal's draws: the same for every table and every seating."""
        return hashlib.sha256(f"arena/{self.seed}/{deal}".encode()).digest()

    def digest(self) -> str:
        """What tells one plan from another, so that results are never mixed up."""
        return hashlib.sha256(json.dumps(msgspec.to_builtins(self), sort_keys=True).encode()).hexdigest()[:16]
