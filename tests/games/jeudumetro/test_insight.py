"""What bots expect of a card is what the card does, and what they make of the cards of others."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from strapontin.core.kernel import blank, copy_of
from strapontin.core.match import Match
from strapontin.core.rng import below, generator
from strapontin.games.jeudumetro.kernels.effects import effect
from strapontin.games.jeudumetro.kernels.insight import evidence, gain, overhear, wishes
from strapontin.games.jeudumetro.kernels.rules import setup
from strapontin.games.jeudumetro.kernels.state import (
    AI,
    CC,
    CO,
    CS,
    CT,
    FACES,
    HP,
    LAY,
    M1,
    M3,
    PLACES,
    PLAY,
    PP,
    SP,
    TE,
    V1,
    V3,
    State,
)
from tests.games.jeudumetro.table import draw, riding, table

LATER = (SP, CT, PP, CC)
"""What these bring shows only later, or not to everybody."""


@pytest.mark.parametrize("players", [3, 4, 6])
def test_a_play_brings_as_many_passengers_as_bots_expect(players: int) -> None:
    match, rng, tried = Match("jeudumetro", players, seed=5), generator(5), set()
    board, want, later = match.setting.board, np.zeros(PLACES, np.int64), np.zeros(PLACES, np.int64)
    while not match.over:
        (seat,), state = match.game.actors(match.setting, match.state), copy_of(match.state)
        state.quay = below(rng, state.quay + 1)  # often too few for everybody
        far = wishes(board, state, seat, want)
        for action in match.game.actions(match.setting, state, seat):
            kind = action // PLAY
            if action >= LAY or kind in LATER or (kind == AI and pulled(state)):
                continue
            after = copy_of(state)
            effect(board, after, seat, action)
            assert gain(board, state, seat, action, want) == far - wishes(board, after, seat, later)
            tried.add(kind)
        moves = match.legal(seat)
        match.play(seat, moves[below(rng, len(moves))])
    assert {V1, V3, M1, M3, HP, CS, TE, CO} <= tried


def pulled(state: State) -> bool:
    """Whether a card is attached to any train: a change of trains then brings what these will do, too."""
    return bool(np.any(state.stars) or np.any(state.controllers))


def told(match: Match, seat: int) -> NDArray[np.float64]:
    """What a seat makes of what the others did, by card and face."""
    found = evidence(match.setting, match.history(seat), seat, match.game.read)
    return np.array(found).reshape(PLACES, FACES)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_what_others_did_is_read_at_the_table_it_was_done_at(players: int) -> None:
    match, rng, open_table = Match("jeudumetro", players, seed=6), generator(6), blank(State)
    board, found = match.setting.board, np.zeros(PLACES * FACES)
    setup(board, open_table)
    while not match.over:
        (seat,) = match.game.actors(match.setting, match.state)
        moves = match.legal(seat)
        move = moves[below(rng, len(moves))]
        actions = match.game.read(match.setting, match.state, seat, move)
        match.play(seat, move)
        if match.over:
            break
        for action in actions:
            overhear(board, open_table, seat, action, 1, found)
        for field in ("passengers", "stars", "controllers", "card", "quay"):
            assert np.array_equal(getattr(open_table, field), getattr(match.state, field)), (field, move)


def test_a_passenger_says_little_a_card_that_stays_much() -> None:
    match = table("0 20 R0", "V2 SP", "", "")
    match.play(0, "V2>1")
    sent = told(match, 1)[0]
    assert sent.tolist() == pytest.approx([0.0, -0.24, 0.24, 0.0, 0.0])
    match = table("0 20 R0", "V2 SP", "", "")
    match.play(0, "SP>1")
    assert told(match, 1)[0].tolist() == pytest.approx([0.0, -1.0, 1.0, 0.0, 0.0])


def test_a_connection_speaks_of_both_trains() -> None:
    match = table("0 20 R0", "CO", "", "")
    match.play(0, "CO 1>3")  # to the train of the right neighbour
    assert told(match, 1)[0].tolist() == pytest.approx([0.0, 0.7, -0.7, -0.7, 0.0])


def test_a_switch_speaks_by_the_passengers_it_brings() -> None:
    match = riding(table("0 20 R0", "V3", "AI", "", first=1), p2=10)
    match.play(0, "V3>1")
    draw(match)
    match.play(1, "AI 1<>2")  # three more ride with player 2 now
    assert told(match, 0)[1].tolist() == pytest.approx([0.0, -0.48, 0.48, 0.48, 0.0])


def test_a_card_laid_down_speaks_against_what_it_would_do() -> None:
    match = table("0 20 R0", "SP CS", "", "")
    match.play(0, "-SP")
    assert told(match, 1)[0].tolist() == pytest.approx([0.0, 0.4, -0.4, 0.4, -0.4])


def test_after_ones_own_change_of_driver_plays_speak_of_the_cards_where_they_lie_now() -> None:
    match = table("0 20 R0", "", "CC", "SP")
    match.play(0, match.legal(0)[0])
    draw(match)
    before = told(match, 1)
    match.play(1, "CC 1<>3")
    draw(match)
    match.play(2, "SP>3")
    after = told(match, 1)
    assert (after[0] - before[0]).tolist() == pytest.approx([0.0, -1.0, 1.0, 0.0, 0.0])
    assert after[2].tolist() == before[2].tolist()
