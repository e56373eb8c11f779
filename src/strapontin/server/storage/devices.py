"""The devices of guests that want to be told when it is their turn, and what they are to be told when."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Delete, and_, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from strapontin.server.storage.database import Conflict, Database, Unit
from strapontin.server.storage.schema import devices, nudges
from strapontin.server.storage.store import DataRow

MOST_DEVICES = 10
"""Of one guest; the oldest gives way."""


class DeviceStore:
    """What nudges need of the database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._insert: Any = sqlite.insert if database.sqlite else postgresql.insert

    async def keep(self, values: dict[str, Any]) -> None:
        """Write a device, or what has changed about it; whoever uses it now is who is told."""
        new = self._insert(devices).values(values)
        rest = {name: new.excluded[name] for name in values if name not in ("id", "created_at")}
        await self.database.changed(new.on_conflict_do_update(index_elements=[devices.c.id], set_=rest))
        others = [one for one in await self.of(values["guest"]) if one.id != values["id"]]  # it may be old itself
        for old in others[: max(0, len(others) + 1 - MOST_DEVICES)]:
            await self.forget(old.id)

    async def of(self, guest: str) -> list[DataRow]:
        """The devices of a guest, the oldest first."""
        query = select(devices).where(devices.c.guest == guest).order_by(devices.c.created_at, devices.c.id)
        return list(await self.database.rows(query))

    async def of_many(self, guests: Sequence[str]) -> list[DataRow]:
        """The devices of several guests."""
        return list(await self.database.rows(select(devices).where(devices.c.guest.in_(guests))))

    async def find(self, device: str) -> DataRow:
        """One device; None if it is gone."""
        return await self.database.row(select(devices).where(devices.c.id == device))

    async def forget(self, device: str, guest: str | None = None) -> bool:
        """Forget a device, of this guest if one is named, and what it was to be told."""
        mine = devices.c.id == device
        return (
            await self.database.changed(
                delete(devices).where(mine if guest is None else and_(mine, devices.c.guest == guest))
            )
            == 1
        )

    async def plan(self, rows: Sequence[dict[str, Any]]) -> None:
        """Write down what is to be told when, unless that turn (or a later one) was seen to before."""
        new = self._insert(nudges)
        fresh = new.on_conflict_do_update(
            index_elements=[nudges.c.device, nudges.c.table_id, nudges.c.kind],
            set_={name: new.excluded[name] for name in ("seat", "turn", "at", "attempts")},
            where=new.excluded.turn > nudges.c.turn,
        )
        try:
            await self.database.write(Unit(others=[(fresh, row) for row in rows]))
        except Conflict:  # a device or a table is gone by now: the others are not to suffer
            for row in rows if len(rows) > 1 else ():
                await self.plan([row])

    async def due(self, now: int, most: int) -> list[DataRow]:
        """What is to be told by now."""
        query = select(nudges).where(nudges.c.at <= now).order_by(nudges.c.at).limit(most)
        return list(await self.database.rows(query))

    async def claim(self, row: DataRow) -> bool:
        """Whether it is ours to tell: of all processes one is, and nobody tells it again unless it is put off."""
        mine = and_(_same(row), nudges.c.at == row.at)
        return await self.database.changed(update(nudges).where(mine).values(at=None)) == 1

    async def put_off(self, row: DataRow, at: int, attempts: int) -> None:
        """Tell at an instant what was ours to tell, and has been tried so often, unless a later turn is planned."""
        await self.database.changed(update(nudges).where(_same(row)).values(at=at, attempts=attempts))


def _same(row: DataRow) -> Any:
    return and_(*(nudges.c[name] == getattr(row, name) for name in ("device", "table_id", "kind", "turn")))


def device_id(endpoint: str) -> str:
    """What a device is called here: nothing of its address."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]


def devices_gone(guest: str) -> Delete:
    """The statement that forgets all devices of a guest."""
    return delete(devices).where(devices.c.guest == guest)
