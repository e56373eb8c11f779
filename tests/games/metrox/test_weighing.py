"""The policy in a hurry: what it keeps up to date is what it would find by looking anew."""

from __future__ import annotations

import numpy as np
import pytest

from strapontin.core.bits import count, lowest
from strapontin.core.contract import CHANCE
from strapontin.core.kernel import JIT, copy_of, kernel
from strapontin.core.registry import game
from strapontin.core.rng import below, generator
from strapontin.games.metrox.kernels.rules import close
from strapontin.games.metrox.kernels.weighing import (
    FRACTIONS,
    LEARNED,
    assess,
    best_ride,
    follow,
    runs,
    sit,
    turned,
)

TABLES = [
    ({"map": "amsterdam"}, 1),
    ({"map": "berlin"}, 2),
    ({"map": "madrid", "special": True}, 3),
    ({"map": "paris"}, 1),
]


@pytest.mark.parametrize(("options", "players"), TABLES if JIT else TABLES[1:2])
def test_what_is_kept_up_to_date_is_what_looking_anew_finds(options: dict[str, object], players: int) -> None:
    metrox = game("metrox")
    setting = metrox.setting(options, players)
    board, state, rng = setting.board, metrox.opening(setting), generator(5)
    kept, fresh = np.zeros(players * FRACTIONS), np.zeros(players * FRACTIONS)
    for seat in range(players):
        sit(board, state, seat, LEARNED, kept)
    while metrox.actors(setting, state) == [CHANCE]:
        cards = [action for action, weight in metrox.outcomes(setting, state).values() for _ in range(weight)]
        metrox.rules.apply(board, state, CHANCE, cards[below(rng, len(cards))])
        before, touched = copy_of(state), 0
        for seat in range(players):
            while state.sheet[seat].owed > 0:
                sit(board, state, seat, LEARNED, fresh)
                if bytes(before) == bytes(state):  # those who ride later know more when they look anew
                    anew = best_ride(board, state, seat, LEARNED, fresh)
                    assert anew in metrox.actions(setting, state, seat)
                    assert best_ride(board, state, seat, LEARNED, kept) == anew
                touched |= follow(board, state, seat, best_ride(board, state, seat, LEARNED, kept), LEARNED, kept)
        close(board, state)
        for seat in range(players):
            lines = turned(board, state, seat, touched, LEARNED, kept)
            assess(board, state, seat, lines, LEARNED, kept)


@kernel
def both(bits: int) -> int:
    return 100 * lowest(bits) + count(bits)


@pytest.mark.parametrize("bits", [1, 0b1100, 1 << 61, (1 << 62) - 1])
def test_bits_in_kernels_are_bits_in_python(bits: int) -> None:
    assert both(bits) == 100 * lowest(bits) + count(bits)


@pytest.mark.parametrize(("bits", "number"), [(0, 0), (0b1, 1), (0b1101, 2), (0b10101, 3), (0b111, 1)])
def test_runs_of_empty_stations(bits: int, number: int) -> None:
    assert runs(bits) == number
