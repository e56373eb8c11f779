"""The commands around the games: help, lists, completion, usage."""

import json

import pytest

from strapontin.cli.parser import EXAMPLES
from strapontin.core.registry import game, games


@pytest.mark.parametrize("command", sorted(EXAMPLES))
@pytest.mark.parametrize("language", ["fr_FR.UTF-8", "en_GB.UTF-8"])
def test_every_command_has_help_with_examples(run, monkeypatch, command, language):
    monkeypatch.setenv("LC_ALL", language)
    done = run(*command.split(), "--help")
    assert done.code == 0
    for example in EXAMPLES[command]:
        assert example in done.out
    assert ("utilisation\N{NO-BREAK SPACE}:" if language.startswith("fr") else "usage:") in done.out


def test_games_lists_the_collection(run):
    assert [one["id"] for one in run("games", "--json").json] == list(games())
    for line, name in zip(run("games").out.splitlines(), games(), strict=True):
        seats = game(name).seats
        assert line.startswith(name)
        assert f"{seats.start}-{seats.stop - 1} players" in line


def test_map_prints_a_map_that_can_be_played(run, tmp_path):
    path = tmp_path / "options.json"
    path.write_text('{"map": ' + run("map", "amsterdam").out + "}")
    assert run("new", "metrox", "--options", path).code == 0


def test_map_alone_lists_maps(run):
    assert "amsterdam" in run("map").out
    assert {"id": "amsterdam", "name": "Amsterdam"} in run("map", "--json").json


@pytest.mark.parametrize("shell", ["bash", "zsh"])
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
    assert "only `map check FILE`" in refused("map", "amsterdam", path)


def test_map_tells_its_figures_and_draws_itself(run):
    assert all(
        set(row) == {"property", "value", "range", "ok"} for row in run("map", "paris", "--stats", "--json").json
    )
    assert len(run("map", "paris", "--stats").out.splitlines()) > 5
    assert run("map", "berlin", "--svg").out.startswith("<svg")
