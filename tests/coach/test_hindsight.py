"""Looking back on solo games of metroX."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from strapontin.cli import main
from strapontin.coach.hindsight import Hindsight, hindsight
from strapontin.core.errors import StrapontinError
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.rng import below, generator
from tests.games.metrox.variants import SPECIAL, TINY

WIDTH = 200 if JIT else 1


def finished(seed: int, players: int = 1, **options: object) -> Match:
    match, rng = Match("metrox", players, options, seed=seed), generator(seed)
    while not match.over:
        seat = min(seat for seat in match.to_act if isinstance(seat, int))
        legal = match.legal(seat)
        match.play(seat, legal[below(rng, len(legal))])
    return match


def replayed(match: Match, moves: list[str]) -> Match:
    """The same cards as far as there are windows, other rides."""
    again = Match("metrox", 1, match.setting.options, chance="manual")
    cards, rides = (text for seat, text in match.moves if seat == "*"), iter(moves)
    while not again.over:
        told, seat = (cards, "*") if again.to_act == {"*"} else (rides, 0)
        if (text := next(told, None)) is None:
            break
        again.play(seat, text)
    assert next(rides, None) is None
    return again


def test_its_moves_reach_what_it_says() -> None:
    match = finished(1)
    found = hindsight(match, WIDTH)
    again = replayed(match, found.moves)
    assert again.over
    assert again.scores == [found.best]
    assert found.best > match.scores[0]


def test_what_was_played_counts_when_the_beam_missed_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(1)
    monkeypatch.setattr("strapontin.games.metrox.kernels.beam.best", lambda *_: (match.scores[0] - 1, [], False))
    found = hindsight(match, WIDTH)
    assert found.best == match.scores[0]
    assert replayed(match, found.moves).scores == match.scores


def best(past: Match, left: list[str]) -> int:
    """The best score there is with these cards, by trying every ride."""
    if past.over or (past.to_act == {"*"} and not left):
        return past.scores[0]
    if past.to_act == {"*"}:
        past.play("*", left[0])
        left = left[1:]
    scores = []
    for move in past.legal(0):
        after = past.at(len(past.moves))
        after.play(0, move)
        scores.append(best(after, left))
    return max(scores)


@pytest.mark.skipif(not JIT, reason="tries every ride there is")
@pytest.mark.parametrize("special", [False, True])
def test_on_a_tiny_map_it_finds_the_best_there_is(special: bool) -> None:
    options: dict[str, object] = {"map": SPECIAL, "special": True} if special else {"map": TINY}
    match = finished(2, **options)
    cards = [text for seat, text in match.moves if seat == "*"]
    found = hindsight(match, 5000)
    assert found.best == best(Match("metrox", 1, options, chance="manual"), cards)
    assert found.exact or special
    assert not hindsight(match, 1).exact


def test_special_stations_may_leave_windows_when_the_cards_are_out() -> None:
    """Whoever must not write as often as was played gets through fewer windows with the same cards."""
    match = finished(3, map="paris", special=True)
    found = hindsight(match, WIDTH)
    again = replayed(match, found.moves)
    assert again.scores == [found.best]
    assert found.best > match.scores[0]
    assert not found.exact


def test_a_share_of_nothing_is_only_whole_for_the_best() -> None:
    assert Hindsight(-5, -1, 1, False, []).share == 0.0
    assert Hindsight(-1, -1, 1, False, []).share == 1.0
    assert Hindsight(30, 60, 1, False, []).share == 0.5


def test_what_it_cannot_look_back_on() -> None:
    with pytest.raises(StrapontinError, match="it is for metroX alone"):
        hindsight(finished(1, players=2))
    with pytest.raises(StrapontinError, match="not over"):
        hindsight(Match("metrox", 1, seed=1))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    match = finished(1)
    path.write_text(json.dumps(match.record()))
    assert main(["hindsight", str(path), "--width", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["score"] == match.scores[0]
    assert main(["hindsight", str(path), "--width", "0"]) == 1
    assert "1 to 100000" in capsys.readouterr().err
