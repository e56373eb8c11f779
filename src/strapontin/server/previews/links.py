"""What a link is about, in words: a table, a replay, a line of the day, a game, the house.

Nothing is told that whoever has the link could not see by following it as a stranger; names stand in texts only, so
that no picture has to be forgotten with a guest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any
from urllib.parse import urlencode

from strapontin.core import registry
from strapontin.server.access import may_watch
from strapontin.server.daily.lines import Line
from strapontin.server.faults import Refusal
from strapontin.server.live_table import Live
from strapontin.server.result_words import result_words
from strapontin.server.wiring import House
from strapontin.words import LANGUAGES, Language, said, say

ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Preview:
    """What a link shows of itself."""

    title: str
    text: str
    heading: str
    """What stands on the plate of its picture, "metroX"."""
    lines: list[str] = field(default_factory=list)
    """And what stands below it."""
    picture: str = "/api/v1/preview.png"
    language: Language = ENGLISH
    personal: bool = False
    """It is for whoever has the link, not for those who search."""


async def of_path(house: House, path: str, language: Language) -> Preview | None:
    """What the page at this path is about; None where nothing is."""
    match path.strip("/").split("/"):
        case [""]:
            return of_house(language)
        case ["t" | "replay", code]:
            live = await house.tables.find(code)
            known = await house.guests.find(live.table.header.owner)
            return of_table(house, live, known.language if known and known.language in LANGUAGES else language)
        case ["daily", game, *rest] if len(rest) < 2 and game in registry.collection():
            return await of_line(house, await house.daily.line(rest[0] if rest else None, game), language)
        case ["new" | "learn" | "rules" | "call", game] if game in registry.games():
            return of_game(game, language)
    return None


def of_house(language: Language) -> Preview:
    """The house itself."""
    return Preview(
        title="Strapontin",
        text=say(language, "preview.house"),
        heading="Strapontin",
        lines=[say(language, "preview.house.line")],
        picture=_address("/api/v1/preview.png", language),
        language=language,
    )


def of_game(game: str, language: Language) -> Preview:
    """A game of the collection."""
    name = registry.game(game).name
    about = said(language, f"{game}.about", "")
    return Preview(
        title=name,
        text=say(language, "preview.game", game=name, about=about) if about else name,
        heading=name,
        lines=[about[:1].upper() + about[1:]] if about else [],
        picture=_address(f"/api/v1/games/{game}/preview.png", language),
        language=language,
    )


def of_table(house: House, live: Live, language: Language) -> Preview:
    """A table as a stranger may know it; of one that wants nobody to watch no more than its game."""
    table, head = live.table, live.table.header
    name = registry.game(head.game).name
    people = [seat.name for seat in table.seats if seat.kind == "guest" and seat.name]
    kind: str = table.state
    free = sum(seat.kind == "empty" for seat in table.seats)
    if kind == "open" and not free:
        kind = "full"
    if head.line is not None or not may_watch(table, None) or kind == "abandoned" or (not people and kind != "open"):
        kind = "closed"
    told = {"game": name, "names": people, "n": free}
    if kind == "over" and head.result is not None:
        text = result_words(live, head.result, language)
    else:
        text = say(
            language, f"preview.table.{kind}.text" if people or kind != "open" else "preview.table.open.nobody", **told
        )
    return Preview(
        title=say(language, f"preview.table.{kind}", **told),
        text=text,
        heading=name,
        lines=[*city(head.options), say(language, f"preview.table.{kind}.line", **told)],
        picture=_address(f"/api/v1/tables/{head.id}/preview.png", language, v=table.versions[None]),
        language=language,
        personal=True,
    )


async def of_line(house: House, line: Line, language: Language) -> Preview:
    """A line of a day and how many have arrived; nothing of what was dealt."""
    name = registry.game(line.game).name
    count = await house.daily.results(line)
    best = (await house.daily.store.page(line.day, line.game, None)).rows if count else []
    day = date.fromisoformat(line.day)
    when = say(language, "preview.date", day=day.day, month=say(language, f"preview.month.{day.month}"))
    told = {"n": count, "best": best[0].score} if best else None
    arrived = say(language, "preview.daily.arrived", **told) if told else say(language, "preview.daily.nobody")
    past = "preview.daily.past" if house.daily.calendar.over(line.day) else "preview.daily.text"
    lines = [*city(line.options), say(language, "preview.daily.line", date=when)]
    return Preview(
        title=say(language, "preview.daily", game=" · ".join([name, *city(line.options)])),
        text=say(language, past, date=when[:1].upper() + when[1:], arrived=arrived),
        heading=name,
        lines=[*lines, say(language, "preview.daily.best", **told)] if told else lines,
        picture=_address(f"/api/v1/daily/{line.game}/preview.png", language, day=line.day, v=count),
        language=language,
    )


def shown(house: House, live: Live) -> bool:
    """Whether the position of a table may be seen by whoever has its link."""
    table = live.table
    if table.match is None or table.header.line is not None or house.daily.sealed(table):
        return False
    return table.state in ("playing", "over") and may_watch(table, None)


def city(options: dict[str, Any]) -> list[str]:
    """The map that is played on, by name, if it is one of ours."""
    chosen = options.get("map")
    return [chosen.replace("-", " ").title()] if isinstance(chosen, str) else []


def preferred(header: str) -> Language:
    """The first language of an Accept-Language header that we speak.

    >>> preferred("de-CH, fr;q=0.9, en;q=0.8"), preferred("")
    ('fr', 'en')
    """
    asked = [part.partition(";")[0].strip()[:2].lower() for part in header[:200].split(",")]
    return next((one for one in asked if one in LANGUAGES), ENGLISH)


def spoken(given: str | None, header: str) -> Language:
    """The language asked for by name, or else the one that is preferred."""
    if given is None:
        return preferred(header)
    if given not in LANGUAGES:
        raise Refusal("bad-field", f"language: expected one of {', '.join(LANGUAGES)}", field="language")
    return given


def _address(path: str, language: Language, **more: Any) -> str:
    return f"{path}?{urlencode({'language': language, **more})}"
