"""What whoever runs a server keeps closed, and whom it keeps out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nothing is set aside and nobody kept out yet."""
    op.add_column("tables", sa.Column("set_aside", sa.BigInteger()))
    op.create_table(
        "bans",
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("who", name="pk_bans"),
    )


def downgrade() -> None:
    """Open what was closed."""
    op.drop_table("bans")
    op.drop_column("tables", "set_aside")
