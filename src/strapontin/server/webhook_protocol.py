"""Addresses that are told what happens at a table, on the wire, as types."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from strapontin.server.protocol import Answer, Language, Millis, Strict


class SetWebhook(Strict, frozen=True):
    """Where a table tells what happens."""

    url: Annotated[str, Meta(min_length=1, max_length=2048)]
    language: Language = "en"


class Webhook(Answer):
    """Where a table tells what happens, for its owner; `url` is null where it tells nobody."""

    url: str | None = None
    language: str | None = None
    failures: int = 0
    """Events in a row that could not be told; after ten nothing more is tried until it is set anew."""
    error: str | None = None
    """What went wrong the last time, if it did: `HTTP 404`, or a few words."""
    tried_at: Millis | None = None


class NewWebhook(Answer):
    """It is set; keep the secret, it is not shown again."""

    url: str
    language: str
    secret: str
