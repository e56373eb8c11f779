"""What a seat of metroX knows, as numbers: the card, the pile, and every sheet as far as it has been shown.

In which round a station was marked or a window filled matters no more, so it is not told.
"""

from __future__ import annotations

from strapontin.core.observation import Part, bits, choice, circle, flag, items, number, seats
from strapontin.games.metrox.kernels.board import MetroxSetting, card_text
from strapontin.games.metrox.kernels.map import MOST_CARDS
from strapontin.games.metrox.kernels.state import CARDS, ROUNDS, STATIONS, WINDOWS

MOST_POINTS = 10_000
TRANSFERS = STATIONS * 26


def parts(setting: MetroxSetting) -> list[Part]:
    """Of the map and the deck of these options."""
    players, city = setting.players, setting.lore
    everybody = circle(players)
    cards = ("none", *map(card_text, range(1, CARDS)))
    ids = [line.id for line in city.lines]
    lines, stations = items(ids), items([station.id for station in city.stations])
    return [
        number("turn", high=ROUNDS - 1),
        choice("card", cards),
        number("pile", [items(cards[1:], first=1)], high=MOST_CARDS),
        seats("due", players),
        seats("playing", players),
        flag("taken", [lines]),
        flag("sheet.marks", [everybody, stations]),
        number("sheet.used", [everybody, lines], high=WINDOWS),
        number("sheet.value", [everybody, lines], high=2),
        flag("sheet.way", [everybody, lines]),
        bits("sheet.back", ids, [everybody]),
        number("sheet.empty", [everybody], high=STATIONS),
        number("sheet.vacant", [everybody], high=len(ids) * WINDOWS),
        number("sheet.transfers", [everybody], high=TRANSFERS),
        number("sheet.points", [everybody], high=MOST_POINTS),
        number("sheet.owed", [everybody], high=STATIONS),
    ]
