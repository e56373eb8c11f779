"""Same rooms in every house: whoever has read one game finds everything in the others."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from strapontin.core import game as contract
from strapontin.core.registry import collection, game
from strapontin.words import LANGUAGES

ROOMS = {
    "kernels": {"state", "board", "rules", "judge", "insight", "observation", "account"},
    "faces": {"notation", "view", "story", "scene", "draw"},
}


def folder(name: str) -> Path:
    return Path(str(import_module(f"strapontin.games.{name}").__file__)).parent


@pytest.mark.parametrize("name", collection())
def test_every_game_has_the_same_rooms(name: str) -> None:
    for side, rooms in ROOMS.items():
        assert rooms <= {path.stem for path in (folder(name) / side).glob("*.py")}
    assert {path.name for path in folder(name).glob("*.py")} == {"__init__.py"}


@pytest.mark.parametrize("name", collection())
def test_every_kernel_of_the_contract_stands_among_the_kernels(name: str) -> None:
    insight = game(name).insight
    assert insight is not None
    for kernel in (*game(name).rules, *insight.hints):
        plain = getattr(kernel, "py_func", kernel)
        assert plain.__module__.startswith(f"strapontin.games.{name}.kernels.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", collection())
def test_rules_begin_with_the_players_and_minutes_every_face_tells(name: str, language: str) -> None:
    text = (folder(name).parents[3] / "docs" / "rules" / f"{name}.{language}.md").read_text(encoding="utf-8")
    told = [int(one) for one in re.findall(r"\d+", text.split("\n\n")[1])]
    one = game(name)
    assert told == [one.seats.start, one.seats.stop - 1, one.minutes, *([one.longest] if one.longest else [])]


def test_the_contract_lists_these_rooms() -> None:
    told = contract.__doc__ or ""
    for side, rooms in ROOMS.items():
        assert f"    {side}/" in told
        assert all(f"        {room}.py" in told for room in rooms)


def test_no_face_tells_games_apart_by_their_names() -> None:
    package, found = folder(collection()[0]).parents[1], []
    for path in package.rglob("*.py"):
        if package / "games" in path.parents or path == package / "core" / "registry.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in collection():
                found.append(f"{path.relative_to(package)}:{node.lineno} {node.value}")
    assert found == []


def test_no_dictionary_tells_games_apart_by_their_names() -> None:
    root, found = folder(collection()[0]).parents[3], []
    places = ("src", "tests", "benchmarks", "docs/examples")  # pages and their tests: web/tests/sources.test.ts
    for path in (one for place in places for one in (root / place).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            keys: set[object] = set()
            if isinstance(node, ast.Dict):
                keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
            elif isinstance(node, ast.Call):
                keys = {word.arg for word in node.keywords}
            if len(set(collection()) & keys) > 1:
                found.append(f"{path.relative_to(root)}:{node.lineno}")
    assert found == []
