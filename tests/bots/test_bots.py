"""Bots by name, legal moves only, and what happens to a bot that fails."""

from __future__ import annotations

import re
import selectors
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from strapontin.bots import ask, bot, choose, luck, seat_of, think_time
from strapontin.bots.outside import BotFault, Program
from strapontin.bots.seat import Bot, Seat
from strapontin.core.errors import StrapontinError
from strapontin.core.kernel import JIT
from strapontin.core.levels import LEVELS, offered
from strapontin.core.match import Match
from strapontin.core.registry import games

MOVES = 12 if JIT else 1


def acting(match: Match) -> int:
    return min(seat for seat in match.to_act if isinstance(seat, int))


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("level", [one.name for one in LEVELS])
def test_every_level_plays_legal_moves_in_every_game(name: str, level: str) -> None:
    match, player = Match(name, 2, seed=2), bot("expert@0.01" if level == "expert" else level)
    for _ in range(MOVES):
        if match.over:
            break
        seat = acting(match)
        answer = ask(player, seat_of(match, seat, 0.05, f"{len(match.moves)}"))
        assert answer.fault is None
        match.play(seat, answer.move)


def test_every_level_that_is_offered_plays_on_a_device_too() -> None:
    """There, one that is not known would be played as whoever stands in."""
    twin = (Path(__file__).parents[2] / "web/src/engine/bots.ts").read_text(encoding="utf-8")
    known = re.findall(r"^ +(\w+): \(\) => |level === '(\w+)'", twin, re.MULTILINE)
    assert {one or other for one, other in known} >= set(offered())


def test_a_move_from_plain_values_is_the_move_of_the_seat() -> None:
    match = Match("metrox", 2, seed=2)
    plain = choose(
        "metrox", match.setting.options, 2, match.concealed(0).tobytes(), match.history(0), 0, "greedy", 1.0, "s"
    )
    assert plain == bot("greedy")(seat_of(match, 0, 1.0, "s"))


def test_a_state_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(StrapontinError, match=r"3 bytes; a state of metrox has"):
        choose("metrox", {}, 2, b"abc", [], 0, "random")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("grandmaster", "there is no 'grandmaster'; known: random"),
        ("expert@soon", "a number of seconds"),
        ("novice@1", "only expert takes a time"),
        ("cmd:", "names no program"),
        ("no.such.module:bot", "cannot be imported"),
        ("json:__name__", "is not a function"),
        (".json:loads", "cannot be imported: TypeError"),
        ("cmd:no-such-program", "there is no program 'no-such-program'"),
    ],
)
def test_a_wrong_name_is_said_in_one_line(name: str, told: str) -> None:
    with pytest.raises(StrapontinError, match=told) as error:
        bot(name)
    assert "\n" not in str(error.value)


def test_the_name_of_a_bot_says_its_time() -> None:
    assert think_time("expert@0.25") == 0.25
    assert think_time("regular", 2.0) == 2.0


@pytest.mark.parametrize("text", ["def f(seat)\n", "boo\n", "import sys\nsys.exit(4)\n"])
def test_a_file_that_cannot_be_read_is_said_in_one_line(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"broken{abs(hash(text))}"
    (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StrapontinError, match="cannot be imported: ") as error:
        bot(f"{name}:f")
    assert "\n" not in str(error.value)


def test_luck_does_not_tell_what_it_is_made_of() -> None:
    assert luck(7, 1, 0) != luck(7, 1, 1)
    assert luck(7, 1, 0) == luck(7, 1, 0)
    assert len(luck(7, 1, 0)) == 32
    assert not set(luck(7, 1, 0)) - set("0123456789abcdef")


def test_ten_lines_make_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mybot.py").write_text("def last(seat):\n    return seat.legal[-1]\n")
    monkeypatch.chdir(tmp_path)
    match = Match("metrox", 2, seed=1)
    assert ask(bot("mybot:last"), seat_of(match, 0, 60))[0] == match.legal(0)[-1]


def crash(seat: Seat) -> str:
    raise ValueError("oh\nno")


def nonsense(seat: Seat) -> str:
    return "Z99"


def unhashable(seat: Seat) -> Any:
    return [seat.legal[0]]


def leave(seat: Seat) -> str:
    sys.exit()


def spoil(seat: Seat) -> str:
    """Plays a while in what it was given, and writes rules of its own."""
    seat.moves["ZZ"] = (0,)
    seat.state.sheet[0].vacant = 0
    seat.state.sheet[0].marks[:] = 1
    seat.setting.board.lines = 1
    seat.setting.options.clear()
    return "ZZ"


FAILING = [
    (crash, "crashed: ValueError: oh no"),
    (nonsense, "not a legal move"),
    (unhashable, "not a legal move: ['A0']"),
    (leave, "crashed: SystemExit"),
    (spoil, "not a legal move: 'ZZ'"),
]


@pytest.mark.parametrize(("failing", "told"), FAILING)
def test_a_bot_that_fails_is_replaced_for_that_move_and_reported(failing: Bot, told: str) -> None:
    match = Match("metrox", 2, seed=1)
    answer = ask(failing, seat_of(match, 0, 60))
    assert answer.move in match.legal(0)
    assert told in str(answer.fault)
    assert "\n" not in str(answer.fault)
    match.play(0, answer.move)
    assert match.setting.options["map"] == "amsterdam"


def test_a_bot_that_hangs_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strapontin.bots.referee.PATIENCE", 0.1)

    def hang(seat: Seat) -> str:
        while True:
            pass

    match = Match("metrox", 2, seed=1)
    answer = ask(hang, seat_of(match, 0, seconds=0.05))
    assert answer.move in match.legal(0)
    assert str(answer.fault).startswith("late")


def program(tmp_path: Path, body: str) -> Program:
    path = tmp_path / "bot.py"
    path.write_text(f"import json, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n{body}")
    return Program(f"{sys.executable} {path}")


def test_a_program_in_any_language_can_play(tmp_path: Path) -> None:
    body = "    print(json.dumps({'move': asked['legal'][-1]}), flush=True)\n"
    match, player = Match("metrox", 2, seed=1), program(tmp_path, body)
    for _ in range(4):
        seat = acting(match)
        answer = ask(player, seat_of(match, seat, 60))
        assert answer.fault is None
        assert answer.move == match.legal(seat)[-1]
        match.play(seat, answer.move)
    player.close()


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("    print('hello', flush=True)\n", "answered 'hello'; expected one line of JSON"),
        ("    print('[1]', flush=True)\n", "expected an object with a move"),
        ("    sys.exit(3)\n", "it has ended"),
        ('    print(\'{"move": "Q7"}\', flush=True)\n', "not a legal move"),
    ],
)
def test_a_program_that_fails_is_replaced_for_that_move(tmp_path: Path, body: str, told: str) -> None:
    match, player = Match("metrox", 2, seed=1), program(tmp_path, body)
    answer = ask(player, seat_of(match, 0, 60))
    assert answer.move in match.legal(0)
    assert told in str(answer.fault)
    player.close()


def test_a_program_that_talks_unasked_is_quoted(tmp_path: Path) -> None:
    path = tmp_path / "chatty.py"
    path.write_text("import time\nprint('good evening', flush=True)\ntime.sleep(60)\n")
    player = Program(f"{sys.executable} {path}")
    player._start()
    assert player.process is not None
    assert player.process.stdout is not None
    with selectors.DefaultSelector() as waiting:  # it has spoken before it is asked
        waiting.register(player.process.stdout, selectors.EVENT_READ)
        assert waiting.select(60)
    with pytest.raises(BotFault, match="it said 'good evening' without being asked"):
        player.within(seat_of(Match("metrox", 2, seed=1), 0, 60), 60)
    assert player.process is None


def test_a_program_that_is_silent_is_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strapontin.bots.referee.PATIENCE", 0.2)
    match, player = Match("metrox", 2, seed=1), program(tmp_path, "    time.sleep(60)\n")
    answer = ask(player, seat_of(match, 0, 0.1))
    assert answer.move in match.legal(0)
    assert answer.late
    assert "late: no answer after" in str(answer.fault)
    player.close()


def test_a_program_that_does_not_read_is_late_however_long_the_question(tmp_path: Path) -> None:
    player = Program(f"{sys.executable} -c 'import time; time.sleep(60)'")
    seat = seat_of(Match("metrox", 2, seed=1), 0, 0.1)
    long = replace(seat, past=lambda: [("*", "x" * 1000)] * 1000)
    with pytest.raises(BotFault, match="late"):
        player.within(long, 0.3)
    assert player.process is None


def test_a_program_gets_time_to_start_once_and_is_not_called_late_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("strapontin.bots.referee.PATIENCE", 60.0)  # a busy machine takes its time to start anything
    body = "    time.sleep(0.4)\n    print(json.dumps({'move': asked['legal'][0]}), flush=True)\n"
    match, player = Match("metrox", 2, seed=1), program(tmp_path, body)
    first = ask(player, seat_of(match, 0, 0.1))
    assert (first.fault, first.late) == (None, False)
    assert first.over < 0
    assert "late" in str(ask(player, seat_of(match, 0, 0.1)).fault)
    assert "late" in str(ask(player, seat_of(match, 0, 0.1)).fault)  # starting again is not another first time
    player.close()


def test_a_program_that_says_too_much_is_found_out(tmp_path: Path) -> None:
    body = "    print(json.dumps({'move': asked['legal'][0]}) + '\\n{}', flush=True)\n"
    match, player = Match("metrox", 2, seed=1), program(tmp_path, body)
    assert ask(player, seat_of(match, 0, 60)).fault is None
    assert "without being asked" in str(ask(player, seat_of(match, 0, 60)).fault)
    assert ask(player, seat_of(match, 0, 60)).fault is None
    player.close()


def test_programs_end_with_whoever_started_them(tmp_path: Path) -> None:
    path = tmp_path / "deaf.py"
    path.write_text("import time\nprint('{}', flush=True)\ntime.sleep(600)\n")
    command = f"{sys.executable} {path}"
    code = f"from strapontin.bots.outside import Program as P; p = P({command!r}); p._start(); print(p.process.pid)"
    pid = int(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
    assert not Path(f"/proc/{pid}").exists()


def test_a_steady_bot_plays_the_same_however_little_time_there_is() -> None:
    match = Match("jeudumetro", 3, seed=5)
    (seat,) = (one for one in match.to_act if isinstance(one, int))
    state, past = match.concealed(seat).tobytes(), [*match.history(seat)]
    patient, hurried = (
        choose("jeudumetro", {}, 3, state, past, seat, "regular", seconds, "dice", simulations=8)
        for seconds in (60.0, 1e-6)
    )
    assert patient == hurried
    assert patient in match.legal(seat)
