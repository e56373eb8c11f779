"""What documents about the code name is there: files, and the functions in them."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = (ROOT, ROOT / "src/strapontin", ROOT / "web", ROOT / "docs", ROOT / "docs/examples/fifth-game")
"""Where a path may begin."""

DOCUMENTS = ("README.md", "CONTRIBUTING.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")))
KINDS = (".py", ".ts", ".svelte", ".md", ".toml", ".mjs")
"""Files of ours; a document may name others that readers will have."""

HERE = re.compile(r"^[\w./-]+$")


def named(document):
    """Everything between backticks, outside of blocks."""
    text = re.sub(r"^```.*?^```", "", (ROOT / document).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"`([^`\n]+)`", text)


def found(path):
    return next((place / path for place in PLACES if (place / path).exists()), None)


def defined(path):
    """The names a file defines: functions, classes and constants, members behind a dot."""
    source = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        names = r"(?:function |const |class |^ {2}(?:private |async |function )*)(\w+)"
        return set(re.findall(names, source, re.MULTILINE))
    names = set()
    for node in ast.parse(source).body:
        members = node.body if isinstance(node, ast.ClassDef) else []
        names |= bound(node) | {f"{node.name}.{name}" for member in members for name in bound(member)}
    return names


def bound(node):
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_a_document_names_is_there(document):
    paths = [one.split("::")[0] for one in named(document) if HERE.match(one.split("::")[0])]
    paths = [one for one in paths if one.endswith(KINDS) and ("/" in one or "::" in one)]
    assert [one for one in paths if found(one) is None] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_function_a_document_names_is_in_its_file(document):
    pairs = [one.split("::") for one in named(document) if "::" in one]
    assert [f"{path}::{name}" for path, name in pairs if name not in defined(found(path))] == []


def test_the_way_of_a_move_names_files_and_functions():
    told = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    way = told.split("## One move", 1)[1].split("\n## ", 1)[0]
    assert len(re.findall(r"`[\w./]+::[\w.]+`", way)) > 15


def test_the_rooms_of_the_server_are_those_there_are():
    told = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^    (\S.*?) {3,}\S", told.split("## The server", 1)[1].split("\n## ", 1)[0], re.MULTILINE)
    there = {path.stem for path in (ROOT / "src/strapontin/server").glob("[!_]*") if path.name != "static"}
    assert {name.rstrip("/") for row in rows for name in row.split()} == there


def test_every_directory_has_its_place_in_the_architecture():
    told = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = told.split("## Layers", 1)[1].split("\n\n", 2)[1].splitlines()
    packages = {path.parent.name for path in (ROOT / "src/strapontin").glob("*/__init__.py")}
    layers = {name.split("/")[0] for row in rows for name in row[: row.rindex("   ")].split()}
    assert layers == packages - {"words"}
    page = {f"web/src/{path.name}" for path in (ROOT / "web/src").iterdir() if path.is_dir()}
    tests = {f"tests/{path.parent.name}" for path in (ROOT / "tests").glob("*/*.py")}
    beside = {f"tests/{name}" for name in packages}
    assert {path for path in (page | tests) - beside if f"`{path}/`" not in told} == set()


def test_the_order_to_read_the_core_in_has_all_of_it():
    told = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    order = re.findall(r"`(\w+)`", told.split("in this order:", 1)[1].split("\nthen ", 1)[0])
    assert set(order) == {path.stem for path in (ROOT / "src/strapontin/core").glob("[!_]*.py")}
    assert len(set(order)) == len(order)


def test_the_files_of_the_fifth_game_are_those_there_are():
    told = (ROOT / "docs/architecture.md").read_text(encoding="utf-8").split("## How to add a game", 1)[1]
    example = ROOT / "docs/examples/fifth-game"
    for folder in ("kernels", "faces"):
        (rooms,) = re.findall(rf"^\| `src/quais/{folder}/` \| [^:]*: (.*) \|$", told, re.MULTILINE)
        there = {path.stem for path in (example / "src/quais" / folder).glob("[!_]*.py")}
        assert set(re.findall(r"`(\w+)`", rooms)) == there
    rows = re.findall(r"^\| `([\w./]+)` \|", told, re.MULTILINE)
    everything = [path for path in example.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    others = [path.relative_to(example).as_posix() for path in everything if path.name != "README.md"]
    assert [path for path in others if not path.startswith(tuple(rows))] == []
