"""JSON lines, as a bot in another language speaks them."""

import io
import json
import random
import subprocess
import sys

import pytest

import strapontin
from strapontin.cli.engine import serve
from strapontin.core.record import MOST_BYTES


def talk(*lines):
    """Send lines (values are sent as JSON, bytes as they are) and collect the answers."""
    sent = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    answers = io.BytesIO()
    serve(io.BytesIO(sent + b"\n"), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


NEW = {"do": "new", "game": "metrox", "seed": 7}


def kind(answer):
    assert set(answer) <= {"error", "id"}
    assert "\n" not in answer["error"]["message"]
    return answer["error"]["kind"]


def test_new_answers_with_the_position():
    assert talk(NEW) == [{"moves": 1, "over": False, "to_act": [0, 1], "scores": [-38, -38], "winners": []}]


def test_legal_play_undo_view_and_record_are_those_of_a_match():
    match = strapontin.new("metrox", seed=7)
    move = match.legal(0)[3]
    match.play(0, move)
    legal, played, view, record, undone = talk(
        NEW,
        {"do": "legal", "seat": 0},
        {"do": "play", "seat": 0, "move": move},
        {"do": "view", "seat": 1},
        {"do": "record"},
        {"do": "undo", "seat": 0},
    )[1:]
    assert legal["legal"] == match.at(1).legal(0)
    assert (played["moves"], played["to_act"]) == (2, [1])
    assert view["view"] == match.view(1)
    assert strapontin.load(record["record"]).moves == match.moves
    assert "seed" not in record["record"]
    assert (undone["moves"], undone["to_act"]) == (1, [0, 1])


def test_a_record_can_be_taken_up(finished):
    record = json.loads(json.dumps(finished.record()))
    (loaded,) = talk({"do": "load", "record": record})
    assert (loaded["over"], loaded["scores"]) == (True, finished.scores)


def test_an_id_comes_back():
    assert [one["id"] for one in talk(NEW | {"id": 5}, {"do": "legal", "seat": 7, "id": "x"})] == [5, "x"]
    assert [one["id"] for one in talk({"do": "view", "id": 3, "extra": 1}, {"do": "dance", "id": "y"})] == [3, "y"]


def test_games_are_listed():
    assert "metrox" in talk({"do": "games"})[0]["games"]


def test_quit_ends_and_empty_lines_are_nothing():
    assert talk(b"", b"  ", {"do": "quit"}, NEW) == []


def test_errors_say_which_kind_of_wrong():
    told = talk(
        NEW,
        {"do": "play", "seat": 0, "move": "A9"},
        {"do": "play", "seat": 0, "move": "?!"},
        {"do": "play", "seat": 9, "move": "A1"},
        {"do": "undo", "seat": 0},
        {"do": "view", "seat": 9},
        {"do": "new", "game": "chess"},
        {"do": "new", "game": "metrox", "options": {"map": "atlantis"}},
        {"do": "new", "game": "metrox", "players": 10**9},
    )[1:]
    kinds = ["illegal_move", "unreadable_move", "not_to_act", "cannot_undo", "bad_record", "unknown_game"]
    assert [kind(one) for one in told] == [*kinds, "bad_options", "bad_command"]
    assert "A0" in told[0]["error"]["legal"]
    assert told[2]["error"]["to_act"] == [0, 1]


@pytest.mark.parametrize("do", ["play", "legal", "undo", "view", "record"])
def test_before_there_is_a_match_one_is_asked_for(do):
    more = {"play": {"seat": 0, "move": "A1"}, "legal": {"seat": 0}, "undo": {"seat": 0}}.get(do, {})
    assert kind(talk({"do": do} | more)[0]) == "no_match"


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"do": "dance"}',
        b'{"do": "new"}',
        b'{"do": "new", "game": NaN}',
        b'{"do": "new", "game": "metrox", "extra": 1}',
        b'{"do": "play", "seat": "zero", "move": "A1"}',
        b'{"do": "load", "record": {}}',
        b"[" * 100_000,
    ],
    ids=lambda line: line[:20].decode(errors="replace"),
)
def test_what_is_no_command_is_said_and_the_next_line_is_heard(line):
    refused, heard = talk(line, {"do": "games"})
    assert kind(refused) == "bad_command"
    assert "games" in heard


def test_a_line_without_end_is_refused_whole():
    refused, heard = talk(b'{"do": "' + b"x" * (2 * MOST_BYTES), {"do": "games"})
    assert "at most" in refused["error"]["message"]
    assert "games" in heard


def test_a_failed_new_keeps_the_match_there_is():
    told = talk(NEW, {"do": "new", "game": "chess"}, {"do": "legal", "seat": 0})
    assert told[2]["legal"]


def test_a_bot_plays_a_whole_game_over_a_pipe():
    chooser = random.Random(1)
    command = [sys.executable, "-m", "strapontin", "engine"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as engine:

        def do(**command):
            engine.stdin.write(json.dumps(command) + "\n")
            return json.loads(engine.stdout.readline())

        told = do(do="new", game="metrox", players=1, seed=7)
        while not told["over"]:
            told = do(do="play", seat=0, move=chooser.choice(do(do="legal", seat=0)["legal"]))
        record = do(do="record")["record"]
        engine.stdin.close()
        assert engine.wait() == 0
    assert strapontin.load(record).scores == told["scores"]
    assert record["seed"]
