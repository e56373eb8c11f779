"""Trips and stretches against slow, independent searches, on random positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.rng import below, generator
from strapontin.games.correspondances.kernels import trips
from tests.games.correspondances.network import Tile, fewest_changes, longest_stretch, row, section, tracks

POSITIONS, STRETCHES = (2000, 500) if JIT else (40, 20)


def positions(name: str, tiles: str, every: int, favour: str = "") -> Iterator[tuple[Match, list[Tile]]]:
    """Positions of rounds that no arrival ends, dense ones: of a few placements the one with most neighbours.

    With `favour`, sections with that line come first, so that its junctions lie close.
    """
    rng = generator(name)
    while True:
        match = Match("correspondances", 2, {"tiles": tiles}, chance="manual")
        rows = ("1234", "2143", "3412", "4321", "2413")
        order = rows[below(rng, len(rows))]
        for text in ("first 1", "line 1=1", "line 2=2", f"row {order}"):
            match.play("*", text)
        match.state.line[:] = 0  # nobody holds a line: nothing but the pile ends the round
        laid = row(order)
        for n in range(40):
            draws = match.legal("*")
            draws = [text for text in draws if favour and favour in text] or draws
            text = draws[below(rng, len(draws))]
            match.play("*", text)
            seat = next(iter(match.to_act))
            moves = match.legal(seat)
            if moves == ["-"]:
                match.play(seat, "-")
                continue
            some = [moves[below(rng, len(moves))] for _ in range(6)]
            move = max(some, key=lambda one: neighbours(laid, one))
            match.play(seat, move)
            laid.append(section(text.removeprefix("draw "), move))
            if n % every == 0:
                yield match, laid


def neighbours(laid: list[Tile], move: str) -> int:
    x, y, _, _ = section("1*", move)
    return sum(abs(x - other[0]) + abs(y - other[1]) == 1 for other in laid)


def values(match: Match, laid: list[Tile]) -> list[Any]:
    """The engine's and the other search's value of every line's trip; -1 for none."""
    board, state = match.setting.board, match.state
    engine = [int(trips.fewest_changes(board, state, line)) for line in range(4)]
    graph = tracks(laid)
    other = [fewest_changes(graph, line) for line in (1, 2, 3, 4)]
    complete = [bool(state.complete >> line & 1) for line in range(4)]
    return [engine, [-1 if one is None else one for one in other], complete]


def test_route_values_agree_with_a_slow_search_on_random_positions() -> None:
    found = set()
    for tiles, share in (("standard", 0.6), ("expert", 0.4)):
        for count, (match, laid) in enumerate(positions(f"routes {tiles}", tiles, 2)):
            if count >= POSITIONS * share:
                break
            engine, other, complete = values(match, laid)
            assert engine == other, (laid, engine, other)
            assert complete == [one >= 0 for one in engine]
            found |= set(engine)
    if JIT:  # the positions are worth something: no trip, cheap ones, dear ones
        assert {-1, 1, 2, 3, 4, 5} <= found


def test_longest_stretches_agree_with_brute_force_on_random_positions() -> None:
    found = set()
    for line in (1, 2, 3, 4):
        for count, (match, laid) in enumerate(positions(f"stretches {line}", "standard", 3, str(line))):
            if count >= STRETCHES // 4:
                break
            for other in (1, 2, 3, 4):
                length = int(trips.stretch(match.setting.board, match.state, other - 1))
                assert length == longest_stretch(laid, other), (laid, other)
                found.add(length)
    if JIT:
        assert max(found) >= 10
