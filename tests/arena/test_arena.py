"""The arena: fair to every seat, repeatable, and it loses no game."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from strapontin.arena.plan import Plan
from strapontin.arena.play import Outcome, play
from strapontin.arena.ratings import results
from strapontin.arena.report import command, page
from strapontin.arena.run import Ledger, run
from strapontin.bots import Seat
from strapontin.cli import main
from strapontin.core.errors import StrapontinError
from strapontin.words import Language
from tests.setup.surroundings import attentive


def plan(**more: Any) -> Plan:
    given: dict[str, Any] = {"game": "metrox", "bots": ("random", "greedy"), "players": 2, "games": 4}
    return Plan(**(given | more))


def outcome(number: int, seating: tuple[int, ...], winners: list[int], scores: list[int] | None = None) -> Outcome:
    n = len(seating)
    return Outcome(
        number, number // n, seating, scores or [0] * n, winners, 9, [0.0] * n, [1] * n, [0.0] * n, [0] * n, [0] * n
    )


def test_everybody_sits_in_every_seat_of_every_deal() -> None:
    fixtures = plan(bots=("a", "b", "c"), players=3, games=7).fixtures()
    assert len(fixtures) == 9
    assert Counter((f.deal, seat, who) for f in fixtures for seat, who in enumerate(f.seating)) == Counter(
        (deal, seat, who) for deal in range(3) for seat in range(3) for who in range(3)
    )


def test_tables() -> None:
    assert plan(bots=("a", "b", "c")).tables() == [(0, 1), (0, 2), (1, 2)]
    assert plan(bots=("a", "b"), players=4).tables() == [(0, 1, 1, 1)]
    assert plan(bots=("a", "b"), players=1).tables() == [(0,), (1,)]


def test_every_seating_gets_the_same_cards(tmp_path: Path) -> None:
    asked = plan(games=2, bots=("random", "random"))
    for fixture in asked.fixtures():
        play(asked, fixture, str(tmp_path))
    cards = [
        [move for seat, move in json.loads(path.read_text())["moves"] if seat == "*"]
        for path in sorted(tmp_path.iterdir())
    ]
    assert len(cards) == 2
    assert cards[0] == cards[1]


def test_the_same_plan_gives_the_same_games() -> None:
    fixture = plan().fixtures()[1]
    one, other = play(plan(), fixture), play(plan(), fixture)
    assert (one.scores, one.moves, one.winners) == (other.scores, other.moves, other.winners)


def test_an_interrupted_arena_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path, asked = tmp_path / "arena.jsonl", plan(games=6, bots=("random", "random"))
    seen: list[int] = []

    def stop_after_two(done: Outcome) -> None:
        seen.append(done.number)
        if len(seen) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Ledger(asked, path), told=stop_after_two)
    with path.open("ab") as file:  # a line cut off by a power failure
        file.write(b'{"number": 2, "dea')
    ledger = Ledger(asked, path)
    assert sorted(ledger.outcomes) == [0, 1]
    run(ledger, told=lambda done: seen.append(done.number))
    assert seen == [0, 1, 2, 3, 4, 5]
    assert len(path.read_text().splitlines()) == 7
    assert sorted(Ledger(asked, path).outcomes) == [0, 1, 2, 3, 4, 5]


def test_a_ledger_cut_off_in_its_first_line_is_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    Ledger(plan(), path)
    whole = path.read_bytes()
    for cut in (0, 7, len(whole) - 1):
        path.write_bytes(whole[:cut])
        Ledger(plan(), path).add(outcome(0, (0, 1), [0]))
        assert sorted(Ledger(plan(), path).outcomes) == [0]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"\xff\xfe", "line 2: not the results of an arena"),
        (b"[" * 5000, "line 2: not the results of an arena"),
        (msgspec.json.encode(outcome(0, (0, 0), [0])), "line 2: not a game of this arena"),
        (msgspec.json.encode(outcome(99, (0, 1), [0])), "line 2: not a game of this arena"),
        (msgspec.json.encode(outcome(0, (0, 1), [5])), "line 2: not a game of this arena"),
        (msgspec.json.encode(outcome(0, (0, 1), [0], [3])), "line 2: not a game of this arena"),
    ],
)
def test_a_ledger_with_a_wrong_line_is_refused_by_its_number(tmp_path: Path, line: bytes, told: str) -> None:
    path = tmp_path / "arena.jsonl"
    Ledger(plan(), path)
    with path.open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(StrapontinError, match=told):
        Ledger(plan(), path)


def test_control_c_loses_no_finished_game(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    words = ["-m", "strapontin", "arena", "metrox", "--bots", "random,greedy", "--games", "2000", "--players", "2"]
    words += ["--resume", str(path), "--records", str(tmp_path / "records")]
    arena = subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=attentive,
    )
    while not path.exists() or path.read_bytes().count(b"\n") < 4:
        assert arena.poll() is None
        time.sleep(0.05)
    arena.send_signal(signal.SIGINT)
    told, trouble = arena.communicate()
    assert arena.returncode == 1
    assert "Traceback" not in trouble
    kept = path.read_bytes().count(b"\n") - 1
    assert f"Stopped after {kept} game" in trouble
    assert "random" in told  # the figures so far
    asked = plan(bots=("random", "greedy"), games=2000)
    assert len(Ledger(asked, path).outcomes) == kept
    assert len(list((tmp_path / "records").iterdir())) >= kept


def test_a_game_that_was_written_when_control_c_came_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, written = tmp_path / "arena.jsonl", []

    def interrupted(_: int) -> None:
        written.append(1)
        if len(written) == 4:  # the plan and three games are in the file; the third is not yet in memory
            raise KeyboardInterrupt

    monkeypatch.setattr("strapontin.arena.run.os.fsync", interrupted)
    words = ["arena", "metrox", "--bots", "random,random", "--games", "20", "--resume", str(path), "--language", "en"]
    assert main(words) == 1
    assert "Stopped after 3 games, 17 to go" in capsys.readouterr().err


def test_the_luck_of_a_bot_does_not_tell_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def peek(seat: Seat) -> str:
        seen.append(seat.seed)
        return seat.legal[0]

    monkeypatch.setattr("strapontin.arena.play.player", lambda name: peek)
    asked = plan(seed=123456, bots=("random", "random"))
    play(asked, asked.fixtures()[0])
    assert seen
    assert not any("123456" in one or "/" in one for one in seen)


def test_a_game_that_comes_back_twice_counts_once(tmp_path: Path) -> None:
    ledger = Ledger(plan(), tmp_path / "arena.jsonl")
    assert ledger.add(outcome(0, (0, 1), [0]))
    assert not ledger.add(outcome(0, (0, 1), [1]))
    assert ledger.outcomes[0].winners == [0]


def test_results_of_another_arena_are_refused(tmp_path: Path) -> None:
    Ledger(plan(), tmp_path / "arena.jsonl")
    with pytest.raises(StrapontinError, match="belongs to another arena"):
        Ledger(plan(seed=9), tmp_path / "arena.jsonl")


def test_processes_play_the_same_games_as_one(tmp_path: Path) -> None:
    asked = plan(games=4, bots=("random", "random"))
    alone, pooled = Ledger(asked, None), Ledger(asked, tmp_path / "pool.jsonl")
    run(alone)
    run(pooled, jobs=2)
    assert {n: o.scores for n, o in alone.outcomes.items()} == {n: o.scores for n, o in pooled.outcomes.items()}


def test_the_share_of_decided_games_and_its_interval() -> None:
    asked = plan(bots=("strong", "weak"), games=200)
    outcomes = [outcome(f.number, f.seating, [f.seating.index(0 if f.number % 4 else 1)]) for f in asked.fixtures()]
    outcomes += [outcome(1000, (0, 1), [0, 1])]
    (pair,) = results(asked, outcomes).pairings
    assert (pair.won, pair.lost, pair.shared) == (150, 50, 1)
    assert pair.share.mean == 0.75
    assert 0.6 < pair.share.low < 0.75 < pair.share.high < 0.9
    strong, weak = results(asked, outcomes).standings
    assert strong.rating is not None
    assert weak.rating is not None
    assert strong.rating.mean - weak.rating.mean == pytest.approx(190.8, abs=6)  # odds of 3 to 1
    assert 60 < strong.rating.low < 80 < strong.rating.mean < 110 < strong.rating.high < 135  # 100 deals


def test_a_clean_sheet_leaves_doubt() -> None:
    asked = plan(bots=("strong", "weak"), games=20)
    outcomes = [outcome(f.number, f.seating, [f.seating.index(0)]) for f in asked.fixtures()]
    (pair,) = results(asked, outcomes).pairings
    assert pair.share.high == 1.0
    assert pair.share.low == pytest.approx(0.722, abs=0.001)  # Wilson, 10 of 10 deals
    strong, weak = results(asked, outcomes).standings
    assert strong.rating is not None
    assert weak.rating is not None
    assert 0 < strong.rating.low < strong.rating.mean == strong.rating.high
    assert weak.rating.low == weak.rating.mean < weak.rating.high < 0


def test_who_beats_everybody_is_not_certain_of_its_rating() -> None:
    asked = plan(bots=("strong", "one", "other"), games=20)
    outcomes = [
        outcome(f.number, f.seating, [f.seating.index(0) if 0 in f.seating else f.number % 2]) for f in asked.fixtures()
    ]
    strong = results(asked, outcomes).standings[0].rating
    assert strong is not None
    assert strong.high - strong.low > 100
    assert strong.low <= strong.mean <= strong.high


def test_a_bot_alone_is_not_rated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "metrox", "--bots", "random", "--games", "2", "--players", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["standings"][0]["rating"] is None
    assert told["pairings"] == []
    assert main(["arena", "metrox", "--bots", "random", "--games", "2", "--players", "1"]) == 0
    assert "wins" not in capsys.readouterr().out


def test_a_bot_that_wins_every_table_is_rated_above_the_others() -> None:
    asked = plan(bots=("strong", "weak"), players=4, games=40)
    outcomes = [outcome(f.number, f.seating, [f.seating.index(0)]) for f in asked.fixtures()]
    strong, weak = results(asked, outcomes).standings
    assert strong.wins.mean == 1.0
    assert weak.games == 3 * strong.games
    assert strong.rating is not None
    assert weak.rating is not None
    assert strong.rating.mean > weak.rating.mean + 5
    assert strong.rating.low < strong.rating.mean < strong.rating.high


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_report_fetches_nothing(language: Language) -> None:
    asked = plan(games=2, bots=("random", "random<b>"))
    outcomes = [play(plan(games=2, bots=("random", "random")), fixture) for fixture in asked.fixtures()]
    text = page(asked, outcomes, results(asked, outcomes), language)
    assert text.count("<svg") == 6  # ratings, win shares, scores, seats, lengths, lines of metroX
    assert not re.search(r"https?:|src=|@import|url\(|<script|<b>", text)
    assert text.count("<td>0</td>") == 2  # nobody was over their time
    shares = re.findall(r"\d[.,]\d(\s?)%", text)
    assert set(shares) == {"" if language == "en" else "\N{NARROW NO-BREAK SPACE}"}


@pytest.mark.parametrize(
    ("game", "headings"),
    [
        ("jeudumetro", ["Wins by objective", "Empty train"]),
        ("odyssee", ["Lines finished", "random, mean "]),
    ],
)
def test_the_report_tells_what_matters_in_a_game(game: str, headings: list[str]) -> None:
    asked = plan(game=game, games=6, players=3, bots=("random", "random"))
    outcomes = [play(asked, fixture) for fixture in asked.fixtures()]
    text = page(asked, outcomes, results(asked, outcomes), "en")
    assert [heading for heading in headings if heading not in text] == []


def test_a_report_before_any_game_is_over_has_nothing_to_draw() -> None:
    asked = plan()
    assert "<svg" not in page(asked, [], results(asked, []), "en")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"bots": ("cmd:node my bot.js", "novice")}, "--bots 'cmd:node my bot.js,novice'"),
        ({"options": {"map": "paris", "special": True}}, "--option map=paris --option special=true"),
        ({"options": {"map": {"lines": []}}}, "--options FILE"),
    ],
)
def test_the_command_of_a_report_can_be_given_again(more: dict[str, Any], told: str) -> None:
    assert told in command(plan(**more))


def test_a_report_says_when_the_arena_was_stopped() -> None:
    asked = plan(games=4)
    outcomes = [outcome(0, (0, 1), [0])]
    assert "stopped after 1 of 4 games" in page(asked, outcomes, results(asked, outcomes), "en")


LOUD = "import os\n\ndef last(seat):\n    print('aloud')\n    os.write(1, b'raw')\n    return seat.legal[-1]\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_stays_json_when_a_bot_prints_and_tells_every_game(jobs: str, tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(LOUD)
    words = ["arena", "metrox", "--bots", "loud:last,random", "--games", "2", "--json", "--jobs", jobs]
    environment = os.environ | {"STRAPONTIN_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "strapontin", *words],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "aloud" in done.stderr
    assert "raw" in done.stderr
    told = json.loads(done.stdout)
    assert [one["seating"] for one in told["outcomes"]] == [[0, 1], [1, 0]]
    assert all(len(one["scores"]) == 2 for one in told["outcomes"])


def test_what_was_not_over_its_time_is_0_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "metrox", "--bots", "random,random", "--games", "2", "--think", "60"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("random ")]
    assert [row[-1] for row in rows[:2]] == ["0", "0"]


def test_names_too_long_for_a_column_stand_below_it_whole(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    script = tmp_path / "a-bot-with-quite-a-long-name"
    script.write_text(f"#!{sys.executable}\nfor line in open(0):\n    print('{{}}', flush=True)\n")
    script.chmod(0o755)
    assert main(["arena", "metrox", "--bots", f"random,cmd:{script}", "--games", "2"]) == 0
    table, _, names = capsys.readouterr().out.partition("1  random\n")
    assert names.startswith(f"2  cmd:{script}\n")
    assert max(map(len, table.splitlines())) <= 80


def test_brackets_in_a_name_are_not_markup(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = tmp_path / "w[b]x"
    script.write_text(f"#!{sys.executable}\nfor line in open(0):\n    print('{{}}', flush=True)\n")
    script.chmod(0o755)
    assert main(["arena", "metrox", "--bots", f"random,cmd:{script} [/]", "--games", "2"]) == 0
    assert "w[b]x[/]:movesreplaced" in capsys.readouterr().out.replace("\n", "").replace(" ", "")


def test_the_command_tells_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["arena", "metrox", "--bots", "random,random", "--games", "2", "--seed", "3"]
    before = signal.getsignal(signal.SIGINT)
    assert main([*words, "--json", "--report", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 2
    assert [one["bot"] for one in told["standings"]] == ["random", "random"]
    assert (tmp_path / "index.html").exists()
    assert main([*words, "--language", "fr"]) == 0
    assert "2 parties" in capsys.readouterr().out
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess", "--bots", "random"], "is not in the collection"),
        (["metrox", "--bots", "deepblue"], "there is no 'deepblue'"),
        (["metrox", "--bots", ","], "none given"),
        (["metrox", "--bots", "novice"], "novice alone; name another to meet it, such as novice,greedy"),
        (["metrox", "--bots", "random", "--players", "9"], "1 to 6 players"),
        (["metrox", "--bots", "random,random", "--games", "0"], "at least one"),
        (["metrox", "--bots", "random", "--think", "0"], "0.001 to 3600"),
        (["metrox", "--bots", "random", "--think", "nan"], "0.001 to 3600"),
        (["metrox", "--bots", "random", "--jobs", "0"], "at least one"),
        (["metrox", "--bots", "random", "--seed", "-1"], "not be below 0"),
        (["metrox", "--bots", "random,cmd:./no-such-bot"], "there is no program './no-such-bot'"),
        (["metrox", "--bots", "random,random", "--report", "/proc/nowhere"], "/proc/nowhere"),
        (["metrox", "--bots", "random", "--option", "map=atlantis"], "there is no 'atlantis'"),
    ],
)
def test_wrong_arguments_are_said_in_one_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words]) == 1
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_the_arena_tells_how_much_bots_overrun() -> None:
    asked = plan(games=2)
    outcomes = [outcome(0, (0, 1), [0]), outcome(1, (1, 0), [0])]
    for one in outcomes:
        one.over = [[-0.9] * 99 + [0.4], [0.02] * 100]
    told = results(asked, outcomes).standings
    assert told[0].over == pytest.approx(0.02)
    assert told[1].over == pytest.approx(0.02)
    outcomes[1].over = outcomes[0].over = []
    assert results(asked, outcomes).standings[0].over is None
