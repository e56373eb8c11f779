"""What a screen shows of metroX: the card, the sheets, and what each legal ride would do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from strapontin.core.game import Actions, Moves, View
from strapontin.core.kernel import copy_of
from strapontin.core.layout import layout
from strapontin.games.metrox.faces.notation import CARD_TEXTS
from strapontin.games.metrox.kernels import rules
from strapontin.games.metrox.kernels.board import MetroxSetting
from strapontin.games.metrox.kernels.map import Map
from strapontin.games.metrox.kernels.preview import numbers, previews
from strapontin.games.metrox.kernels.state import (
    CARDS,
    FREE_RIDE,
    RIDE_LINE,
    STATIONS,
    TIERS,
    TRANSFER,
    Board,
    State,
)
from strapontin.games.metrox.kernels.state import Sheet as Written

Does = Literal["ride", "nothing", "transfer", "free", "stay"]

VALUES = (None, "first", "later")


STATE, SHEET = layout(State), layout(Written)

CARDS_AT, PILE_AT, SHEETS_AT = (STATE["fields"][name]["offset"] for name in ("cards", "pile", "sheet"))
MARKS = SHEET["fields"]["marks"]["offset"]
"""Where the bytes of a sheet tell which stations are marked."""


class Mark(msgspec.Struct, gc=False):
    """A marked station: in which round, and the count framed there if it is a transfer."""

    station: str
    """The id of the station on the map."""
    turn: int
    """The round it was marked in, from 1."""
    transfer: int | None
    """The count framed here by a transfer; null where it was only crossed."""


class SheetLine(msgspec.Struct, gc=False):
    """A line on one player's sheet."""

    line: str
    """The letter of the line."""
    windows: list[str]
    """The cards written in its windows, in order."""
    missing: int
    """Empty stations left."""
    value: str | None
    """`first` or `later` once completed and valued; null while it is neither."""
    way: str | None
    """The chosen direction of a loop, `>` or `<`; null before one is chosen, and on lines that are no loop."""


class Parts(msgspec.Struct, gc=False):
    """How a score is made up."""

    lines: int
    """Points for completed lines."""
    transfers: int
    """Points for transfers."""
    empty: int
    """What empty stations cost, as a number to subtract."""
    total: int
    """The score: lines and transfers less what empty stations cost."""


class Sheet(msgspec.Struct, gc=False):
    """One player's sheet, as far as these eyes may see it."""

    done: bool
    """Whether this player has nothing left to do in the running round."""
    marks: list[Mark]
    """The marked stations, in the order of the map."""
    lines: list[SheetLine]
    """Its lines, in the order of the map."""
    empty: int
    """Empty stations."""
    vacant: int
    """Empty windows."""
    score: Parts
    """Its score as things stand, and what it is made of."""


class Gain(msgspec.Struct, gc=False):
    """What a ride adds to each part of a score."""

    lines: int
    """For lines completed."""
    transfers: int
    """For transfers."""
    empty: int
    """What fewer empty stations save."""


class Ride(msgspec.Struct, gc=False):
    """A legal move and what it would do to one's own sheet."""

    move: str
    """The move as it is written and sent, such as `F4`."""
    does: Does
    """What it does, in a word: which sentence tells it."""
    line: str | None
    """The line it rides; null for a free ride."""
    marks: list[str]
    """The stations it would mark, in order of the ride."""
    transfer: int | None
    """The count it would frame; null if it is no transfer."""
    completes: list[str]
    """The lines it would complete."""
    values: list[int]
    """What those lines would bring, in the same order."""
    points: int
    """The change of the score as things stand, completed lines included."""
    gain: Gain
    """The same change, part by part."""
    repeats: int
    """How many repeats it would owe by special stations."""


class Taken(msgspec.Struct, gc=False):
    """A line completed first in an earlier round: only its later value is left."""

    line: str
    """The letter of the line."""
    turn: int
    """The round in which it was completed first."""


class MetroxView(View, kw_only=True):
    """The table as one seat sees it."""

    turn: int
    """The round, from 1; 0 before the first card."""
    card: str | None
    """The card of the running round; null when none lies open."""
    revealed: list[str]
    """The cards of all rounds so far, in order."""
    pile: dict[str, int]
    """The cards that can still come, and how many of each."""
    taken: list[Taken]
    """Lines somebody completed first in an earlier round."""
    sheets: list[Sheet]
    """The sheet of every seat."""
    moves: list[Ride]
    """The legal moves of these eyes' seat and what each would do; empty if it may not act."""
    tier: int | None
    """Alone and over: the judgement, from 1, the best, to 8; null otherwise."""
    tiers: list[int]
    """Solo: the least score of each tier of judgement but the last, the best first; else empty."""


def view(setting: MetroxSetting, state: State, header: dict[str, Any], moves: Moves) -> MetroxView:
    """Build the view from a concealed state; the legal moves are asked for if these eyes' seat is to act."""
    city, seat, raw = setting.lore, header["seat"], state.tobytes()
    turn, card, taken = int(state.turn), int(state.card), state.taken[: len(city.lines)].tolist()
    cards = list(raw[CARDS_AT + 1 : CARDS_AT + turn + 1])
    return MetroxView(
        **header,
        turn=turn,
        card=CARD_TEXTS[card] if card else None,
        revealed=[CARD_TEXTS[one] for one in cards],
        pile={CARD_TEXTS[i]: left for i, left in enumerate(raw[PILE_AT : PILE_AT + CARDS]) if left},
        taken=[Taken(city.lines[i].id, when) for i, when in enumerate(taken) if when],
        sheets=[
            _sheet(setting, state, written, one, cards)
            for one, written in enumerate(sheet_bytes(state, setting.players))
        ],
        moves=_rides(setting, state, seat, moves()) if isinstance(seat, int) and seat in header["to_act"] else [],
        tier=int(rules.tier(header["scores"][0])) if setting.players == 1 and header["over"] else None,
        tiers=list(TIERS) if setting.players == 1 else [],
    )


def sheet_bytes(state: State, players: int) -> list[bytes]:
    """What is written on every sheet, as the bytes of its record."""
    raw, size = state.tobytes()[SHEETS_AT:], SHEET["size"]
    return [raw[size * seat : size * (seat + 1)] for seat in range(players)]


def _sheet(setting: MetroxSetting, state: State, written: bytes, seat: int, cards: list[int]) -> Sheet:
    """What is written on one sheet."""
    city, board, sheet = setting.lore, setting.board, state.sheet[seat]
    marks = [
        mark_of(city, board, station, turn, cards[turn - 1] == TRANSFER)
        for station, turn in enumerate(written[MARKS : MARKS + STATIONS])
        if turn
    ]
    points = int(rules.line_points(board, state, seat))
    transfers = int(rules.transfer_points(board, state, seat))
    empty = int(rules.empty_cost(board, state, seat))
    return Sheet(
        done=bool(sheet.owed == 0),
        marks=marks,
        lines=[_line(setting, state, seat, i, cards) for i in range(len(city.lines))],
        empty=int(sheet.empty),
        vacant=int(sheet.vacant),
        score=Parts(lines=points, transfers=transfers, empty=empty, total=points + transfers - empty),
    )


def way_of(sheet: Any, i: int) -> str | None:
    """The direction a loop is ridden in, `>` or `<`; None before one is chosen."""
    return "><"[int(sheet.back) >> i & 1] if sheet.way[i] else None


def _line(setting: MetroxSetting, state: State, seat: int, i: int, cards: list[int]) -> SheetLine:
    sheet = state.sheet[seat]
    return SheetLine(
        line=setting.lore.lines[i].id,
        windows=[CARD_TEXTS[cards[turn - 1]] for turn in sheet.filled[i].tolist() if turn],
        missing=int(rules.missing(setting.board, state, seat, i)),
        value=VALUES[sheet.value[i]],
        way=way_of(sheet, i),
    )


def mark_of(city: Map, board: Board, station: int, turn: int, framed: bool) -> Mark:
    """A station marked in a round, framed if the card was a transfer."""
    return Mark(city.stations[station].id, turn, int(board.transfer[station]) if framed else None)


def _rides(setting: MetroxSetting, state: State, seat: int, moves: dict[str, Actions]) -> list[Ride]:
    """What each move would do to one's own sheet."""
    actions = [action for (action,) in moves.values()]
    told = map(numbers, previews(setting.board, state, seat, actions))
    return [_ride(setting, state, seat, *one) for one in zip(moves, actions, told, strict=True)]


def _ride(setting: MetroxSetting, state: State, seat: int, move: str, action: int, told: list[int]) -> Ride:
    city, (frame, repeats, points, count) = setting.lore, told[:4]
    completed = told[5 + count :]
    after = copy_of(state)
    rules.ride(setting.board, after, seat, action)
    transfers = between(rules.transfer_points, setting.board, state, after, seat)
    lines = sum(completed[1::2])
    does: Does = "transfer" if frame else "ride" if count else "nothing"
    if action >= FREE_RIDE:
        does = "free" if count else "stay"
    return Ride(
        move=move,
        does=does,
        line=city.lines[action // RIDE_LINE].id if action < FREE_RIDE else None,
        marks=[city.stations[one].id for one in told[4 : 4 + count]],
        transfer=frame or None,
        completes=[city.lines[one].id for one in completed[::2]],
        values=completed[1::2],
        points=points,
        gain=Gain(lines=lines, transfers=transfers, empty=points - lines - transfers),
        repeats=repeats,
    )


def between(part: Callable[[Any, Any, int], int], board: Board, before: State, after: State, seat: int) -> int:
    """By how much a part of the score differs."""
    return int(part(board, after, seat)) - int(part(board, before, seat))
