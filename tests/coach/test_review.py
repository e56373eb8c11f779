"""The review of a game: repeatable, of every decision, with intervals that mean something."""

from __future__ import annotations

import msgspec
import pytest

from strapontin.arena.ratings import Figure
from strapontin.bots import cores
from strapontin.coach import review
from strapontin.coach.findings import Decision, Weighed
from strapontin.coach.verdicts import CHANCES, POINTS, VERDICTS, accuracy, verdict
from strapontin.core.errors import StrapontinError
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.registry import collection, game
from tests.coach.games import BUDGET, CHOICES, WHOLE, begun, told

compiled = pytest.mark.skipif(not JIT, reason="takes many simulations")


@pytest.mark.parametrize("name", collection())
def test_equal_budgets_give_equal_reviews_on_any_number_of_cores(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(name, choices=CHOICES if JIT else 2)
    reviews = []
    for number in (1, 3):
        monkeypatch.setattr(cores, "allowed", lambda number=number: number)
        reviews.append(told(match, None))
    assert reviews[0] == reviews[1]


@pytest.mark.parametrize("name", collection())
def test_every_choice_of_a_seat_is_looked_at(name: str) -> None:
    match = begun(name)
    one = review(match, 1, BUDGET).seats[0]
    choices = [ply for ply, (actor, _) in enumerate(match.moves) if actor == 1 and len(match.at(ply).legal(1)) > 1]
    assert [each.ply for each in one.decisions] == choices != []
    for each in one.decisions:
        legal = match.at(each.ply).legal(1)
        assert each.legal == len(legal)
        assert each.played.move == match.moves[each.ply][1]
        assert each.best.move in legal
        for figure in (each.loss, each.played.value, each.best.value):
            assert figure.low <= figure.mean <= figure.high
        assert each.win_loss is not None
        assert each.points_loss is None or game(name).points
        assert each.parts or each.best.move == each.played.move or not JIT
    assert sum(one.verdicts.values()) == len(one.decisions)
    assert [point.ply for point in one.curve] == [ply + step for ply in choices for step in (0, 1)]


@pytest.mark.parametrize("name", collection())
def test_draws_are_looked_at_where_the_seat_saw_them(name: str) -> None:
    match = begun(name)
    draws = review(match, 0, BUDGET).seats[0].draws
    assert draws
    for one in draws:
        assert all(actor == "*" for actor, _ in match.moves[one.ply : one.last])
        past = match.at(one.ply)
        assert one.drawn[0] == past.shown("*", match.moves[one.ply][1], 0)
        assert one.luck.mean == pytest.approx(one.after.value - one.before.value, abs=2e-4)
        assert any("?" not in text for text in one.drawn)


@compiled
def test_a_finished_game_ends_where_its_result_is() -> None:
    match = begun("metrox", 2, WHOLE)
    for one in review(match, budget=4).seats:
        last = one.curve[-1]
        assert last.ply == len(match.moves)
        assert last.points == match.scores[one.seat]
        assert last.win == (1.0 / len(match.winners) if one.seat in match.winners else 0.0)


@compiled
def test_a_wasted_ride_is_found_out_and_the_better_one_is_the_best() -> None:
    match = Match("metrox", 1, seed=7)
    match.play(0, "A0")
    (wasted,) = review(match, 0, 4000).seats[0].decisions
    assert wasted.loss.low > 0.0
    assert wasted.verdict in ("mistake", "blunder")
    again = Match("metrox", 1, seed=7)
    again.play(0, wasted.best.move)
    (better,) = review(again, 0, 4000).seats[0].decisions
    assert better.verdict == "best"
    assert better.best.value == better.played.value
    assert better.loss == Figure(0.0, 0.0, 0.0)
    assert better.stake > 0.0


@compiled
def test_more_simulations_make_the_interval_narrower() -> None:
    match = Match("metrox", 1, seed=7)
    match.play(0, "A0")
    few, many = (review(match, 0, budget).seats[0].decisions[0].loss for budget in (600, 9600))
    assert 2.0 * (many.high - many.low) < few.high - few.low


@compiled
def test_luck_is_nothing_on_average() -> None:
    start = Match("metrox", 1, chance="manual")
    outcomes = start.game.outcomes(start.setting, start.state)
    total = expected = 0.0
    for text, (_, weight) in outcomes.items():
        match = start.copy()
        match.play("*", text)
        (draw,) = review(match, 0, 8000).seats[0].draws
        expected += weight * draw.luck.mean
        total += weight
    assert abs(expected / total) < 0.004


@pytest.mark.parametrize("n", range(3))
def test_classes_begin_where_they_are_said_to(n: int) -> None:
    sure = Figure(0.1, 0.05, 0.15)
    for bounds, alone in ((CHANCES, False), (POINTS, True)):
        below, at = (Figure(bounds[n] + change, 0.0, 0.0) for change in (-1e-6, 0.0))
        found = [verdict(sure, None if alone else one, one) for one in (below, at)]
        assert found == [VERDICTS[1 + n], VERDICTS[2 + n]]


def test_what_cannot_be_told_from_the_best_is_the_best() -> None:
    large = Figure(0.5, 0.4, 0.6)
    assert verdict(Figure(0.5, -0.01, 1.0), large, large) == "best"
    assert verdict(Figure(0.5, 0.01, 1.0), large, large) == "blunder"


def lost(loss: float, stake: float) -> Decision:
    none = Weighed("x", Figure(0, 0, 0), None, None)
    figure = Figure(loss, loss - 0.01, loss + 0.01)
    return Decision(0, 2, none, none, figure, figure, None, stake, "best", [], [])


def test_accuracy_is_what_was_kept_of_what_was_at_stake() -> None:
    assert accuracy([]) is None
    some = accuracy([lost(0.1, 0.3), lost(0.0, 0.2)])
    assert some is not None
    assert some.mean == 80.0
    assert some.low < 80.0 < some.high
    best, worst = accuracy([lost(-0.1, 1.0)]), accuracy([lost(2.0, 1.0)])
    assert best is not None
    assert worst is not None
    assert (best.mean, worst.mean) == (100.0, 0.0)
    little = accuracy([lost(0.05, 0.01)])
    assert little is not None
    assert little.mean == 96.0  # as if a quarter had been at stake, of which a hundredth was given away
    slip = accuracy([lost(3.0, 1.0), lost(0.0, 1.0)])  # worse than blind: no more is lost than there was to decide
    chance = accuracy([lost(0.5, 1.0), lost(-0.5, 1.0)])  # a loss below 0 makes good for nothing
    assert slip is not None
    assert chance is not None
    assert (slip.mean, chance.mean) == (50.0, 75.0)


@compiled
def test_solo_reviews_know_what_was_possible() -> None:
    match = begun("metrox", 1, WHOLE)
    one = review(match, budget=8).seats[0]
    assert one.hindsight is not None
    assert one.hindsight.best > one.hindsight.score == match.scores[0]
    assert one.decisions[0].win_loss is None
    special = review(begun("metrox", 1, WHOLE, map="paris", special=True), budget=8).seats[0]
    assert special.hindsight is not None
    assert special.hindsight.best > special.hindsight.score


def test_what_cannot_be_reviewed() -> None:
    match = begun("metrox", 1, 4)
    with pytest.raises(StrapontinError, match="this match has seats 0 to 0"):
        review(match, 1)
    with pytest.raises(StrapontinError, match="budget: 1; it must be 4 to"):
        review(match, 0, 1)
    with pytest.raises(StrapontinError, match="record"):
        review({"format": "other"})


def test_it_tells_how_far_it_is() -> None:
    heard: list[tuple[int, int]] = []
    found = review(begun("metrox", 1, 3), budget=4, told=lambda done, asked: heard.append((done, asked)))
    asked = len(found.seats[0].decisions) + len(found.seats[0].draws)
    assert heard == [(done, asked) for done in range(1, asked + 1)]


def test_it_can_be_written_as_json() -> None:
    found = review(begun("odyssee"), 0, BUDGET)
    assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found
