"""Take me along: a pass that makes a second device the same guest, once and soon.

Only a digest of it is kept. Both devices are the same guest from then on; there is one pass a guest at a time, and a
new one is in the place of the one before.
"""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from strapontin.server.faults import Refusal
from strapontin.server.guests import hashed
from strapontin.server.storage.database import Database
from strapontin.server.storage.schema import passes

LASTS = 600_000
"""Milliseconds a pass can be used."""


class Passes:
    """The passes of a server."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._insert: Any = sqlite.insert if database.sqlite else postgresql.insert

    async def give(self, guest: str, at: int) -> tuple[str, int]:
        """A new pass, and until when it can be used."""
        code = secrets.token_urlsafe(16)
        values = {"digest": hashed(code), "expires_at": at + LASTS, "used_at": None}
        new = self._insert(passes).values({"guest": guest} | values)
        await self.database.changed(new.on_conflict_do_update(index_elements=[passes.c.guest], set_=values))
        return code, at + LASTS

    async def of(self, guest: str) -> Any:
        """The last pass of a guest; None if there is none."""
        return await self.database.row(select(passes).where(passes.c.guest == guest))

    async def use(self, code: str, at: int) -> str:
        """The guest whom a pass makes of whoever has it; refused if it was used, is too old or was never given."""
        mine = passes.c.digest == hashed(code)
        valid = update(passes).where(mine, passes.c.used_at.is_(None), passes.c.expires_at > at)
        if await self.database.changed(valid.values(used_at=at)) == 1:  # of two at once the database lets one pass
            row = await self.database.row(select(passes.c.guest).where(mine))
            if row is not None:
                return str(row.guest)
        raise Refusal("bad-pass", "this pass was used, taken back or is too old; have another one made")

    async def withdraw(self, guest: str) -> None:
        """Let the pass of a guest be worth nothing."""
        await self.database.changed(delete(passes).where(passes.c.guest == guest))

    async def tidy(self, at: int) -> int:
        """Forget those nobody can use any more; how many."""
        return await self.database.changed(delete(passes).where(passes.c.expires_at < at - LASTS))
