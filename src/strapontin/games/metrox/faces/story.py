"""The log of metroX: notes by key, for the catalogues to put into words."""

from __future__ import annotations

from typing import Any

from strapontin.core.contract import CHANCE
from strapontin.core.game import Actions, Note
from strapontin.core.kernel import copy_of
from strapontin.games.metrox.faces.view import between, mark_of, way_of
from strapontin.games.metrox.kernels import rules
from strapontin.games.metrox.kernels.board import MetroxSetting, card_text
from strapontin.games.metrox.kernels.map import Map
from strapontin.games.metrox.kernels.state import (
    FREE,
    SIX,
    TRANSFER,
    State,
)

PASSIVE = ("completed.first", "completed.later")
"""Notes of what happens to a seat without its doing."""


def story(setting: MetroxSetting, before: State, actor: int, actions: Actions, after: State) -> list[Note]:
    """A card revealed; or, when a round closes, everybody's rides by seat, then the lines completed."""
    city, board = setting.lore, setting.board
    if actor == CHANCE:
        return [Note("metrox.card", {"card": card_text(actions[0]), "turn": int(after.turn)})]
    if after.card:
        return []
    turn, notes = int(after.turn), []
    card = card_text(int(after.cards[turn]))
    sheets = after.sheet
    for seat in range(setting.players):
        marked, filled = sheets[seat].marks[: len(city.stations)].tolist(), sheets[seat].filled.tolist()
        marks = [
            mark_of(city, board, i, turn, before.card == TRANSFER) for i, mark in enumerate(marked) if mark == turn
        ]
        ridden = [i for i in range(len(city.lines)) for window in filled[i] if window == turn]
        lines, order = [city.lines[i].id for i in ridden], _order(city, sheets[seat], ridden)
        marks.sort(key=lambda mark: order.get(mark.station, 0))
        if lines or before.card == FREE:
            params = {"seat": seat, "card": card, "lines": lines, "stations": [mark.station for mark in marks]}
            framed = [mark.transfer for mark in marks if mark.transfer]
            params |= {"gain": _earned(setting, after, seat, turn)}
            notes.append(Note("metrox.rode", params | ({"transfers": framed} if framed else {})))
    for seat in range(setting.players):
        values, earlier = sheets[seat].value.tolist(), before.sheet[seat].value.tolist()
        for i, line in enumerate(city.lines):
            if values[i] and not earlier[i]:
                first = values[i] == 1
                points = int(board.first[i] if first else board.later[i])
                params = {"seat": seat, "line": line.id, "points": points}
                notes.append(Note("metrox.completed.first" if first else "metrox.completed.later", params))
    if before.card == SIX:
        notes.append(Note("metrox.reshuffled", {}))
    if not rules.actors(board, after):
        notes.append(Note("metrox.over", {}))
    return notes


def _order(city: Map, sheet: Any, lines: list[int]) -> dict[str, int]:
    """Where the stations of these lines come in a ride: along the line, or the other way round on a loop ridden so."""
    stops: list[str] = []
    for i in lines:
        first, *rest = city.lines[i].stations
        stops += [first, *(reversed(rest) if city.lines[i].loop and way_of(sheet, i) == "<" else rest)]
    return {station: at for at, station in reversed(list(enumerate(stops)))}


def _earned(setting: MetroxSetting, after: State, seat: int, turn: int) -> dict[str, int]:
    """What a player's rides of a round brought, completed lines aside: the sheet against itself without these marks."""
    without = copy_of(after)
    rules.unmark(setting.board, without, seat, turn)
    transfers = between(rules.transfer_points, setting.board, without, after, seat)
    saved = -between(rules.empty_cost, setting.board, without, after, seat)
    return {"transfers": transfers, "empty": saved}
