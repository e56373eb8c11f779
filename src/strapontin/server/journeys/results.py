"""What is kept of a finished game: written once, together with the last row of its journal."""

from __future__ import annotations

from typing import Any

from strapontin.server.storage.journeys import Statement, written
from strapontin.server.table import Proposal, SeatState, Table


def ended(table: Table, proposal: Proposal, seats: list[SeatState]) -> list[Statement]:
    """What is written with the last row of a game somebody played; nothing where nobody is known any more."""
    head, match, at = table.header, proposal.match, proposal.row.at
    if match is None or not any(seat.guest for seat in seats):
        return []
    scores, ranks = match.game.standing(match.setting, match.state)
    chosen = head.options.get("map")
    journey: dict[str, Any] = {
        "table_id": head.id,
        "game": head.game,
        "map": chosen if isinstance(chosen, str) else None,
        "line": head.line,
        "players": head.players,
        "started_at": head.started_at or at,
        "finished_at": at,
        "rated": head.players < 2,
    }
    return written(
        journey,
        [
            {
                "table_id": head.id,
                "seat": number,
                "guest": seat.guest,
                "game": head.game,
                "finished_at": at,
                "name": seat.name,
                "level": seat.level if seat.kind == "bot" else None,
                "bot": seat.bot,
                "score": int(scores[number]),
                "rank": int(ranks[number]),
                "given_up": seat.resigned,
            }
            for number, seat in enumerate(seats)
        ],
    )
