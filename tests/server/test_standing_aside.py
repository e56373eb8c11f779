"""Two transactions that stand in each other's way: PostgreSQL breaks one of them off, and it is begun again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import select, text

from strapontin.server.settings import Settings
from strapontin.server.storage.database import TRIES, Conflict, Database, Unavailable, Unit
from strapontin.server.storage.schema import seats, tables
from strapontin.server.storage.store import creation
from tests.server.services import postgres
from tests.server.table_by_hand import guests, lay


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgres() as address:
        yield address


def broken_off(times: int) -> Unit:
    """Something that is broken off so often, as PostgreSQL does with one of two that wait for each other."""
    until = f"IF nextval('begun') <= {times} THEN RAISE SQLSTATE '40P01'; END IF;"  # what is counted stays counted
    return Unit(others=[(text(f"DO $$ BEGIN {until} END $$"), None)])


async def counting(url: str) -> Database:
    database = Database(Settings(database=url).database_url())
    await database.open()
    for statement in ("DROP SEQUENCE IF EXISTS begun", "CREATE SEQUENCE begun", "DELETE FROM tables"):
        await database.write(Unit(others=[(text(statement), None)]))
    return database


def test_a_transaction_that_was_broken_off_is_begun_again(url: str) -> None:
    async def main() -> None:
        database, table = await counting(url), lay("metrox", guests(2))
        made = Unit(others=creation(table, "near"))
        await asyncio.gather(*map(database.write, (broken_off(TRIES - 1), made)))
        assert [row.id for row in await database.rows(select(tables.c.id))] == [table.header.id]
        assert len(await database.rows(select(seats.c.seat))) == 2
        with pytest.raises(Conflict):
            await database.write(made)
        await database.close()

    asyncio.run(main())


def test_and_not_for_ever(url: str) -> None:
    async def main() -> None:
        database = await counting(url)
        with pytest.raises(Unavailable):
            await database.write(broken_off(1000))
        assert (await database.row(text("SELECT nextval('begun')")))[0] == TRIES + 1
        await database.close()

    asyncio.run(main())
