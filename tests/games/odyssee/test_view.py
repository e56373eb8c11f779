"""What people see: previews that keep their promises, the log, the picture, the terminal."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from rich.console import Console

from strapontin.cli.boards import odyssee as terminal
from strapontin.cli.boards import tell
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.rng import below, generator
from strapontin.words import LANGUAGES, catalogue
from tests.games.odyssee.table import CITY, Network, Table, random_match, scaled


def walk(match: Match, seed: int, plain: int = 14) -> Any:
    """A random game, before every move; in plain Python only its first moves."""
    rng, most = generator(f"walk {seed}"), len(match.moves) + scaled(10_000, plain)
    while not match.over and len(match.moves) < most:
        (seat,) = match.to_act
        moves = match.legal(seat)
        move = moves[below(rng, len(moves))]
        played = len(match.moves)
        yield match, seat, move
        if len(match.moves) == played:
            match.play(seat, move)


@pytest.mark.parametrize("mode", ["odyssee", "little"])
def test_every_preview_says_what_the_move_then_does(mode: str) -> None:
    for seed in range(scaled(3, 1)):
        for match, seat, move in walk(Match("odyssee", 3, {"mode": mode}, seed), seed, plain=6):
            view = match.view(seat)
            told = next(one for one in view["moves"] if one["move"] == move)
            match.play(seat, move)
            then = match.view(seat)
            new = {one["corner"] for one in then["stations"]} - {one["corner"] for one in view["stations"]}
            assert set(told["stations"]) == new
            gained = then["accounts"][seat]["score"]["stations"] - view["accounts"][seat]["score"]["stations"]
            assert told["points"] == gained == len(told["near"])
            assert told["ends_turn"] == (then["turn"] > view["turn"] or told["kind"] == "tour")
            if told["kind"] == "tunnel":
                line = next(one for one in then["lines"] if (one["seat"], one["line"]) == (seat, told["line"]))
                assert (line["status"] == "blocked") == told["blocks"]
                assert line["exits"] == told["exits"]
                assert line["path"][-1] == told["end"]
                assert line["cells"][-1] == told["cell"]
            if told["kind"] == "tour":
                stop = then["tour"][-1]
                assert (stop["house"], stop["minutes"]) == (told["house"], told["minutes"])
                parts = ("sections", "shops", "presents", "rides")
                assert [stop[part] for part in parts] == [told[part] for part in parts]
                for other in range(3):
                    before, now = (one["accounts"][other]["score"] for one in (view, then))
                    assert now["sections"] - before["sections"] == told["sections"][other]
                    assert now["presents"] - before["presents"] == 2 * len(told["shops"][other])


def test_the_ways_out_are_those_as_the_city_stands() -> None:
    table = Table().start("1s", 3, "3,-5").dig("1s", "3,-4", "3,-3", "3,-2", "3,-1", "3,0", "3,1", "3,2").turn(0)
    from strapontin.games.odyssee import GAME

    line = GAME.view(table.setting, table.state, 0).lines[0]  # type: ignore[attr-defined]
    assert line.need == 1
    assert 12 in line.exits
    assert all(k % 5 in (0, 2, 4) and k // 5 in (2, 3, 4) for k in line.exits)


def test_everything_is_public_all_eyes_see_the_same_and_learn_the_same() -> None:
    match = random_match(3, 1, most=60)
    truth = match.state.tobytes()
    for eyes in (None, 0, 1, 2):
        assert match.concealed(eyes).tobytes() == truth
        assert match.history(eyes) == match.moves
        assert match.log(eyes) == match.log("*")
    views = [match.view(eyes) | {"seat": None, "moves": []} for eyes in (None, 0, 1, 2, "*")]
    assert all(view == views[0] for view in views)


def test_the_scene_has_the_whole_lattice() -> None:
    scene = Match("odyssee", 2, seed=1).scene
    assert (len(scene["corners"]), len(scene["cells"]), len(scene["outers"])) == (91, 150, 30)
    assert len({one["colour"] for one in scene["players"]}) == len({one["emblem"] for one in scene["players"]}) == 4


def test_a_city_being_laid_out_can_be_looked_at() -> None:
    match = Match("odyssee", 2, chance="manual")
    for draw in ("first 1", "D0 3/1", "D1 0/0"):
        assert match.view()["phase"] == "setup"
        ElementTree.fromstring(match.svg())
        match.play("*", draw)
    assert match.view()["city"]["houses"][2:] == [None] * 4
    assert match.view()["districts"] == ["3/1", "0/0"]


def test_pictures_are_well_formed_with_a_preview_of_every_kind_of_move() -> None:
    kinds = set()
    for match, seat, _ in walk(Match("odyssee", 4, seed=8), 8):
        for one in match.view(seat)["moves"]:
            if one["kind"] not in kinds:
                kinds.add(one["kind"])
                picture = match.svg(seat, one["move"])
                assert ElementTree.fromstring(picture).tag.endswith("svg")
                assert picture != match.svg(seat) or one["kind"] == "pass"
    assert {"start", "tunnel", "station", *(["tour"] if JIT else [])} <= kinds


def test_parallel_lines_are_drawn_side_by_side() -> None:
    from strapontin.games.odyssee.faces.draw import track

    above = track(["0,0", "1,0"], ["0,-1^"])
    below_ = track(["0,0", "1,0"], ["0,0v"])
    heights = [float(path.split("L")[0].split()[1]) for path in (above, below_)]
    assert heights[0] < 0 < heights[1]


def test_the_terminal_shows_and_describes_everything_in_both_languages() -> None:
    console = Console(width=100, file=open("/dev/null", "w"))  # noqa: SIM115
    for match, seat, _ in walk(Match("odyssee", 3, seed=4), 4):
        view = match.view(seat) | {"names": [one.name for one in match.players]}
        folded = [move for _, moves in terminal.groups(view, "en") for move in moves]
        assert set(folded) <= {one["move"] for one in view["moves"]}
        for language in LANGUAGES:
            for one in view["moves"]:
                assert terminal.describe(one, view, language)
        if view["turn"] % 9 == 0:
            console.print(terminal.show(match, seat, "fr"))
    for language in LANGUAGES:
        console.print(terminal.final(match, language))
        for note in match.log():
            told = tell(note, match, language)
            assert "{" not in told
            assert "odyssee." not in told


def test_the_terminal_draws_houses_shops_lines_and_stations() -> None:
    match = Match("odyssee", 2, {"city": CITY}, seed=3)
    (seat,) = match.to_act
    match.play(seat, "s:@8>5,-2")
    console = Console(width=100, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(terminal.show(match, seat, "en"))
    drawn = console.export_text()
    for mark in "123456abcdef♣≈●◆○↓↑":
        assert mark in drawn


def test_the_catalogues_have_the_same_keys_and_parameters() -> None:
    french, english = ({k: v for k, v in catalogue(one).items() if k.startswith("odyssee.")} for one in ("fr", "en"))
    assert french.keys() == english.keys()
    for key, sentence in french.items():
        assert isinstance(sentence, dict) == isinstance(english[key], dict)


def test_the_log_tells_of_blocked_and_freed_lines_and_of_the_last_turns() -> None:
    keys = {note.key for seed in range(scaled(12, 1)) for note in random_match(2 + seed % 3, seed).log()}
    assert {"odyssee.blocked", "odyssee.closing", "odyssee.tour", "odyssee.over", "odyssee.station"} <= keys


def test_a_walk_without_a_line_is_told_as_such() -> None:
    from strapontin.games.odyssee import GAME

    network = Network({"1s": ["1,0", "2,0"]}, {1: ["0,0"], 2: ["4,0"]}).begin(0, 5, 5)
    before = network.state.copy()
    network.play("H2:-")
    action = GAME.read(network.setting, before, 0, "H2:-")
    notes = GAME.story(network.setting, before, 0, action, network.state)
    assert notes[0].key == "odyssee.walked"


def test_two_houses_that_share_a_station_are_told_as_such() -> None:
    from strapontin.games.odyssee import GAME

    network = Network({"1s": ["1,0", "2,0"]}, {1: ["1,0"], 2: ["1,0"], 6: ["5,0"]}).begin(0, 5, 5)
    before = network.state.copy()
    (move,) = [one for one in network.legal() if one.startswith("H2")]
    network.play(move)
    notes = GAME.story(network.setting, before, 0, GAME.read(network.setting, before, 0, move), network.state)
    assert (notes[0].key, notes[0].params["rides"]) == ("odyssee.guided.shared", [])
