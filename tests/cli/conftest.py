"""Running commands in this process, and a finished game to run them on."""

import io
import json
import random
import sys

import pytest

import strapontin
from strapontin.cli import main


class Run:
    """What a command left: its exit code, what it said, what it complained about."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command; `given` is its standard input."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def run(*argv, given=""):
        data = given if isinstance(given, bytes) else given.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        try:
            code = main([str(word) for word in argv])
        except SystemExit as stop:
            code = stop.code
        out, err = capsys.readouterr()
        return Run(code, out, err)

    return run


@pytest.fixture
def refused(run):
    """Run a command that must be refused: exit code 1, nothing on standard output, clear lines, no traceback."""

    def refused(*argv, given="", lines=1):
        done = run(*argv, given=given)
        assert (done.code, done.out) == (1, "")
        assert len(done.err.splitlines()) == lines
        assert done.err.startswith("strapontin: ")
        assert "Traceback" not in done.err
        return done.err

    return refused


def play_out(match, seed=1):
    """Play a match to its end at random."""
    chooser = random.Random(seed)
    while not match.over:
        for seat in sorted(match.to_act):
            match.play(seat, chooser.choice(match.legal(seat)))
    return match


@pytest.fixture(scope="session")
def finished():
    """A finished game of three."""
    return play_out(strapontin.new("metrox", players=["Ana", "Bo", "Cy"], seed=7))


@pytest.fixture
def record_file(finished, tmp_path):
    """Its record in a file."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(finished.record()))
    return path
