"""Bots see what their seat sees: change what is hidden, and they play the same move."""

from __future__ import annotations

import pytest

from strapontin.bots import bot, seat_of
from strapontin.bots.levels import evidence_of, stepwise
from strapontin.bots.search import searcher
from strapontin.bots.seat import Seat
from strapontin.core.kernel import JIT, copy_of
from strapontin.core.match import Match
from strapontin.core.registry import games
from strapontin.core.rng import below, generator

SIMULATIONS = 200 if JIT else 2


def thoughtful(seat: Seat) -> str:
    """The search with a budget in simulations: its move depends on the seat only."""
    search, evidence = searcher(seat.game), evidence_of(seat)
    board = seat.setting.board
    return stepwise(
        seat,
        lambda now, step: search.think(board, now.state, seat.seat, f"{step}", evidence, SIMULATIONS).action,
    )


def middle(name: str, seed: int, moves: int) -> Match:
    """A match of three, some random moves in."""
    match, rng = Match(name, 3, seed=seed), generator(seed)
    for _ in range(moves):
        if match.over:
            break
        seat = min(seat for seat in match.to_act if isinstance(seat, int))
        legal = match.legal(seat)
        match.play(seat, legal[below(rng, len(legal))])
    return match


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("moves", [0, 4, 11] if JIT else [4])
def test_the_hidden_truth_does_not_change_a_move(name: str, moves: int) -> None:
    match = middle(name, 3, moves)
    seat = max(seat for seat in match.to_act if isinstance(seat, int))
    other = Match(name, 3, seed=3)
    other.__dict__.update(match.__dict__)
    swapped, rules, board = copy_of(match.state), match.game.rules, match.setting.board
    rules.conceal(board, swapped, seat)
    rules.imagine(board, swapped, seat, generator("another truth"))
    other.state = swapped
    if match.game.secrets:
        assert bytes(swapped) != bytes(match.state), "nothing was swapped"
    for choose in (thoughtful, bot("greedy"), bot("novice"), bot("random")):
        assert choose(seat_of(match, seat, seed="x")) == choose(seat_of(other, seat, seed="x"))


def test_a_choice_of_the_running_round_stays_unseen() -> None:
    moves = []
    for hidden in (0, -1):
        match = Match("metrox", 2, seed=5)
        match.play(1, match.legal(1)[hidden])
        moves.append(thoughtful(seat_of(match, 0, seed="x")))
    assert moves[0] == moves[1]


def test_the_line_of_another_stays_unseen() -> None:
    moves = []
    for line in "34":
        match = Match("correspondances", 2, chance="manual")
        for draw in ("first 1", "line 1=2", f"line 2={line}", "row 1234", "draw 12+"):
            match.play("*", draw)
        match.play(0, match.legal(0)[0])
        match.play("*", "draw 34)")
        match.play(1, match.legal(1)[0])
        match.play("*", "draw 23+")
        moves.append(thoughtful(seat_of(match, 0, seed="x")))
    assert moves[0] == moves[1]


def test_nothing_leads_from_a_seat_to_the_match() -> None:
    match = Match("correspondances", 2, seed=1)
    seat = seat_of(match, min(s for s in match.to_act if isinstance(s, int)))
    held = [getattr(seat, name) for name in ("game", "setting", "state", "seat", "seconds", "seed", "past")]
    cells = [cell.cell_contents for cell in seat.past.__closure__ or ()]
    assert not any(isinstance(one, Match) for one in held + cells)
    assert sum(seat.state.line > 0) == 1
