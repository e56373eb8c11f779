"""What a language model may ask: whole games by words alone, nothing its seat cannot know, errors of one line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from strapontin.adapters.desk import MOST_GAMES, PARTS, TOOLS, Desk, name_of, schema_of
from strapontin.adapters.sitting import Sitting
from strapontin.cli.mcp import voice
from strapontin.core.errors import StrapontinError
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.registry import collection, game
from strapontin.words import LANGUAGES
from tests.coach.games import altered, begun, of_others, swap

every_game = pytest.mark.parametrize("name", collection())
SEED = 7
BUDGET = 20 if JIT else 4


@pytest.fixture
def desk() -> Desk:
    return Desk(voice("en"))


def ask(desk: Desk, tool: str, **arguments: Any) -> str:
    told = desk.answer(tool, arguments)
    assert isinstance(told, str)
    return told


def refused(desk: Desk, tool: str, **arguments: Any) -> str:
    with pytest.raises(StrapontinError) as caught:
        desk.answer(tool, arguments)
    line = str(caught.value)
    assert "\n" not in line
    return line


def liking(preview: dict[str, Any]) -> tuple[int, ...]:
    """How well a move looks by its preview: so that games come to an end."""
    missing = preview.get("missing")
    return len(preview.get("wins", ())), preview.get("points") or 0, -(99 if missing is None else missing)


def played(desk: Desk, name: str, **more: Any) -> Iterator[str]:
    """A whole game of the model, every answer on the way."""
    yield ask(desk, "start", game=name, seed=SEED, **more)
    (found,) = desk.sittings
    while not json.loads(ask(desk, "look", id=found, form="json"))["view"]["over"]:
        moves = json.loads(ask(desk, "moves", id=found, form="json", most=1000))["moves"]
        yield ask(desk, "look", id=found, form="json")
        yield ask(desk, "play", id=found, move=max(moves, key=liking)["move"])


@every_game
def test_a_whole_game_is_played_and_its_seed_is_told_at_the_end(desk: Desk, name: str) -> None:
    *before, last = played(desk, name, bots=["random" if name == "metrox" else "novice"])
    (found,) = desk.sittings
    match = desk.sittings[found].match
    assert match.over
    assert match.seed is not None
    assert match.seed.hex() in last
    assert len(before) > 5
    assert not any(match.seed.hex() in told for told in before)
    assert match.commitment in before[0]
    assert json.loads(ask(desk, "look", id=found, form="json"))["seed"] == match.seed.hex()
    kind, told = desk.read(f"strapontin://games/{found}/record.json")
    assert kind == "application/json"
    assert Match.from_record(msgspec.convert(json.loads(told), type(match.as_record()))).scores == match.scores
    assert "The game is over." in ask(desk, "look", id=found)
    assert ask(desk, "moves", id=found) == "No legal move."
    assert "the game is over" in refused(desk, "play", id=found, move="A3")


@every_game
def test_moves_are_listed_with_what_they_do(desk: Desk, name: str) -> None:
    ask(desk, "start", game=name, seed=SEED)
    ((found, sitting),) = desk.sittings.items()
    legal = sitting.match.legal(sitting.seat)
    lines = ask(desk, "moves", id=found, most=1000).splitlines()
    assert [line.split("  ")[0] for line in lines] == legal
    assert all(len(line) > len(move) + 2 for line, move in zip(lines, legal, strict=True))
    previews = json.loads(ask(desk, "moves", id=found, form="json", most=2))
    assert [one["move"] for one in previews["moves"]] == legal[:2]
    assert previews["more"] == len(legal) - 2
    begins = legal[-1][:2]
    assert ask(desk, "moves", id=found, beginning=begins, most=1).startswith(begins)
    assert ask(desk, "moves", id=found, most=1).endswith(f"and {len(legal) - 1} more")


def test_what_others_cannot_have_seen_is_taken_back(desk: Desk) -> None:
    ask(desk, "start", game="odyssee", seed=SEED)
    ((found, sitting),) = desk.sittings.items()
    before = ask(desk, "look", id=found, form="json")
    ask(desk, "play", id=found, move=sitting.match.legal(0)[0])
    assert ask(desk, "look", id=found, form="json") != before
    ask(desk, "undo", id=found)
    view = json.loads(ask(desk, "look", id=found, form="json"))["view"]
    assert view == json.loads(before)["view"]
    assert "cannot take back" in refused(desk, "undo", id=found)


def test_a_review_is_of_the_own_seat(desk: Desk) -> None:
    ask(desk, "start", game="metrox", players=2, seed=SEED)
    (found,) = desk.sittings
    for _ in range(3):
        ask(desk, "play", id=found, move=json.loads(ask(desk, "moves", id=found, form="json"))["moves"][-1]["move"])
    told = ask(desk, "review", id=found, budget=BUDGET)
    assert told.startswith("Model: ")
    assert "3 decisions" in told


def test_lists_and_rules_are_there_before_any_game_is_loaded() -> None:
    asked = """
import sys
from strapontin.adapters.desk import Desk
from strapontin.cli.mcp import voice
desk = Desk(voice("en"))
print(desk.answer("games", {}), len(desk.resources()), len(desk.read(desk.resources()[0].uri)[1]), desk.templates())
print([name for name in sys.modules if name.startswith("strapontin.games.")])
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert all(f"{name}: " in done.stdout for name in collection())
    assert done.stdout.endswith("[]\n")


@every_game
def test_a_game_tells_its_players_and_options(desk: Desk, name: str) -> None:
    told = ask(desk, "games", game=name)
    assert f"{game(name).name}: {game(name).seats.start} to {game(name).seats.stop - 1} players" in told
    assert all(one.name in told for one in game(name).options)


def test_the_rules_of_every_game_are_there_in_every_language(desk: Desk) -> None:
    uris = [one.uri for one in desk.resources()]
    assert len(uris) == len(set(uris)) == len(collection()) * len(LANGUAGES)
    for uri in uris:
        kind, told = desk.read(uri)
        assert kind == "text/markdown"
        assert str(told).startswith("# ")


def test_the_board_is_a_picture(desk: Desk) -> None:
    pytest.importorskip("resvg_py")
    ask(desk, "start", game="jeudumetro", seed=SEED)
    assert {one.uri.rpartition("/")[2] for one in desk.resources() if "games/" in one.uri} == {"board.svg", "board.png"}
    assert str(desk.read("strapontin://games/jeudumetro-1/board.svg")[1]).startswith("<svg")
    png = desk.read("strapontin://games/jeudumetro-1/board.png")[1]
    assert isinstance(png, bytes)
    assert png.startswith(b"\x89PNG")
    assert desk.answer("look", {"id": "jeudumetro-1", "form": "picture"}) == png


# what a seat cannot know


def everything(match: Match, seat: int = 0) -> list[Any]:
    """All a model is told of a match in which it may act, errors too."""
    desk = Desk(voice("en"))
    desk.sittings["this"] = Sitting(match, seat, desk.voice, luck=SEED)
    told: list[Any] = []

    def heard(asking: Callable[[], Any]) -> None:
        try:
            told.append(asking())
        except StrapontinError as error:
            told.append(str(error))

    for form in ("text", "json"):
        heard(lambda form=form: desk.answer("look", {"id": "this", "form": form}))
        heard(lambda form=form: desk.answer("moves", {"id": "this", "form": form, "most": 1000}))
    heard(lambda: desk.answer("review", {"id": "this", "budget": BUDGET}))
    heard(lambda: desk.answer("undo", {"id": "this"}))
    refused = {"", "A99", "-V1,V1", "V1>1", "V2>2", "CC 1<>2", "9,9:1111", "0,1:4224", "line 1", "?"}
    for move in sorted(refused - set(match.legal(seat))):
        heard(lambda move=move: desk.answer("play", {"id": "this", "move": move}))
    for part in PARTS:
        heard(lambda part=part: desk.read(f"strapontin://games/this/{part}"))
    heard(desk.resources)
    heard(lambda: desk.answer("games", {}))
    return told


def without_seed(match: Match) -> Match:
    return Match.from_record(msgspec.structs.replace(match.as_record(), commitment=None, seed=None))


def same_to_seat_0(match: Match, other: Match) -> None:
    assert other.state.tobytes() != match.state.tobytes()
    assert other.concealed(0).tobytes() == match.concealed(0).tobytes()
    assert 0 in match.to_act
    assert everything(without_seed(match)) == everything(without_seed(other))


def to_act(name: str, verb: str, choices: int, fits: Callable[[list[str]], bool]) -> Iterator[tuple[Match, list[int]]]:
    """Games in which it is the turn of seat 0 after so many moves, with the hidden draws of a kind."""
    for seed in range(1, 40):
        match = begun(name, 3, choices, seed)
        hidden = of_others(match, verb)
        if 0 in match.to_act and len(hidden) > 1 and fits([match.moves[ply][1] for ply in hidden]):
            yield match, hidden


@pytest.mark.parametrize("choices", [0, 4], ids=["opening", "later"])
@pytest.mark.parametrize(("name", "verb"), [("jeudumetro", "obj"), ("jeudumetro", "deal"), ("correspondances", "line")])
def test_other_secrets_of_the_others_change_nothing(name: str, verb: str, choices: int) -> None:
    for match, (first, *_, last) in to_act(name, verb, choices, lambda texts: texts[0][-2:] != texts[-1][-2:]):
        try:
            other = altered(match, lambda moves, places=(first, last): swap(moves, *places))
        except StrapontinError:  # whoever played the card must have had it
            continue
        if other.concealed(0).tobytes() == match.concealed(0).tobytes():
            break
    else:
        raise AssertionError("no such game")
    same_to_seat_0(match, other)


def test_other_choices_in_an_open_round_change_nothing() -> None:
    match = without_seed(begun("metrox", 3, 3))
    assert match.to_act == {0, 1, 2}
    first, *_, last = match.legal(1)
    one, other = match.copy(), match.copy()
    for each, move in ((one, first), (other, last)):
        each.play(1, move)
        each.play(2, match.legal(2)[0])
    same_to_seat_0(one, other)


def test_a_game_with_the_seed_of_one_being_played_would_show_it_from_another_seat(desk: Desk) -> None:
    ask(desk, "start", game="correspondances", seed=SEED)
    assert "a game with it is being played" in refused(desk, "start", game="correspondances", seed=SEED, seat=1)
    (found,) = desk.sittings
    ask(desk, "leave", id=found)
    ask(desk, "start", game="correspondances", seed=SEED, seat=1)


# what is refused


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("dance", {}, "there is no tool 'dance'; known: games, start, look"),
        ("start", {}, "start: Object missing required field `game`"),
        ("start", {"game": "chess"}, "'chess' is not in the collection"),
        ("start", {"game": "metrox", "players": "two"}, "start: Expected `int | null`, got `str` - at `$.players`"),
        ("start", {"game": "metrox", "players": 7}, "players: 7; metrox is for 1 to 6 players"),
        ("start", {"game": "metrox", "players": 10**30}, "players"),
        ("start", {"game": "metrox", "seat": 2}, "seat: 2; this match has seats 0 to 1"),
        ("start", {"game": "metrox", "options": {"map": "rome"}}, "rome"),
        ("start", {"game": "metrox", "seed": "7"}, "seed: '7' is not 32 bytes in hex (64 digits)"),
        ("start", {"game": "metrox", "reveal": True}, "unknown field `reveal`"),
        ("start", {"game": "metrox", "players": 4, "bots": ["novice"] * 2}, "bots: 2 bots for 3 seats"),
        ("start", {"game": "metrox", "bots": ["cmd:sh"]}, "bots: 'cmd:sh'; it must be one of random, novice"),
        ("start", {"game": "metrox", "bots": ["os:getcwd"]}, "bots: 'os:getcwd'; it must be one of random"),
        ("start", {"game": "metrox", "bots": ["expert@60"]}, "bots: 'expert@60'; at most 5 seconds a move"),
        ("look", {"id": "metrox-9"}, "there is no game 'metrox-9' here; begun: none"),
        ("moves", {"id": "metrox-9", "most": 0}, "`int` >= 1"),
        ("review", {"id": "metrox-9", "budget": 10**6}, "`int` <= 2000"),
    ],
)
def test_wrong_arguments_are_one_line(desk: Desk, tool: str, arguments: dict[str, Any], said: str) -> None:
    assert said in refused(desk, tool, **arguments)
    assert not desk.sittings


@pytest.mark.parametrize(
    "uri",
    [
        "strapontin://rules/chess.en.md",
        "strapontin://rules/metrox.de.md",
        "strapontin://rules/../../pyproject.en.md",
        "strapontin://games/metrox-1/seed",
        "strapontin://games/board.svg",
        "file:///etc/passwd",
        "",
    ],
)
def test_what_is_not_there_cannot_be_read(desk: Desk, uri: str) -> None:
    with pytest.raises(StrapontinError, match="there is no"):
        desk.read(uri)


def test_a_record_is_secret_until_the_end(desk: Desk) -> None:
    ask(desk, "start", game="jeudumetro", seed=SEED)
    with pytest.raises(StrapontinError, match="the game is not over"):
        desk.read("strapontin://games/jeudumetro-1/record.json")


def test_a_move_that_is_not_legal_changes_nothing_and_names_those_that_are(desk: Desk) -> None:
    ask(desk, "start", game="metrox", seed=SEED)
    before = ask(desk, "look", id="metrox-1")
    assert "legal: A0" in refused(desk, "play", id="metrox-1", move="A9")
    assert ask(desk, "look", id="metrox-1") == before


def test_only_so_many_games_are_kept_and_one_that_is_over_makes_room(desk: Desk) -> None:
    list(played(desk, "metrox", players=1))
    for _ in range(MOST_GAMES - 1):
        ask(desk, "start", game="metrox", players=1)
    assert "metrox-1" in desk.sittings
    ask(desk, "start", game="metrox", players=1)
    assert "metrox-1" not in desk.sittings
    assert f"{MOST_GAMES} games are being played; leave one of" in refused(desk, "start", game="metrox")
    ask(desk, "leave", id="metrox-3")
    ask(desk, "start", game="metrox", players=1)
    assert len(desk.sittings) == MOST_GAMES


def test_errors_are_told_in_the_language_of_the_answers() -> None:
    french = Desk(voice("fr"))
    for tool, arguments in (
        ("dance", {}),
        ("look", {"id": "g"}),
        ("start", {"game": "metrox", "bots": ["cmd:sh"]}),
        ("start", {"game": "metrox", "bots": ["expert@60"]}),
    ):
        line = refused(french, tool, **arguments)
        assert french.voice.complaint(line) != line
    assert "À vous de jouer" in ask(french, "start", game="metrox")


@pytest.mark.parametrize("tool", TOOLS, ids=name_of)
def test_a_tool_says_what_it_does_and_what_every_argument_is(tool: Any) -> None:
    schema = schema_of(tool)
    assert schema["type"] == "object"
    assert all(about["description"] for about in schema["properties"].values())
    assert tool.__doc__


def test_a_game_is_begun_by_as_many_as_is_usual_or_by_the_bots_named(desk: Desk) -> None:
    for name in collection():
        ask(desk, "start", game=name)
        assert len(list(desk.sittings.values())[-1].match.players) == game(name).usual
    ask(desk, "start", game="metrox", bots=["random", "novice", "random"], seat=2)
    match = list(desk.sittings.values())[-1].match
    assert [one.name for one in match.players] == ["Absent-minded bot 1", "Novice bot", "Model", "Absent-minded bot 2"]
