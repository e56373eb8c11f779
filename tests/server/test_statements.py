"""Statements that are made once: SQLite is handed their text, and does what SQLAlchemy would have done."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import bindparam, select, update

from strapontin.server.storage.database import Conflict, Database, Unavailable, Unit
from strapontin.server.storage.schema import journeys, tables
from strapontin.server.storage.statements import find, once
from strapontin.server.storage.store import NEW_SEATS, NEW_TABLE, creation, header_update
from tests.server.table_by_hand import guests, lay

SOME = once(select(tables.c.id, tables.c.state).where(tables.c.state == "open", tables.c.owner == bindparam("owner")))
RATED = once(update(tables).where(tables.c.id == bindparam("of")).values(listed=True, state=bindparam("new_state")))
WRONG = once(select(journeys.c.table_id).where(journeys.c.table_id == bindparam("of")))


@pytest.fixture
def url(tmp_path: Any) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


async def opened(url: str) -> Database:
    database = Database(url)
    await database.open()
    return database


def test_what_is_written_by_text_is_read_as_it_was_meant(url: str) -> None:
    async def main() -> None:
        database, table = await opened(url), lay("metrox", guests(3))
        told = await database.write(Unit(others=creation(table, "near")))
        assert told == [1, 3]  # one table, and all its seats
        (row,) = await database.rows(select(tables))
        assert (row.id, row.seed, row.listed, row.spectators) == (table.header.id, bytes(32), False, True)
        await database.close()

    asyncio.run(main())


def test_values_of_the_statement_itself_stay_what_they_are(url: str) -> None:
    async def main() -> None:
        database, table = await opened(url), lay("metrox", guests(2))
        await database.write(Unit(others=creation(table, "near")))
        here = table.header.id
        assert await database.write(Unit(others=[(RATED, {"of": here, "new_state": "over"})])) == [1]
        assert await database.write(Unit(others=[(RATED, {"of": "elsewhere", "new_state": "over"})])) == [0]
        assert await database.read(lambda one: find(one, SOME, {"owner": ""})) == []
        await database.write(Unit(others=[header_update(here, state="open")]))
        assert await database.read(lambda one: find(one, SOME, {"owner": ""})) == [(here, "open")]
        assert (await database.row(select(tables))).listed is True
        await database.close()

    asyncio.run(main())


def test_a_second_one_of_what_there_is_once_is_a_conflict_and_leaves_nothing(url: str) -> None:
    async def main() -> None:
        database, table = await opened(url), lay("metrox", guests(2))
        (new, values), (seats, sitting) = creation(table, "near")
        assert (new, seats) == (NEW_TABLE, NEW_SEATS)
        await database.write(Unit(others=[(new, values), (seats, sitting)]))
        other = values | {"id": "another"}
        with pytest.raises(Conflict):
            await database.write(Unit(others=[(new, other), (seats, sitting)]))
        assert [row.id for row in await database.rows(select(tables.c.id))] == [table.header.id]
        await database.close()

    asyncio.run(main())


def test_a_database_that_is_gone_is_unavailable_to_texts_as_well(url: str) -> None:
    async def main() -> None:
        database = await opened(url)
        await database.fill(lambda one: one.exec_driver_sql("DROP TABLE journeys"))
        with pytest.raises(Unavailable):
            await database.read(lambda one: find(one, WRONG, {"of": "x"}))
        await database.close()

    asyncio.run(main())
