"""Guests: a signed cookie, no account; and the keys of seats."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Any

from sqlalchemy import Update, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from strapontin.server.storage.daily import renamed
from strapontin.server.storage.database import Database, Unit
from strapontin.server.storage.devices import devices_gone
from strapontin.server.storage.journeys import forgotten
from strapontin.server.storage.schema import chat, guests, passes, seats, tables
from strapontin.server.storage.store import chat_line
from strapontin.server.storage.webhooks import webhooks_gone
from strapontin.server.table_protocol import ChatLine

COOKIE = "strapontin_guest"
COOKIE_SECONDS = 400 * 86_400

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""For ids of tables: nothing that looks like something else."""


class Signer:
    """Makes cookies nobody else can make."""

    def __init__(self, key: bytes) -> None:
        self._key = hashlib.sha256(b"strapontin cookies" + key).digest()
        self._address_key = hashlib.sha256(b"strapontin addresses" + key).digest()

    def cookie(self, guest: str) -> str:
        """The cookie of a guest."""
        return f"{guest}.{self._signature(guest)}"

    def guest(self, cookie: str | None) -> str | None:
        """The guest of a cookie; nobody if it was not made here."""
        guest, _, signature = (cookie or "").partition(".")
        if len(guest) != 32 or not hmac.compare_digest(signature.encode(), self._signature(guest).encode()):
            return None
        return guest

    def address(self, address: str) -> str:
        """What is kept of an address: enough to count by, not to know it."""
        return hmac.new(self._address_key, address.encode(), hashlib.sha256).hexdigest()

    def alias(self, guest: str, other: str) -> str:
        """Another guest as one guest is told of them: always the same, and of no use to anybody else."""
        return hmac.new(self._address_key, f"{guest}/{other}".encode(), hashlib.sha256).hexdigest()[:16]

    def call(self, code: str) -> str:
        """The token of whoever calls cards under a code; every process of the server knows it."""
        return hmac.new(self._key, b"call/" + code.encode(), hashlib.sha256).hexdigest()[:32]

    def _signature(self, guest: str) -> str:
        digest = hmac.digest(self._key, guest.encode(), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def new_guest() -> str:
    """The id of a new guest."""
    return secrets.token_hex(16)


def new_table() -> str:
    """The id of a new table: 80 random bits, for the link is the invitation."""
    drawn = secrets.randbits(80)
    return "".join(ALPHABET[drawn >> shift & 31] for shift in range(0, 80, 5))


def new_token() -> str:
    """The token of a seat: 128 random bits."""
    return secrets.token_hex(16)


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Guests:
    """Who has been here."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def find(self, guest: str) -> Any:
        """What is known about a guest."""
        return await self.database.row(select(guests).where(guests.c.id == guest))

    async def hello(self, guest: str, at: int, name: str | None = None, language: str | None = None) -> None:
        """Remember a guest, with a new name or language if given."""
        changes = {"seen_at": at} | {k: v for k, v in (("name", name), ("language", language)) if v is not None}
        insert = sqlite.insert if self.database.sqlite else postgresql.insert
        new = insert(guests).values({"id": guest, "created_at": at} | changes)
        await self.database.changed(new.on_conflict_do_update(index_elements=[guests.c.id], set_=changes))

    async def chat(self, guest: str) -> list[tuple[str, ChatLine]]:
        """All a guest ever said, and where."""
        query = select(chat).where(chat.c.guest == guest).order_by(chat.c.at)
        return [(row.table_id, chat_line(row)) for row in await self.database.rows(query)]

    async def erase(self, guest: str) -> None:
        """Forget a guest: the name everywhere, all they said and played, and whose tables they were."""
        whole = [delete(chat).where(chat.c.guest == guest), delete(passes).where(passes.c.guest == guest)]
        whole += [devices_gone(guest), webhooks_gone(guest), delete(guests).where(guests.c.id == guest)]
        statements = (*_gone(guest), *renamed(guest, new_guest()), *forgotten(guest), *whole)
        await self.database.write(Unit(others=[(statement, None) for statement in statements]))

    async def erase_at(self, table: str, guest: str) -> None:
        """Forget a guest at one table whose journal cannot be read."""
        seat, owner = _gone(guest)
        here: list[tuple[Any, Any]] = [
            (seat.where(seats.c.table_id == table), None),
            (owner.where(tables.c.id == table), None),
        ]
        await self.database.write(Unit(others=here))


def _gone(guest: str) -> tuple[Update, Update]:
    """The statements that take a guest from seats and from tables."""
    nobody = {"guest": None, "name": None, "token": None}
    return (
        update(seats).where(seats.c.guest == guest).values(nobody),
        update(tables).where(tables.c.owner == guest).values(owner="", address=""),
    )
