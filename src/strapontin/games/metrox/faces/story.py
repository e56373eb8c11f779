"""The log of metroX: notes by key, for the catalogues to put into words."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from strapontin.core.contract import CHANCE
from strapontin.core.game import Actions, Note, SeatNote
from strapontin.core.kernel import copy_of
from strapontin.games.metrox.faces.view import Mark, between, mark_of, way_of
from strapontin.games.metrox.kernels import rules
from strapontin.games.metrox.kernels.board import MetroxSetting, card_text
from strapontin.games.metrox.kernels.map import Map
from strapontin.games.metrox.kernels.state import (
    FREE,
    SIX,
    TRANSFER,
    State,
)

RideKey = Literal["metrox.rode", "metrox.rode.nothing", "metrox.rode.free", "metrox.rode.stayed"]


class CardRevealed(Note, kw_only=True):
    """A card was turned up for everybody."""

    key: Literal["metrox.card"] = "metrox.card"
    card: str
    """The card as it is written."""
    turn: int
    """The round it opens, from 1."""


class Earned(msgspec.Struct):
    """What the rides of a round brought, completed lines aside."""

    transfers: int
    """For transfers."""
    empty: int
    """What fewer empty stations save."""


class Ridden(SeatNote, kw_only=True):
    """What somebody did with a card."""

    card: str
    """The card as it is written."""
    lines: list[str]
    """The letters of the lines ridden; none in a free ride."""
    stations: list[str]
    """The ids of the stations marked, as they were ridden."""
    gain: Earned
    """What that brought."""


class Rode(Ridden, kw_only=True):
    """Rides, of which something was marked or nothing; or a free ride, taken or let go."""

    key: RideKey


class RodeTransfer(Ridden, kw_only=True):
    """Transfers made."""

    key: Literal["metrox.rode.transfer"] = "metrox.rode.transfer"
    transfers: list[int]
    """The count framed at each of the stations."""


class Completed(SeatNote, kw_only=True):
    """A line completed, in the round somebody first did so or in a later one."""

    passive = True
    key: Literal["metrox.completed.first", "metrox.completed.later"]
    line: str
    """The letter of the line."""
    points: int
    """What it brings."""


class Announced(Note, kw_only=True):
    """All cards have gone back into the pile; or all windows are full."""

    key: Literal["metrox.reshuffled", "metrox.over"]


MetroxNote = CardRevealed | Rode | RodeTransfer | Completed | Announced


def story(setting: MetroxSetting, before: State, actor: int, actions: Actions, after: State) -> list[MetroxNote]:
    """A card revealed; or, when a round closes, everybody's rides by seat, then the lines completed."""
    city, board = setting.lore, setting.board
    if actor == CHANCE:
        return [CardRevealed(card=card_text(actions[0]), turn=int(after.turn))]
    if after.card:
        return []
    notes: list[MetroxNote] = []
    turn, sheets = int(after.turn), after.sheet
    for seat in range(setting.players):
        marked, filled = sheets[seat].marks[: len(city.stations)].tolist(), sheets[seat].filled.tolist()
        marks = [
            mark_of(city, board, i, turn, before.card == TRANSFER) for i, mark in enumerate(marked) if mark == turn
        ]
        ridden = [i for i in range(len(city.lines)) for window in filled[i] if window == turn]
        lines = [city.lines[i].id for i in ridden]
        if len(marks) > 1:
            order = _order(city, sheets[seat], ridden)
            marks.sort(key=lambda mark: order.get(mark.station, 0))
        if lines or before.card == FREE:
            gain = _earned(setting, after, seat, turn) if marks else Earned(transfers=0, empty=0)
            notes.append(_ridden(seat, card_text(int(before.card)), lines, marks, gain))
    for seat in range(setting.players):
        values, earlier = sheets[seat].value.tolist(), before.sheet[seat].value.tolist()
        for i, line in enumerate(city.lines):
            if values[i] and not earlier[i]:
                first = values[i] == 1
                notes.append(
                    Completed(
                        key="metrox.completed.first" if first else "metrox.completed.later",
                        seat=seat,
                        line=line.id,
                        points=int(board.first[i] if first else board.later[i]),
                    )
                )
    if before.card == SIX:
        notes.append(Announced(key="metrox.reshuffled"))
    if not rules.actors(board, after):
        notes.append(Announced(key="metrox.over"))
    return notes


def _ridden(seat: int, card: str, lines: list[str], marks: list[Mark], gain: Earned) -> Rode | RodeTransfer:
    """What a ride was decides its sentence."""
    stations, framed = [mark.station for mark in marks], [mark.transfer for mark in marks if mark.transfer]
    if framed:
        return RodeTransfer(seat=seat, card=card, lines=lines, stations=stations, gain=gain, transfers=framed)
    key: RideKey = "metrox.rode" if stations else "metrox.rode.nothing"
    if not lines:
        key = "metrox.rode.free" if stations else "metrox.rode.stayed"
    return Rode(key=key, seat=seat, card=card, lines=lines, stations=stations, gain=gain)


def _order(city: Map, sheet: Any, lines: list[int]) -> dict[str, int]:
    """Where the stations of these lines come in a ride: along the line, or the other way round on a loop ridden so."""
    stops: list[str] = []
    for i in lines:
        first, *rest = city.lines[i].stations
        stops += [first, *(reversed(rest) if city.lines[i].loop and way_of(sheet, i) == "<" else rest)]
    return {station: at for at, station in reversed(list(enumerate(stops)))}


def _earned(setting: MetroxSetting, after: State, seat: int, turn: int) -> Earned:
    """What a player's rides of a round brought, completed lines aside: the sheet against itself without these marks."""
    without = copy_of(after)
    rules.unmark(setting.board, without, seat, turn)
    transfers = between(rules.transfer_points, setting.board, without, after, seat)
    saved = -between(rules.empty_cost, setting.board, without, after, seat)
    return Earned(transfers=transfers, empty=saved)
