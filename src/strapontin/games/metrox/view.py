"""What a screen shows of metroX: the card, the sheets, and what each legal ride would do; and the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from strapontin.core.game import CHANCE, Actions, Note, Setting, View
from strapontin.games.metrox import rules
from strapontin.games.metrox.board import card_text
from strapontin.games.metrox.map import Map
from strapontin.games.metrox.notation import text
from strapontin.games.metrox.preview import numbers, previews
from strapontin.games.metrox.state import CARDS, FRAME, FREE, FREE_RIDE, RIDE_LINE, SHEET, SIX, STATE, WINDOWS

TIERS = (50, 40, 30, 20, 10, 5, 1)

MEMORY = 24
"""Sheets a match remembers."""

FACES, CITIES = 20_000, 40
"""Rides and marks that are remembered of a map, and of how many maps."""

CARD_TEXTS = [card_text(card) for card in range(CARDS)]

VALUES = (None, "first", "later")


def _at(record: np.dtype[Any], field: str) -> int:
    return int(record.fields[field][1]) if record.fields else 0


CARDS_AT, PILE_AT, TAKEN_AT, SHEETS_AT = (_at(STATE, name) for name in ("cards", "pile", "taken", "sheet"))
FILLED, WAY, MISSING, VALUE, OWED = (_at(SHEET, name) for name in ("filled", "way", "missing", "value", "owed"))
"""Where the bytes of a sheet tell what; up to the last of these, what is written on it."""


class Mark(msgspec.Struct, gc=False):
    """A marked station: in which round, and the count framed there if it is a transfer."""

    station: str
    turn: int
    transfer: int | None


class SheetLine(msgspec.Struct, gc=False):
    """A line on one player's sheet."""

    line: str
    windows: list[str]
    """The cards written in its windows, in order."""
    missing: int
    """Empty stations left."""
    value: str | None
    """`first` or `later` once completed and valued."""
    way: str | None
    """The chosen direction of a loop, `>` or `<`."""


class Parts(msgspec.Struct, gc=False):
    """How a score is made up."""

    lines: int
    transfers: int
    empty: int
    """What empty stations cost."""
    total: int


class Sheet(msgspec.Struct, gc=False):
    """One player's sheet, as far as these eyes may see it."""

    done: bool
    """Whether this player has nothing left to do in the running round."""
    marks: list[Mark]
    lines: list[SheetLine]
    empty: int
    """Empty stations."""
    vacant: int
    """Empty windows."""
    score: Parts


class Ride(msgspec.Struct, gc=False):
    """A legal move and what it would do to one's own sheet."""

    move: str
    line: str | None
    marks: list[str]
    """The stations it would mark, in order of the ride."""
    transfer: int | None
    """The count it would frame."""
    completes: list[str]
    """The lines it would complete, with the value they would now have."""
    values: list[int]
    points: int
    """The change of the score as things stand, completed lines included."""
    repeats: int
    """How many repeats it would owe by special stations."""


class Taken(msgspec.Struct, gc=False):
    """A line completed first in an earlier round: only its later value is left."""

    line: str
    turn: int


class MetroxView(View, kw_only=True):
    """The table as one seat sees it."""

    turn: int
    card: str | None
    revealed: list[str]
    """The cards of all rounds so far, in order."""
    pile: dict[str, int]
    """The cards that can still come, and how many of each."""
    taken: list[Taken]
    sheets: list[Sheet]
    moves: list[Ride]
    tier: int | None
    """Solo and over: the tier of judgement, 1 the best to 8."""


def view(setting: Setting, state: Any, header: dict[str, Any], actions: Callable[[], list[int]]) -> MetroxView:
    """Build the view from a concealed state; the legal actions are asked for if these eyes' seat is to act."""
    city, seat, raw = setting.lore, header["seat"], state.tobytes()
    turn, card, taken = int(state.turn), int(state.card), state.taken[: len(city.lines)].tolist()
    cards = list(raw[CARDS_AT + 1 : CARDS_AT + turn + 1])
    _recall(setting, cards)
    return MetroxView(
        **header,
        turn=turn,
        card=CARD_TEXTS[card] if card else None,
        revealed=[CARD_TEXTS[one] for one in cards],
        pile={CARD_TEXTS[i]: left for i, left in enumerate(raw[PILE_AT : PILE_AT + CARDS]) if left},
        taken=[Taken(city.lines[i].id, when) for i, when in enumerate(taken) if when],
        sheets=[_sheet(setting, state, raw, one, cards) for one in range(setting.players)],
        moves=_rides(setting, state, raw, seat, actions) if isinstance(seat, int) and seat in header["to_act"] else [],
        tier=tier(header["scores"][0]) if setting.players == 1 and header["over"] else None,
    )


def _recall(setting: Setting, cards: list[int]) -> None:
    """What is remembered of a match holds as long as its cards came in this order."""
    known = setting.memo.get("cards", cards)
    if known[: len(cards)] != cards[: len(known)] or len(setting.memo) > MEMORY:
        setting.memo.clear()
    setting.memo["cards"] = max(known, cards, key=len)


def tier(score: int) -> int:
    """The tier of judgement of a solo score: 1 for 50 and more, down to 8 for 0 and less."""
    return next((i for i, least in enumerate(TIERS, 1) if score >= least), len(TIERS) + 1)


def _sheet(setting: Setting, state: Any, raw: bytes, seat: int, cards: list[int]) -> Sheet:
    """One sheet; what is on it is remembered, for it is shown to many eyes and many times."""
    at = SHEETS_AT + seat * SHEET.itemsize
    written, done = raw[at : at + OWED], not any(raw[at + OWED : at + OWED + 2])
    found: Sheet | None = setting.memo.get(written)
    if found is None:
        found = setting.memo[written] = _new_sheet(setting, state, seat, written, cards)
    return found if found.done is done else msgspec.structs.replace(found, done=done)


def _new_sheet(setting: Setting, state: Any, seat: int, written: bytes, cards: list[int]) -> Sheet:
    city, board, sheet, faces = setting.lore, setting.board, state.sheet[seat], _faces(setting.lore)
    marks = []
    for mark in enumerate(memoryview(written)[:FILLED].cast("H")):
        if mark[1]:
            marks.append(faces.get(mark) or faces.setdefault(mark, _mark(city, board, *mark)))
    known, lines = setting.memo.setdefault("lines", {}), []
    for i in range(len(city.lines)):
        filled, way = FILLED + i * WINDOWS * 2, WAY + 2 * i
        ends = written[MISSING + i], written[VALUE + i]
        face = (i, written[filled : filled + WINDOWS * 2], written[way : way + 2], *ends)
        lines.append(known.get(face) or known.setdefault(face, _line(city, sheet, i, cards)))
    points = int(rules.line_points(board, state, seat))
    transfers = int(rules.transfer_points(board, state, seat))
    empty = int(rules.empty_cost(board, state, seat))
    score = Parts(lines=points, transfers=transfers, empty=empty, total=points + transfers - empty)
    return Sheet(bool(sheet.owed == 0), marks, lines, int(sheet.empty), int(sheet.vacant), score)


def _line(city: Map, sheet: Any, i: int, cards: list[int]) -> SheetLine:
    way = int(sheet.way[i])
    return SheetLine(
        line=city.lines[i].id,
        windows=[CARD_TEXTS[cards[turn - 1]] for turn in sheet.filled[i].tolist() if turn],
        missing=int(sheet.missing[i]),
        value=VALUES[sheet.value[i]],
        way="><"[way & 1] if way else None,
    )


def _mark(city: Map, board: Any, station: int, mark: int) -> Mark:
    framed = int(board.transfer[station]) if mark & FRAME else None
    return Mark(station=city.stations[station].id, turn=mark & (FRAME - 1), transfer=framed)


def _rides(setting: Setting, state: Any, raw: bytes, seat: int, actions: Callable[[], list[int]]) -> list[Ride]:
    """One's own rides; those last told are remembered, for they stay the same while others choose."""
    at = SHEETS_AT + seat * SHEET.itemsize
    key = (raw[:CARDS_AT], raw[TAKEN_AT:SHEETS_AT], raw[at : at + SHEET.itemsize])
    known, rides = setting.memo.get(seat, (None, []))
    if known != key:
        rides = _new_rides(setting, state, seat, actions())
        setting.memo[seat] = (key, rides)
    return rides


def _new_rides(setting: Setting, state: Any, seat: int, actions: list[int]) -> list[Ride]:
    """What each action would do to one's own sheet."""
    city, faces, rides = setting.lore, _faces(setting.lore), []
    for face in zip(actions, previews(setting.board, state, seat, actions), strict=True):
        ride = faces.get(face)
        if ride is None:
            ride = faces[face] = _ride(city, text(setting, seat, face[:1]), face[0], numbers(face[1]))
        rides.append(ride)
    return rides


def _ride(city: Map, move: str, action: int, told: list[int]) -> Ride:
    frame, repeats, points, count = told[:4]
    completed = told[5 + count :]
    return Ride(
        move=move,
        line=city.lines[action // RIDE_LINE].id if action < FREE_RIDE else None,
        marks=[city.stations[one].id for one in told[4 : 4 + count]],
        transfer=frame or None,
        completes=[city.lines[one].id for one in completed[::2]],
        values=completed[1::2],
        points=points,
        repeats=repeats,
    )


def _faces(city: Map) -> dict[Any, Any]:
    """Rides and marks as they were told before: all tables on one map share them."""
    known, faces = _shared.get(id(city), (None, {}))
    if known is not city or len(faces) > FACES:
        if len(_shared) > CITIES:
            _shared.clear()
        faces = {}
        _shared[id(city)] = (city, faces)
    return faces


_shared: dict[int, tuple[Map, dict[Any, Any]]] = {}


def story(setting: Setting, before: Any, actor: int, actions: Actions, after: Any) -> list[Note]:
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
        marks = [_mark(city, board, i, mark) for i, mark in enumerate(marked) if mark & (FRAME - 1) == turn]
        lines = [line.id for i, line in enumerate(city.lines) for window in filled[i] if window == turn]
        if lines or before.card == FREE:
            params = {"seat": seat, "card": card, "lines": lines, "stations": [mark.station for mark in marks]}
            framed = [mark.transfer for mark in marks if mark.transfer]
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
