"""The end of a game in a sentence."""

from __future__ import annotations

from strapontin.core import registry
from strapontin.server.live_table import Live
from strapontin.server.table_protocol import Outcome
from strapontin.words import Language, say


def result_words(live: Live, result: Outcome, language: Language) -> str:
    """Who has won, and how it ended."""
    seats, game = live.table.seats, registry.game(live.table.header.game)
    names = [
        seat.name if seat.kind == "guest" and seat.name else f"{seat.level or '?'} {i + 1}"
        for i, seat in enumerate(seats)
    ]
    winners = [names[i] for i in result.winners]
    if len(names) == 1:
        return say(language, "preview.table.over.alone", winners=names, n=result.scores[0])
    scores = [say(language, "preview.score", name=name, n=n) for name, n in zip(names, result.scores, strict=True)]
    key = "preview.table.over.points" if game.points else "preview.table.over.text"
    return say(language, key, winners=winners, scores=scores)
