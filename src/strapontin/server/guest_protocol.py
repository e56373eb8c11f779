"""Guests on the wire, as types: who one is, the games one has finished, and the pass to a second device."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from strapontin.server.protocol import Answer, Language, Millis, Name, Strict
from strapontin.server.table_protocol import ChatLine


class GuestRequest(Strict, frozen=True):
    """Say hello, or change one's name or language."""

    name: Name | None = None
    language: Language | None = None


class Guest(Answer):
    """Who you are here: a name and a cookie."""

    name: str | None
    language: Language | None
    tables: int
    """How many tables you sit at or own."""
    waiting: int
    """How many of them wait for you."""


class Rating(Answer):
    """How strong somebody is taken to be at a game, by openskill; everybody begins at 25."""

    mean: float
    doubt: float
    """The standard deviation of it: what is true lies within twice as much, nineteen times of twenty."""


class Companion(Answer):
    """Somebody else who sat at a table."""

    seat: int
    who: str | None
    """Another guest, the same in all your games whatever they are called; null for bots, and for who was forgotten."""
    name: str | None
    """What they were called; null where somebody has asked to be forgotten."""
    level: str | None
    """Of a bot of the house."""
    bot: str | None
    """Of a program: what kind of bot it was."""
    score: int
    rank: int
    given_up: bool


class Journey(Answer):
    """A game you have finished."""

    table: str
    kept: bool
    """Whether the table is still there, to be looked at again."""
    game: str
    map: str | None
    """The option `map`, if it is a name."""
    line: str | None
    """Of a counted try of a day's line: the day."""
    players: int
    seat: int
    outcome: Literal["won", "shared", "lost", "given-up", "alone"]
    score: int
    rank: int
    """From 1; whoever shares a win has 1."""
    others: list[Companion]
    started_at: Millis
    finished_at: Millis
    accuracy: float | None
    """In per cent, as the review you have told us of found."""
    rating: Rating | None
    """Yours in this game after it; null where one plays alone, and for a moment after the end."""


class Journeys(Answer):
    """The games you have finished, the latest first; `next` continues the list."""

    games: list[Journey]
    next: str | None = None


class Reviewed(Strict, frozen=True):
    """What a review found of your own play."""

    accuracy: Annotated[float, Meta(ge=0, le=100)]
    """In per cent."""


class Pass(Answer):
    """A pass with which another device becomes you, once.

    The page uses it at `/along#<code>`: what stands behind that sign is sent to nobody.
    """

    code: str
    expires_at: Millis


class PassState(Answer):
    """What has become of your last pass."""

    state: Literal["none", "waiting", "used", "expired"]
    expires_at: Millis | None


class UsePass(Strict, frozen=True):
    """Become the guest of a pass on this device."""

    code: Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{22}$")]


class QuietHours(Strict, frozen=True):
    """When a device wants to hear nothing, in minutes of its own day; it may go over midnight."""

    start: Annotated[int, Meta(ge=0, lt=1440)]
    end: Annotated[int, Meta(ge=0, lt=1440)]


class AddDevice(Strict, frozen=True):
    """A browser's subscription to Web Push, and how it wants to be told."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=2048)]
    key: Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{87}$")]
    """Its `p256dh`."""
    auth: Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{22}$")]
    language: Language = "en"
    zone: Annotated[str, Meta(min_length=1, max_length=64)] = "UTC"
    quiet: QuietHours | None = None


class PushKey(Answer):
    """What a browser subscribes to (`applicationServerKey`)."""

    key: str


class Device(Answer):
    """A device that is told when it is its guest's turn."""

    id: str
    service: str
    """The name of its push service."""
    language: str
    zone: str
    quiet: QuietHours | None
    created_at: Millis


class Devices(Answer):
    """All of them."""

    devices: list[Device]


class GuestData(Answer):
    """All that is kept about a guest."""

    guest: dict[str, Any]
    tables: list[dict[str, Any]]
    chat: list[ChatLine]
    daily: list[dict[str, Any]] = msgspec.field(default_factory=list)
    """My tries of the lines of the days."""
    journeys: list[Journey] = msgspec.field(default_factory=list)
    """The games I have finished."""
    devices: list[Device] = msgspec.field(default_factory=list)
    """Those that are told when it is my turn."""
    webhooks: list[str] = msgspec.field(default_factory=list)
    """The addresses my tables tell what happens."""
