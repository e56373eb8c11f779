"""What always holds in Correspondances, in rounds and games made at random."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from strapontin.core.contract import CHANCE, CHANCE_BIT
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.rng import below, generator, weighted
from strapontin.games.correspondances.kernels.state import Board, State
from tests.games.correspondances.network import SIDES, section


def ports_of(view: dict[str, Any]) -> dict[tuple[int, int], str]:
    return {(tile["x"], tile["y"]): tile["ports"] for tile in view["tiles"]}


@settings(max_examples=25 if JIT else 2, deadline=None)
@given(
    st.integers(2, 4), st.sampled_from(["standard", "expert"]), st.integers(0, 10**6), st.randoms(use_true_random=False)
)
def test_colours_match_everywhere_and_legal_moves_are_all_there_are(
    players: int, tiles: str, seed: int, random: Any
) -> None:
    match = Match("correspondances", players, {"tiles": tiles}, seed=seed)
    for _ in range(random.randrange(60 if JIT else 8)):
        (seat,) = match.to_act
        match.play(seat, random.choice(match.legal(seat)))
    (seat,) = match.to_act
    assert isinstance(seat, int)
    view = match.view(seat)
    laid = ports_of(view)
    for (x, y), ports in laid.items():
        for side, port in zip("NESW", ports, strict=True):
            beside = laid.get((x + SIDES[side][0], y + SIDES[side][1]))
            if beside is not None:
                other = beside["SWNE".index(side)]
                assert port == other or "M" in (port, other)
    # every cell and every turn of the section, one by one
    kind = view["drawn"]
    looks = match.scene["looks"][kind]
    cells = {(x + dx, y + dy) for x, y in laid for dx, dy in SIDES.values()} - set(laid)
    expected = {f"{x},{y}:{look}" for x, y in cells for look in looks if matches(laid, x, y, look)}
    assert set(match.legal(seat)) == (expected or {"-"})
    assert len(view["tiles"]) - 6 + sum(view["pile"].values()) + sum(view["aside"].values()) + 1 == 48


def matches(laid: dict[tuple[int, int], str], x: int, y: int, look: str) -> bool:
    for side, port in zip("NESW", look, strict=True):
        beside = laid.get((x + SIDES[side][0], y + SIDES[side][1]))
        if beside is not None and beside["SWNE".index(side)] not in (port, "M"):
            return False
    return True


def rounds(players: int, seed: int) -> Iterator[Any]:
    """The states of a random game just after each of its rounds."""
    match, rng = Match("correspondances", players, seed=seed), generator(seed)
    board, state, rules = match.setting.board, match.state, match.game.rules
    out, weights = np.empty(match.game.most, np.int64), np.empty(match.game.most, np.int64)
    while mask := int(rules.actors(board, state)):
        number, seat = int(state.past.number), mask.bit_length() - 1
        if mask == CHANCE_BIT:
            seat, n = CHANCE, rules.chances(board, state, out, weights)
            action = out[weighted(rng, weights, n)]
        else:
            action = out[below(rng, rules.legal(board, state, seat, out))]
        rules.apply(board, state, seat, action)
        if int(state.past.number) != number:
            yield state


def test_the_value_is_5_minus_1_per_change_at_least_1() -> None:
    seen = set()
    for seed in range(6 if JIT else 0):
        totals = [0] * 4
        for state in rounds(4, seed):
            past = state.past
            for seat in range(4):
                if past.trip[seat]:
                    assert past.trip[seat] == max(1, 5 - int(past.changes[seat]))
                    seen.add(int(past.changes[seat]))
                totals[seat] += int(past.trip[seat]) + (int(past.longest) == seat + 1)
            assert totals == [int(total) for total in state.total]
            stretches = sorted(int(one) for one in past.stretch)
            assert bool(past.longest) == (stretches[-1] > stretches[-2])
    assert not JIT or max(seen) > 4


def test_records_have_no_padding_so_that_equal_knowledge_is_equal_bytes() -> None:
    def filled(dtype: Any) -> int:
        if dtype.subdtype is not None:
            base, shape = dtype.subdtype
            size = filled(base)
            for n in shape:
                size *= n
            return size
        if dtype.names is None:
            return int(dtype.itemsize)
        return sum(filled(dtype[name]) for name in dtype.names)

    assert filled(State.dtype) == State.dtype.itemsize
    assert Board.dtype.itemsize >= filled(Board.dtype)


def test_sections_are_read_from_the_notation() -> None:
    assert section("12x", "-3,4:1212") == (-3, 4, "1212", False)
