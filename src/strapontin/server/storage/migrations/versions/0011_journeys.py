"""My journeys: who played which finished game and how it went, and passes to a second device."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

AT_ONCE = 500
"""Tables whose results are written in one go."""


def upgrade() -> None:
    """Make the tables, and fill them from the finished games there are."""
    journeys = op.create_table(
        "journeys",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("map", sa.String(40)),
        sa.Column("line", sa.String(10)),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_journeys"),
    )
    op.create_index("ix_journeys_rated", "journeys", ["rated", "finished_at"])
    travellers = op.create_table(
        "travellers",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guest", sa.String(32)),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(80)),
        sa.Column("level", sa.String(20)),
        sa.Column("bot", sa.String(80)),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("given_up", sa.Boolean(), nullable=False),
        sa.Column("accuracy", sa.Integer()),
        sa.Column("nth", sa.Integer()),
        sa.Column("mu", sa.Double()),
        sa.Column("sigma", sa.Double()),
        sa.ForeignKeyConstraint(["table_id"], ["journeys.table_id"], name="fk_travellers_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_travellers"),
        sa.UniqueConstraint("guest", "game", "nth", name="uq_travellers_rating"),
    )
    op.create_index("ix_travellers_guest", "travellers", ["guest", "finished_at", "table_id"])
    op.create_table(
        "passes",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guest", name="pk_passes"),
    )
    op.create_index("ix_passes_digest", "passes", ["digest"], unique=True)
    op.create_index("ix_passes_expires_at", "passes", ["expires_at"])
    assert journeys is not None
    assert travellers is not None
    _fill(op.get_bind(), journeys, travellers)


def _fill(bind: Any, journeys: sa.Table, travellers: sa.Table) -> None:
    """What finished games kept of their results: who won is known, places behind by the points."""
    tables = sa.table(
        "tables",
        *(sa.column(name) for name in ("id", "game", "options", "line", "players", "result", "state")),
        *(sa.column(name) for name in ("created_at", "started_at", "finished_at")),
    )
    seats = sa.table(
        "seats",
        *(sa.column(name) for name in ("table_id", "seat", "kind", "guest", "name", "level", "bot", "resigned")),
    )
    last = ""
    over = sa.select(tables).where(tables.c.state == "over", tables.c.result.is_not(None))
    while rows := bind.execute(over.where(tables.c.id > last).order_by(tables.c.id).limit(AT_ONCE)).all():
        last = rows[-1].id
        ids = [row.id for row in rows]
        sitting: dict[str, list[Any]] = {one: [] for one in ids}
        found = sa.select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.table_id, seats.c.seat)
        for seat in bind.execute(found):
            sitting[seat.table_id].append(seat)
        told = [_told(row, sitting[row.id]) for row in rows if any(seat.guest for seat in sitting[row.id])]
        if told:
            bind.execute(sa.insert(journeys), [journey for journey, _ in told])
            bind.execute(sa.insert(travellers), [one for _, all_ in told for one in all_])


def _told(row: Any, seats: list[Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    result, chosen = json.loads(row.result), json.loads(row.options).get("map")
    scores, winners = result["scores"], result["winners"]
    behind = sorted((score for seat, score in enumerate(scores) if seat not in winners), reverse=True)
    finished = row.finished_at or row.created_at
    journey = {
        "table_id": row.id,
        "game": row.game,
        "map": chosen if isinstance(chosen, str) else None,
        "line": row.line,
        "players": row.players,
        "started_at": row.started_at or finished,
        "finished_at": finished,
        "rated": row.players < 2,
    }
    return journey, [
        {
            "table_id": row.id,
            "seat": seat.seat,
            "guest": seat.guest,
            "game": row.game,
            "finished_at": finished,
            "name": seat.name,
            "level": seat.level if seat.kind == "bot" else None,
            "bot": seat.bot,
            "score": score,
            "rank": 1 if seat.seat in winners else 1 + len(winners) + behind.index(score),
            "given_up": bool(seat.resigned),
        }
        for seat, score in zip(seats, scores, strict=True)
    ]


def downgrade() -> None:
    """Forget them all."""
    for name in ("passes", "travellers", "journeys"):
        op.drop_table(name)
