"""Where work on a database is done: a file of SQLite in two threads of its own, or a pool of PostgreSQL.

Both take a piece of work as a plain function on a connection. For SQLite the event loop changes threads once for the
whole piece, not once for every statement in it.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from time import monotonic, sleep
from typing import Any, TypeVar

from sqlalchemy import Connection, NullPool, create_engine, event
from sqlalchemy.exc import DBAPIError

Result = TypeVar("Result")


class Drawer:
    """A file of SQLite: one thread writes, another reads what is committed, each on a connection it keeps."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(url, poolclass=NullPool, connect_args={"cached_statements": KEPT_STATEMENTS})
        event.listen(self._engine, "connect", _prepare)
        self._threads = {name: ThreadPoolExecutor(1, f"sqlite {name}") for name in ("reader", "writer")}
        self._connections: dict[str, Connection] = {}
        file = self._engine.url.database
        self._turn = Turn(f"{file}-turn" if file and file != ":memory:" else None)

    @property
    def address(self) -> str:
        """Where it is."""
        return self._engine.url.render_as_string()

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Look something up."""
        return await self._in_thread("reader", work)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do something durably, all or nothing."""
        return await self._in_thread("writer", work)

    async def close(self) -> None:
        """Let go of the file."""
        for name, thread in self._threads.items():
            await asyncio.get_running_loop().run_in_executor(thread, self._let_go, name)
            thread.shutdown()
        self._turn.close()
        self._engine.dispose()

    async def _in_thread(self, name: str, work: Callable[[Connection], Result]) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads[name], self._transact, name, work)

    def _transact(self, name: str, work: Callable[[Connection], Result]) -> Result:
        connection = self._connections.get(name)
        if connection is None:
            connection = self._connections[name] = self._engine.connect()
        try:
            with self._turn if name == "writer" else nullcontext():
                return _at_once(connection, work)
        except DBAPIError as error:
            if error.connection_invalidated:
                self._let_go(name)
            raise

    def _let_go(self, name: str) -> None:
        if connection := self._connections.pop(name, None):
            connection.close()


def _at_once(connection: Connection, work: Callable[[Connection], Result]) -> Result:
    """Do a piece of work, all or nothing; what is asked of the driver alone begins and ends there, which is quicker."""
    driver: Any = connection.connection.dbapi_connection
    try:
        done = work(connection)
        if connection.in_transaction():
            connection.commit()
        else:
            driver.commit()
    except BaseException:
        connection.rollback()
        with suppress(sqlite3.Error):
            driver.rollback()
        raise
    return done


class Turn:
    """Processes that write to one file take turns at it: left to SQLite, who waits sleeps ever longer in between.

    It is a courtesy, not what keeps the file whole: who has waited long goes ahead, and SQLite decides.
    """

    def __init__(self, file: str | None) -> None:
        self._file = file
        self._handle: int | None = None

    def __enter__(self) -> None:
        """Wait for one's turn."""
        if self._file is None:
            return
        if self._handle is None:
            self._handle = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        end = monotonic() + PATIENCE
        while monotonic() < end:
            with suppress(BlockingIOError):
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            sleep(A_MOMENT)

    def __exit__(self, *_: object) -> None:
        """It is somebody else's."""
        if self._handle is not None:
            fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        """No more turns."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


class Pool:
    """Connections to PostgreSQL."""

    def __init__(self, url: str) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine  # a third of a second that SQLite does without

        # who only reads has no transaction: its beginning and its end, and those of the ping, would be messages too
        alone = {"isolation_level": "AUTOCOMMIT"}
        self._engine = create_async_engine(url, pool_size=10, max_overflow=10, pool_pre_ping=True, **alone)
        self._writing = self._engine.execution_options(isolation_level="READ COMMITTED")

    @property
    def address(self) -> str:
        """Where it is, without the password."""
        return self._engine.url.render_as_string()

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Look something up."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do something durably, all or nothing."""
        async with self._writing.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Hang up."""
        await self._engine.dispose()


KEPT_STATEMENTS = 256
"""Statements that a connection to a file keeps: those for so many rows each, some 4 MB in all, and others."""

PATIENCE = 15
"""Seconds to wait for another process that holds the file."""

A_MOMENT = 0.0005
"""Seconds between two looks whether it is one's turn to write."""

PRAGMAS = (
    *(f"busy_timeout={1000 * PATIENCE}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"),
    "wal_autocheckpoint=10000",  # 40 MB: whoever moves just then waits for all of it to be put in its place
    "temp_store=MEMORY",  # what a statement for many rows keeps in case it fails is else a file, page by page
)


def _prepare(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        _insist(cursor, f"PRAGMA {pragma}")
    cursor.close()


def _insist(cursor: Any, statement: str) -> None:
    """Ask again while the file is held: setting up its log while another writes is refused at once."""
    end = monotonic() + PATIENCE
    while True:
        try:
            cursor.execute(statement)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
            sleep(0.05)
        else:
            return
