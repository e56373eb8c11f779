"""What a caller shows, for phones that follow it, on the wire, as types."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from strapontin.server.protocol import Answer, Strict


class NewCall(Strict, frozen=True):
    """Call cards for people with paper sheets, and let their phones follow."""


class Called(Strict, frozen=True):
    """What a caller shows: cards, and nothing of anybody."""

    n: Annotated[int, Meta(ge=0, lt=1 << 53)]
    """Higher whenever something else is shown: the instant it was turned over, say."""
    game: Annotated[str, Meta(max_length=40)]
    map: Annotated[str, Meta(max_length=40)] | None = None
    cards: Annotated[list[Annotated[str, Meta(max_length=8)]], Meta(max_length=200)] = field(default_factory=list)
    """Turned over so far, in order."""
    left: dict[Annotated[str, Meta(max_length=8)], Annotated[int, Meta(ge=0, le=200)]] = field(default_factory=dict)
    """What can still come, and how often."""
    vacant: Annotated[int, Meta(ge=0, le=1000)] = 0
    """How many windows are still empty."""
    over: bool = False
    """All cards are out: everybody counts."""


class CallCode(Answer):
    """A call: its code is for everybody in the room, its token for the caller alone."""

    code: str
    token: str


class Following(Answer):
    """What a caller shows."""

    called: Called
    silent: bool
    """The caller has not been heard for a while: it was closed, or has no network."""
