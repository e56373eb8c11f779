"""What a webhook is told: a sentence for chats, the same as data for programs, and a signature for both."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Any

import msgspec

from strapontin.core import registry
from strapontin.server.live_table import Live
from strapontin.server.result_words import result_words
from strapontin.server.storage.store import DataRow
from strapontin.words import say

SIGNATURE = "Strapontin-Signature"
MARKS = re.compile(r"([\\`*_\[\]()#|~<>@])")


def body_of(event: str, delivery: str, live: Live, hook: DataRow, at: int) -> bytes:
    """An event as JSON: `text` and `content` are what chats look for, the rest is for programs."""
    table = live.table
    game = registry.game(table.header.game)
    names = [seat.name for seat in table.seats if seat.kind == "guest" and seat.name]
    waited = [name for i in table.waits if (name := table.seats[i].name) and not table.seats[i].minded]
    link = f"{hook.origin}/t/{live.id}"
    told = say(hook.language, f"webhook.{event}", game=game.name, names=waited if event == "turn" else names)
    if event == "over" and table.header.result is not None:
        told = f"{told} {result_words(live, table.header.result, hook.language)}"
    said: dict[str, Any] = {
        "text": f"{_escaped(told)} {link}",
        "content": f"{_plain(told)} {link}",
        "allowed_mentions": {"parse": []},
        "event": event,
        "delivery": delivery,
        "at": at,
        "table": live.id,
        "link": link,
        "game": game.id,
        "game_name": game.name,
        "seats": [{"name": seat.name, "kind": seat.kind, "level": seat.level} for seat in table.seats],
        "to_act": waited,
        "result": msgspec.to_builtins(table.header.result) if event == "over" else None,
    }
    return msgspec.json.encode(said)


def signature(secret: str, at: int, body: bytes) -> str:
    """The header by which a receiver knows who sent it, and when: HMAC-SHA256 of the instant, a dot, and the body."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def _escaped(text: str) -> str:
    """As chats of the kind that reads `text` want it: a name cannot be a link or a call to everybody."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _plain(text: str) -> str:
    """As chats of the kind that reads `content` want it: a name is shown letter by letter."""
    return MARKS.sub(lambda found: f"\\{found[1]}", text)
