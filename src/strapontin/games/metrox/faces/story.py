"""The log of metroX: notes by key, for the catalogues to put into words."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from strapontin.core.contract import CHANCE
from strapontin.core.game import Actions, Note, SeatNote
from strapontin.core.kernel import spare
from strapontin.games.metrox.faces.notation import CARD_TEXTS
from strapontin.games.metrox.faces.view import SHEET, SHEETS_AT
from strapontin.games.metrox.kernels import rules
from strapontin.games.metrox.kernels.board import MetroxSetting
from strapontin.games.metrox.kernels.preview import ridden
from strapontin.games.metrox.kernels.state import (
    FREE,
    LINES,
    SIX,
    TRANSFER,
    State,
)

VALUE = SHEET["fields"]["value"]["offset"]
"""Where the bytes of a sheet tell which lines are completed."""

RideKey = Literal["metrox.rode", "metrox.rode.nothing", "metrox.rode.free", "metrox.rode.stayed"]


class CardRevealed(Note, kw_only=True):
    """A card was turned up for everybody."""

    key: Literal["metrox.card"] = "metrox.card"
    card: str
    """The card as it is written."""
    turn: int
    """The round it opens, from 1."""


class Earned(msgspec.Struct, gc=False):
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
    board = setting.board
    if actor == CHANCE:
        return [CardRevealed(card=CARD_TEXTS[actions[0]], turn=int(after.turn))]
    if after.card:
        return []
    notes: list[MetroxNote] = []
    turn, card, scratch = int(after.turn), int(before.card), spare(after)
    for seat in range(setting.players):
        transfers, saved, count, *rest = ridden(board, after, seat, turn, scratch)
        lines, stations = rest[:count], rest[count:]
        if lines or card == FREE:
            gain = Earned(transfers=transfers, empty=saved)
            notes.append(_ridden(setting, seat, card, lines, stations, gain))
    for seat in range(setting.players):
        was, now = _values(before, seat), _values(after, seat)
        for i, value in enumerate(now) if was != now else ():
            if value and not was[i]:
                notes.append(_completed(setting, seat, i, first=value == 1))
    if card == SIX:
        notes.append(Announced(key="metrox.reshuffled"))
    if not rules.actors(board, after):
        notes.append(Announced(key="metrox.over"))
    return notes


def _values(state: State, seat: int) -> bytes:
    """The values of the lines on a sheet, a byte each."""
    begin = SHEETS_AT + SHEET["size"] * seat + VALUE
    return bytes(state.data[begin : begin + LINES])


def _completed(setting: MetroxSetting, seat: int, i: int, *, first: bool) -> Completed:
    """A line somebody has completed."""
    return Completed(
        key="metrox.completed.first" if first else "metrox.completed.later",
        seat=seat,
        line=setting.lore.lines[i].id,
        points=int(setting.board.first[i] if first else setting.board.later[i]),
    )


def _ridden(
    setting: MetroxSetting, seat: int, card: int, ridden: list[int], marked: list[int], gain: Earned
) -> Rode | RodeTransfer:
    """What a ride was decides its sentence."""
    city = setting.lore
    stations, lines = [city.stations[one].id for one in marked], [city.lines[i].id for i in ridden]
    told: Any = {"seat": seat, "card": CARD_TEXTS[card], "lines": lines, "stations": stations, "gain": gain}
    if card == TRANSFER and stations:
        return RodeTransfer(transfers=[int(setting.board.transfer[one]) for one in marked], **told)
    key: RideKey = "metrox.rode" if stations else "metrox.rode.nothing"
    if not lines:
        key = "metrox.rode.free" if stations else "metrox.rode.stayed"
    return Rode(key=key, **told)
