"""metroX in the terminal: the sheet, the card, and what each ride would mark."""

from __future__ import annotations

from strapontin.cli.boards import sentence
from strapontin.core.game import Note
from strapontin.core.match import Match
from strapontin.words import Language, say


def card_name(card: str, language: Language) -> str:
    """A card in words."""
    if card in "+*":
        return say(language, "metrox.card.transfer" if card == "+" else "metrox.card.free")
    return say(language, "metrox.card.express" if card.endswith("E") else "metrox.card.number", n=card[0])


def tell(note: Note, match: Match, language: Language) -> str:
    """A line of the log, with the names of stations and cards."""
    more = {}
    if "card" in note.params:
        more["card"] = card_name(note.params["card"], language)
    if note.key != "metrox.rode":
        return sentence(note, match, language, **more)
    names = {station.id: station.name for station in match.setting.lore.stations}
    stations = [names[one] for one in note.params["stations"]]
    counts = [f"+{one}" for one in note.params.get("transfers", [])]
    more |= {"stations": ", ".join(stations), "counts": ", ".join(counts)}
    if note.params["card"] == "*":
        key = "metrox.rode.free" if stations else "metrox.rode.stayed"
    elif counts:
        key = "metrox.rode.transfer"
    else:
        key = "metrox.rode" if stations else "metrox.rode.nothing"
    return sentence(note, match, language, key, **more)
