"""What the documents show works as shown."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from strapontin.cli.engine import Engine
from strapontin.core.record import Record, decode

ROOT = Path(__file__).parents[2]


def blocks(name, language):
    return re.findall(
        rf"^```{language}\n(.*?)^```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def test_the_bot_of_the_readme_plays_a_game(capsys):
    (code,) = blocks("README.md", "python")
    exec(compile(code, "README.md", "exec"), {})
    assert re.fullmatch(r"\[-?\d+, -?\d+\] \[[01, ]+\]\n", capsys.readouterr().out)


def test_the_record_shown_can_be_read():
    (shown,) = blocks("docs/record.md", "json")
    assert isinstance(decode(shown), Record)


@pytest.mark.parametrize("honest", [True, False])
def test_the_checker_shown_tells_a_fair_game_from_another(tmp_path, honest):
    (code,) = blocks("docs/record.md", "python")
    match = json.loads(_finished_game())
    if not honest:
        first = next(move for move in match["moves"] if move[0] == "*")
        first[1] = "4" if first[1] != "4" else "3"
    path = tmp_path / "game.json"
    path.write_text(json.dumps(match))
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert ("all fair" in done.stdout) == honest
    assert ("AssertionError: draw 0 was" in done.stderr) != honest


def test_the_conversation_shown_with_the_engine_is_a_real_one():
    (shown,) = blocks("docs/engine.md", "")
    engine = Engine()
    for sent, answered in re.findall(r"^> (.*)\n< (.*)$", shown, re.MULTILINE):
        told = json.dumps(engine.answer(sent.encode()), separators=(",", ":"))
        start, cut, _ = answered.partition(", ...")
        assert told.startswith(start) if cut else told == start


def _finished_game():
    engine = Engine()
    engine.answer(b'{"do": "new", "game": "metrox", "players": 1, "seed": 7}')
    while not engine.match.over:
        engine.match.play(0, engine.match.legal(0)[-1])
    return json.dumps(engine.match.record())
