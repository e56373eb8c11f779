"""What a terminal shows of each game: one module a game, with `show` and `describe`, and `tell` where it helps.

show(match, seat, language)        the table as a seat sees it, as something Rich can print
describe(move, view, language)     what one of the view's moves would do, in a few words
tell(note, match, language, reader) a line of the log (optional; otherwise its catalogue sentence as it is)
offer(view)                        the moves worth a line of the menu (optional; otherwise all)
groups(view, language)             moves that are one line of the menu and are told apart in a second step (optional)
brief(move, view, language)        a move in a few letters, where the menu is narrow (optional)
compose(match, seat, language, news, menu, width, height)   a whole screen of its own making (optional)
explain(language)                  the material of the game, a line each, for `?` (optional)
final(match, language)             the end (optional)
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from strapontin.core.game import Note
from strapontin.core.match import Eyes, Match
from strapontin.words import Language, catalogue, say


def board(game: str) -> Any:
    """The board module of a game; one that brings none is shown plainly."""
    name = f"{__name__}.{game}"
    return import_module(name if find_spec(name) else f"{__name__}.plain")


def shown(match: Match, seat: int) -> dict[str, Any]:
    """What a board tells moves by: the view, the map or the city it is about, and the names at the table."""
    return match.view(seat) | {"lore": match.setting.lore, "names": [one.name for one in match.players]}


def tell(note: Note, match: Match, language: Language, reader: Eyes = None) -> str:
    """A line of the log in words; whoever reads it is "you" there."""
    module = board(match.game.id)
    if hasattr(module, "tell"):
        return str(module.tell(note, match, language, reader))
    return sentence(note, match, language, reader)


def sentence(note: Note, match: Match, language: Language, reader: Eyes, **more: Any) -> str:
    """The catalogue's sentence for a note: a seat is its player's name, the reader is "you"."""
    names = [player.name for player in match.players]
    params, form = note.params, ""
    if isinstance(seat := params.get("seat"), int):
        params["player"] = names[seat]
        form = "you" if seat == reader else ""
    if isinstance(victim := params.get("victim"), int):
        params["victim"] = names[victim]
        form = "victim" if victim == reader else form
    if isinstance(winners := params.get("winners"), list):
        params["winners"] = [names[one] for one in winners if one != reader]
        form = "you" if reader in winners else form
    params.update(more)
    if note.key not in catalogue(language):  # a game whose words are not written yet still tells its story
        return f"{note.key} {params}"
    return say(language, note.key, form, **params)
