"""The connection to SQLite or PostgreSQL: reads at once, writes in shared transactions.

Many tables append at the same moment; what has gathered while one transaction was being made durable goes into
the next one together. Each writer learns for itself whether its rows were the first.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable, bindparam, event, insert, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from strapontin.core.errors import StrapontinError
from strapontin.server.storage import schema
from strapontin.server.storage.migrate import upgrade

MOST_AT_ONCE = 200
"""Units of work in one transaction."""

APPEND = insert(schema.journal)
KEEP = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values({name: bindparam(f"new_{name}") for name in ("state", "waits", "due", "touched_at")})
)


class Conflict(Exception):
    """Somebody else's row came first (or this very request was recorded before)."""


class Unavailable(Exception):
    """The database did not answer; what was written may or may not be there."""


@dataclass(slots=True)
class Unit:
    """What is written together or not at all."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    """Of the journal."""
    keep: list[dict[str, Any]] = field(default_factory=list)
    """What the table's own row says from now on; parameters of KEEP."""
    others: list[tuple[Executable, Any]] = field(default_factory=list)
    """Further statements, before the rows."""


class Database:
    """Reads and durable writes."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sqlite = url.startswith("sqlite")
        options: dict[str, Any] = {} if self.sqlite else {"pool_size": 10, "max_overflow": 10, "pool_pre_ping": True}
        self.engine: AsyncEngine = create_async_engine(url, **options)
        if self.sqlite:
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
        self._queue: asyncio.Queue[tuple[Unit, asyncio.Future[None]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the tables up to date and begin to write."""
        try:
            async with self.engine.connect() as connection:
                await connection.run_sync(upgrade)
                await connection.commit()
        except (SQLAlchemyError, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise StrapontinError(f"database: cannot open {self.engine.url.render_as_string()}: {reason}") from None
        self._writer = asyncio.create_task(self._write_all(), name="journal writer")

    async def close(self) -> None:
        """Finish what was asked for, then let go."""
        if self._writer:
            await self._queue.join()
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read from."""
        try:
            async with self.engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise Unavailable(type(error).__name__) from error

    async def rows(self, statement: Executable, parameters: Any = None) -> Sequence[Any]:
        """All rows of a query."""
        async with self.reading() as connection:
            return (await connection.execute(statement, parameters)).all()

    async def row(self, statement: Executable, parameters: Any = None) -> Any:
        """The first row of a query."""
        async with self.reading() as connection:
            return (await connection.execute(statement, parameters)).first()

    async def changed(self, statement: Executable, parameters: Any = None) -> int:
        """Run one statement by itself; how many rows it changed."""
        try:
            async with self.engine.begin() as connection:
                return int((await connection.execute(statement, parameters)).rowcount)
        except IntegrityError as error:
            raise Conflict from error
        except (SQLAlchemyError, OSError) as error:
            raise Unavailable(type(error).__name__) from error

    async def write(self, unit: Unit) -> None:
        """Return when the unit is durable; Conflict if one of its rows was not the first."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((unit, done))
        await done

    async def healthy(self) -> bool:
        """Whether the database answers."""
        try:
            async with asyncio.timeout(2), self.reading() as connection:
                await connection.execute(text("SELECT 1"))
        except (Unavailable, TimeoutError):
            return False
        return True

    async def _write_all(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty() and len(batch) < MOST_AT_ONCE:
                batch.append(self._queue.get_nowait())
            try:
                await self._write_batch(batch)
            finally:
                for _, done in batch:
                    self._queue.task_done()
                    if not done.done():
                        done.set_exception(Unavailable("the writer was stopped"))

    async def _write_batch(self, batch: Sequence[tuple[Unit, asyncio.Future[None]]]) -> None:
        try:
            await self._transact(unit for unit, _ in batch)
        except IntegrityError:
            if len(batch) == 1:
                _settle(batch[0][1], Conflict())
                return
            for one in batch:  # find out whose rows were not the first; the others are not to suffer
                await self._write_batch([one])
        except (SQLAlchemyError, OSError) as error:
            for _, done in batch:
                _settle(done, Unavailable(type(error).__name__))
        else:
            for _, done in batch:
                _settle(done, None)

    async def _transact(self, units: Iterable[Unit]) -> None:
        units = list(units)
        rows = [row for unit in units for row in unit.rows]
        keep = [values for unit in units for values in unit.keep]
        async with self.engine.begin() as connection:
            for unit in units:
                for statement, parameters in unit.others:
                    await connection.execute(statement, parameters)
            if rows:
                await connection.execute(APPEND, rows)
            if keep:
                await connection.execute(KEEP, keep)


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():  # whoever asked has gone
        return
    if error:
        done.set_exception(error)
    else:
        done.set_result(None)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=15000", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
