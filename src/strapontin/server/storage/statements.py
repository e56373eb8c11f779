"""Statements that are made once and run with ever new values: SQLite is handed their text, without all SQLAlchemy asks.

What is written for every game (a table laid, its start, its end, its ratings) is a dozen of them, each of which takes
SQLAlchemy several times as long to prepare as SQLite to run.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable
from sqlalchemy.dialects import sqlite

Statement = TypeVar("Statement", bound=Executable)

SQLITE = sqlite.dialect(paramstyle="qmark")

_made: dict[int, Executable] = {}
"""Kept for ever, so that no other statement gets the number of one of them."""


def once(statement: Statement) -> Statement:
    """Declare a statement that is made once: its values need nothing but the driver's own types, and are no lists."""
    _made[id(statement)] = statement
    return statement


def run(connection: Connection, statement: Executable, given: Any) -> int:
    """Run a statement with values, or with several sets of them; how many rows it changed."""
    if not given or id(statement) not in _made or connection.dialect.name != "sqlite":
        return connection.execute(statement, given).rowcount
    driver: Any = connection.connection.dbapi_connection
    many = given if isinstance(given, list) else [given]
    text, names, fixed = _written(statement, tuple(many[0]))
    values = [[fixed[name] if name in fixed else one[name] for name in names] for one in many]
    done = driver.execute(text, values[0]) if len(values) == 1 else driver.executemany(text, values)
    return int(done.rowcount)


def find(connection: Connection, statement: Executable, given: dict[str, Any]) -> Sequence[Any]:
    """What a query that is made once finds, row by row as the driver gives it; what is true or false may be 1 or 0."""
    if connection.dialect.name != "sqlite":
        return connection.execute(statement, given).all()
    text, names, fixed = _written(statement, tuple(given))
    driver: Any = connection.connection.dbapi_connection
    found: list[Any] = driver.execute(text, [fixed[one] if one in fixed else given[one] for one in names]).fetchall()
    return found


@lru_cache(256)
def _written(statement: Any, given: tuple[str, ...]) -> tuple[str, Sequence[str], dict[str, Any]]:
    """A statement as SQLite reads it, the values it takes in their order, and those that are always the same."""
    compiled = statement.compile(dialect=SQLITE, column_keys=list(given))
    names = tuple(compiled.positiontup)
    fixed = compiled.construct_params(dict.fromkeys(given))
    return str(compiled), names, {name: fixed[name] for name in names if name not in given}
