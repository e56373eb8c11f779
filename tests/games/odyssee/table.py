"""Positions made by hand: lines dug without waiting for turns, and networks of nothing but stations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from strapontin.core.contract import CHANCE
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.rng import below, generator
from strapontin.games.odyssee import GAME
from strapontin.games.odyssee.faces.notation import rides
from strapontin.games.odyssee.kernels import digging, rules, tour
from strapontin.games.odyssee.kernels.bits import BIT, CELL_PLACE, WORD
from strapontin.games.odyssee.kernels.lattice import CORNER, CORNERS, OUTERS, STEPS, read_corner
from strapontin.games.odyssee.kernels.state import BUILD, FROM, HOUSES, NONE

CITY = {
    "houses": ["-1,-4v", "-1,-2^", "-5,2v", "-5,-1^", "-4,4v", "-2,0^"],
    "shops": ["-4,-1v", "-5,2^", "-4,3v", "-4,1v", "-3,-2^", "-3,1v"],
    "offices": ["0,-3v", "-4,0^", "-3,0v", "1,-5v", "0,-5v", "-1,-3^"],
    "park": ["-2,-2^", "-2,-1v"],
    "lake": ["-3,2v", "-3,1^"],
}
"""A city with all its spots in the west; the east is free to dig."""


def held(words: Sequence[int], place: int) -> bool:
    """Whether a place is in the set of these words."""
    return bool(int(words[place >> WORD]) >> (place & BIT) & 1)


def taken(state: Any, cell: int) -> bool:
    """Whether anything stands or runs on a cell."""
    return not held(state.free, int(CELL_PLACE[cell]))


def scaled(compiled: int, plain: int) -> int:
    """How often to repeat: fewer times when kernels run as plain Python."""
    return compiled if JIT else plain


def corner(name: str) -> int:
    found = read_corner(name)
    assert found is not None, name
    return found


class Table:
    """A position in the making; lines are named as in the notation of the tour: `1s`, `2t`."""

    def __init__(self, players: int = 2, mode: str = "odyssee", city: dict[str, Any] | None = CITY) -> None:
        self.setting = GAME.setting({"mode": mode} | ({"city": city} if city else {}), players)
        self.board = self.setting.board
        self.state = GAME.opening(self.setting)
        while GAME.actors(self.setting, self.state) == [CHANCE]:
            rules.apply(self.board, self.state, CHANCE, min(self.outcomes().values())[0])

    def outcomes(self) -> dict[str, tuple[int, int]]:
        return GAME.outcomes(self.setting, self.state)

    @staticmethod
    def number(line: str) -> int:
        return 2 * (int(line[0]) - 1) + "st".index(line[1])

    def start(self, line: str, outer: int, at: str) -> Table:
        rim = [CORNER[point] for point in OUTERS[outer].rim]
        digging.start(self.board, self.state, self.number(line), outer, rim.index(corner(at)))
        return self

    def dig(self, line: str, *path: str, side: str = "") -> Table:
        """Dig along corners; on the side named, or on whichever cell is free."""
        for name in path:
            row = self.state.line[self.number(line)]
            here, there = CORNERS[int(row.path[int(row.tunnels)])], CORNERS[corner(name)]
            direction = STEPS.index((there[0] - here[0], there[1] - here[1]))
            free = digging.ahead(self.board, self.state, self.number(line), direction)
            chosen = "LR".index(side) if side else (0 if free & 1 else 1)
            assert free >> chosen & 1, f"{line} cannot be dug to {name}"
            digging.extend(self.board, self.state, self.number(line), direction, chosen)
        return self

    def leave(self, line: str, outer: int) -> Table:
        digging.leave(self.board, self.state, self.number(line), outer)
        return self

    def may(self, line: str, name: str) -> bool:
        """Whether the line may be dug to a corner, or out by `@17`."""
        row = self.state.line[self.number(line)]
        here = int(row.path[int(row.tunnels)])
        goal = len(CORNERS) + int(name[1:]) if name.startswith("@") else corner(name)
        return any(
            int(self.board.step[here, direction]) == goal
            and digging.ahead(self.board, self.state, self.number(line), direction)
            for direction in range(6)
        )

    def station(self, *names: str) -> Table:
        for name in names:
            digging.stand(self.state, corner(name), FROM)
        return self.survey()

    def take(self, *cells: int) -> Table:
        """Take cells, outer ones too, as if somebody had built there."""
        for cell in cells:
            digging.occupy(self.state, cell)
        return self.survey()

    def give_back(self, cell: int) -> Table:
        """Free a cell again."""
        place = int(CELL_PLACE[cell])
        self.state.free[place >> WORD] |= 1 << (place & BIT)
        return self.survey()

    def around(self, name: str) -> list[int]:
        """The cells around a corner, by direction and side."""
        return [int(cell) for cell in np.array(self.board.flank[corner(name)]).ravel() if cell != NONE]

    def survey(self) -> Table:
        """Have every line look anew what it may do, after the city was changed by hand."""
        for line in range(2 * self.board.players):
            digging.survey(self.board, self.state, line)
        return self

    def stations(self) -> set[str]:
        return {f"{q},{r}" for i, (q, r) in enumerate(CORNERS) if self.state.station[i]}

    def turn(self, seat: int, dug: int = 0) -> Table:
        self.state.phase, self.state.seat, self.state.dug = BUILD, seat, dug
        return self.survey()

    def legal(self, seat: int | None = None) -> list[str]:
        acting = int(self.state.seat) if seat is None else seat
        return list(GAME.moves(self.setting, self.state, acting))

    def play(self, *moves: str) -> Table:
        for move in moves:
            (seat,) = GAME.actors(self.setting, self.state)
            actions = GAME.read(self.setting, self.state, seat, move)
            assert move in self.legal(seat), f"{move} is not legal: {self.legal(seat)}"
            rules.apply(self.board, self.state, seat, actions[0])
        return self

    def points(self) -> list[int]:
        return GAME.standing(self.setting, self.state)[0]


class Network:
    """The tour on lines of nothing but stations: `lines` by name, each a list of corners in order."""

    def __init__(
        self,
        lines: dict[str, list[str]],
        houses: dict[int, list[str]],
        shops: dict[int, list[str]] | None = None,
        players: int = 3,
    ) -> None:
        self.setting = GAME.setting({}, players)
        self.board = self.setting.board
        self.state = GAME.opening(self.setting)
        for name, stops in lines.items():
            number = Table.number(name)
            row = self.state.line[number]
            row.path[0] = len(CORNERS) + number  # its start lies somewhere
            for i, stop in enumerate(stops):
                row.path[i + 1] = corner(stop)
                self.state.passing[corner(stop)] |= 1 << number
                digging.stand(self.state, corner(stop), FROM)
            row.tunnels = len(stops)
        for masks, spots in ((self.state.houses, houses), (self.state.shops, shops or {})):
            for spot, corners in spots.items():
                for stop in corners:
                    masks[corner(stop)] |= 1 << (spot - 1)
        tour.connect(self.board, self.state)
        self.state.home, self.state.last = 0, HOUSES - 1

    def routes(self, house: int, target: int) -> list[str]:
        """All fastest routes between two houses, as they are listed."""
        found: list[str] = []
        for index in range(64):
            ridden = rides(self.board, self.state, house - 1, target - 1, index)
            if not ridden:
                break
            found.append(";".join(ride.text for ride in ridden))
        return found

    def presents(self, house: int) -> list[set[int]]:
        """The shops connected directly to a house, per player."""
        masks = [int(tour.supplied(self.state, house - 1, seat)) for seat in range(self.board.players)]
        return [{shop + 1 for shop in range(HOUSES) if mask >> shop & 1} for mask in masks]

    def begin(self, *points: int) -> Network:
        """Building is over with these points; the tour begins."""
        for seat, n in enumerate(points):
            self.state.building[seat] = n
        for line in range(2 * self.board.players):
            self.state.line[line].halts = 0
        rules.end_building(self.board, self.state)
        return self

    def play(self, *moves: str) -> Network:
        for move in moves:
            (seat,) = GAME.actors(self.setting, self.state)
            legal = GAME.outcomes(self.setting, self.state) if seat == CHANCE else self.legal()
            assert move in legal, f"{move} is not legal: {list(legal)}"
            rules.apply(self.board, self.state, seat, GAME.read(self.setting, self.state, seat, move)[0])
        return self

    def legal(self) -> list[str]:
        return list(GAME.moves(self.setting, self.state, int(self.state.seat)))

    def points(self) -> list[int]:
        return GAME.standing(self.setting, self.state)[0]


def random_match(players: int, seed: int, mode: str = "odyssee", most: int = 10_000) -> Match:
    """A match of random legal moves."""
    match, rng = Match("odyssee", players, {"mode": mode}, seed), generator(f"{mode} {players} {seed}")
    for _ in range(most):
        if match.over:
            break
        (seat,) = match.to_act
        moves = match.legal(seat)
        match.play(seat, moves[below(rng, len(moves))])
    return match


__all__ = ["CITY", "NONE", "Network", "Table", "corner", "held", "random_match", "scaled", "taken"]
