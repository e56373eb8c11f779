"""Tables where programs may sit, and the seats they have."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Nobody was asked so far, so no program sits anywhere."""
    op.add_column("tables", sa.Column("programs", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("bot", sa.String(80)))


def downgrade() -> None:
    """Forget which guests are programs."""
    op.drop_column("seats", "bot")
    op.drop_column("tables", "programs")
