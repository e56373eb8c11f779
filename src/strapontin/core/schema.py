"""The published JSON Schemas: of a record, and of every game's view. `python -m strapontin.core.schema DIRECTORY`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from strapontin.core.record import Record
from strapontin.core.registry import game, games

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """Every published schema by its file name."""
    found = {"record.json": msgspec.json.schema(Record)}
    for name in games():
        found[f"view-{name}.json"] = msgspec.json.schema(game(name).view_type)
    return {name: {"$schema": DIALECT, **schema} for name, schema in found.items()}


def write(directory: Path) -> None:
    """Write them all, one file each."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        (directory / name).write_text(json.dumps(schema, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
