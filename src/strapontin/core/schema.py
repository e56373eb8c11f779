"""The published JSON Schemas: of a record, and of every game's view, scene and lines of the log.

`python -m strapontin.core.schema DIRECTORY` writes them. What a field means is the string below it in the sources, as
everywhere here; msgspec does not read those, so they are read from the sources and put beside its types.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from strapontin.core.record import Record
from strapontin.core.registry import collection, game

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEMPLATE = "#/$defs/{name}"


def schemas() -> dict[str, dict[str, Any]]:
    """Every published schema by its file name."""
    kinds: dict[str, type[msgspec.Struct]] = {"record.json": Record}
    for name in collection():
        kinds |= {f"view-{name}.json": game(name).view_type, f"scene-{name}.json": game(name).scene_type}
    found = {}
    for name, kind in kinds.items():
        (schema,), definitions = components([kind], sent=[] if kind is Record else [kind])
        found[name] = {"$schema": DIALECT, **schema, "$defs": definitions}
    for name in collection():
        notes = game(name).notes
        _, definitions = components(list(notes), sent=notes)
        lines = lines_of(name, definitions)
        found[f"note-{name}.json"] = {"$schema": DIALECT, **lines, "$defs": definitions}
    return found


def lines_of(name: str, definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of the lines of a game's log; the notes they are told by are taken out of the definitions.

    A line has the key of its note, and all else in `params`, but for who may read it.
    """
    lines = []
    for note in game(name).notes:
        definition = definitions.pop(_name(note, definitions))
        fields = {field: about for field, about in definition["properties"].items() if field not in ("key", "seats")}
        key = {field: about for field, about in definition["properties"]["key"].items() if field != "default"}
        params = {"type": "object", "properties": fields, "required": list(fields)}
        line = {"type": "object", "properties": {"key": key, "params": params}, "required": ["key", "params"]}
        lines.append({"description": definition["description"], **line})
    title = f"{type(game(name)).__name__}Note"
    return {"title": title, "description": f"A line of the log of {game(name).name}.", "anyOf": lines}


def components(
    types: list[Any], template: str = TEMPLATE, sent: Sequence[Any] = ()
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Schemas of types, and the definitions they refer to, every field with what its sources say of it.

    What is only ever `sent` has all its fields, also those that have a default.
    """
    schemas, definitions = msgspec.json.schema_components(types, ref_template=template)
    whole = set(_structs(msgspec.inspect.multi_type_info(sent), set()))
    for kind in set(_structs(msgspec.inspect.multi_type_info(types), set())):
        definition = definitions[_name(kind, definitions)]
        meaning = meanings(kind)
        for name, about in definition["properties"].items():
            if name in meaning:
                about.setdefault("description", meaning[name])
        if kind in whole and not kind.__struct_config__.omit_defaults:
            definition["required"] = list(definition["properties"])
    return list(schemas), definitions


def _name(kind: type, definitions: dict[str, Any]) -> str:
    """What a type is called among the definitions: two of one name are told apart by their modules."""
    full = f"{kind.__module__}.{kind.__qualname__}"
    return full if full in definitions else kind.__name__


def meanings(kind: type) -> dict[str, str]:
    """What the fields of a type mean, those it inherits too."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one.__module__.startswith("strapontin."):
            found |= _documented(one.__module__).get(one.__qualname__, {})
    return found


@cache
def _documented(module: str) -> dict[str, dict[str, str]]:
    """The strings below the fields of every class of a module."""
    found = {}
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = {
                field.target.id: " ".join(below.value.value.split())
                for field, below in zip(node.body, node.body[1:], strict=False)
                if isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
                and isinstance(below.value.value, str)
            }
    return found


def _structs(node: Any, seen: set[type[msgspec.Struct]]) -> Iterator[type[msgspec.Struct]]:
    """All structs a type is made of."""
    if isinstance(node, msgspec.inspect.StructType):
        if node.cls in seen:
            return
        seen.add(node.cls)
        yield node.cls
    parts = node if isinstance(node, list | tuple) else msgspec.structs.astuple(node) if _compound(node) else ()
    for part in parts:
        yield from _structs(part, seen)


def _compound(node: Any) -> bool:
    return isinstance(node, msgspec.inspect.Type | msgspec.inspect.Field)


def write(directory: Path) -> None:
    """Write them all, one file each."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        (directory / name).write_text(json.dumps(schema, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
