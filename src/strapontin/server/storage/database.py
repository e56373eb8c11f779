"""The database of a server: reads at once, writes in shared transactions.

Many tables append at the same moment; what has gathered while one transaction was being made durable goes into
the next one together. Each writer learns for itself whether its rows were the first.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, bindparam, insert, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from strapontin.core.errors import StrapontinError
from strapontin.server.storage import schema
from strapontin.server.storage.engine import Drawer, Pool
from strapontin.server.storage.migrate import prepare
from strapontin.server.storage.statements import run

Result = TypeVar("Result")

MOST_AT_ONCE = 200
"""Units of work in one transaction."""

TRIES = 4
"""How often in all a transaction is begun that PostgreSQL breaks off, because two stood in each other's way."""

APART = 0.003
"""Seconds from the beginning of one transaction to the next while several tables write: each costs the same, so that
those who ask within a moment share one. Whoever is alone is not kept waiting."""

JOURNAL = tuple(schema.journal.columns.keys())
"""What a row of the journal says, in this order."""

KEPT = ("id", "waits", "due", "deadlines", "touched_at")
"""What the row of a table says anew with every move, in this order; so few, for each is in an index or two."""

APPEND = insert(schema.journal)
KEEP = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("new_id"))
    .values({name: bindparam(f"new_{name}") for name in KEPT[1:]})
)

APPEND_ALL = f"INSERT INTO journal ({', '.join(JOURNAL)}) VALUES {{rows}}"
KEEP_ALL = (
    f"UPDATE tables SET {', '.join(f'{name} = new.column{i}' for i, name in enumerate(KEPT[1:], 2))} "
    "FROM (VALUES {rows}) AS new WHERE tables.id = new.column1"
)
"""The same for SQLite, a statement for many rows: its thread asks for Python's lock a few times, not a few a row."""

REFUSED_VALUE = ("22",)
"""How answers of PostgreSQL begin when a value cannot be kept, such as a text with a zero byte."""

BROKEN_OFF = ("40001", "40P01")
"""Its answers when a transaction was undone because it and another stood in each other's way."""

MOST_IN_STATEMENT = 64
"""Rows in one such statement; there is one for every number of them, made once and kept."""


class Conflict(Exception):
    """Somebody else's row came first (or this very request was recorded before)."""


class Unavailable(Exception):
    """The database did not answer; what was written may or may not be there."""


@dataclass(slots=True)
class Unit:
    """What is written together or not at all."""

    rows: list[tuple[Any, ...]] = field(default_factory=list)
    """Of the journal, each as JOURNAL."""
    kept: list[tuple[Any, ...]] = field(default_factory=list)
    """What the rows of tables say from now on, each as KEPT."""
    others: list[tuple[Executable, Any]] = field(default_factory=list)
    """Further statements, before the rows."""


Asked = tuple[Unit, "asyncio.Future[list[int]]"]


class Database:
    """Reads and durable writes, each a piece of work on a connection."""

    def __init__(self, url: str) -> None:
        self.sqlite = url.startswith("sqlite")
        self.engine: Drawer | Pool = Drawer(url) if self.sqlite else Pool(url)
        self._asked: list[Asked] = []
        self._writer: asyncio.Task[None] | None = None
        self._wrote: tuple[float, str | None] = (0.0, None)
        """When the last transaction began, and whose row was the first in it."""
        self._loop: asyncio.AbstractEventLoop | None = None
        """Where it was opened: to look for it each time is a call of the system."""

    async def open(self) -> None:
        """Bring the tables up to date and begin to write."""
        self._loop = asyncio.get_running_loop()
        await self.fill(prepare)

    async def fill(self, work: Callable[[Connection], Result]) -> Result:
        """Do a piece of work on a database that may be new, all or nothing."""
        try:
            return await self.engine.write(work)
        except (SQLAlchemyError, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise StrapontinError(f"database: cannot open {self.engine.address}: {reason}") from None

    async def close(self) -> None:
        """Finish what was asked for, then let go."""
        while self._writer:
            await asyncio.wait([self._writer])
        await self.engine.close()

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """What a piece of work finds, in one go."""
        try:
            return await self.engine.read(work)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise Unavailable(type(error).__name__) from error

    async def rows(self, statement: Executable) -> Sequence[Any]:
        """All rows of a query."""
        return await self.read(lambda connection: connection.execute(statement).all())

    async def row(self, statement: Executable) -> Any:
        """The first row of a query."""
        return await self.read(lambda connection: connection.execute(statement).first())

    async def changed(self, statement: Executable) -> int:
        """Run one statement; how many rows it changed."""
        return (await self.write(Unit(others=[(statement, None)])))[0]

    async def write(self, unit: Unit) -> list[int]:
        """Return when the unit is durable, with what its further statements changed; Conflict if it was not first."""
        done: asyncio.Future[list[int]] = (self._loop or asyncio.get_running_loop()).create_future()
        self._asked.append((unit, done))
        if self._writer is None:  # it begins in the next turn of the loop: whoever asks in this one joins in
            self._writer = asyncio.create_task(self._write_all(), name="journal writer")
        return await done

    async def healthy(self) -> bool:
        """Whether the database answers."""
        try:
            async with asyncio.timeout(2):
                await self.row(text("SELECT 1"))
        except (Unavailable, TimeoutError):
            return False
        return True

    async def _write_all(self) -> None:
        try:
            while self._asked:
                await self._gather()
                batch, self._asked = self._asked[:MOST_AT_ONCE], self._asked[MOST_AT_ONCE:]
                try:
                    await self._write_batch(batch)
                finally:
                    for _, done in batch:
                        _settle(done, Unavailable("the writer was stopped"))
        finally:
            self._writer = None

    async def _gather(self) -> None:
        """Wait a moment for others to join in, where transactions come one upon the other from several tables."""
        (unit, _), (last, before) = self._asked[0], self._wrote
        table, loop = unit.rows[0][0] if unit.rows else None, asyncio.get_running_loop()
        wait = last + APART - loop.time()
        if wait > 0 and table != before:
            await asyncio.sleep(wait)
        self._wrote = (loop.time(), table)

    async def _write_batch(self, batch: Sequence[Asked], tries: int = TRIES) -> None:
        units = [unit for unit, _ in batch]
        try:
            counts = await self.engine.write(lambda connection: _transact(connection, units))
        except (IntegrityError, sqlite3.IntegrityError):
            if len(batch) == 1:
                _settle(batch[0][1], Conflict())
                return
            await self._write_each(batch)  # find out whose rows were not the first
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            if len(batch) > 1 and _of_class(error, REFUSED_VALUE):
                await self._write_each(batch)  # find out whose it was
                return
            if tries > 1 and _of_class(error, BROKEN_OFF):
                await self._write_batch(batch, tries - 1)
                return
            for _, done in batch:
                _settle(done, Unavailable(type(error).__name__))
        else:
            for (_, done), count in zip(batch, counts, strict=True):
                _settle(done, count)

    async def _write_each(self, batch: Sequence[Asked]) -> None:
        """One by one what could not be written together: the others are not to suffer."""
        for one in batch:
            await self._write_batch([one])


def _of_class(error: Exception, kind: tuple[str, ...]) -> bool:
    """Whether the database is well and says this."""
    if not isinstance(error, DBAPIError):
        return kind == REFUSED_VALUE and isinstance(error, sqlite3.DataError)
    state = str(getattr(error.orig, "sqlstate", None) or "")
    return state.startswith(kind) or (kind == REFUSED_VALUE and isinstance(error.orig, sqlite3.DataError))


def _transact(connection: Connection, units: Sequence[Unit]) -> list[list[int]]:
    counts = [[run(connection, *statement) for statement in unit.others] for unit in units]
    rows = [row for unit in units for row in unit.rows]
    newest = {values[0]: values for unit in units for values in unit.kept}
    kept = [newest[table] for table in sorted(newest)]  # in one order everywhere: so no two wait for each other
    if connection.dialect.name == "sqlite":
        _at_once(connection, APPEND_ALL, rows)
        _at_once(connection, KEEP_ALL, kept)
    else:
        if rows:
            connection.execute(APPEND, [dict(zip(JOURNAL, row, strict=True)) for row in rows])
        if kept:
            names = [f"new_{name}" for name in KEPT]
            connection.execute(KEEP, [dict(zip(names, values, strict=True)) for values in kept])
    return counts


def _at_once(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Few statements for many rows, as the driver takes them, for they are what every move waits for."""
    driver: Any = connection.connection.dbapi_connection
    for at in range(0, len(rows), MOST_IN_STATEMENT):
        some = rows[at : at + MOST_IN_STATEMENT]
        driver.execute(_for_rows(statement, len(some), len(some[0])), tuple(chain.from_iterable(some)))


@cache
def _for_rows(statement: str, rows: int, columns: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return statement.format(rows=", ".join([row] * rows))


def _settle(done: asyncio.Future[list[int]], result: list[int] | Exception) -> None:
    if done.done():  # whoever asked has gone
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)
