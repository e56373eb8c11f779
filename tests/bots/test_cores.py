"""A second core: used only where one lies idle, and what it finds is added."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from strapontin.bots import cores
from strapontin.bots.search import Search
from strapontin.core.errors import StrapontinError
from strapontin.core.kernel import JIT
from strapontin.core.match import Match


@pytest.fixture(autouse=True)
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(cores, "PROCESSOR", False)
    monkeypatch.setenv("STRAPONTIN_CORES", "2")
    cores.allowed.cache_clear()
    yield
    cores.allowed.cache_clear()  # whoever comes next looks at the machine again


@pytest.mark.parametrize(("running", "idle"), [(1, True), (2, False), (9, False)])
def test_a_core_is_idle_when_fewer_threads_run_than_there_are_cores(
    running: int, idle: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "loadavg").write_text(f"3.00 2.00 1.00 {running}/512 12345\n")
    monkeypatch.setattr(cores, "RUNNING", tmp_path / "loadavg")
    assert cores.idle() is idle


def test_one_core_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRAPONTIN_CORES", "1")
    cores.allowed.cache_clear()
    assert not cores.several()


def test_a_wrong_number_of_cores_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRAPONTIN_CORES", "many")
    cores.allowed.cache_clear()
    with pytest.raises(StrapontinError, match="STRAPONTIN_CORES: 'many'; it must be a number"):
        cores.several()


@pytest.mark.skipif(not JIT, reason="plain Python threads take turns")
def test_two_lanes_try_different_streams_and_their_sums_are_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "idle", lambda: True)
    monkeypatch.setattr(cores, "OURS", 0.0)
    monkeypatch.setattr(cores, "now", (beat / 32 for beat in itertools.count()).__next__)  # however busy the machine is
    match = Match("metrox", 2, seed=4)
    search = Search(match.game)
    thought = search.think(match.setting.board, match.concealed(0), 0, "s", seconds=0.5)
    assert len(search.lanes) == 2
    assert thought.action in match.game.actions(match.setting, match.state, 0)
    first, second = (lane.tree.moments[0] for lane in search.lanes)
    assert first > 0
    assert second > 0
    assert first + second == thought.simulations
    assert search.lanes[0].tally.sums.tolist() != search.lanes[1].tally.sums.tolist()
    assert sum(thought.visits.values()) == thought.simulations
