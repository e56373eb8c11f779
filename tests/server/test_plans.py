"""Boards of the day and journeys are read by index: no query of theirs looks at every row of a table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, Executable, text
from sqlalchemy.sql import visitors

from strapontin.server.passes import Passes
from strapontin.server.settings import Settings
from strapontin.server.storage.daily import DailyStore
from strapontin.server.storage.database import Database, Unit
from strapontin.server.storage.journeys import RATING, SEATED, UNRATED, JourneyStore, forgotten
from tests.server.services import postgres

GUEST, TABLE, DAY, GAME = "g" * 32, "t" * 16, "2026-11-18", "metrox"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('plans') / 'tables.sqlite3'}"
        return
    with postgres() as database:
        yield Settings(database=database).database_url()


class Listening(Database):
    """A database that is asked nothing, and remembers what it would have been."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.heard: list[Executable] = []

    async def rows(self, statement: Executable) -> Any:
        self.heard.append(statement)
        return []

    async def row(self, statement: Executable) -> Any:
        self.heard.append(statement)
        return (0,)

    async def read(self, work: Any) -> Any:
        listening = self

        class Ear:
            dialect = SimpleNamespace(name="any")
            plain = False
            """Whether it is asked for rows as a driver has them, of which there are none."""

            def execute(self, statement: Executable, given: Any = None) -> Any:
                listening.heard.append(filled(statement, given))
                self.plain = statement in (UNRATED, SEATED)
                return self

            def scalar_one(self) -> int:
                return 0

            def one(self) -> tuple[int, int]:
                return 0, 0

            def first(self) -> Any:
                return SimpleNamespace(score=30, merit=30 << 48, table_id=TABLE)

            def all(self) -> list[Any]:
                return [] if self.plain else [self.first()]

            def __iter__(self) -> Iterator[Any]:
                return iter(())

        return work(Ear())

    async def changed(self, statement: Executable) -> int:
        self.heard.append(statement)
        return 0

    async def write(self, unit: Unit) -> list[int]:
        self.heard += [filled(statement, given) for statement, given in unit.others]
        return []


def filled(statement: Any, given: Any) -> Any:
    """A statement with its parameters in it: beside NULL a database looks at nothing at all."""
    if not isinstance(given, dict):
        return statement

    def fill(one: Any) -> None:
        if one.key in given:
            one.value, one.required = given[one.key], False

    return visitors.cloned_traverse(statement, {}, {"bindparam": fill})


async def everything_asked(database: Listening) -> list[Executable]:
    daily, journeys, passes = DailyStore(database), JourneyStore(database), Passes(database)
    await daily.line(DAY, GAME)
    await daily.lines_before(GAME, DAY)
    await daily.begun(DAY, GAME, GUEST)
    await daily.tried(DAY, GAME)
    await daily.tries_of(GUEST)
    await daily.tries_of(GUEST, GAME, [DAY])
    await daily.tries_and_days(GUEST, DAY)
    await daily.count(DAY, GAME)
    await daily.standing(DAY, GAME, GUEST)
    await daily.page(DAY, GAME, None)
    await daily.page(DAY, GAME, (30 << 48, 2), GUEST)
    await daily.marks(DAY, GAME)
    await journeys.page(GUEST, None)
    await journeys.page(GUEST, (1, TABLE))
    await journeys.seats([TABLE])
    await journeys.keep_accuracy(GUEST, TABLE, 800)
    await journeys.unrated(100)
    await journeys.to_rate(TABLE)
    await journeys.keep_ratings(TABLE, {0: {"nth": 1, "mu": 25.0, "sigma": 8.0}})
    await passes.of(GUEST)
    await passes.withdraw(GUEST)
    await passes.tidy(0)
    with pytest.raises(Exception, match="pass"):
        await passes.use("x", 0)
    rating = filled(RATING, {"of_guest": GUEST, "of_game": GAME})
    return [*database.heard, rating, *forgotten(GUEST), daily.finish(TABLE, "counted", 0, 0)[0]]


def explained(connection: Connection, statement: Any) -> list[str]:
    asked = str(statement.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True}))
    if connection.dialect.name == "sqlite":
        return [str(row.detail) for row in connection.execute(text(f"EXPLAIN QUERY PLAN {_plain(asked)}"))]
    return [str(row[0]) for row in connection.execute(text(f"EXPLAIN {_plain(asked)}"))]


def _plain(asked: str) -> str:
    return asked.replace(":", r"\:")


def scans(plan: list[str]) -> list[str]:
    """Steps that look at all of a table or an index; a page that was chosen before (`anon_1`) is a few of them."""
    few = ("SCAN anon_", "SCAN CONSTANT ROW")
    of_sqlite = [step for step in plan if step.startswith("SCAN ") and not step.startswith(few)]
    following = zip(plan, [*plan[1:], ""], strict=True)
    whole = [step for step, how in following if re.search(r"Index (Only )?Scan", step) and "Index Cond" not in how]
    return [*of_sqlite, *whole, *(step for step in plan if "Seq Scan" in step)]


def test_no_query_of_boards_and_journeys_scans_a_table(url: str, tmp_path: Path) -> None:
    async def main() -> None:
        database = Listening(url)
        await database.open()
        asked = await everything_asked(database)
        assert len(asked) > 25

        def explain(connection: Connection) -> list[tuple[str, list[str]]]:
            if connection.dialect.name == "postgresql":  # whatever has an index uses it, though tables are empty
                connection.execute(text("SET LOCAL enable_seqscan = off"))
            return [(str(one), plan) for one in asked if scans(plan := explained(connection, one))]

        assert await database.engine.write(explain) == []  # what is set holds in a transaction
        await database.engine.close()

    asyncio.run(main())


@pytest.mark.parametrize("asked", ["* FROM daily_board WHERE score = 3", "merit FROM daily_board WHERE merit > 3"])
def test_a_scan_would_be_noticed(url: str, asked: str) -> None:
    async def main() -> None:
        database = Listening(url)
        await database.open()
        query: Any = text(f"SELECT {asked}")
        found = await database.engine.read(lambda connection: explained(connection, query))
        assert scans(found)
        await database.engine.close()

    asyncio.run(main())
