"""The log of L'Odyssée: notes by key, for the catalogues to put into words."""

from __future__ import annotations

from strapontin.core.contract import CHANCE
from strapontin.core.game import Actions, Note
from strapontin.games.odyssee.faces.notation import NAMES, here, rides
from strapontin.games.odyssee.faces.view import minutes_between, presents_of, section_points, shops_of, touched
from strapontin.games.odyssee.kernels.board import OdysseeSetting
from strapontin.games.odyssee.kernels.digging import ended
from strapontin.games.odyssee.kernels.lattice import CORNERS, corner_text
from strapontin.games.odyssee.kernels.state import (
    BONUS,
    DISTRICTS,
    HOMES,
    LEAVE,
    OUTERS,
    OVER,
    PASS,
    ROUTES,
    START,
    STARTER,
    STATION,
    TOUR,
    TUNNEL,
    TURNS,
    Board,
    State,
)

PASSIVE = ("first", "lot", "station", "blocked", "freed", "sections", "presents")
"""Notes of what happens to a seat without its doing."""


def story(setting: OdysseeSetting, before: State, actor: int, actions: Actions, after: State) -> list[Note]:
    """What one step did: the step itself, stations, lines blocked, the end of building, the tour."""
    (action,), board = actions, setting.board
    if actor == CHANCE:
        return _draw(before, action)
    if action >= TOUR:
        notes = _ride(board, before, actor, action)
    elif action == PASS:
        notes = [Note("odyssee.passed", {"seat": actor})]
    elif action >= STATION:
        key = "odyssee.bonus" if before.phase == BONUS else "odyssee.built"
        notes = [_station(key, board, before, actor, action - STATION)]
    else:
        notes = _tunnel(board, before, actor, action, after)
    if action < TOUR:
        notes += _building(board, before, actor, after)
    notes += _arrivals(board, before, after)
    if after.phase == OVER:
        notes.append(Note("odyssee.over.little" if after.stops == 0 else "odyssee.over", {}))
    return notes


def _draw(before: State, outcome: int) -> list[Note]:
    if before.phase == STARTER:
        return [Note("odyssee.first", {"seat": outcome})]
    if before.phase == DISTRICTS:
        params = {"place": int(before.drawn), "district": outcome // TURNS, "turned": outcome % TURNS}
        return [Note("odyssee.district", params)]
    if before.phase == HOMES:
        return [Note("odyssee.home", {"house": int(before.drawn) + 1, "corner": corner_text(outcome)})]
    return [Note("odyssee.lot", {"seat": outcome})]


def _station(key: str, board: Board, before: State, seat: int, corner: int) -> Note:
    near = touched(board, before, corner)
    return Note(key, {"seat": seat, "corner": corner_text(corner), "n": int(before.worth[corner]), "near": near})


def _tunnel(board: Board, before: State, seat: int, action: int, after: State) -> list[Note]:
    if action >= START:
        which, code = divmod(action - START, 2 * OUTERS)
        where = {"outer": code // 2, "corner": corner_text(int(board.rim[code // 2, code % 2]))}
        key = "odyssee.started"
    elif action >= LEAVE:
        which, outer = divmod(action - LEAVE, OUTERS)
        key, where = "odyssee.left", {"outer": outer}
    else:
        which = (action - TUNNEL) // 12
        row = after.line[2 * seat + which]
        key, where = "odyssee.dug", {"corner": corner_text(int(row.path[int(row.tunnels)]))}
    notes = [Note(key, {"seat": seat, "line": NAMES[which], **where})]
    row = after.line[2 * seat + which]
    edge = [int(row.path[int(row.tunnels) - 1]), int(row.path[int(row.tunnels)])]
    for corner in edge:
        if corner < len(CORNERS) and after.station[corner] and not before.station[corner]:
            notes.append(_station("odyssee.station", board, before, seat, corner))
    return notes


def _building(board: Board, before: State, actor: int, after: State) -> list[Note]:
    """Lines newly blocked or freed, the last station, the last turns."""
    notes = []
    for line in range(2 * board.players):
        row = after.line[line]
        if row.finished or not row.tunnels:
            continue
        was, now = bool(ended(before, line)), bool(ended(after, line))
        if was != now:
            key = "odyssee.blocked" if now else "odyssee.freed"
            notes.append(Note(key, {"seat": line // 2, "line": NAMES[line % 2]}))
    if before.supply and not after.supply:
        notes.append(Note("odyssee.supply", {}))
    if before.closing < 0 < after.closing:
        notes.append(Note("odyssee.closing", {"seat": actor, "n": int(after.closing)}))
    return notes


def _ride(board: Board, before: State, seat: int, action: int) -> list[Note]:
    house, index = divmod(action - TOUR, ROUTES)
    ridden = rides(board, before, here(before), house, index)
    minutes = minutes_between(board, before, here(before), house)
    if minutes is None:
        return [Note("odyssee.walked", {"seat": seat, "house": house + 1})]
    notes = [
        Note("odyssee.guided", {"seat": seat, "house": house + 1, "n": minutes, "rides": [r.text for r in ridden]})
    ]
    for owner, points in enumerate(section_points(board, ridden)):
        if points:
            notes.append(Note("odyssee.sections", {"seat": owner, "n": points}))
    return notes


def _arrivals(board: Board, before: State, after: State) -> list[Note]:
    """The tour begins, presents are collected."""
    notes = []
    for i in range(int(before.stops), int(after.stops)):
        house = int(after.stop[i])
        if i == 0:
            notes.append(Note("odyssee.tour", {"house": house + 1}))
        paid = presents_of(board, after, house)
        for seat, shops in enumerate(shops_of(board, after, house)):
            if shops:
                params = {"seat": seat, "house": house + 1, "shops": shops, "n": paid[seat]}
                notes.append(Note("odyssee.presents", params))
    return notes
