"""Webhooks of tables, and what they are still to be told."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Delete, and_, delete, insert, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite

from strapontin.server.storage.database import Database, Unit
from strapontin.server.storage.schema import deliveries, webhooks
from strapontin.server.storage.store import DataRow

TURN = "turn"
MOST_FAILURES = 10
"""Events in a row that could not be told; then nothing more is tried until the address is given anew."""


class WebhookStore:
    """What webhooks need of the database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._insert: Any = sqlite.insert if database.sqlite else postgresql.insert

    async def of(self, tables: Sequence[str]) -> dict[str, DataRow]:
        """The webhooks of these tables, by table."""
        found = await self.database.rows(select(webhooks).where(webhooks.c.table_id.in_(tables)))
        return {row.table_id: row for row in found}

    async def named_by(self, guest: str) -> list[str]:
        """The addresses a guest has named."""
        return [row.url for row in await self.database.rows(select(webhooks).where(webhooks.c.guest == guest))]

    async def keep(self, values: dict[str, Any], at: int) -> None:
        """Write the webhook of a table in the place of the one before, and have it greeted."""
        new = self._insert(webhooks).values(values)
        rest = {name: value for name, value in values.items() if name != "table_id"}
        fresh = new.on_conflict_do_update(index_elements=[webhooks.c.table_id], set_=rest)
        table = values["table_id"]
        hello = {"id": secrets.token_hex(16), "table_id": table, "n": values["told"], "event": "hello", "at": at}
        old = delete(deliveries).where(deliveries.c.table_id == table)
        await self.database.write(
            Unit(others=[(fresh, None), (old, None), (insert(deliveries), hello | {"attempts": 0})])
        )

    async def remove(self, table: str) -> bool:
        """Tell nothing of a table any more."""
        gone = [(delete(one).where(one.c.table_id == table), None) for one in (deliveries, webhooks)]
        return (await self.database.write(Unit(others=list(gone))))[1] == 1

    async def plan(self, table: str, length: int, said: str | None, events: Sequence[tuple[str, int, int]]) -> None:
        """Write down what is to be told (event, row of the journal, when), unless another process has been there."""
        here = and_(webhooks.c.table_id == table, webhooks.c.told < length)
        names = ["id", "table_id", "n", "event", "attempts", "at"]
        statements: list[tuple[Any, Any]] = []
        for event, n, at in events:
            if event == TURN:  # a turn that was not told yet is over
                same = and_(deliveries.c.table_id == table, deliveries.c.event == TURN, deliveries.c.n < n)
                statements.append((delete(deliveries).where(same), None))
            values = (secrets.token_hex(16), table, n, event, 0, at)
            rows = select(*(literal(value) for value in values)).select_from(webhooks).where(here)
            statements.append((self._insert(deliveries).from_select(names, rows).on_conflict_do_nothing(), None))
        changed = {"told": length} | ({} if said is None else {"said": said})
        statements.append((update(webhooks).where(here).values(changed), None))
        await self.database.write(Unit(others=statements))

    async def due(self, now: int, most: int) -> list[DataRow]:
        """What is to be told by now."""
        query = select(deliveries).where(deliveries.c.at <= now).order_by(deliveries.c.at).limit(most)
        return list(await self.database.rows(query))

    async def claim(self, row: DataRow, until: int) -> bool:
        """Whether it is ours to tell, until that instant."""
        same = and_(deliveries.c.id == row.id, deliveries.c.at == row.at)
        values = {"at": until, "attempts": deliveries.c.attempts + 1}
        return await self.database.changed(update(deliveries).where(same).values(values)) == 1

    async def done(self, row: DataRow, at: int) -> None:
        """It was told."""
        fine = update(webhooks).where(webhooks.c.table_id == row.table_id).values(failures=0, error=None, tried_at=at)
        await self.database.write(Unit(others=[(_gone(row), None), (fine, None)]))

    async def drop(self, row: DataRow) -> None:
        """There is nothing to tell any more."""
        await self.database.changed(_gone(row))

    async def failed(self, row: DataRow, error: str, at: int, again: int | None) -> None:
        """It could not be told; tried again at an instant, or given up."""
        bad: dict[str, Any] = {"error": error, "tried_at": at}
        if again is None:
            bad["failures"] = webhooks.c.failures + 1
            after: Any = _gone(row)
        else:
            after = update(deliveries).where(deliveries.c.id == row.id).values(at=again)
        hook = update(webhooks).where(webhooks.c.table_id == row.table_id).values(bad)
        await self.database.write(Unit(others=[(after, None), (hook, None)]))


def webhooks_gone(guest: str) -> Delete:
    """The statement that forgets the webhooks a guest has named."""
    return delete(webhooks).where(webhooks.c.guest == guest)


def _gone(row: DataRow) -> Delete:
    return delete(deliveries).where(deliveries.c.id == row.id)
