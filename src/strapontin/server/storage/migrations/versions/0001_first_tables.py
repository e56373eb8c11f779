"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make guests, tables, seats, journal and chat."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80)),
        sa.Column("language", sa.String(2)),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("absence", sa.Text(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("spectators", sa.Boolean(), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("chat_open", sa.Boolean(), nullable=False),
        sa.Column("waits", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger()),
        sa.Column("result", sa.Text()),
        sa.Column("rematch", sa.String(16)),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger()),
        sa.Column("finished_at", sa.BigInteger()),
        sa.Column("touched_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_address", "tables", ["address", "state"])
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_index("ix_tables_listing", "tables", ["state", "listed", "created_at"])
    op.create_index("ix_tables_owner", "tables", ["owner", "state"])
    op.create_index("ix_tables_touched", "tables", ["state", "touched_at"])
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guest", sa.String(32)),
        sa.Column("seat", sa.Integer()),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text()),
        sa.Column("phrase", sa.String(20)),
        sa.Column("key", sa.String(80)),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n", name="pk_chat"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_chat_table_id", ondelete="CASCADE"),
        sa.UniqueConstraint("table_id", "key", name="uq_chat_key"),
    )
    op.create_index("ix_chat_guest", "chat", ["guest"])
    op.create_table(
        "journal",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("move", sa.Text()),
        sa.Column("draws", sa.Text()),
        sa.Column("key", sa.String(64)),
        sa.Column("eyes", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n", name="pk_journal"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_journal_table_id", ondelete="CASCADE"),
        sa.UniqueConstraint("table_id", "key", name="uq_journal_key"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("guest", sa.String(32)),
        sa.Column("token", sa.String(64)),
        sa.Column("name", sa.String(80)),
        sa.Column("level", sa.String(20)),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.Column("resigned", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_guest", "seats", ["guest"])


def downgrade() -> None:
    """Drop them all."""
    for name in ("seats", "journal", "chat", "tables", "guests"):
        op.drop_table(name)
