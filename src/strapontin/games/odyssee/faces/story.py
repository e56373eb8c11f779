"""The log of L'Odyssée: notes by key, for the catalogues to put into words."""

from __future__ import annotations

from typing import Any, Literal

from strapontin.core.contract import CHANCE
from strapontin.core.game import Actions, Note, SeatNote
from strapontin.games.odyssee.faces.notation import here, rides
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

Which = Literal["s", "t"]
"""Which line of a player: the solid one or the striped one."""


class OfLine(SeatNote, kw_only=True):
    """What happened to a line."""

    line: Which
    """`s` for the solid line, `t` for the striped one."""


class Site(SeatNote, kw_only=True):
    """A station, and what it brings."""

    corner: str
    """Where it stands."""
    n: int
    """What it brings."""
    near: list[str]
    """What it touches, a point each."""


class Chosen(SeatNote, kw_only=True):
    """Whom chance has chosen: to begin, or to guide where several are level."""

    passive = True
    key: Literal["odyssee.first", "odyssee.lot"]


class District(Note, kw_only=True):
    """A district of the city laid."""

    key: Literal["odyssee.district"] = "odyssee.district"
    place: int
    """Where, from 0."""
    district: int
    """Which, from 0."""
    turned: int
    """By how many thirds of a turn."""


class Home(Note, kw_only=True):
    """A house gets the station it has from the start."""

    key: Literal["odyssee.home"] = "odyssee.home"
    house: int
    """The house, numbered from 1."""
    corner: str
    """The corner of the station."""


class Started(OfLine, kw_only=True):
    """A line begun at the rim."""

    key: Literal["odyssee.started"] = "odyssee.started"
    outer: int
    """The outer cell it comes from."""
    corner: str
    """The corner it reaches."""


class Left(OfLine, kw_only=True):
    """A line led out of the city."""

    key: Literal["odyssee.left"] = "odyssee.left"
    outer: int
    """The outer cell it leaves by."""


class Dug(OfLine, kw_only=True):
    """A tunnel dug."""

    key: Literal["odyssee.dug"] = "odyssee.dug"
    corner: str
    """The corner it reaches."""


class Built(Site, kw_only=True):
    """A station built, in a turn or as a bonus."""

    key: Literal["odyssee.built", "odyssee.bonus"]


class Appeared(Site, kw_only=True):
    """A station that appears because two lines meet."""

    passive = True
    key: Literal["odyssee.station"] = "odyssee.station"


class Passed(SeatNote, kw_only=True):
    """Somebody can do nothing."""

    key: Literal["odyssee.passed"] = "odyssee.passed"


class Hemmed(OfLine, kw_only=True):
    """A line that cannot go on any more, or can again."""

    passive = True
    key: Literal["odyssee.blocked", "odyssee.freed"]


class Closing(SeatNote, kw_only=True):
    """The last turns of building begin."""

    key: Literal["odyssee.closing"] = "odyssee.closing"
    n: int
    """How many are left."""


class Tour(Note, kw_only=True):
    """Father Christmas sets out."""

    key: Literal["odyssee.tour"] = "odyssee.tour"
    house: int
    """From which house, numbered from 1."""


class Walked(SeatNote, kw_only=True):
    """No line leads where somebody sends him."""

    key: Literal["odyssee.walked"] = "odyssee.walked"
    house: int
    """The house, numbered from 1."""


class Guided(SeatNote, kw_only=True):
    """Somebody guides him to a house; or to the one beside, whose station is the same."""

    key: Literal["odyssee.guided", "odyssee.guided.shared"]
    house: int
    """The house, numbered from 1."""
    n: int
    """Minutes on the way."""
    rides: list[str]
    """The rides as they are written; none where the station is the same."""


class Sections(SeatNote, kw_only=True):
    """What the sections he rode bring to their owner."""

    passive = True
    key: Literal["odyssee.sections"] = "odyssee.sections"
    n: int
    """Points."""


class Presents(SeatNote, kw_only=True):
    """What presents bring to whoever has them sent."""

    passive = True
    key: Literal["odyssee.presents"] = "odyssee.presents"
    house: int
    """The house they are for, numbered from 1."""
    shops: list[int]
    """The shops they are from, numbered from 1."""
    n: int
    """Points."""


class Announced(Note, kw_only=True):
    """The last station is built; or the game is over, after a tour or without one."""

    key: Literal["odyssee.supply", "odyssee.over", "odyssee.over.little"]


OdysseeNote = (
    Chosen
    | District
    | Home
    | Started
    | Left
    | Dug
    | Built
    | Appeared
    | Passed
    | Hemmed
    | Closing
    | Tour
    | Walked
    | Guided
    | Sections
    | Presents
    | Announced
)


def story(setting: OdysseeSetting, before: State, actor: int, actions: Actions, after: State) -> list[OdysseeNote]:
    """What one step did: the step itself, stations, lines blocked, the end of building, the tour."""
    (action,), board = actions, setting.board
    if actor == CHANCE:
        return _draw(before, action)
    notes: list[OdysseeNote]
    if action >= TOUR:
        notes = _ride(board, before, actor, action)
    elif action == PASS:
        notes = [Passed(seat=actor)]
    elif action >= STATION:
        built = _site(board, before, action - STATION)
        notes = [Built(key="odyssee.bonus" if before.phase == BONUS else "odyssee.built", seat=actor, **built)]
    else:
        notes = _tunnel(board, before, actor, action, after)
    if action < TOUR:
        notes += _building(board, before, actor, after)
    notes += _arrivals(board, before, after)
    if after.phase == OVER:
        notes.append(Announced(key="odyssee.over.little" if after.stops == 0 else "odyssee.over"))
    return notes


def _draw(before: State, outcome: int) -> list[OdysseeNote]:
    if before.phase == STARTER:
        return [Chosen(key="odyssee.first", seat=outcome)]
    if before.phase == DISTRICTS:
        return [District(place=int(before.drawn), district=outcome // TURNS, turned=outcome % TURNS)]
    if before.phase == HOMES:
        return [Home(house=int(before.drawn) + 1, corner=corner_text(outcome))]
    return [Chosen(key="odyssee.lot", seat=outcome)]


def _site(board: Board, before: State, corner: int) -> dict[str, Any]:
    """Where a station comes to stand, and what it brings there."""
    return {"corner": corner_text(corner), "n": int(before.worth[corner]), "near": touched(board, before, corner)}


def _which(line: int) -> Which:
    return "t" if line & 1 else "s"


def _tunnel(board: Board, before: State, seat: int, action: int, after: State) -> list[OdysseeNote]:
    notes: list[OdysseeNote]
    if action >= START:
        which, code = divmod(action - START, 2 * OUTERS)
        rim = corner_text(int(board.rim[code // 2, code % 2]))
        notes = [Started(seat=seat, line=_which(which), outer=code // 2, corner=rim)]
    elif action >= LEAVE:
        which, outer = divmod(action - LEAVE, OUTERS)
        notes = [Left(seat=seat, line=_which(which), outer=outer)]
    else:
        which = (action - TUNNEL) // 12
        row = after.line[2 * seat + which]
        notes = [Dug(seat=seat, line=_which(which), corner=corner_text(int(row.path[int(row.tunnels)])))]
    row = after.line[2 * seat + which]
    edge = [int(row.path[int(row.tunnels) - 1]), int(row.path[int(row.tunnels)])]
    for corner in edge:
        if corner < len(CORNERS) and after.station[corner] and not before.station[corner]:
            notes.append(Appeared(seat=seat, **_site(board, before, corner)))
    return notes


def _building(board: Board, before: State, actor: int, after: State) -> list[OdysseeNote]:
    """Lines newly blocked or freed, the last station, the last turns."""
    notes: list[OdysseeNote] = []
    for line in range(2 * board.players):
        row = after.line[line]
        if row.finished or not row.tunnels:
            continue
        was, now = bool(ended(before, line)), bool(ended(after, line))
        if was != now:
            hemmed = Hemmed(key="odyssee.blocked" if now else "odyssee.freed", seat=line // 2, line=_which(line))
            notes.append(hemmed)
    if before.supply and not after.supply:
        notes.append(Announced(key="odyssee.supply"))
    if before.closing < 0 < after.closing:
        notes.append(Closing(seat=actor, n=int(after.closing)))
    return notes


def _ride(board: Board, before: State, seat: int, action: int) -> list[OdysseeNote]:
    house, index = divmod(action - TOUR, ROUTES)
    ridden = rides(board, before, here(before), house, index)
    minutes = minutes_between(board, before, here(before), house)
    if minutes is None:
        return [Walked(seat=seat, house=house + 1)]
    notes: list[OdysseeNote] = [
        Guided(
            key="odyssee.guided" if ridden else "odyssee.guided.shared",
            seat=seat,
            house=house + 1,
            n=minutes,
            rides=[ride.text for ride in ridden],
        )
    ]
    for owner, points in enumerate(section_points(board, ridden)):
        if points:
            notes.append(Sections(seat=owner, n=points))
    return notes


def _arrivals(board: Board, before: State, after: State) -> list[OdysseeNote]:
    """The tour begins, presents are collected."""
    notes: list[OdysseeNote] = []
    for i in range(int(before.stops), int(after.stops)):
        house = int(after.stop[i])
        if i == 0:
            notes.append(Tour(house=house + 1))
        paid = presents_of(board, after, house)
        for seat, shops in enumerate(shops_of(board, after, house)):
            if shops:
                notes.append(Presents(seat=seat, house=house + 1, shops=shops, n=paid[seat]))
    return notes
