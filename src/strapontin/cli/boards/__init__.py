"""What a terminal shows of each game: one module a game, with `show` and `describe`, and `tell` where it helps.

show(match, seat, language)        the table as a seat sees it, as something Rich can print
describe(move, view, language)     what one of the view's moves would do, in a few words
tell(note, match, language)        a line of the log (optional; otherwise its catalogue sentence as it is)
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from strapontin.core.game import Note
from strapontin.core.match import Match
from strapontin.words import Language, catalogue, say


def board(game: str) -> Any | None:
    """The board module of a game, if it has one."""
    name = f"{__name__}.{game}"
    return import_module(name) if find_spec(name) else None


def tell(note: Note, match: Match, language: Language) -> str:
    """A line of the log in words."""
    module = board(match.game.id)
    if module is not None and hasattr(module, "tell"):
        return str(module.tell(note, match, language))
    return sentence(note, match, language)


def sentence(note: Note, match: Match, language: Language, key: str | None = None, **more: Any) -> str:
    """The catalogue's sentence for a note: a seat is its player's name, a list is its items."""
    params = {name: ", ".join(map(str, one)) if isinstance(one, list) else one for name, one in note.params.items()}
    seat = note.params.get("seat")
    if isinstance(seat, int):
        params["player"] = match.players[seat].name
    params.update(more)
    key = key or note.key
    if key not in catalogue(language):  # a game whose words are not written yet still tells its story
        return f"{key} {params}"
    return say(language, key, **params)
