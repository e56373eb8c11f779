"""Where tables stood, so that long journals need not be read again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Journals get theirs when they are next read or written."""
    op.create_table(
        "bookmarks",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_bookmarks"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_bookmarks_table_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """The journals have it all."""
    op.drop_table("bookmarks")
