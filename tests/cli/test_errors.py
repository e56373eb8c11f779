"""Every error in the language of the terminal: the catalogue knows each line the sources can say."""

import ast
import re
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import strapontin
from strapontin.cli.error_words import spoken
from strapontin.core.errors import REASONS
from strapontin.games.metrox.kernels.map import Map, MapLine, Station, faults
from strapontin.words import catalogue

SOURCES = Path(strapontin.__file__).parent
ERRORS = {
    "BadOptions",
    "BadRecord",
    "StrapontinError",
    "UnknownGame",
    "CannotUndo",
    "BotFault",
    "Inconsistent",
    "Lost",
    "Unreachable",
}
LAYERS = ("cli", "core", "arena", "bots", "coach", "print", "games", "server", "client")
SPEAKING = ("adapters/desk.py", "adapters/sitting.py")
"""Of the interfaces for programs, those that answer in a language."""
ONLY_HOLES = re.compile(r"[^ ]*: ?Δ|Δ|--Δ|Δ: Δ")


def _line(node):
    """The line an error is made with, a Δ for whatever is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "Δ" for part in node.values)
    return None


def lines_of_the_sources():
    paths = [path for layer in LAYERS for path in sorted((SOURCES / layer).rglob("*.py"))]
    for path in (*paths, *(SOURCES / one for one in SPEAKING)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) in ERRORS and node.args:
                line = _line(node.args[0])
                if line and not ONLY_HOLES.fullmatch(line):
                    yield line


@pytest.mark.parametrize("line", sorted(set(lines_of_the_sources())))
def test_the_french_catalogue_knows_every_error(line):
    assert spoken(line, "fr") != line
    assert spoken(line, "en") == line


def test_every_english_pattern_of_an_error_finds_its_own_sentence():
    for key, sentence in catalogue("en").items():
        if key.startswith("errors."):
            filled = re.sub(r"\{\w+\}", "Δ", sentence)
            assert spoken(filled, "fr") == re.sub(r"\{\w+\}", "Δ", catalogue("fr")[key])


def test_the_french_catalogue_knows_every_fault_of_a_map():
    station = Station(id="a", name="A", x=0, y=0)
    line = MapLine(id="A", stations=["a"], windows=1, first=3, later=1)
    odd = [*"-", "b c", "d" * 99]
    short = [*({"id": one} for one in odd), {"id": "e", "x": 1e5}, {"id": "f"}]
    stations = [station, station, *(msgspec.structs.replace(station, **one) for one in short)]
    faulty = [{"id": "bb"}, {"stations": ["zz"]}, {"stations": []}, {"stations": [], "loop": True}]
    faulty += [{"stations": ["a", "a"]}, {"windows": 9}, {"first": 100}, {"later": 9}]
    lines = [line, *(msgspec.structs.replace(line, **one) for one in faulty)]
    cities = [
        *(Map(id="m", name="M", stations=stations, lines=some, deck=["Q"]) for some in (lines, [])),
        *(
            Map(id="m", name="M", stations=[station], lines=[line], deck=deck)
            for deck in ([], ["6"] * 999, ["6", *"*" * 99])
        ),
        Map(id="m", name="M", stations=[station] * 999, lines=[line], deck=["6"]),
    ]
    told = [fault for city in cities for fault in faults(city)]
    assert [one for one in told if spoken(one, "fr") == one] == []


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["new", "chess"], "n’est pas dans la collection"),
        (["new", "metrox", "--players", "7"], "se joue de 1 à 6"),
        (["map", "atlantis"], "il n’y a pas de 'atlantis'"),
        (["replay", "/nowhere/game.json"], "fichier ou dossier introuvable"),
        (["play", "metrox", "--bot", "genius"], "il n’y a pas de 'genius'"),
        (["serve", "--port", "abc"], "il faut un nombre entier de 0 à 65535"),
    ],
)
def test_wrong_input_is_told_in_the_language_of_the_terminal(refused, monkeypatch, argv, said):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert said in refused(*argv)


@pytest.mark.parametrize(
    ("given", "english", "french"),
    [
        ("hello", "invalid character (byte 0)", "caractère inattendu (octet 0)"),
        ('{"game": "x"', "it breaks off", "le texte s’arrête trop tôt"),
        ('{"game": "x"]', "expected ',' or a closing brace (byte 12)", "ou une accolade fermante (octet 12)"),
        (b'{"format": "\xff"}', "not UTF-8", "ce n’est pas de l’UTF-8"),
    ],
)
def test_what_is_not_json_is_told_in_one_language(refused, monkeypatch, given, english, french):
    assert refused("verify", "-", given=given) == f"strapontin: standard input: not valid JSON: {english}\n"
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    said = refused("verify", "-", given=given)
    assert said.startswith("strapontin: entrée standard: ce n’est pas du JSON")
    assert said.endswith(f"{french}\n")


@pytest.mark.parametrize(
    ("given", "french"),
    [
        ("{}", "record: il manque le champ `format`"),
        ('{"format": "strapontin/1", "game": 7}', "record: il faut `str`, pas `int`, à `$.game`"),
    ],
)
def test_what_is_no_record_is_told_in_one_language(refused, monkeypatch, given, french):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert refused("verify", "-", given=given) == f"strapontin: entrée standard: {french}\n"


def test_what_the_system_refuses_is_told_as_people_say_it(refused, monkeypatch, tmp_path):
    assert refused("replay", "nofile") == "strapontin: nofile: there is no such file or folder\n"
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert refused("replay", tmp_path) == f"strapontin: {tmp_path}: c’est un dossier\n"
    assert [line for line in REASONS.values() if spoken(line, "fr") == line] == []


def test_the_language_asked_for_is_that_of_errors_too(refused):
    assert "se joue de 1 à 6" in refused("play", "metrox", "--players", 9, "--language", "fr")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["metrox"], "there is no command 'metrox'; did you mean `strapontin play metrox`?"),
        (["replya", "game.json"], "did you mean `strapontin replay`?"),
        (["qqq"], "known: games, map"),
        (["serve", "--botts", "3"], "strapontin serve: there is no --botts; did you mean --bots?"),
        (["play", "metrox", "--what"], "strapontin play: unrecognized arguments: --what"),
        (["arena", "--bots", "novice"], "the following arguments are required: GAME"),
    ],
)
def test_wrong_usage_says_what_was_meant(run, monkeypatch, argv, said):
    done = run(*argv)
    assert done.code == 2
    assert said in done.err
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert said not in run(*argv).err


@pytest.mark.parametrize(
    ("argv", "variables", "said"),
    [
        (["--port", "70000"], {}, "--port: '70000'; expected a whole number from 0 to 65535"),
        (["--log-level", "loud"], {}, "--log-level: 'loud'; expected one of debug, info, warning, error, critical"),
        (["--bot-seconds", "soon"], {}, "--bot-seconds: 'soon'; expected a number from 0.001 to 3600"),
        ([], {"STRAPONTIN_METRICS": "perhaps"}, "STRAPONTIN_METRICS: 'perhaps'; expected true or false"),
        ([], {"STRAPONTIN_BOTS": "65"}, "STRAPONTIN_BOTS: '65'; expected a whole number from 0 to 64"),
    ],
)
def test_a_server_says_which_flag_or_variable_is_wrong_and_what_is_right(refused, monkeypatch, argv, variables, said):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert said in refused("serve", *argv)


@pytest.mark.parametrize(("command", "package", "extra"), [("mcp", "mcp", "mcp"), ("serve", "uvicorn", "server")])
def test_a_command_whose_packages_are_missing_says_what_brings_them(tmp_path, monkeypatch, command, package, extra):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    without = "import sys; sys.modules[sys.argv.pop(1)] = None"
    asked = f"{without}; from strapontin.cli import main; sys.exit(main(sys.argv[1:]))"
    settings = ["--port", "0", "--data", str(tmp_path)] if command == "serve" else []
    line = [sys.executable, "-c", asked, package, command, *settings]
    done = subprocess.run(line, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"strapontin: {package} is not installed; it comes with: pip install 'strapontin[{extra}]'\n"


def test_a_port_in_use_is_told_before_anything_is_loaded(tmp_path):
    asked = "import sys; from strapontin.cli import main; print(main(sys.argv[1:]), 'numba' in sys.modules)"
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        command = [sys.executable, "-c", asked, "serve", "--port", str(port), "--data", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"127.0.0.1:{port} is in use already; give another --port" in done.stderr
    assert done.stdout.split() == ["1", "False"]


def test_missing_pages_are_told_at_the_start(monkeypatch, tmp_path, capsys):
    from strapontin.server import process, serving
    from strapontin.server.settings import Settings

    monkeypatch.setattr(process.Server, "run", lambda self, sockets: [one.close() for one in sockets])
    settings = Settings(port=0, web=str(tmp_path), data=str(tmp_path), log_format="text")
    assert serving.serve(settings) == 1
    assert f"there is no page in {tmp_path}" in capsys.readouterr().err
