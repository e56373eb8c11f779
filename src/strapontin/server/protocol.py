"""What goes over the wire, as types: here what all subjects share, each has a module beside this one.

What they refuse, the server refuses; see docs/protocol.md.
Requests and the frames of a client are strict: an unknown field is an error. Answers and the frames of the
server only ever gain fields, so a client ignores those it does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from strapontin.core.draws import NONCE
from strapontin.words import LANGUAGES

PROTOCOL = 1
"""The version of the protocol; it changes only when an old client could no longer play."""

SUBPROTOCOL = "strapontin.1"
"""What a WebSocket may ask for in Sec-WebSocket-Protocol."""

RECORDS = "strapontin.2"
"""The same and more: whoever has the rules may be told records instead of views."""

NAME_LENGTH = 24
CHAT_LENGTH = 280
MOST_SEATS = 6

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=NAME_LENGTH,
        pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*[^\s\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]"
        r"[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$",
    ),
]
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
MoveId = Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{1,40}$")]
MoveText = Annotated[str, Meta(min_length=1, max_length=400)]
Token = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Nonce = Annotated[str, Meta(pattern=f"^{NONCE}$")]
"""16 random bytes in hex."""
Level = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{0,19}$")]
if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]
Phrase = Literal["hello", "good-luck", "well-played", "thanks", "oops", "thinking", "hurry", "rematch", "bye"]
Millis = int
"""Milliseconds; an instant is counted from 1970 in UTC."""

Kind = Literal[
    "bad-json",
    "bad-field",
    "bad-options",
    "too-large",
    "too-fast",
    "too-many-tables",
    "unknown-route",
    "wrong-method",
    "wrong-media-type",
    "unknown-game",
    "unknown-table",
    "unknown-seat",
    "unknown-level",
    "unknown-position",
    "unknown-day",
    "unknown-device",
    "no-guest",
    "bad-pass",
    "not-owner",
    "not-your-seat",
    "seat-taken",
    "seat-empty",
    "already-seated",
    "already-started",
    "not-started",
    "not-ready",
    "not-over",
    "over",
    "unreadable-move",
    "illegal-move",
    "not-to-act",
    "cannot-undo",
    "no-more-undos",
    "too-often",
    "too-long",
    "id-reused",
    "counted",
    "real-cards",
    "sealed",
    "chat-closed",
    "no-spectators",
    "no-programs",
    "no-hints",
    "banned",
    "set-aside",
    "wrong-origin",
    "wrong-protocol",
    "too-slow",
    "back-in-a-moment",
    "our-fault",
]


class Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """What a client sends."""


class Answer(msgspec.Struct, kw_only=True):
    """What the server sends."""


class Fault(Answer, omit_defaults=True):
    """What was wrong: a stable kind for programs, one clear line (English) for people who write them."""

    kind: Kind
    message: str
    field: str | None = None
    """Where: a path such as `$.clock.minutes`."""
    legal: list[str] | None = None
    """Of an illegal move: the moves that would have been legal."""
    to_act: list[int | str] | None = None
    """Of a move out of turn: who is to act."""
    retry_after: int | None = None
    """Of `too-fast` and `back-in-a-moment`: seconds, as in the header Retry-After."""
    rules: int | None = None
    """Of `set-aside`, where nobody closed the table by hand: its game is by this version of the rules, which is not
    played here."""


class Failure(Answer):
    """The body of every answer that is not 2xx."""

    error: Fault


class Line(Answer):
    """One line of the log: a key of the catalogues of words and its parameters."""

    key: str
    params: dict[str, Any] = {}


class Done(Answer):
    """Done, and nothing more to say."""

    done: bool = True
