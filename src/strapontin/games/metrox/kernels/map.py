"""City maps as data: read strictly, every fault named in one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any, get_args

import msgspec

from strapontin.core.errors import BadOptions, clip
from strapontin.games.metrox.kernels.state import ROUNDS, STATIONS, WINDOWS

STANDARD_DECK = ["3", "3", "4", "4", "4", "5", "5", "6", "2E", "2E", "3E", "+", "+", "*"]
MAPS = resources.files("strapontin.games.metrox") / "maps"
MOST_CARDS = 60
MOST_LETTERS = {"id": 60, "name": 60, "colour": 32, "pattern": 32}
"""Characters of a text: every view of a game repeats the ids of its stations."""
MOST_BYTES = 65_536
"""A whole map as JSON; the cities have about 8,000."""
MOST_ITEMS = 200
"""Of longer lists of stations or lines the rest is not looked at one by one: they are too many anyway."""
CARD = re.compile(r"[1-9]E?|\+|\*")


class Station(msgspec.Struct, forbid_unknown_fields=True):
    """A station: its id, its name, its place on the sheet."""

    id: str
    """What a move names: `*bellecour` is the free ride there."""
    name: str = ""
    """What people read."""
    x: float = 0.0
    """To the right, in any unit: the drawing scales itself."""
    y: float = 0.0
    """Down."""
    special: bool = False
    """Whether marking it repeats the card, if that rule is switched on."""


class MapLine(msgspec.Struct, forbid_unknown_fields=True):
    """A line: its stations from its train on, its windows, its two values."""

    id: str
    """One capital letter."""
    stations: list[str]
    """Ids in order from the train; a loop does not repeat its first one."""
    windows: int
    """How often it can be ridden."""
    first: int
    """Points for whoever completes it first."""
    later: int
    """Points for everybody after."""
    loop: bool = False
    """Whether it is a circular line."""
    colour: str = "#555555"
    """`#rrggbb`."""
    pattern: str = "solid"
    """`solid`, `double`, `dashed`, `dotted` or `striped`."""


class Map(msgspec.Struct, forbid_unknown_fields=True):
    """A city sheet."""

    id: str = "custom"
    """A short name, for options and files."""
    name: str = ""
    """What people read."""
    stations: list[Station] = []
    """All stations."""
    lines: list[MapLine] = []
    """All lines."""
    deck: list[str] = msgspec.field(default_factory=lambda: list(STANDARD_DECK))
    """The cards: `3`, `2E`, `+`, `*`."""


def _cities() -> tuple[str, ...]:
    paths = [path for path in MAPS.iterdir() if path.name.endswith(".json")]
    stations = {
        path.name.removesuffix(".json"): len(msgspec.json.decode(path.read_bytes())["stations"]) for path in paths
    }
    return tuple(sorted(stations, key=lambda name: (stations[name], name)))


CITIES = _cities()
"""The maps that come with the game, a file each, from the fewest stations to the most."""


@cache
def city(name: str) -> Map:
    """A map by its id."""
    if name not in CITIES:
        raise BadOptions(f"map: there is no {clip(name)}; known maps: {', '.join(CITIES)}, or a map inline")
    return read(msgspec.json.decode((MAPS / f"{name}.json").read_bytes()))


def known(map_: Map) -> bool:
    """Whether this very map came with the game."""
    return map_.id in CITIES and city(map_.id) is map_


def find(option: Any) -> Map:
    """The map an option stands for: an id, or a whole map."""
    if isinstance(option, str):
        return city(option)
    if isinstance(option, dict):
        return read(option)
    raise BadOptions(f"map: {clip(option)} is neither a map id nor a map; known maps: {', '.join(CITIES)}")


def read(data: Any) -> Map:
    """A map from JSON data; BadOptions has one line for every fault."""
    misfits = list(_misfits(data, Map, "map"))
    found_faults = misfits if misfits else faults(msgspec.convert(data, Map))
    if misfits and isinstance(data, dict):  # what can be read is judged all the same, so that nothing waits its turn
        kinds: tuple[tuple[str, Any, Any], ...] = (
            ("stations", Station, _station_faults),
            ("lines", MapLine, _line_faults),
        )
        for name, kind, judge in kinds:
            given = data.get(name)
            for i, item in enumerate(given[:MOST_ITEMS] if isinstance(given, list) else []):
                if not any(_misfits(item, kind, "")):
                    found_faults += judge(f"map: {name}[{i}]", msgspec.convert(item, kind))
    if found_faults:
        raise BadOptions(found_faults)
    return msgspec.convert(data, Map)


def _misfits(data: Any, kind: Any, where: str) -> Iterator[str]:
    """Whatever has not the shape of its type, a line each: msgspec would stop at the first."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        try:
            msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            yield f"{where}: {error}"
        return
    if not isinstance(data, dict):
        yield f"{where}: {clip(data)}; expected an object"
        return
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for name in data:
        if name not in fields:
            yield f"{where}: unknown field {clip(name)}; known: {', '.join(fields)}"
    for name, field in fields.items():
        (item,) = get_args(field.type) or (None,)
        if name not in data:
            if field.required:
                yield f"{where}: {name} is missing"
        elif isinstance(data[name], list) and item in (Station, MapLine):
            for i, one in enumerate(data[name][:MOST_ITEMS]):
                yield from _misfits(one, item, f"{where}: {name}[{i}]")
            yield from _misfits(data[name][MOST_ITEMS:], field.type, f"{where}: {name}")
        else:
            yield from _misfits(data[name], field.type, f"{where}: {name}")


def faults(city: Map) -> list[str]:
    """Everything that makes a map unplayable, a line each."""
    found = [*_text_faults("map", city), *_stations_faults(city), *_lines_faults(city), *_deck_faults(city)]
    if not found and (size := len(msgspec.json.encode(city))) > MOST_BYTES:
        found.append(f"map: {size} bytes as JSON; at most {MOST_BYTES} fit")
    return found


def _stations_faults(city: Map) -> list[str]:
    if len(city.stations) > STATIONS:
        return [f"map: stations: {len(city.stations)} stations; at most {STATIONS} fit"]
    found = []
    served = {station for line in city.lines for station in line.stations}
    for i, station in enumerate(city.stations):
        where = f"map: stations[{i}]"
        found += _station_faults(where, station)
        if station.id not in served and not any(_station_faults(where, station)):
            found.append(f"{where}: {clip(station.id)} is on no line")
    for station_id, n in Counter(station.id for station in city.stations).items():
        if n > 1:
            found.append(f"map: stations: {n} stations have the id {clip(station_id)}")
    return found


def _station_faults(where: str, station: Station) -> list[str]:
    """What is wrong with a station by itself."""
    found = _text_faults(where, station)
    if not station.id or station.id == "-" or re.search(r"\s", station.id):
        found.append(f"{where}: id {clip(station.id)}; it must not be empty, '-' or contain blanks")
    if not (abs(station.x) < 1e4 and abs(station.y) < 1e4):
        found.append(f"{where}: x, y ({station.x}, {station.y}) must lie between -10000 and 10000")
    return found


def _text_faults(where: str, thing: Map | Station | MapLine) -> list[str]:
    """Texts that are too long for a sheet."""
    found = []
    for name, most in MOST_LETTERS.items():
        if (length := len(getattr(thing, name, ""))) > most:
            found.append(f"{where}: {name} of {length} characters; at most {most} fit")
    return found


def _lines_faults(city: Map) -> list[str]:
    found = [] if city.lines else ["map: lines: none; at least one is needed"]
    known = {station.id for station in city.stations}
    for i, line in enumerate(city.lines[:MOST_ITEMS]):
        where = f"map: lines[{i}]" + (f" ({line.id})" if len(line.id) == 1 else "")
        found += [f"{where}: unknown station {clip(s)}" for s in dict.fromkeys(line.stations) if s not in known]
        found += _line_faults(where, line)
    for line_id, n in Counter(line.id for line in city.lines).items():
        if n > 1:
            found.append(f"map: lines: {n} lines have the id {clip(line_id)}")
    return found


def _line_faults(where: str, line: MapLine) -> list[str]:
    """What is wrong with a line by itself."""
    found = _text_faults(where, line)
    if not re.fullmatch(r"[A-Z]", line.id):
        found.append(f"{where}: id {clip(line.id)}; it must be one capital letter")
    least = 3 if line.loop else 1
    if len(line.stations) < least:
        found.append(f"{where}: {len(line.stations)} stations; a {'loop' if line.loop else 'line'} needs {least}")
    found += [f"{where}: passes {clip(s)} {n} times" for s, n in Counter(line.stations).items() if n > 1]
    if not 1 <= line.windows <= WINDOWS:
        found.append(f"{where}: windows {line.windows}; it must be 1 to {WINDOWS}")
    if not 0 <= line.later <= 99 or not 0 <= line.first <= 99:
        found.append(f"{where}: first {line.first}, later {line.later}; each must be 0 to 99")
    elif line.later > line.first:
        found.append(f"{where}: later {line.later} is above first {line.first}")
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
