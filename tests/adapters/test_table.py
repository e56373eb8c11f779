"""One game, action by action, is an ordinary match."""

from __future__ import annotations

import pytest

from strapontin.adapters.table import Table, results
from strapontin.core.errors import BadOptions
from strapontin.core.match import Match
from strapontin.core.registry import collection
from strapontin.core.rng import below, generator

every_game = pytest.mark.parametrize("game", collection())


def played(table: Table, seed: int, most: int = 150) -> list[list[float]]:
    """Play at random; what every action brought."""
    rng, told = generator(f"choices {seed}"), []
    table.reset(seed)
    while table.seat is not None and len(told) < most:
        actions = table.legal(table.seat)
        told.append(table.step(table.seat, actions[below(rng, len(actions))]))
    return told


@every_game
def test_the_moves_and_draws_of_a_table_make_the_same_match(game: str) -> None:
    table = Table(game)
    played(table, 3)
    again = Match(game, table.players, chance="manual")
    for seat, text in table.match.moves:
        again.play(seat, text)
    assert again.state.tobytes() == table.match.state.tobytes()


@every_game
def test_a_seed_is_a_game(game: str) -> None:
    one, other = Table(game), Table(game)
    assert played(one, 5) == played(other, 5)
    assert one.match.moves == other.match.moves
    played(other, 6)
    assert one.match.moves != other.match.moves


def test_results_add_up_to_nothing_and_points_to_the_score() -> None:
    table = Table("metrox", 3)
    told = played(table, 1)
    ranks = table.game.standing(table.setting, table.state)[1]
    assert told[-1] == results(ranks)
    assert sum(told[-1]) == pytest.approx(0)
    assert any(told[-1])
    assert not any(any(one) for one in told[:-1])
    table = Table("metrox", 3, reward="score")
    begun = table.match.scores
    told = played(table, 1)
    earned = [sum(one[seat] for one in told) for seat in range(3)]
    assert [a + b for a, b in zip(begun, earned, strict=True)] == table.match.scores


def test_alone_points_are_rewarded() -> None:
    assert Table("metrox", 1).reward == "score"


def test_what_is_not_legal_loses_or_is_replaced_or_refused() -> None:
    table = Table("metrox", 2)
    assert table.step(0, table.game.width - 2) == [-1.0, 0.0]
    assert table.over
    assert table.legal(1) == []
    table = Table("metrox", 2, illegal="replace")
    first = table.legal(0)[0]
    table.step(0, table.game.width - 2)
    assert table.match.moves[-1] == (0, table.game.text(table.setting, table.match.state, 0, (first,)))
    table = Table("metrox", 2, illegal="raise")
    with pytest.raises(ValueError, match="is not legal for seat 0"):
        table.step(0, table.game.width - 2)
    with pytest.raises(BadOptions, match="illegal: 'nod'"):
        Table("metrox", 2, illegal="nod")  # type: ignore[arg-type]
