"""Alembic's entry: works on the connection it is handed."""

from __future__ import annotations

from alembic import context

from strapontin.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=False,  # the caller has begun, and commits
    render_as_batch=True,
)
context.run_migrations()
