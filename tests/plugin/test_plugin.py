"""A game that is a plug-in is a game like any other: listed, played, searched, examined; a broken one is told of."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from strapontin.core.registry import collection
from tests.plugin.conftest import EXAMPLE, Command, declare

PLAIN = {"STRAPONTIN_JIT": "0"}


def test_its_own_tests_pass(installed: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(EXAMPLE)]
    environment = os.environ | {"PYTHONPATH": str(installed)} | PLAIN
    done = subprocess.run([*command, str(EXAMPLE / "tests")], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_it_is_listed_after_the_collection_with_its_own_words(strapontin: Command) -> None:
    told = json.loads(strapontin("games", "--json", "--language", "fr", **PLAIN).stdout)
    assert [one["id"] for one in told] == [*collection(), "quais"]
    assert told[-1]["name"] == "Quais"
    assert told[-1]["about"].startswith("garez vos trains")


def test_it_is_played_to_the_end_in_the_terminal(strapontin: Command, tmp_path: Path) -> None:
    kept = tmp_path / "quais.json"
    done = strapontin("play", "quais", "--seed", 3, "--bot", "greedy", "--save", kept, given="1!\n" * 12, **PLAIN)
    assert done.returncode == 0, done.stderr
    assert "A B C D E F G H I J K L M N O P Q R" in done.stdout
    assert "▸ Player 1: 0" in done.stdout
    assert " 1 A  3 points" in done.stdout
    record = json.loads(kept.read_text())
    assert record["result"]["scores"]
    told = strapontin("replay", kept, "--language", "fr", **PLAIN).stdout
    assert "gare le train à partir de la place A" in told
    assert strapontin("verify", kept, **PLAIN).returncode == 0


def test_bots_of_every_kind_play_it_in_an_arena(strapontin: Command) -> None:
    words = ("arena", "quais", "--bots", "regular,greedy,random", "--players", 3, "--games", 6, "--json")
    done = strapontin(*words)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [one["faulty"] for one in told["standings"]] == [0, 0, 0]
    assert {one["bot"] for one in told["standings"]} == {"regular", "greedy", "random"}


def test_it_conforms(strapontin: Command) -> None:
    done = strapontin("conformance", "quais")
    assert done.returncode == 0, done.stdout
    *checks, last = done.stdout.splitlines()
    assert all(line.startswith("✓ ") for line in checks)
    assert last == f"{len(checks)} checks hold, in 3 variants."


def test_what_does_not_conform_is_told_with_exit_code_1(strapontin: Command, tmp_path: Path) -> None:
    wrong = "import quais\n\nclass Loud(quais.Quais):\n    id, usual, words = 'loud', 7, None\n\nGAME = Loud()\n"
    declare(tmp_path / "beside", "loud", "loud:GAME", wrong)
    done = strapontin("conformance", "loud", "--decisions", 3, beside=tmp_path / "beside", **PLAIN)
    assert done.returncode == 1
    assert "✗ a game says of itself what faces ask\n  loud-2: usually 7 play, but it is for range(2, 5)" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("1 of ")


def test_without_words_its_notation_is_shown(strapontin: Command, tmp_path: Path) -> None:
    silent = "import quais\n\nclass Silent(quais.Quais):\n    id, words = 'silent', None\n\n"
    silent += "    def sketch(self, setting, view):\n        return ''\n\nGAME = Silent()\n"
    declare(tmp_path / "beside", "silent", "silent:GAME", silent)
    done = strapontin("play", "silent", "--seed", 3, given="B!\n" + "1!\n" * 12, beside=tmp_path / "beside", **PLAIN)
    assert done.returncode == 0, done.stderr
    assert " 2 B  points 3" in done.stdout
    assert "pile: [4, 4, 3]" in done.stdout


@pytest.mark.parametrize(
    ("name", "place", "source", "told"),
    [
        ("lost", "lost:GAME", "import nowhere_at_all", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("empty", "empty:GAME", "", "AttributeError: module 'empty' has no attribute 'GAME'"),
        ("number", "number:GAME", "GAME = 5", "number:GAME is no Game but a int"),
        ("other", "other:GAME", "from quais import GAME", "the game calls itself 'quais'"),
        ("metrox", "thief:GAME", "from quais import GAME", "there is a game of this name already"),
        ("quais", "twin:GAME", "from quais import GAME", "there is a game of this name already"),
    ],
)
def test_a_broken_one_is_one_line_and_keeps_nobody_from_the_others(
    name: str, place: str, source: str, told: str, strapontin: Command, tmp_path: Path
) -> None:
    declare(tmp_path / "beside", name, place, source)
    done = strapontin("games", beside=tmp_path / "beside", **PLAIN)
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines() if line[0] != " "] == [*collection(), "quais"]
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"strapontin: plug-in {name!r}: ")
    assert told in line
    assert strapontin("new", "metrox", beside=tmp_path / "beside", **PLAIN).stderr == ""


def test_whoever_asks_for_a_broken_one_is_told_why_in_their_language(strapontin: Command, tmp_path: Path) -> None:
    declare(tmp_path / "beside", "lost", "lost:GAME", "1 / 0")
    done = strapontin("new", "lost", beside=tmp_path / "beside", **PLAIN | {"LC_ALL": "fr_FR.UTF-8"})
    assert done.returncode == 1
    assert "lost:GAME ne se charge pas" in done.stderr
    assert len(done.stderr.splitlines()) == 1
