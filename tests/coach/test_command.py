"""`strapontin coach`: in words, as JSON, as a page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from strapontin.cli import main
from strapontin.core.registry import collection
from tests.coach.games import BUDGET, begun


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(begun("metrox", 2).record()))
    return path


@pytest.mark.parametrize(("tongue", "word"), [("en", "accuracy"), ("fr", "précision")])
@pytest.mark.parametrize("name", collection())
def test_every_game_is_told_in_both_languages(
    name: str, tongue: str, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, page = tmp_path / "game.json", tmp_path / "page.html"
    path.write_text(json.dumps(begun(name).record()))
    argv = ["coach", str(path), "--language", tongue, "--budget", str(BUDGET), "--html", str(page)]
    assert main(argv) == 0
    said = capsys.readouterr()
    assert word in said.out
    assert "Player 1" in said.out
    assert "Player 2" in said.out
    assert str(page) in said.err
    written = page.read_text(encoding="utf-8")
    assert f'lang="{tongue}"' in written
    assert written.count('<svg class="curve"') == 2
    assert re.findall(r'(?:src|href)="(?!data:)[^"]*"', written) == []


def test_json_has_the_whole_review_and_nothing_else(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", str(record), "--seat", "1", "--budget", str(BUDGET), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["budget"]) == ("metrox", BUDGET)
    (one,) = found["seats"]
    assert one["seat"] == 1
    assert {"ply", "played", "best", "loss", "verdict", "why"} <= set(one["decisions"][0])


def test_the_page_shows_what_cost_most_on_the_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = begun("metrox", 1, 0)
    match.play(0, "A0")
    path, page = tmp_path / "game.json", tmp_path / "page.html"
    path.write_text(json.dumps(match.record()))
    assert main(["coach", str(path), "--budget", "60", "--html", str(page)]) == 0
    assert "A0: " in capsys.readouterr().out
    assert page.read_text(encoding="utf-8").count("data:image/svg+xml;base64,") == 2


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--seat", "5"], "seat: 5; this match has seats 0 to 1"),
        (["--budget", "1"], "budget: 1; it must be 4 to 1000000"),
        (["--html", "/nowhere/page.html"], "/nowhere/page.html: there is no such file or folder"),
    ],
)
def test_bad_input_is_one_line(record: Path, argv: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", str(record), *argv]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert len(err.splitlines()) == 1
