"""What a request can be refused for, with the status it has over HTTP."""

from __future__ import annotations

from typing import Any

import msgspec

from strapontin.core.errors import (
    BadOptions,
    CannotUndo,
    IllegalMove,
    NotToAct,
    StrapontinError,
    UnknownGame,
    UnreadableMove,
)
from strapontin.server.protocol import Fault, Kind

STATUS: dict[str, int] = {
    **dict.fromkeys(("bad-json", "bad-field", "bad-options"), 400),
    "no-guest": 401,
    **dict.fromkeys(
        ("not-owner", "not-your-seat", "wrong-origin", "chat-closed", "no-spectators", "no-programs", "no-hints"), 403
    ),
    **dict.fromkeys(("banned", "sealed", "bad-pass"), 403),
    **dict.fromkeys(
        ("unknown-route", "unknown-game", "unknown-table", "unknown-seat", "unknown-level", "unknown-position"), 404
    ),
    **dict.fromkeys(("unknown-day", "unknown-device"), 404),
    "wrong-method": 405,
    "set-aside": 423,
    "too-large": 413,
    "wrong-media-type": 415,
    **dict.fromkeys(("too-fast", "too-many-tables"), 429),
    "our-fault": 500,
    "back-in-a-moment": 503,
}


SHUT = ("our-fault", "set-aside")
"""Kinds for which a table cannot be opened though it is there: what has to be done to it is done to its rows."""


class Refusal(Exception):
    """A request that is not done, and why."""

    def __init__(self, kind: Kind, message: str, **more: Any) -> None:
        super().__init__(message)
        self.fault = Fault(kind=kind, message=message, **more)

    @property
    def status(self) -> int:
        """The status over HTTP."""
        return STATUS.get(self.fault.kind, 409)


def set_aside(rules: int | None = None) -> Refusal:
    """What is told of a table that whoever runs the server keeps closed, or whose game is by rules not played here."""
    why = "whoever runs this server has set this table aside"
    if rules is not None:
        why = f"this game is by version {rules} of its rules, which this server does not play: it is set aside"
    return Refusal("set-aside", f"{why}; nothing of it is lost", rules=rules)


def refusal_of(error: StrapontinError) -> Refusal:
    """What a refusal of the engine is called on the wire."""
    message = str(error)
    if isinstance(error, UnknownGame):
        return Refusal("unknown-game", message)
    if isinstance(error, BadOptions):
        return Refusal("bad-options", message, field="$.options")
    if isinstance(error, IllegalMove):
        return Refusal("illegal-move", message, legal=error.legal[:200])
    if isinstance(error, NotToAct):
        return Refusal("not-to-act", message, to_act=list(error.to_act))
    if isinstance(error, UnreadableMove):
        return Refusal("unreadable-move", message)
    if isinstance(error, CannotUndo):
        return Refusal("cannot-undo", message)
    return Refusal("bad-field", message)


def unreadable(error: Exception) -> Refusal:
    """What strict decoding complained of: not JSON at all, or a field that does not fit."""
    if isinstance(error, msgspec.ValidationError):
        message, _, path = str(error).partition(" - at `")
        field = path.rstrip("`") or "$"
        return Refusal("bad-field", f"{field}: {message}"[:400], field=field[:200])
    if isinstance(error, RecursionError):
        return Refusal("bad-json", "the JSON is nested too deeply")
    return Refusal("bad-json", f"not valid JSON: {error}"[:200])
