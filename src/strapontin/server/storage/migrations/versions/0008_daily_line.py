"""The line of the day: its deals, who tried them, and how they stand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """No table so far was a try of a day's line, and all bots thought by the clock."""
    op.add_column("tables", sa.Column("line", sa.String(10)))
    op.add_column("tables", sa.Column("simulations", sa.Integer()))
    op.create_table(
        "daily_lines",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("simulations", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "game", name="pk_daily_lines"),
    )
    op.create_index("ix_daily_lines_game", "daily_lines", ["game", "day"])
    op.create_table(
        "daily_tries",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("outcome", sa.String(12), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger()),
        sa.Column("score", sa.Integer()),
        sa.PrimaryKeyConstraint("day", "game", "guest", name="pk_daily_tries"),
    )
    op.create_index("ix_daily_tries_table", "daily_tries", ["table_id"], unique=True)
    op.create_index("ix_daily_tries_guest", "daily_tries", ["guest", "game", "day"])
    op.create_table(
        "daily_board",
        sa.Column("period", sa.String(10), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("merit", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("period", "game", "guest", name="pk_daily_board"),
    )
    op.create_index("ix_daily_board_merit", "daily_board", ["period", "game", "merit", "guest"])
    op.create_index("ix_daily_board_guest", "daily_board", ["guest"])
    op.create_table(
        "daily_counts",
        sa.Column("period", sa.String(10), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("score", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("results", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("period", "game", "score", name="pk_daily_counts"),
    )
    op.create_table(
        "daily_marks",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("level", sa.String(20), nullable=False),
        sa.Column("score", sa.Integer()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "game", "level", name="pk_daily_marks"),
    )


def downgrade() -> None:
    """Forget them all."""
    for name in ("daily_marks", "daily_counts", "daily_board", "daily_tries", "daily_lines"):
        op.drop_table(name)
    op.drop_column("tables", "simulations")
    op.drop_column("tables", "line")
