"""Bring a database to the present version, one process at a time."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

LOCK = 0x57A9_0471
"""The advisory lock of PostgreSQL under which migrations run."""


def configuration() -> Config:
    """Alembic's, without a file: the migrations are part of the package."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def hold(connection: Connection) -> None:
    """Keep all others from writing until this transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    else:  # SQLite: the first to write holds the lock until it commits
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the migrations that are missing, up to a revision."""
    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def present(connection: Connection) -> str | None:
    """The revision a database has; none if nothing was ever kept in it."""
    return MigrationContext.configure(connection).get_current_revision()


def prepare(connection: Connection) -> None:
    """Bring a database to the present version."""
    hold(connection)
    upgrade(connection)
