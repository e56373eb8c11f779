"""Tables that tell an address of their owner what happens."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """No table tells anything so far."""
    op.create_table(
        "webhooks",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("origin", sa.String(255), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("said", sa.String(255), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(80)),
        sa.Column("tried_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_webhooks_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name="pk_webhooks"),
    )
    op.create_index("ix_webhooks_guest", "webhooks", ["guest"])
    op.create_table(
        "deliveries",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("event", sa.String(8), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["webhooks.table_id"], name="fk_deliveries_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
        sa.UniqueConstraint("table_id", "n", "event", name="uq_deliveries_event"),
    )
    op.create_index("ix_deliveries_at", "deliveries", ["at"])


def downgrade() -> None:
    """Forget them."""
    op.drop_table("deliveries")
    op.drop_table("webhooks")
