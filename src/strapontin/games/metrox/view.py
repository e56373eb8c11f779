"""What a screen shows of metroX: the card, the sheets, and what each legal ride would do; and the log."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from strapontin.core.game import CHANCE, Actions, Note, Setting, View
from strapontin.games.metrox import rules
from strapontin.games.metrox.board import card_text
from strapontin.games.metrox.map import Map
from strapontin.games.metrox.state import CARDS, FRAME, FREE, FREE_RIDE, RIDE_LINE, SIX

TIERS = (50, 40, 30, 20, 10, 5, 1)


class Mark(msgspec.Struct):
    """A marked station: in which round, and the count framed there if it is a transfer."""

    station: str
    turn: int
    transfer: int | None


class SheetLine(msgspec.Struct):
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


class Parts(msgspec.Struct):
    """How a score is made up."""

    lines: int
    transfers: int
    empty: int
    """What empty stations cost."""
    total: int


class Sheet(msgspec.Struct):
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


class Ride(msgspec.Struct):
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


class Taken(msgspec.Struct):
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


def view(setting: Setting, state: Any, header: dict[str, Any], moves: dict[str, Actions]) -> MetroxView:
    """Build the view from a concealed state."""
    city, board = setting.lore, setting.board
    solo = board.players == 1
    return MetroxView(
        **header,
        turn=int(state.turn),
        card=card_text(int(state.card)) if state.card else None,
        revealed=[card_text(int(card)) for card in state.cards[1 : int(state.turn) + 1]],
        pile={card_text(card): int(state.pile[card]) for card in range(CARDS) if state.pile[card]},
        taken=[Taken(line.id, int(state.taken[i])) for i, line in enumerate(city.lines) if state.taken[i]],
        sheets=[_sheet(city, board, state, seat) for seat in range(board.players)],
        moves=_rides(city, board, state, header["seat"], moves),
        tier=tier(header["scores"][0]) if solo and header["over"] else None,
    )


def tier(score: int) -> int:
    """The tier of judgement of a solo score: 1 for 50 and more, down to 8 for 0 and less."""
    return next((i for i, least in enumerate(TIERS, 1) if score >= least), len(TIERS) + 1)


def _sheet(city: Map, board: Any, state: Any, seat: int) -> Sheet:
    sheet, cards = state.sheet[seat], state.cards.tolist()
    filled, missing, value, way = (getattr(sheet, name).tolist() for name in ("filled", "missing", "value", "way"))
    lines = rules.line_points(board, state, seat)
    transfers = rules.transfer_points(board, state, seat)
    empty = rules.empty_cost(board, state, seat)
    return Sheet(
        done=bool(sheet.owed == 0),
        marks=_marks(city, board, sheet),
        lines=[
            SheetLine(
                line=line.id,
                windows=[card_text(cards[turn]) for turn in filled[i] if turn],
                missing=missing[i],
                value=(None, "first", "later")[value[i]],
                way="><"[way[i] & 1] if way[i] else None,
            )
            for i, line in enumerate(city.lines)
        ],
        empty=int(sheet.empty),
        vacant=int(sheet.vacant),
        score=Parts(lines=int(lines), transfers=int(transfers), empty=int(empty), total=int(lines + transfers - empty)),
    )


def _marks(city: Map, board: Any, sheet: Any, turn: int | None = None) -> list[Mark]:
    """The marked stations of a sheet, or only those of one round."""
    counts = board.transfer.tolist()
    return [
        Mark(
            station=city.stations[i].id,
            turn=mark & (FRAME - 1),
            transfer=counts[i] if mark & FRAME else None,
        )
        for i, mark in enumerate(sheet.marks.tolist())
        if mark and turn in (None, mark & (FRAME - 1))
    ]


def _rides(city: Map, board: Any, state: Any, seat: int, moves: dict[str, Actions]) -> list[Ride]:
    """Play each move on a copy of one's own sheet and tell the differences; all copies are compared at once."""
    if not moves:
        return []
    afters = np.repeat(np.asarray(state).reshape(1), len(moves)).view(np.recarray)
    for after, (action,) in zip(afters, moves.values(), strict=True):
        rules.ride(board, after, seat, action)
    old, new = np.asarray(state)["sheet"][seat], np.asarray(afters)["sheet"][:, seat]
    stations, lines = int(board.stations), int(board.lines)
    fresh = (new["marks"] != old["marks"])[:, :stations]
    framed = ((new["marks"] & FRAME) != 0)[:, :stations] & fresh
    done = ((new["missing"] == 0) & (old["missing"] > 0))[:, :lines]
    transfer, taken = board.transfer.tolist(), state.taken.tolist()
    first, later = board.first.tolist(), board.later.tolist()
    owed, empty = new["owed"].tolist(), new["empty"].tolist()
    price = rules.empty_cost(board, state, seat)
    rides = []
    for i, (move, (action,)) in enumerate(moves.items()):
        marks = np.flatnonzero(fresh[i]).tolist()
        number = action // RIDE_LINE
        line = None if action >= FREE_RIDE else city.lines[number]
        if line is not None and len(marks) > 1:
            path = board.path[number, : len(line.stations)].tolist()
            backwards = new["way"][i, number] & 1
            marks.sort(key=(path[:1] + path[:0:-1] if backwards else path).index)
        frames = [transfer[mark] for mark in marks if framed[i, mark]]
        completed = np.flatnonzero(done[i]).tolist()
        values = [later[one] if taken[one] else first[one] for one in completed]
        cost = empty[i] if board.players == 1 else empty[i] // 2
        rides.append(
            Ride(
                move=move,
                line=line.id if line else None,
                marks=[city.stations[mark].id for mark in marks],
                transfer=frames[0] if frames else None,
                completes=[city.lines[one].id for one in completed],
                values=values,
                points=sum(values) + 2 * sum(frames) + int(price) - cost,
                repeats=max(0, owed[i]),
            )
        )
    return rides


def story(setting: Setting, before: Any, actor: int, actions: Actions, after: Any) -> list[Note]:
    """A card revealed; or, when a round closes, everybody's rides by seat, then the lines completed."""
    city, board = setting.lore, setting.board
    if actor == CHANCE:
        return [Note("metrox.card", {"card": card_text(actions[0]), "turn": int(after.turn)})]
    if after.card:
        return []
    turn, notes = int(after.turn), []
    card = card_text(int(after.cards[turn]))
    for seat in range(board.players):
        sheet = after.sheet[seat]
        marks = _marks(city, board, sheet, turn)
        filled = sheet.filled.tolist()
        lines = [line.id for i, line in enumerate(city.lines) for window in filled[i] if window == turn]
        if lines or (before.card == FREE and sheet.vacant > 0):
            params = {"seat": seat, "card": card, "lines": lines, "stations": [mark.station for mark in marks]}
            framed = [mark.transfer for mark in marks if mark.transfer]
            notes.append(Note("metrox.rode", params | ({"transfers": framed} if framed else {})))
    for seat in range(board.players):
        new, old = after.sheet[seat].value, before.sheet[seat].value
        for i in np.flatnonzero(new != old).tolist():
            first = new[i] == 1
            points = int(board.first[i] if first else board.later[i])
            params = {"seat": seat, "line": city.lines[i].id, "points": points}
            notes.append(Note("metrox.completed.first" if first else "metrox.completed.later", params))
    if before.card == SIX:
        notes.append(Note("metrox.reshuffled", {}))
    if not rules.actors(board, after):
        notes.append(Note("metrox.over", {}))
    return notes
