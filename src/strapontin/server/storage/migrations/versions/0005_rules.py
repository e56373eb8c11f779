"""By which version of its rules a game is played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Whatever was started so far is by version 1, which none stands for."""
    op.add_column("tables", sa.Column("rules", sa.Integer()))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("tables", "rules")
