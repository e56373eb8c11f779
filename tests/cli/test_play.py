"""A game at the terminal: moves by number and by name, second thoughts, leaving and coming back."""

import json
import os
import re
import sys

import pexpect
import pytest

import strapontin
from strapontin.cli import saving
from strapontin.cli.table import meant
from tests.setup.surroundings import attentive


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """Where games are kept, for these tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "strapontin" / "games"


def saved(path):
    return json.loads(path.read_text())


def moves_of(path, seat=0):
    return [text for actor, text in saved(path)["moves"] if actor == seat]


def test_a_whole_solo_game_from_the_first_card_to_the_judgement(run, tmp_path):
    path = tmp_path / "solo.json"
    done = run("play", "metrox", "--players", 1, "--seed", 7, "--save", path, given="1\n\n" * 60)
    assert done.code == 0
    match = strapontin.load(path)
    assert match.over
    assert strapontin.words.figure(match.scores[0]) in done.out
    tier = match.view("*")["tier"]
    assert strapontin.words.say("en", f"metrox.tier.{tier}") in done.out
    assert run("verify", path).code == 0


def test_a_whole_game_against_random_in_french(run, tmp_path):
    path = tmp_path / "duo.json"
    options = ("--players", 3, "--bot", "random", "--bot", "random", "--language", "fr", "--seed", 3, "--save", path)
    done = run("play", "metrox", *options, given="1!\n" * 60)
    match = strapontin.load(path)
    assert match.over
    assert [one.bot for one in match.players] == [None, "random", "random"]
    assert re.search(r"gagne\.|se partagent", done.out)


def test_a_bot_of_ones_own_takes_a_seat_and_what_it_does_wrong_is_told(run, tmp_path, monkeypatch):
    (tmp_path / "homemade.py").write_text(
        "def last(seat):\n    return seat.legal[-1]\n\ndef tired(seat):\n    raise OSError('asleep')\n"
    )
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.json"
    words = ("play", "metrox", "--seed", 3, "--save", path, "--bot", "homemade:last", "--bot", "homemade:tired")
    done = run(*words, given="1!\n1!\nq\n")
    assert "homemade:tired: crashed: OSError: asleep. A safe move was made instead." in done.out
    match = strapontin.load(path)
    assert [one.bot for one in match.players] == [None, "homemade:last", "homemade:tired"]
    first = strapontin.load(path).at(1)
    assert moves_of(path, 1)[0] == first.legal(1)[-1]
    # whoever sends such a file does not get their program run
    again = run("play", "--resume", path, given="q\n")
    assert "there is no bot homemade:last here; random takes the seat" in again.out


def test_quitting_keeps_the_game_and_says_how_to_go_on(run, tmp_path):
    path = tmp_path / "evening.json"
    done = run("play", "metrox", "--players", 1, "--seed", 7, "--save", path, given="1!\n2!\nq\n")
    assert done.code == 0
    assert f"strapontin play --resume {path}" in done.out.replace(" \\\n    ", " ")
    assert len(moves_of(path)) == 2


def test_coming_back_loses_nothing(run, tmp_path):
    """A game left and resumed again and again is the game played in one go."""
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    run("play", "metrox", "--players", 1, "--seed", 7, "--save", whole, given="1!\n" * 60)
    run("play", "metrox", "--players", 1, "--seed", 7, "--save", parts, given="1!\nq\n")
    for typed in ("1!\n", "1!\n1!\n", "1!\nq\n", "1!\n" * 60):
        run("play", "--resume", parts, given=typed)
    assert saved(parts) == saved(whole)


def test_resume_without_a_file_takes_the_game_played_last(run, kept):
    run("play", "metrox", "--players", 1, "--seed", 7, given="1!\nq\n")
    run("play", "--resume", given="1!\nq\n")
    (path,) = kept.iterdir()
    assert len(moves_of(path)) == 2


def test_resume_takes_the_newest_game_that_is_not_over(run, refused, kept):
    run("play", "metrox", "--players", 1, "--seed", 7, given="1!\nq\n")
    (path,) = kept.iterdir()
    run("play", "odyssee", "--seed", 7, given="q\n")
    run("play", "metrox", "--players", 1, "--seed", 8, given="1!\n" * 60)
    (kept / "cut.json").write_text('{"format": "strapontin/1", "game": "metrox"')
    (finished,), (other,) = set(kept.glob("metrox*")) - {path}, kept.glob("odyssee*")
    assert saved(finished)["result"]
    for instant, one in enumerate((path, other, finished, kept / "cut.json")):
        os.utime(one, (instant, instant))
    assert saving.latest() == other
    assert saving.latest("metrox") == path
    run("play", "metrox", "--resume", given="1!\nq\n")
    assert len(moves_of(path)) == 2
    assert "no game of jeudumetro that is not over is kept" in refused("play", "jeudumetro", "--resume")


def test_resume_with_nothing_kept_says_so(refused):
    assert "no game is kept" in refused("play", "--resume")


def test_a_move_is_a_number_a_name_or_its_beginning():
    legal = ["A0", "A1", "A10", "B1"]
    assert meant("2", ["A1", "B1"], legal) == ["B1"]
    assert meant("3", ["A1", "B1"], legal) == []
    assert meant("a1", [], legal) == ["A1"]
    assert meant("a", [], legal) == ["A0", "A1", "A10"]
    assert meant("cen", [], ["*centraal", "*-", "*dam"]) == ["*centraal"]
    assert meant("", [], legal) == []
    assert meant("Z9", [], legal) == []


def test_what_cannot_be_played_is_said_and_asked_again(run, tmp_path):
    path = tmp_path / "typo.json"
    done = run("play", "metrox", "--players", 1, "--seed", 7, "--save", path, given="Z9\nA\n\nall\n?\n99\nA1!\nq\n")
    assert "“Z9” cannot be played now" in done.out
    assert "“A” could be: A0  A1" in done.out
    assert "“99” cannot be played now" in done.out
    assert "F4 rides line F" in done.out
    assert moves_of(path) == ["A1"]


def test_a_move_that_closes_the_round_is_asked_for_again(run, tmp_path):
    path = tmp_path / "sure.json"
    done = run("play", "metrox", "--players", 1, "--seed", 7, "--save", path, given="A1\nn\nB1\n\nq\n")
    assert done.out.count("Enter to play it") == 2
    assert moves_of(path) == ["B1"]


def test_at_one_screen_a_curtain_hides_what_the_other_chose(run, tmp_path):
    path = tmp_path / "two.json"
    options = ("--name", "Ana", "--name", "Bo", "--seed", 7, "--save", path)
    done = run("play", "metrox", *options, given="\nA1\n\nB1!\n")
    assert "Pass the screen to Ana" not in done.out  # nothing is hidden before the first choice
    before_bo = done.out[done.out.index("Pass the screen to Bo") :]
    assert "Ana rides" not in before_bo[: before_bo.index("Bo, your move")]
    assert [move for move in saved(path)["moves"] if move[0] != "*"] == [[0, "A1"], [1, "B1"]]


def test_where_all_lies_open_there_is_no_curtain(run, tmp_path):
    path = tmp_path / "open.json"
    done = run("play", "odyssee", "--name", "Ana", "--name", "Bo", "--seed", 7, "--save", path, given="1!\n" * 12)
    assert {seat for seat, _ in saved(path)["moves"]} >= {0, 1}
    assert "Pass the screen" not in done.out


@pytest.mark.parametrize("game", ["jeudumetro", "correspondances"])
def test_who_has_a_secret_gets_the_screen_behind_a_curtain(run, tmp_path, game):
    options = ("--name", "Ana", "--name", "Bo", "--seed", 7, "--save", tmp_path / "secret.json")
    done = run("play", game, *options, given="q\n")
    assert "Pass the screen" in done.out
    assert "your move" not in done.out


def test_at_the_curtain_the_last_move_can_be_taken_back(run, tmp_path):
    path = tmp_path / "two.json"
    options = ("--name", "Ana", "--name", "Bo", "--seed", 7, "--save", path)
    run("play", "metrox", *options, given="\nA1\nu\nC1\n\nB1!\n")
    assert [move for move in saved(path)["moves"] if move[0] != "*"] == [[0, "C1"], [1, "B1"]]


def test_nothing_is_taken_back_once_a_card_has_come(run, tmp_path):
    path = tmp_path / "late.json"
    done = run("play", "metrox", "--players", 1, "--seed", 7, "--save", path, given="A1!\nu\nq\n")
    assert "Too late to take it back: the next card has come" in done.out
    assert "others" not in done.out
    assert moves_of(path) == ["A1"]


def test_before_the_first_move_there_is_nothing_to_take_back(run, tmp_path):
    done = run("play", "metrox", "--seed", 7, "--save", tmp_path / "new.json", given="u\nq\n")
    assert "There is nothing to take back yet" in done.out


@pytest.mark.parametrize("name", ["metrox", "jeudumetro"])
def test_the_end_of_a_game_tells_what_replay_tells(run, tmp_path, name):
    path = tmp_path / "end.json"
    done = run("play", name, "--name", "Ana", "--bot", "novice", "--seed", 3, "--save", path, given="1!\n" * 400)
    assert strapontin.load(path).over
    told = run("replay", path, "--seat", 0).out.splitlines()
    last = told[: told.index("")][-2:]
    shown = " ".join(done.out.split())
    for line in last:
        assert " ".join(line.split()) in shown


def test_names_nobody_gave_are_in_the_language_of_the_terminal(run, tmp_path, monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    path = tmp_path / "fr.json"
    run("play", "metrox", "--players", 3, "--bot", "novice", "--save", path, given="q\n")
    assert [one["name"] for one in saved(path)["players"]] == ["Joueur 1", "Joueur 2", "Robot novice"]
    assert run("new", "metrox").json["players"][0]["name"] == "Joueur 1"


def test_bots_of_one_level_are_told_apart_and_others_are_not_numbered(run, tmp_path):
    path = tmp_path / "four.json"
    words = ("--bot", "novice", "--bot", "greedy", "--bot", "novice")
    run("play", "odyssee", "--name", "Ana", *words, "--save", path, given="q\n")
    assert [one["name"] for one in saved(path)["players"]] == ["Ana", "Novice bot 1", "Hasty bot", "Novice bot 2"]


def test_enter_shows_the_table_again(run, tmp_path):
    done = run("play", "metrox", "--seed", 7, "--save", tmp_path / "again.json", given="?\n\nq\n")
    assert done.out.count("Amsterdam · Round 1") == 2


def test_how_to_go_on_is_a_command_on_a_line_of_its_own(run, tmp_path, kept):
    done = run("play", "metrox", "--seed", 7, given="q\n")
    assert done.out.splitlines()[-1] == "  strapontin play metrox --resume"
    path = tmp_path / ("a-rather-long-name" * 5 + ".json")
    done = run("play", "metrox", "--seed", 7, "--save", path, given="q\n")
    assert done.out.splitlines()[-2:] == ["  strapontin play --resume \\", f"    {path}"]


def test_a_repeat_owed_to_a_special_station_can_be_taken_back(run, tmp_path):
    path, city = tmp_path / "special.json", strapontin.new("metrox").scene["map"]
    first = city["lines"][0]["stations"][0]
    for station in city["stations"]:
        station["special"] = station["id"] == first
    options = tmp_path / "options.json"
    options.write_text(json.dumps({"map": city, "special": True}))
    typed = "A1\nu\nB1!\nq\n"
    argv = ("--players", 1, "--options", options, "--chance", "manual", "--save", path)
    run("play", "metrox", *argv, given="3\n\n" + typed)
    assert moves_of(path) == ["B1"]


def test_with_real_cards_the_player_tells_every_draw(run, tmp_path):
    path = tmp_path / "cards.json"
    done = run("play", "metrox", "--players", 1, "--chance", "manual", "--save", path, given="9\n6\nn\n4\n\nA1!\nq\n")
    assert "“9” is not in the pile" in done.out
    assert saved(path)["moves"] == [["*", "4"], [0, "A1"]]
    assert "seed" not in saved(path)
    run("play", "--resume", path, given="6\n\nq\n")
    assert saved(path)["moves"][2] == ["*", "6"]


def test_a_save_that_fails_leaves_the_old_one(tmp_path, monkeypatch):
    path, match = tmp_path / "kept.json", strapontin.new("metrox", seed=7)
    saving.save(match, path)
    before = path.read_text()
    match.play(0, match.legal(0)[0])

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        saving.save(match, path)
    assert path.read_text() == before
    assert list(tmp_path.glob(".*")) == []


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "none given; name one"),
        (["chess"], "not in the collection"),
        (["metrox", "--bot", "genius"], "--bot: there is no 'genius'; known: random"),
        (["metrox", "--players", "1", "--bot", "random", "--bot", "random"], "2 bots for 1 seats"),
        (["--resume", "/nowhere/game.json"], "there is no such file"),
        (["metrox", "--save", "/proc/nowhere/game.json"], "/proc/nowhere"),
    ],
)
def test_wrong_wishes_are_refused_in_one_line(refused, argv, said):
    assert said in refused("play", *argv)


def test_on_a_real_terminal_control_c_keeps_the_game(tmp_path):
    path = tmp_path / "real.json"
    command = f"-m strapontin play metrox --players 1 --seed 7 --language en --save {path}"
    look = {"dimensions": (24, 80), "encoding": "utf-8", "timeout": 300, "preexec_fn": attentive}
    child = pexpect.spawn(sys.executable, command.split(), **look)
    child.expect("your move")
    child.sendline("A1!")
    child.expect("Round 2")
    child.expect("your move")
    child.sendintr()
    child.sendline("")  # between a prompt and its line Python does not notice a signal before the line has come
    child.expect("The game is kept")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert moves_of(path) == ["A1"]


def test_on_a_real_terminal_a_line_is_started_by_the_number_of_its_place(tmp_path):
    path = tmp_path / "city.json"
    command = f"-m strapontin play odyssee --name Ana --name Bo --seed 1 --language en --save {path}"
    look = {"dimensions": (24, 80), "encoding": "utf-8", "timeout": 300, "preexec_fn": attentive}
    child = pexpect.spawn(sys.executable, command.split(), **look)
    child.expect("start the solid line")  # there is no other line yet: its places are listed at once
    child.expect_exact("@1→1,-5")
    child.expect("your move")
    child.sendline("1!")
    child.expect("2 tunnels left")
    child.expect("your move")
    child.sendline("q")
    child.expect("The game is kept")
    child.expect(pexpect.EOF)
    assert [text for actor, text in saved(path)["moves"] if actor != "*"] == ["s:@1>1,-5"]
