"""How a house is, on the wire, as types."""

from __future__ import annotations

from strapontin.server.protocol import Answer


class Workers(Answer):
    """The processes of a server that take connections."""

    alive: int
    wanted: int


class Health(Answer):
    """How the server feels."""

    ok: bool
    database: bool
    bus: bool
    bots: bool
    workers: Workers
