"""How long the journal of a table may get: every row is kept for as long as the table is."""

from __future__ import annotations

from strapontin.server.faults import Refusal
from strapontin.server.table import Row, Table

MOST_ROWS = 5_000
"""Rows after which a game that is still not over ends as abandoned; a long one has a few hundred."""

MOST_OF_KIND = {"seat": 300, "chat-open": 100, "hint": 500}
"""How often one may sit down, get up or put bots at a table, open or close its chat, and have hints."""

MOST_RETURNS = 50
"""How often a seat may come back from a bot; nobody goes away again without having come back."""


def full(table: Table) -> bool:
    """Whether a game has gone on for so long that it ends here."""
    return table.state == "playing" and table.length >= MOST_ROWS


def check(table: Table, row: Row) -> None:
    """Whether one more row of its kind fits into the journal of a table."""
    if row.kind == "back":
        seat = row.seat if row.seat is not None else 0
        if table.counts["back", seat] >= MOST_RETURNS:
            raise Refusal("too-often", f"this seat came back {MOST_RETURNS} times; a bot plays it to the end")
    most = MOST_OF_KIND.get(row.kind)
    if most is not None and table.counts[row.kind, None] >= most:
        raise Refusal("too-often", f"{most} rows of kind {row.kind} at this table; that is the most it keeps")


def too_long() -> Refusal:
    """What is said when a game ends because its table is full."""
    return Refusal("too-long", f"this game has got {MOST_ROWS} rows long, the most a table keeps; it ends here")
