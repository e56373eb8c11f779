"""How often a nudge was tried, so that the next try can wait in the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """None was tried in vain so far."""
    op.add_column("nudges", sa.Column("attempts", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget how often."""
    op.drop_column("nudges", "attempts")
