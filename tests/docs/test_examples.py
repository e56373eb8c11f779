"""What the documents show works as shown."""

import asyncio
import configparser
import io
import json
import re
import shlex
import subprocess
import sys
import textwrap
from importlib.util import find_spec
from pathlib import Path

import pytest

import strapontin
from strapontin.arena.plan import Plan
from strapontin.arena.play import play
from strapontin.cli import main
from strapontin.cli.engine import Engine
from strapontin.cli.parser import parser
from strapontin.core import layout
from strapontin.core.encoding import Encoding
from strapontin.core.record import Record, decode
from strapontin.core.registry import game, games
from strapontin.games.metrox.kernels.map import MOST_CARDS
from strapontin.games.metrox.kernels.state import ROUNDS, STATIONS
from strapontin.server.settings import Settings
from strapontin.server.webhooks.payload import signature
from tests.server.client import serving

ROOT = Path(__file__).parents[2]


def blocks(name, language):
    return re.findall(
        rf"^```{language}\n(.*?)^```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


KINDS = {"python", "json", "console", "ini", "nginx", ""}
"""The kinds of blocks there are: whoever adds another writes a test for it."""


STANDS_FOR = {"GAME": "metrox", "SEED": "1"}
"""What a document leaves open."""


def documents():
    return ["README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]


def commands(name):
    """Every command of ours a document prints, in blocks of any kind."""
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        found = re.match(r"(?:    )?(?:\$ )?(strapontin (?!\w+:)\S.*)", line)
        if found and (line.startswith(("    ", "$ ")) or line.startswith("strapontin serve")):
            yield re.split(r" {2,}| # | > | \| ", found[1])[0]


def test_every_block_is_of_a_kind_that_is_tested():
    for name in documents():
        found = re.findall(r"^```(\w*)\n.*?^```$", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        assert set(found) <= KINDS, name


@pytest.mark.parametrize("name", documents())
def test_every_command_shown_is_one_that_can_be_given(name):
    for command in commands(name):
        words = [STANDS_FOR.get(word, word) for word in shlex.split(command)[1:]]
        args = parser().parse_args(words)
        if words[0] in ("arena", "play", "new"):
            assert args.game is None or args.game in games(), command


LONG = re.compile(r"arena .*(expert|BOT|ONE)|map calibrate|serve |strapontin sit |cmd:node|puzzles .*300")
"""Commands that take minutes or stay: what they do is tested where it lives, here only that they can be given."""


@pytest.mark.parametrize("name", [name for name in documents() if any(not LONG.search(one) for one in commands(name))])
def test_the_commands_shown_run_as_printed_one_after_the_other(name, tmp_path, monkeypatch, capsys):
    for code in blocks("docs/bots.md", "python")[:2]:
        (tmp_path / code.split()[1]).write_text(code)
    (tmp_path / "lyon.json").write_bytes((ROOT / "docs/examples/lyon.json").read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    for command in commands(name):
        if LONG.search(command):
            continue
        monkeypatch.setattr(sys, "stdin", io.StringIO("1!\nq\n"))
        assert main(shlex.split(command)[1:]) == 0, f"{command}: {capsys.readouterr().err}"


def test_there_are_commands_to_try():
    assert sum(len(list(commands(name))) for name in documents()) > 25


def test_every_block_of_json_is_json():
    for name in documents():
        for shown in blocks(name, "json"):
            decoder, rest = json.JSONDecoder(), shown.strip()
            while rest:
                _, end = decoder.raw_decode(rest)
                rest = rest[end:].strip()


def test_the_cells_of_a_notebook_run_one_after_the_other(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    cells = {}
    for code in blocks("docs/notebooks.md", "python"):
        exec(compile(code, "docs/notebooks.md", "exec"), cells)
    assert cells["match"].over
    assert (tmp_path / "berlin.svg").read_text().startswith("<svg")
    assert str(cells["match"].scores) in capsys.readouterr().out


def test_every_beginning_of_a_study_runs_as_it_stands(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["arena", "metrox", "--bots", "greedy,random", "--games", "2", "--dataset", "data"]) == 0
    ran = {}
    for code in blocks("docs/research.md", "python"):
        if "pyspiel" in code and find_spec("pyspiel") is None:
            continue  # `make research` has it
        known = ran if code.startswith("env =") else {}
        exec(compile(code, "docs/research.md", "exec"), known)
        ran = known
        if "reward, over, cut" in code:
            assert known["over"] or known["cut"]
    assert known["known"]["acting[me]"] == 1


@pytest.mark.parametrize("name", games())
def test_the_sizes_of_observations_and_actions_are_those_told(name):
    told = (ROOT / "docs/research.md").read_text(encoding="utf-8")
    assert f"{game(name).width:,} of" in told
    options = {"map": "amsterdam"} if any(one.name == "map" for one in game(name).options) else {}
    sizes = [Encoding(game(name), game(name).setting(options, players)).size for players in (2, 3, 4)]
    assert f"| {', '.join(f'{size:,}' for size in sizes)} " in told


@pytest.mark.parametrize(
    ("bot", "game"),
    [
        ("mybot:mybot", "metrox"),
        ("others:boarding", "jeudumetro"),
        ("others:building", "correspondances"),
        ("others:digging", "odyssee"),
    ],
)
def test_the_bots_shown_play_without_a_fault(bot, game, tmp_path, monkeypatch):
    for code in blocks("docs/bots.md", "python")[:2]:
        (tmp_path / code.split()[1]).write_text(code)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    plan = Plan(game, (bot, "random"), 2, 2, think=60.0)  # however busy the machine, nobody is late
    outcomes = [play(plan, fixture) for fixture in plan.fixtures()]
    assert [one.faulty for one in outcomes] == [[0, 0], [0, 0]]
    wins = sum(one.seating[seat] == 0 for one in outcomes for seat in one.winners)
    assert wins >= 1


def test_a_bot_is_asked_from_python_as_shown():
    code = blocks("docs/bots.md", "python")[3]
    match = strapontin.new("metrox", seed=7)
    known = {"match": match}
    exec(compile(code, "docs/bots.md", "exec"), known)
    assert known["answer"].move in match.legal(0)


def test_the_client_shown_plays_a_move(tmp_path):
    code = blocks("docs/bots.md", "python")[2]
    known = {}

    async def session():
        async with serving(tmp_path) as (base, _):
            known["base"] = base
            await asyncio.to_thread(exec, compile(code, "docs/bots.md", "exec"), known)

    asyncio.run(session())
    assert known["table"].seat == 0
    assert not known["table"].pending


def test_the_session_shown_with_a_server_is_a_real_one(tmp_path):
    check, code = blocks("docs/protocol.md", "python")
    known = {}
    exec(check, known)
    told = signature("a secret", 1_795_003_200_000, b'{"event": "turn"}')
    assert known["genuine"]("a secret", told, b'{"event": "turn"}')
    assert not known["genuine"]("a secret", told, b'{"event": "over"}')
    path = tmp_path / "session.py"
    path.write_text(code)

    async def session():
        async with serving(tmp_path) as (base, _):
            command = (sys.executable, str(path), base)
            ran = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            told, _ = await ran.communicate()
            return told.decode()

    told = asyncio.run(session())
    assert re.search(r"scores: \[-?\d+, -?\d+\] winners: \[", told), told
    assert "'fair': True" in told


def test_every_target_of_make_that_is_shown_is_one_there_is():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for name in (*documents(), "CONTRIBUTING.md"):
        told = (ROOT / name).read_text(encoding="utf-8")
        shown = re.findall(r"(?:^    |`)make ([a-z]+)", told, re.MULTILINE)
        assert set(shown) <= targets, name


def test_the_faults_shown_are_those_of_the_map_shown(tmp_path, monkeypatch, capsys):
    shown = blocks("docs/custom-maps.md", "json")[0]
    (tmp_path / "lyon.json").write_text(shown, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert main(["map", "check", "lyon.json"]) == 1
    told = (ROOT / "docs/custom-maps.md").read_text(encoding="utf-8")
    printed = re.search(r"    \$ strapontin map check lyon.json\n((?:    strapontin: .*\n)+)", told)
    assert capsys.readouterr().err == textwrap.dedent(printed[1])


def test_the_unit_and_the_proxy_shown_are_of_one_server(tmp_path):
    (unit,), (proxy,) = blocks("docs/operations.md", "ini"), blocks("docs/operations.md", "nginx")
    read = configparser.ConfigParser()
    read.optionxform = str
    read.read_string(unit)
    program, *words = shlex.split(read["Service"]["ExecStart"])
    assert Path(program).name == "strapontin"
    args = parser().parse_args(words)
    assert f"proxy_pass http://{args.host}:{args.port};" in proxy
    assert proxy.count("{") == proxy.count("}")
    for header in ("Host $host", "Upgrade $http_upgrade", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme"):
        assert f"proxy_set_header {header};" in proxy


def test_every_variable_of_the_environment_that_is_shown_is_one_there_is():
    known = {f"STRAPONTIN_{name.upper()}" for name in Settings.__struct_fields__}
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/strapontin").rglob("*.py"))
    code += "".join(path.read_text(encoding="utf-8") for path in (ROOT / "web").glob("*.ts"))
    for name in documents():
        for shown in set(re.findall(r"STRAPONTIN_[A-Z_]+[A-Z]", (ROOT / name).read_text(encoding="utf-8"))):
            assert shown in known or f'"{shown}"' in code or f".{shown}" in code, f"{name}: {shown}"


def test_the_records_shown_are_records():
    told = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    shown = told.split("(`core/layout.py`):", 1)[1].split("From this come", 1)[0]
    names = vars(layout) | {"STATIONS": 56, "LINES": 10, "WINDOWS": 4, "SEATS": 6}
    exec(compile(textwrap.dedent(shown), "docs/architecture.md", "exec"), names)
    assert names["State"].dtype.names == ("turn", "sheet")
    assert names["State"].dtype["sheet"].shape == (6,)


def test_every_move_of_the_notation_can_be_read():
    told = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
    sections = dict(zip(games(), re.split(r"^## ", told, flags=re.MULTILINE)[1:], strict=True))
    tried = 0
    for name, section in sections.items():
        match = strapontin.new(name, players=game(name).seats[-1], seed=7)
        for cell in re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE):
            for move in re.findall(r"`([^`]+)`", cell):
                match.game.read(match.setting, match.state, 0, move)  # UnreadableMove if it is not in the notation
                tried += 1
    assert tried > 15


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


def test_the_limits_of_a_map_are_named_where_maps_are_explained():
    told = " ".join((ROOT / "docs/custom-maps.md").read_text(encoding="utf-8").split())
    limits = (f"{STATIONS} stations", f"{MOST_CARDS} cards", f"{ROUNDS - 1} rounds")
    for limit in (*limits, "10,000", "loop of at least 3 stations", "from 0 to 99"):
        assert limit in told


@pytest.mark.parametrize(
    ("language", "bonus", "tie"),
    [
        ("en", "skipped only if the supply is empty", "then more finished lines, then fewer tunnels, else the victory"),
        (
            "fr",
            "ne manque que si la réserve est vide",
            "puis le plus de lignes finies, puis le moins de tunnels, sinon",
        ),
    ],
)
def test_the_rules_of_the_odyssee_say_when_no_bonus_station_comes_and_who_wins_a_tie(language, bonus, tie):
    told = " ".join((ROOT / f"docs/rules/odyssee.{language}.md").read_text(encoding="utf-8").split())
    assert bonus in told
    assert told.count(tie) == 2  # after the tour, and in the little game


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
