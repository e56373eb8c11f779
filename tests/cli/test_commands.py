"""The commands around the games: help, lists, completion, usage."""

import json
import re
import socket

import pytest

from strapontin.cli.parser import EXAMPLES
from strapontin.cli.serve import free_port
from strapontin.core.registry import game, games
from strapontin.words import LANGUAGES


@pytest.mark.parametrize("command", sorted(EXAMPLES))
@pytest.mark.parametrize("language", ["fr_FR.UTF-8", "en_GB.UTF-8"])
def test_every_command_has_help_with_examples(run, monkeypatch, command, language):
    monkeypatch.setenv("LC_ALL", language)
    monkeypatch.setenv("COLUMNS", "80")
    done = run(*command.split(), "--help")
    assert done.code == 0
    for example in EXAMPLES[command]:
        assert example in done.out
    told = [line for line in done.out.splitlines() if line.strip() not in EXAMPLES[command]]
    assert [line for line in told if len(line) > 80 or re.search(r"\w-$", line)] == []  # broken between words
    assert ("utilisation\N{NARROW NO-BREAK SPACE}:" if language.startswith("fr") else "usage:") in done.out


def test_games_lists_the_collection(run):
    assert [one["id"] for one in run("games", "--json").json] == list(games())
    heads = [line for line in run("games").out.splitlines() if not line.startswith(" ")]
    for line, name in zip(heads, games(), strict=True):
        seats = game(name).seats
        assert line.startswith(name)
        assert f"{seats.start} to {seats.stop - 1} players, {game(name).minutes} " in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_fit_a_terminal_of_80_columns(run, language):
    told = run("games", "--language", language).out.splitlines()
    assert len(told) > len(games())
    assert [line for line in told if len(line) > 80] == []


def test_map_prints_a_map_that_can_be_played(run, tmp_path):
    path = tmp_path / "options.json"
    path.write_text('{"map": ' + run("map", "amsterdam").out + "}")
    assert run("new", "metrox", "--options", path).code == 0


def test_map_alone_lists_maps(run):
    assert "amsterdam" in run("map").out
    assert {"id": "amsterdam", "name": "Amsterdam"} in run("map", "--json").json


def test_the_help_of_play_says_how_many_play_and_which_bots_there_are(run):
    told = " ".join(run("play", "--help").out.split())
    assert "2 unless said" not in told
    assert "metroX is played alone" in told
    assert "cmd:PROGRAM or module:function" in told


def test_the_flags_of_a_server_say_what_they_take(run):
    told = " ".join(run("serve", "--help").out.split())
    for flag in ("--database URL", "--web DIRECTORY", "--rate FACTOR", "--keep-open-days DAYS", "--tables-per-guest N"):
        assert flag in told


def test_fish_completes_commands_options_values_and_files(run):
    told = run("completion", "fish").out
    assert "-n __fish_use_subcommand -a play -d 'play in the terminal'" in told
    assert "'__fish_seen_subcommand_from play' -l chance -a 'auto manual' -r" in told
    assert "'__fish_seen_subcommand_from play' -l save -F -r" in told


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_offers_the_games(run, shell):
    assert "metrox" in run("completion", shell).out


@pytest.mark.parametrize("argv", [[], ["dance"], ["new"], ["replay"], ["replay", "x", "--at", "soon"]])
def test_wrong_usage_is_exit_code_2(run, argv):
    done = run(*argv)
    assert done.code == 2
    assert "usage: strapontin" in done.err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["new", "chess"], "'chess' is not in the collection"),
        (["new", "metrox", "--option", "map"], "expected name=value"),
        (["new", "metrox", "--option", "map=atlantis"], "there is no 'atlantis'"),
        (["new", "metrox", "--players", "7"], "1 to 6 players"),
        (["new", "metrox", "--players", "-1"], "from 1 to 16"),
        (["new", "metrox", "--seed", "lucky"], "expected a whole number"),
        (["new", "metrox", "--seed", "g" * 64], "64 digits"),
        (["new", "metrox", "--name", "x" * 41], "players: "),
        (["map", "atlantis"], "there is no 'atlantis'"),
    ],
)
def test_wrong_input_is_exit_code_1_and_one_clear_line(refused, argv, said):
    assert said in refused(*argv)


def test_map_check_names_every_fault_of_a_map(run, refused, tmp_path):
    path, city = tmp_path / "mine.json", run("map", "amsterdam", "--json").json
    path.write_text(json.dumps(city))
    assert run("map", "check", path).code == 0
    city["lines"][0]["windows"], city["lines"][1]["later"] = 9, 99
    path.write_text(json.dumps(city))
    said = refused("map", "check", path, lines=2)
    assert "windows 9" in said
    assert "later 99" in said
    assert "not valid JSON" in refused("map", "check", "-", given="{")
    assert "expected `map check FILE`" in refused("map", "check")
    assert "`map check FILE` or `map calibrate FILE`" in refused("map", "amsterdam", path)


def test_a_map_file_is_taken_wherever_a_map_is(run, tmp_path):
    path, city = tmp_path / "mine.json", run("map", "amsterdam", "--json").json
    city["id"], city["name"] = "mine", "Mine"
    path.write_text(json.dumps(city))
    assert run("map", path, "--json").json["name"] == "Mine"
    assert run("map", path, "--svg").out.startswith("<svg")
    record = run("new", "metrox", "--option", f"map={path}").json
    assert record["options"]["map"]["name"] == "Mine"


def test_map_calibrate_holds_a_map_to_goals_of_its_size(run, monkeypatch, tmp_path):
    from strapontin.coach import map_calibration

    city = run("map", "amsterdam", "--json").json
    city["lines"] = city["lines"][:3]
    served = {station for line in city["lines"] for station in line["stations"]}
    city["stations"] = [one for one in city["stations"] if one["id"] in served]
    path = tmp_path / "small.json"
    path.write_text(json.dumps(city))
    asked = []

    def measured(city, player, times, rollouts, *_):
        asked.append((player, times, rollouts))
        share = {line.id: 30.0 for line in city.lines}
        return map_calibration.Figures(city.id, player, times, rollouts, 10.0, 1.0, 1.0, 1.0, 0.0, share, share, 0.0)

    monkeypatch.setattr(map_calibration, "measure", measured)
    done = run("map", "calibrate", path, "--games", 20)
    assert asked == [("random", 200, 100), ("greedy", 200, 100), ("monte", 20, 100)]
    assert done.code == 1
    assert "random reaches 10.0; the goal is -1.9 to 2.2" in done.out  # 9 windows of 24
    assert "monte reaches 10.0; the goal is 12.8 to 18" in done.out
    assert "first choice" not in done.out.split("\n\n")[-1]


def test_the_table_of_a_check_does_not_run_together(run, tmp_path):
    city = run("map", "amsterdam", "--json").json
    city["stations"][0] |= {"x": 20, "y": 31}  # far from its line, across many others
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(city))
    rows = run("map", "check", path).out.splitlines()
    (at,) = [i for i, row in enumerate(rows) if "faults of the drawing" in row]
    assert rows[at].endswith("  none")
    assert rows[at + 1].startswith("    ")
    assert all(re.search(r"\S  +\S", row) for row in rows if not row.startswith("    "))


def test_map_check_names_faults_of_shape_beside_the_others(run, refused, tmp_path):
    city = run("map", "amsterdam", "--json").json
    city["stations"][3]["x"] = "left"
    city["stations"][4] = {"name": "No id", "colour": "red"}
    city["lines"][0]["windows"], city["lines"][1]["later"], city["lines"][2] = "two", 99, 7
    city["deck"], city["year"] = "all", 1900
    said = refused("map", "check", "-", given=json.dumps(city), lines=8)
    for fault in ("unknown field 'year'", "stations[3]: x:", "stations[4]: unknown field 'colour'", "id is missing"):
        assert fault in said
    for fault in ("lines[0]: windows:", "lines[2]: 7; expected an object", "deck:", "lines[1]: later 99 is above"):
        assert fault in said


def test_map_tells_its_figures_and_draws_itself(run):
    assert all(
        set(row) == {"property", "value", "range", "ok"} for row in run("map", "paris", "--stats", "--json").json
    )
    assert len(run("map", "paris", "--stats").out.splitlines()) > 5
    assert run("map", "berlin", "--svg").out.startswith("<svg")


def test_a_busy_port_gives_way_to_the_next_free_one():
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        taken = busy.getsockname()[1]
        assert taken < free_port("127.0.0.1", taken) < taken + 100
