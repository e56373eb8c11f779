"""metroX in short strings: cards `4` `2E` `+` `*`; rides `F4` `C>3` `B+` `D0`; free rides `*centraal` `*-`."""

from __future__ import annotations

import re
from functools import lru_cache

from strapontin.core.contract import CHANCE
from strapontin.core.errors import UnreadableMove
from strapontin.core.game import Actions
from strapontin.games.metrox.kernels.board import MetroxSetting, card_code, card_text
from strapontin.games.metrox.kernels.map import CARD, Map
from strapontin.games.metrox.kernels.state import (
    BACK,
    CARDS,
    FORTH,
    FREE,
    FREE_RIDE,
    PLUS,
    RIDE_LINE,
    RIDE_WAY,
    STATIONS,
    State,
)

RIDE = re.compile(r"([A-Z])([<>]?)([0-9]|\+)")
LONGEST = 3
"""Characters of the longest ride."""

FREE_MOVE = re.compile(r"\*(\S+)")
CARD_TEXTS = [card_text(card) for card in range(CARDS)]
WAYS = {"": 0, ">": FORTH, "<": BACK}


def text(setting: MetroxSetting, state: State, seat: int, actions: Actions) -> str:
    """The notation of a card or of a ride."""
    (action,), city = actions, setting.lore
    if seat == CHANCE:
        return CARD_TEXTS[action]
    if action >= FREE_RIDE:
        station = action - FREE_RIDE
        return "*-" if station == STATIONS else f"*{city.stations[station].id}"
    way = ("", ">", "<")[action // RIDE_WAY % 4]
    marks = action % RIDE_WAY
    return f"{city.lines[action // RIDE_LINE].id}{way}{'+' if marks == PLUS else marks}"


def read(setting: MetroxSetting, state: State, seat: int, move: str) -> Actions:
    """The action a text stands for; empty if it names what is not on this map or not on this card."""
    city: Map = setting.lore
    if seat == CHANCE:
        if not CARD.fullmatch(move):
            raise UnreadableMove(move, "*", "a card such as 4, 2E, + or *")
        return (card_code(move),)
    free = FREE_MOVE.fullmatch(move) if move[:1] == "*" else None
    if free:
        stations = [station.id for station in city.stations]
        if free[1] == "-":
            action = FREE_RIDE + STATIONS
        elif free[1] in stations:
            action = FREE_RIDE + stations.index(free[1])
        else:
            return ()
        return (action,) if state.card == FREE else ()
    ride = _ride(move) if len(move) <= LONGEST else None
    if ride is None:
        expected = "a ride such as F4, a transfer such as B+, or a free ride such as *station-id or *-"
        raise UnreadableMove(move, seat, expected)
    letter, how = ride
    for number, line in enumerate(city.lines if state.card != FREE else ()):
        if line.id == letter:
            return (number * RIDE_LINE + how,)
    return ()


@lru_cache(1024)
def _ride(move: str) -> tuple[str, int] | None:
    """The letter of a line, and the rest of an action that rides it; nobody writes more than a few hundred of them."""
    ride = RIDE.fullmatch(move)
    if not ride:
        return None
    letter, way, count = ride.groups()
    return letter, WAYS[way] * RIDE_WAY + (PLUS if count == "+" else int(count))
