"""Records meant to do harm: exit code 1, one clear line, never a traceback."""

import json
import os
import subprocess
import sys

import pytest

import strapontin

GOOD = strapontin.new("metrox", seed=7).record()


def with_moves(moves):
    return json.dumps(GOOD | {"moves": moves})


def big_map(stations):
    ids = [f"s{i}" for i in range(stations)]
    return {
        "id": "big",
        "name": "Big",
        "stations": [{"id": one, "name": one, "x": i, "y": 0} for i, one in enumerate(ids)],
        "lines": [{"id": "A", "stations": ids, "windows": 1, "first": 2, "later": 1}],
    }


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "not valid JSON"),
        (json.dumps(GOOD)[:-40], "not valid JSON"),
        ("[" * 100_000, "record"),
        ("[1, 2, 3]", "record"),
        ("null", "record"),
        (b"\x00\xff\xfe" * 99, "not valid JSON"),
        (b'{"format": "\xff"}', "not valid JSON"),
        (json.dumps(GOOD | {"format": "strapontin/99"}), "$.format"),
        (json.dumps(GOOD | {"game": "chess"}), "'chess' is not in the collection"),
        (json.dumps(GOOD | {"game": "../../etc"}), "is not in the collection"),
        (json.dumps(GOOD | {"game": 7}), "$.game"),
        (json.dumps(GOOD | {"players": []}), "$.players"),
        (json.dumps(GOOD | {"players": [{"name": "A", "admin": True}]}), "$.players"),
        (json.dumps(GOOD | {"options": {"map": 3}}), "neither a map id nor a map"),
        (json.dumps(GOOD | {"options": {"mop": "x" * 5000}}), "unknown 'mop'"),
        (json.dumps(GOOD | {"commitment": "zz"}), "$.commitment"),
        (json.dumps(GOOD | {"seed": 7}), "$.seed"),
        (json.dumps(GOOD | {"result": {"scores": [1, 1], "winners": [0]}}), "the game is not over"),
        ('{"format": NaN}', "not valid JSON"),
        (json.dumps(GOOD | {"options": {"map": big_map(3) | {"stations": [{"id": "s", "x": "NaN"}]}}}), "map: "),
        (json.dumps(GOOD | {"options": {"map": big_map(10_000)}}), "at most 128 fit"),
        (with_moves("F4"), "$.moves"),
        (with_moves([["*", "4"], [0, 4]]), "$.moves"),
        (with_moves([[0, "A1"]]), "moves[0]: seat 0 may not play 'A1' now"),
        (with_moves([["*", "4"], [0, "A1"], [0, "A1"]]), "moves[2]: seat 0 may not play"),
        (with_moves([["*", "4"], [9, "A1"]]), "moves[1]: seat 9 may not play"),
        (with_moves([["*", "4"], [-1, "A1"]]), "$.moves"),
        (with_moves([["*", "4"], [0, "A9"]]), "moves[1]: 'A9' is not legal"),
        (with_moves([["*", "4"], [0, "\n\x1b[31mA\u2028"]]), "moves[1]: cannot read"),
        (with_moves([["*", "4"], [0, "A" * 100_000]]), "moves[1]: cannot read"),
        (with_moves([["*", "\u0664"]]), "moves[0]: cannot read"),
        (with_moves([["*", "9"]]), "moves[0]: '9' is not legal"),
        (with_moves([["*", "4"]] * 20_001), "20,001 moves"),
        (with_moves([["*", "4"]] * 1_000_000), "more than 4,000,000 bytes"),
    ],
    ids=lambda given: str(given)[:24] if len(given) < 9999 else "long",
)
def test_a_hostile_record_is_refused_in_one_line(refused, given, said):
    line = refused("replay", "-", "--json", given=given)
    assert said in line
    assert len(line) < 600
    assert line.isprintable() or line[:-1].isprintable()


def test_a_long_record_does_not_wait_for_a_compiler(tmp_path):
    command = [sys.executable, "-m", "strapontin", "replay", "-"]
    fresh = {name: value for name, value in os.environ.items() if name != "STRAPONTIN_JIT"}
    fresh["STRAPONTIN_CACHE"] = str(tmp_path)
    given = with_moves([["*", "4"]] * 5000)
    done = subprocess.run(command, input=given, capture_output=True, text=True, env=fresh, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert list(tmp_path.iterdir()) == []


def test_faults_of_a_map_have_a_line_each(refused):
    city = big_map(3)
    city["lines"] = [city["lines"][0] | {"windows": 9, "later": 5, "stations": ["s0", "s1", "s2", "s9"]}]
    said = refused("replay", "-", given=json.dumps(GOOD | {"options": {"map": city}}), lines=3)
    assert "windows 9" in said
    assert "unknown station 's9'" in said


def test_a_map_with_a_thousand_faults_is_answered_in_a_few_lines(refused):
    city = big_map(3)
    city["lines"][0]["stations"] = [f"t{i}" for i in range(1000)]
    assert "more faults" in refused("replay", "-", given=json.dumps(GOOD | {"options": {"map": city}}), lines=21)


def test_a_directory_is_not_a_record(refused, tmp_path):
    assert "it is a folder" in refused("replay", tmp_path)


def test_a_missing_file_is_named(refused, tmp_path):
    assert "nowhere.json" in refused("verify", tmp_path / "nowhere.json")


@pytest.mark.parametrize("at", [-1, 1_000_000])
def test_a_position_that_does_not_exist(refused, record_file, at):
    assert f"there is no position {at}" in refused("replay", record_file, "--at", at)


@pytest.mark.parametrize("seat", [-1, 3])
@pytest.mark.parametrize("json", [[], ["--json"]])
def test_a_seat_that_does_not_exist(refused, record_file, seat, json):
    assert "seats 0 to 2" in refused("replay", record_file, "--seat", seat, *json)


def test_a_reader_that_has_read_enough_is_no_error(record_file):
    """The pipe is closed before the first line is written."""
    command = [sys.executable, "-m", "strapontin", "replay", str(record_file), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert (process.wait(), process.stderr.read()) == (0, b"")


def test_python_m_strapontin_is_strapontin():
    command = [sys.executable, "-m", "strapontin", "replay", "/"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "strapontin: /: it is a folder\n"
