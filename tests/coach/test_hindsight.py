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
from tests.games.metrox.variants import TINY

WIDTH = 200 if JIT else 1


def finished(seed: int, players: int = 1, **options: object) -> Match:
    match, rng = Match("metrox", players, options, seed=seed), generator(seed)
    while not match.over:
        seat = min(seat for seat in match.to_act if isinstance(seat, int))
        legal = match.legal(seat)
        match.play(seat, legal[below(rng, len(legal))])
    return match


def replayed(match: Match, moves: list[str]) -> Match:
    """The same cards, other rides."""
    again = Match("metrox", 1, match.setting.options, chance="manual")
    rides = iter(moves)
    for seat, text in match.moves:
        again.play(seat, text if seat == "*" else next(rides))
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


@pytest.mark.skipif(not JIT, reason="tries every ride there is")
def test_on_a_tiny_map_it_is_exact() -> None:
    match = finished(2, map=TINY)
    cards = [text for seat, text in match.moves if seat == "*"]

    def best(past: Match, left: list[str]) -> int:
        if not left:
            return past.scores[0]
        past.play("*", left[0])
        scores = []
        for move in past.legal(0):
            after = past.at(len(past.moves))
            after.play(0, move)
            scores.append(best(after, left[1:]))
        return max(scores)

    start = Match("metrox", 1, {"map": TINY}, chance="manual")
    found = hindsight(match, 5000)
    assert found.exact
    assert found.best == best(start, cards)
    assert not hindsight(match, 1).exact


def test_a_share_of_nothing_is_only_whole_for_the_best() -> None:
    assert Hindsight(-5, -1, 1, False, []).share == 0.0
    assert Hindsight(-1, -1, 1, False, []).share == 1.0
    assert Hindsight(30, 60, 1, False, []).share == 0.5


def test_what_it_cannot_look_back_on() -> None:
    with pytest.raises(StrapontinError, match="it is for games alone"):
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
