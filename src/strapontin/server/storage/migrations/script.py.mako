"""${message}."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Change."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Change back."""
    ${downgrades if downgrades else "pass"}
