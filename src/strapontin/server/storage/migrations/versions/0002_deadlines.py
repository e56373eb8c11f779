"""When the time of each seat runs out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Give tables their deadlines; those of running games come with the next row of their journals."""
    op.add_column("tables", sa.Column("deadlines", sa.Text()))


def downgrade() -> None:
    """Forget them."""
    op.drop_column("tables", "deadlines")
