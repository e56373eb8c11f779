"""Devices that want to be told when it is their turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Nobody has asked for it so far."""
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("quiet_from", sa.Integer()),
        sa.Column("quiet_until", sa.Integer()),
        sa.Column("origin", sa.String(255), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
    )
    op.create_index("ix_devices_guest", "devices", ["guest"])
    op.create_table(
        "nudges",
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("turn", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["device"], ["devices.id"], name="fk_nudges_device", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_nudges_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("device", "table_id", "kind", name="pk_nudges"),
    )
    op.create_index("ix_nudges_at", "nudges", ["at"])
    op.create_index("ix_nudges_table_id", "nudges", ["table_id"])


def downgrade() -> None:
    """Forget them."""
    op.drop_table("nudges")
    op.drop_table("devices")
