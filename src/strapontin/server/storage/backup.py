"""A whole database as one file, and back: gzip of JSON lines, the same for SQLite and for PostgreSQL.

The first line names the revision of the schema and the columns of every table, then comes a row a line, and the
last line counts them: a file that was cut off is noticed. What is written is what one transaction sees, so servers
may go on meanwhile. Bookmarks are left out: they follow from the journals, and are made again.
"""

from __future__ import annotations

import base64
import gzip
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, LargeBinary, MetaData, Table, func, insert, select

from strapontin.core.errors import StrapontinError, reason
from strapontin.server.storage import schema
from strapontin.server.storage.migrate import hold, present, upgrade

KIND = "strapontin backup"
AT_ONCE = 500
"""Rows in one statement."""


class Head(msgspec.Struct, forbid_unknown_fields=True):
    """The first line."""

    kind: str
    revision: str
    secret: str | None
    """What signs the cookies, if the server keeps it in its data directory."""
    columns: dict[str, list[str]]


class End(msgspec.Struct, forbid_unknown_fields=True):
    """The last line."""

    rows: dict[str, int]


def write(connection: Connection, file: Path, secret: bytes | None) -> dict[str, int]:
    """Write everything there is into a file that nobody else can read; how many rows of each table."""
    if connection.dialect.name == "postgresql":
        connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    else:
        connection.exec_driver_sql("BEGIN")
    revision = present(connection)
    if revision is None:
        raise StrapontinError("backup: nothing was ever kept in this database")
    tables = [table for table in schema.metadata.sorted_tables if table is not schema.bookmarks]
    columns = {str(table.name): [str(column.name) for column in table.columns] for table in tables}
    head = Head(KIND, revision, secret.decode() if secret else None, columns)
    draft = file.with_name(f"{file.name}.part")
    try:
        draft.touch(mode=0o600)
        with gzip.open(draft, "wb", compresslevel=6) as lines:
            _line(lines, head)
            counts = {name: _dump(connection, lines, name) for name in columns}
            _line(lines, End(counts))
        draft.replace(file)
    except OSError as error:
        raise StrapontinError(f"backup: cannot write {file}: {reason(error)}") from None
    return counts


def _dump(connection: Connection, lines: gzip.GzipFile, name: str) -> int:
    """Write the rows of a table; how many there are."""
    table, count = schema.metadata.tables[name], 0
    rows = connection.execution_options(yield_per=AT_ONCE).execute(select(table).order_by(*table.primary_key))
    for row in rows:
        _line(lines, [name, *row])
        count += 1
    return count


def read(connection: Connection, file: Path) -> tuple[dict[str, int], bytes | None]:
    """Fill an empty database from a file, all or nothing; how many rows, and the secret if there is one."""
    hold(connection)
    if present(connection) is not None and _filled(connection):
        raise StrapontinError("restore: there are tables in this database already; give an empty one")
    lines = _lines(file)
    head = _decoded(file, next(lines, b""), Head)
    if head.kind != KIND:
        raise _foreign(file)
    if present(connection) is None:
        upgrade(connection, head.revision)
    found = MetaData()
    found.reflect(connection, only=list(head.columns))
    counts, told = Counter[str](), End({})
    for name, group in groupby((_decoded(file, line, list[Any] | End) for line in lines), key=_table_of):
        if name is None:
            (told,) = group
            continue
        table, columns = found.tables[name], head.columns[name]
        while some := [_values(table, columns, row[1:]) for row in islice(group, AT_ONCE)]:
            connection.execute(insert(table), some)
            counts[name] += len(some)
    if not told.rows or {name: n for name, n in told.rows.items() if n} != counts:
        raise StrapontinError(f"restore: {file} is cut off; nothing was restored")
    upgrade(connection)
    return told.rows, head.secret.encode() if head.secret else None


def _foreign(file: Path) -> StrapontinError:
    """What is said of a file that we did not write."""
    return StrapontinError(f"restore: {file} is not a backup of strapontin")


def _filled(connection: Connection) -> bool:
    counts = [select(func.count()).select_from(table) for table in (schema.guests, schema.tables)]
    return any(connection.execute(one).scalar_one() for one in counts)


def _line(lines: gzip.GzipFile, value: Any) -> None:
    lines.write(msgspec.json.encode(value) + b"\n")


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file, "rb") as lines:
            yield from lines
    except EOFError:
        raise StrapontinError(f"restore: {file} is not whole; nothing was restored") from None
    except gzip.BadGzipFile:
        raise _foreign(file) from None


def _decoded(file: Path, line: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError:
        raise _foreign(file) from None


def _table_of(line: list[Any] | End) -> str | None:
    return None if isinstance(line, End) else str(line[0])


def _values(table: Table, columns: list[str], row: list[Any]) -> dict[str, Any]:
    """A row by the names of its columns; bytes were written as text."""
    values = dict(zip(columns, row, strict=True))
    for name, value in values.items():
        if isinstance(table.c[name].type, LargeBinary) and value is not None:
            values[name] = base64.b64decode(value)
    return values
