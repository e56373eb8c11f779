"""What every seat gives to the draws."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Nobody has given anything yet."""
    op.add_column("seats", sa.Column("nonce", sa.String(32)))


def downgrade() -> None:
    """Forget what was given; started games have it in their journals."""
    op.drop_column("seats", "nonce")
