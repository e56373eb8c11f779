"""Bring a database to the present version, one process at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"

VERSION = "alembic_version"
"""The table in which Alembic keeps the revision of a database."""

LOCK = 0x57A9_0471
"""The advisory lock of PostgreSQL under which migrations run."""


def configuration() -> Config:
    """Alembic's, without a file: the migrations are part of the package."""
    from alembic.config import Config  # a third of a second, for what is mostly up to date

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def hold(connection: Connection) -> None:
    """Keep all others from writing until this transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    else:  # SQLite: the first to write holds the lock until it commits
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the migrations that are missing, up to a revision."""
    from alembic import command

    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def present(connection: Connection) -> str | None:
    """The revision a database has; none if nothing was ever kept in it."""
    if not inspect(connection).has_table(VERSION):
        return None
    row = connection.execute(text(f"SELECT version_num FROM {VERSION}")).first()
    return str(row[0]) if row else None


def newest() -> str:
    """The revision all migrations lead to: their files are named after theirs, in order."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("*_*.py")).partition("_")[0]


def prepare(connection: Connection) -> None:
    """Bring a database to the present version."""
    hold(connection)
    if present(connection) != newest():
        upgrade(connection)
