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
from strapontin.games.metrox.state import CARDS, FRAME, FREE, FREE_RIDE, RIDE_LINE, SIX

TIERS = (50, 40, 30, 20, 10, 5, 1)

MEMORY = 64
"""Sheets and lists of rides a match remembers."""


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
    city, solo = setting.lore, setting.players == 1
    turn, pile, taken = int(state.turn), state.pile.tolist(), state.taken.tolist()
    cards = state.cards[: turn + 1].tolist()
    return MetroxView(
        **header,
        turn=turn,
        card=card_text(int(state.card)) if state.card else None,
        revealed=[card_text(card) for card in cards[1:]],
        pile={card_text(card): pile[card] for card in range(CARDS) if pile[card]},
        taken=[Taken(line.id, taken[i]) for i, line in enumerate(city.lines) if taken[i]],
        sheets=[_sheet(setting, state, seat, cards) for seat in range(setting.players)],
        moves=_rides(setting, state, header["seat"], moves, taken) if moves else [],
        tier=tier(header["scores"][0]) if solo and header["over"] else None,
    )


def tier(score: int) -> int:
    """The tier of judgement of a solo score: 1 for 50 and more, down to 8 for 0 and less."""
    return next((i for i, least in enumerate(TIERS, 1) if score >= least), len(TIERS) + 1)


def _remembered(setting: Setting, key: Any, work: Callable[[], Any]) -> Any:
    """What was worked out before for equal bytes; a sheet is shown to many eyes and many times."""
    found = setting.memo.get(key)
    if found is None:
        if len(setting.memo) > MEMORY:
            setting.memo.clear()
        found = setting.memo[key] = work()
    return found


def _sheet(setting: Setting, state: Any, seat: int, cards: list[int]) -> Sheet:
    raw = np.asarray(state)["sheet"][seat]
    key = ("sheet", raw.tobytes(), bytes(cards))
    found: Sheet = _remembered(setting, key, lambda: _new_sheet(setting, state, seat, raw, cards))
    return found


def _new_sheet(setting: Setting, state: Any, seat: int, sheet: Any, cards: list[int]) -> Sheet:
    city, board = setting.lore, setting.board
    filled, missing, value, way = (sheet[name].tolist() for name in ("filled", "missing", "value", "way"))
    transfer = board.transfer.tolist()
    lines = int(rules.line_points(board, state, seat))
    transfers = int(rules.transfer_points(board, state, seat))
    empty = int(rules.empty_cost(board, state, seat))
    return Sheet(
        done=bool(sheet["owed"] == 0),
        marks=[
            _mark(city, transfer, i, mark)
            for i, mark in enumerate(sheet["marks"][: len(city.stations)].tolist())
            if mark
        ],
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
        empty=int(sheet["empty"]),
        vacant=int(sheet["vacant"]),
        score=Parts(lines=lines, transfers=transfers, empty=empty, total=lines + transfers - empty),
    )


def _mark(city: Map, transfer: list[int], station: int, mark: int) -> Mark:
    framed = transfer[station] if mark & FRAME else None
    return Mark(station=city.stations[station].id, turn=mark & (FRAME - 1), transfer=framed)


def _rides(setting: Setting, state: Any, seat: int, moves: dict[str, Actions], taken: list[int]) -> list[Ride]:
    own = np.asarray(state)["sheet"][seat].tobytes()
    key = ("rides", own, int(state.card), bool(setting.players == 1), tuple(taken))
    found: list[Ride] = _remembered(setting, key, lambda: _new_rides(setting, state, seat, moves, taken))
    return found


def _new_rides(setting: Setting, state: Any, seat: int, moves: dict[str, Actions], taken: list[int]) -> list[Ride]:
    """Play each move on a copy of one's own sheet and tell the differences; all copies are compared at once."""
    city, board = setting.lore, setting.board
    afters = np.repeat(np.asarray(state).reshape(1), len(moves))
    for after, (action,) in zip(afters, moves.values(), strict=True):
        rules.ride(board, after, seat, action)
    old, new = np.asarray(state)["sheet"][seat], np.asarray(afters)["sheet"][:, seat]
    stations, lines = len(city.stations), len(city.lines)
    changed = (new["marks"] != old["marks"])[:, :stations]
    marks: list[list[int]] = [[] for _ in moves]
    for i, station in zip(*(part.tolist() for part in np.nonzero(changed)), strict=True):
        marks[i].append(station)
    completes: list[list[int]] = [[] for _ in moves]
    for i, line in zip(
        *(part.tolist() for part in np.nonzero((new["missing"] == 0) & (old["missing"] > 0))), strict=True
    ):
        if line < lines:
            completes[i].append(line)
    framed = new["marks"] & FRAME
    transfer, first, later = board.transfer.tolist(), board.first.tolist(), board.later.tolist()
    owed, empty, way = new["owed"].tolist(), new["empty"].tolist(), new["way"]
    price = int(rules.empty_cost(board, state, seat))
    ids = [station.id for station in city.stations]
    paths = _remembered(setting, "paths", lambda: board.path.tolist())
    rides = []
    for i, (move, (action,)) in enumerate(moves.items()):
        ridden, number = marks[i], action // RIDE_LINE
        if action < FREE_RIDE and len(ridden) > 1:
            path = paths[number][: len(city.lines[number].stations)]
            ridden.sort(key=(path[:1] + path[:0:-1] if way[i, number] & 1 else path).index)
        frames = [transfer[mark] for mark in ridden if framed[i, mark]]
        values = [later[one] if taken[one] else first[one] for one in completes[i]]
        cost = empty[i] if setting.players == 1 else empty[i] // 2
        rides.append(
            Ride(
                move=move,
                line=city.lines[number].id if action < FREE_RIDE else None,
                marks=[ids[mark] for mark in ridden],
                transfer=frames[0] if frames else None,
                completes=[city.lines[one].id for one in completes[i]],
                values=values,
                points=sum(values) + 2 * sum(frames) + price - cost,
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
    transfer, sheets = board.transfer.tolist(), np.asarray(after)["sheet"]
    for seat in range(setting.players):
        marked, filled = sheets[seat]["marks"].tolist(), sheets[seat]["filled"].tolist()
        marks = [_mark(city, transfer, i, mark) for i, mark in enumerate(marked) if mark & (FRAME - 1) == turn]
        lines = [line.id for i, line in enumerate(city.lines) for window in filled[i] if window == turn]
        if lines or before.card == FREE:
            params = {"seat": seat, "card": card, "lines": lines, "stations": [mark.station for mark in marks]}
            framed = [mark.transfer for mark in marks if mark.transfer]
            notes.append(Note("metrox.rode", params | ({"transfers": framed} if framed else {})))
    for seat in range(setting.players):
        values, earlier = sheets[seat]["value"].tolist(), np.asarray(before)["sheet"][seat]["value"].tolist()
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
