"""City maps as data: read strictly, every fault named in one line."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from strapontin.core.errors import BadOptions, clip
from strapontin.games.metrox.state import ROUNDS, STATIONS, WINDOWS

STANDARD_DECK = ["3", "3", "4", "4", "4", "5", "5", "6", "2E", "2E", "3E", "+", "+", "*"]
CITIES = ("amsterdam", "berlin", "paris", "madrid")
MOST_CARDS = 60
CARD = re.compile(r"[1-9]E?|\+|\*")


class Station(msgspec.Struct, forbid_unknown_fields=True):
    """A station: its id, its name, its place on the sheet."""

    id: str
    name: str = ""
    x: float = 0.0
    y: float = 0.0
    special: bool = False


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A line: its stations from its train on, its windows, its two values."""

    id: str
    stations: list[str]
    windows: int
    first: int
    later: int
    loop: bool = False
    colour: str = "#555555"
    pattern: str = "solid"


class Map(msgspec.Struct, forbid_unknown_fields=True):
    """A city sheet."""

    id: str = "custom"
    name: str = ""
    stations: list[Station] = []
    lines: list[Line] = []
    deck: list[str] = msgspec.field(default_factory=lambda: list(STANDARD_DECK))


def cities() -> list[str]:
    """The ids of the maps that come with the game."""
    return [city for city in CITIES if _file(city).is_file()]


@cache
def city(name: str) -> Map:
    """A map by its id."""
    if name not in cities():
        raise BadOptions(f"map: there is no {clip(name)}; known maps: {', '.join(cities())}, or a map inline")
    return read(msgspec.json.decode(_file(name).read_bytes()))


def known(map_: Map) -> bool:
    """Whether this very map came with the game."""
    return map_.id in cities() and city(map_.id) is map_


def find(option: Any) -> Map:
    """The map an option stands for: an id, or a whole map."""
    if isinstance(option, str):
        return city(option)
    if isinstance(option, dict):
        return read(option)
    raise BadOptions(f"map: {clip(option)} is neither a map id nor a map; known maps: {', '.join(cities())}")


def read(data: Any) -> Map:
    """A map from JSON data; BadOptions has one line for every fault."""
    try:
        found = msgspec.convert(data, Map)
    except msgspec.ValidationError as error:
        raise BadOptions(f"map: {error}") from None
    found_faults = faults(found)
    if found_faults:
        raise BadOptions(found_faults)
    return found


def faults(city: Map) -> list[str]:
    """Everything that makes a map unplayable, a line each."""
    return [*_station_faults(city), *_line_faults(city), *_deck_faults(city)]


def _station_faults(city: Map) -> list[str]:
    if len(city.stations) > STATIONS:
        return [f"map: stations: {len(city.stations)} stations; at most {STATIONS} fit"]
    found = []
    served = {station for line in city.lines for station in line.stations}
    for i, station in enumerate(city.stations):
        where = f"map: stations[{i}]"
        if not station.id or station.id == "-" or re.search(r"\s", station.id):
            found.append(f"{where}: id {clip(station.id)}; it must not be empty, '-' or contain blanks")
        elif station.id not in served:
            found.append(f"{where}: {clip(station.id)} is on no line")
        if not (abs(station.x) < 1e4 and abs(station.y) < 1e4):
            found.append(f"{where}: x, y ({station.x}, {station.y}) must lie between -10000 and 10000")
    for station_id, n in Counter(station.id for station in city.stations).items():
        if n > 1:
            found.append(f"map: stations: {n} stations have the id {clip(station_id)}")
    return found


def _line_faults(city: Map) -> list[str]:
    found = [] if city.lines else ["map: lines: none; at least one is needed"]
    known = {station.id for station in city.stations}
    for i, line in enumerate(city.lines[:100]):
        where = f"map: lines[{i}]" + (f" ({line.id})" if len(line.id) == 1 else "")
        if not re.fullmatch(r"[A-Z]", line.id):
            found.append(f"{where}: id {clip(line.id)}; it must be one capital letter")
        least = 3 if line.loop else 1
        if len(line.stations) < least:
            found.append(f"{where}: {len(line.stations)} stations; a {'loop' if line.loop else 'line'} needs {least}")
        found += [f"{where}: unknown station {clip(s)}" for s in dict.fromkeys(line.stations) if s not in known]
        found += [f"{where}: passes {clip(s)} {n} times" for s, n in Counter(line.stations).items() if n > 1]
        if not 1 <= line.windows <= WINDOWS:
            found.append(f"{where}: windows {line.windows}; it must be 1 to {WINDOWS}")
        if not 0 <= line.later <= 99 or not 0 <= line.first <= 99:
            found.append(f"{where}: first {line.first}, later {line.later}; each must be 0 to 99")
        elif line.later > line.first:
            found.append(f"{where}: later {line.later} is above first {line.first}")
    for line_id, n in Counter(line.id for line in city.lines).items():
        if n > 1:
            found.append(f"map: lines: {n} lines have the id {clip(line_id)}")
    return found


def _deck_faults(city: Map) -> list[str]:
    if not city.deck:
        return ["map: deck: empty; it needs at least a 6"]
    if len(city.deck) > MOST_CARDS:
        return [f"map: deck: {len(city.deck)} cards; at most {MOST_CARDS} fit"]
    found = [
        f"map: deck[{i}]: {clip(card)} is no card; a card is 1 to 9, 1E to 9E, + or *"
        for i, card in enumerate(city.deck)
        if not CARD.fullmatch(card)
    ]
    if "6" not in city.deck:
        found.append("map: deck: it has no 6, so the cards would run out")
    rounds = sum(line.windows for line in city.lines) * (1 + city.deck.count("*")) + city.deck.count("*")
    if not found and rounds >= ROUNDS:
        found.append(f"map: deck: {city.deck.count('*')} free rides make games of up to {rounds} rounds; {ROUNDS} fit")
    return found


def _file(name: str) -> Any:
    return resources.files(__package__) / "maps" / f"{name}.json"
