"""The board of metroX, made of a map."""

from __future__ import annotations

from functools import cache
from typing import Any

from strapontin.core.game import Setting
from strapontin.core.kernel import blank
from strapontin.core.layout import up_to
from strapontin.games.metrox.kernels import map as maps
from strapontin.games.metrox.kernels.map import Map
from strapontin.games.metrox.kernels.state import EXPRESS, FREE, SEEN, TRANSFER, Board, State

DEFAULT_MAP = "amsterdam"


MetroxSetting = Setting[Board, Map]


def setting(options: dict[str, Any], players: int) -> MetroxSetting:
    """The city that was chosen, and its board."""
    city = maps.find(options["map"])
    return Setting(options, players, _board(city, players, options.get("special", False)), city)


def _board(city: Map, players: int, special: bool) -> Board:
    """The board of a map, made once for the maps that come with the game."""
    return _known(city.id, players, special) if maps.known(city) else board(city, players, special)


@cache
def _known(name: str, players: int, special: bool) -> Board:
    return board(maps.city(name), players, special)


def board(city: Map, players: int, special: bool) -> Board:
    """The board record of a map."""
    record = blank(Board)
    record.players, record.lines, record.stations = players, len(city.lines), len(city.stations)
    record.extent = up_to(State, "sheet", players)
    number = {station.id: i for i, station in enumerate(city.stations)}
    for i, line in enumerate(city.lines):
        record.windows[i], record.first[i], record.later[i] = line.windows, line.first, line.later
        record.loop[i], record.length[i] = line.loop, len(line.stations)
        for j, stop in enumerate(line.stations):
            record.path[i, j] = number[stop]
            record.place[i, number[stop]] = j
            record.lines_at[number[stop]] |= 1 << i
            record.transfer[number[stop]] += 1
    for i, line in enumerate(city.lines):
        for j, stop in enumerate(line.stations[:SEEN]):
            if record.transfer[number[stop]] > 1:
                record.crossing[0, i] |= 1 << j
        for j, stop in enumerate((line.stations[:1] + line.stations[:0:-1])[:SEEN]):
            if record.transfer[number[stop]] > 1:
                record.crossing[1, i] |= 1 << j
    if special:
        for i, station in enumerate(city.stations):
            record.special[i] = station.special
    for card in city.deck:
        record.deck[card_code(card)] += 1
    return record


def card_code(card: str) -> int:
    """The number of a card: `4` is 4, `2E` is 12."""
    if card in "+*":
        return TRANSFER if card == "+" else FREE
    return int(card[0]) + (EXPRESS if card.endswith("E") else 0)


def card_text(code: int) -> str:
    """The notation of a card."""
    if code >= TRANSFER:
        return "+" if code == TRANSFER else "*"
    return f"{code - EXPRESS}E" if code > EXPRESS else str(code)
