"""The JSON Schema of the wire: `python -m strapontin.server.schema > strapontin.schema.json`.

One document with a definition for every request, answer and frame, for the record, and for the view, the scene and the
lines of the log of every game; types for other languages are generated from it.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import msgspec

from strapontin.core import registry
from strapontin.core.record import Record
from strapontin.core.schema import TEMPLATE, components, lines_of
from strapontin.server import (
    call_protocol,
    daily_protocol,
    frames,
    game_protocol,
    guest_protocol,
    health_protocol,
    play_protocol,
    protocol,
    table_protocol,
    webhook_protocol,
)

WIRE = (
    *(protocol, table_protocol, play_protocol, call_protocol, webhook_protocol),
    *(game_protocol, guest_protocol, daily_protocol, health_protocol, frames),
)
"""The modules that say what goes over the wire, each about its subject."""


def wire_types() -> list[Any]:
    """Every type of the protocol, the frames of both sides first."""
    structs = [
        value
        for module in WIRE
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, protocol.Strict | protocol.Answer)
    ]
    named = [one for one in dict.fromkeys(structs) if one not in (protocol.Strict, protocol.Answer)]
    return [frames.ClientFrame, frames.ServerFrame, *named]


def view_types() -> list[Any]:
    """The view of every game that is here."""
    return [registry.game(name).view_type for name in registry.collection()]


def scene_types() -> list[Any]:
    """The scene of every game that is here."""
    return [registry.game(name).scene_type for name in registry.collection()]


@cache
def schema() -> dict[str, Any]:
    """The whole document."""
    notes = [note for name in registry.collection() for note in registry.game(name).notes]
    faces = [*view_types(), *scene_types(), *notes]
    (client, server, *_), definitions = components([*wire_types(), *faces, Record], sent=faces)
    definitions["ClientFrame"] = {"title": "ClientFrame", "description": "What a client sends.", **client}
    definitions["ServerFrame"] = {"title": "ServerFrame", "description": "What the server sends.", **server}
    lines = {one["title"]: one for one in (lines_of(name, definitions) for name in registry.collection())}
    definitions |= lines
    for name, about, kinds in (
        ("View", "The view", [kind.__name__ for kind in view_types()]),
        ("Scene", "The scene", [kind.__name__ for kind in scene_types()]),
        ("Note", "A line of the log", list(lines)),
    ):
        any_of = [{"$ref": TEMPLATE.format(name=kind)} for kind in kinds]
        definitions[f"Game{name}"] = {"title": f"Game{name}", "description": f"{about} of any game.", "anyOf": any_of}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"strapontin protocol {protocol.PROTOCOL}",
        "anyOf": [{"$ref": "#/$defs/ClientFrame"}, {"$ref": "#/$defs/ServerFrame"}],
        "$defs": dict(sorted(definitions.items())),
    }


def main() -> int:
    """Print the document."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
