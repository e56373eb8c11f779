"""The JSON Schema of the wire: `python -m strapontin.server.schema > strapontin.schema.json`.

One document with a definition for every request, answer and frame, for the record, and for the view of every
game; types for other languages are generated from it.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from strapontin.core import registry
from strapontin.core.record import Record
from strapontin.server import frames, protocol

TEMPLATE = "#/$defs/{name}"


def wire_types() -> list[Any]:
    """Every type of the protocol, the frames of both sides first."""
    structs = [
        value
        for value in (vars(protocol) | vars(frames)).values()
        if isinstance(value, type) and issubclass(value, protocol.Strict | protocol.Answer)
    ]
    named = [one for one in structs if one not in (protocol.Strict, protocol.Answer)]
    return [frames.ClientFrame, frames.ServerFrame, *named]


def view_types() -> list[Any]:
    """The view of every game that is here."""
    return [registry.game(name).view_type for name in registry.games()]


def components(types: list[Any], template: str = TEMPLATE) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Schemas of types, and the definitions they refer to."""
    schemas, definitions = msgspec.json.schema_components(types, ref_template=template)
    return list(schemas), definitions


def schema() -> dict[str, Any]:
    """The whole document."""
    (client, server, *_), definitions = components([*wire_types(), *view_types(), Record])
    definitions["ClientFrame"] = {"title": "ClientFrame", "description": "What a client sends.", **client}
    definitions["ServerFrame"] = {"title": "ServerFrame", "description": "What the server sends.", **server}
    views = [{"$ref": TEMPLATE.format(name=kind.__name__)} for kind in view_types()]
    definitions["GameView"] = {"title": "GameView", "description": "The view of any game.", "anyOf": views}
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
