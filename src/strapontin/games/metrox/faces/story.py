"""The log of metroX: notes by key, for the catalogues to put into words."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from strapontin.core.contract import CHANCE
from strapontin.core.game import Actions, Note, SeatNote
from strapontin.core.kernel import copy_of
from strapontin.games.metrox.faces.view import MARKS, SHEET, Mark, between, mark_of, sheet_bytes, way_of
from strapontin.games.metrox.kernels import rules
from strapontin.games.metrox.kernels.board import MetroxSetting, card_text
from strapontin.games.metrox.kernels.map import Map
from strapontin.games.metrox.kernels.state import (
    FREE,
    SIX,
    TRANSFER,
    WINDOWS,
    State,
)

FILLED, VALUE = (SHEET["fields"][name]["offset"] for name in ("filled", "value"))
"""Where the bytes of a sheet tell which windows are filled, and which lines are completed."""

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
    turn, card, written = int(after.turn), int(before.card), sheet_bytes(after, setting.players)
    for seat, sheet in enumerate(written):
        marked = _places(sheet[MARKS : MARKS + len(city.stations)], turn)
        marks = [mark_of(city, board, station, turn, card == TRANSFER) for station in marked]
        ridden = [window // WINDOWS for window in _places(sheet[FILLED : FILLED + len(city.lines) * WINDOWS], turn)]
        if len(marks) > 1:
            order = _order(city, after.sheet[seat], ridden)
            marks.sort(key=lambda mark: order.get(mark.station, 0))
        if ridden or card == FREE:
            gain = _earned(setting, after, seat, turn) if marks else Earned(transfers=0, empty=0)
            notes.append(_ridden(seat, card_text(card), [city.lines[i].id for i in ridden], marks, gain))
    for seat, (was, now) in enumerate(zip(sheet_bytes(before, setting.players), written, strict=True)):
        valued = slice(VALUE, VALUE + len(city.lines))
        for i, (earlier, value) in enumerate(zip(was[valued], now[valued], strict=True)):
            if value and not earlier:
                notes.append(_completed(setting, seat, i, first=value == 1))
    if card == SIX:
        notes.append(Announced(key="metrox.reshuffled"))
    if not rules.actors(board, after):
        notes.append(Announced(key="metrox.over"))
    return notes


def _places(written: bytes, value: int) -> list[int]:
    """Where a byte stands."""
    found, at = [], written.find(value)
    while at >= 0:
        found.append(at)
        at = written.find(value, at + 1)
    return found


def _completed(setting: MetroxSetting, seat: int, i: int, *, first: bool) -> Completed:
    """A line somebody has completed."""
    return Completed(
        key="metrox.completed.first" if first else "metrox.completed.later",
        seat=seat,
        line=setting.lore.lines[i].id,
        points=int(setting.board.first[i] if first else setting.board.later[i]),
    )


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
