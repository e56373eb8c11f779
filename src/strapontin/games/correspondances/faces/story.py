"""The log of Correspondances: notes by key, for the catalogues to put into words."""

from __future__ import annotations

from typing import Literal

from strapontin.core.contract import CHANCE
from strapontin.core.game import Actions, Note, SeatNote
from strapontin.games.correspondances.faces.notation import KIND_TEXTS, LOOK_TEXTS, ROW_TEXTS
from strapontin.games.correspondances.kernels.board import CorrespondancesSetting
from strapontin.games.correspondances.kernels.state import (
    DEAL,
    FIRST,
    GOAL,
    LOOKS,
    OVER,
    PASS,
    SET,
    State,
    place_of,
)


class Begins(SeatNote, kw_only=True):
    """Who begins."""

    passive = True
    key: Literal["correspondances.first"] = "correspondances.first"


class LineShown(SeatNote, kw_only=True):
    """A line: dealt to somebody, in secret; or revealed at the end of a round in which its player did not arrive."""

    passive = True
    key: Literal["correspondances.line", "correspondances.revealed"]
    line: int
    """The line, from 1."""


class RowLaid(Note, kw_only=True):
    """A round begins."""

    key: Literal["correspondances.row"] = "correspondances.row"
    round: int
    """Its number, from 1."""
    row: str
    """The row it begins with, as it is written."""


class Drawn(SeatNote, kw_only=True):
    """A section drawn, for somebody to lay."""

    passive = True
    key: Literal["correspondances.draw"] = "correspondances.draw"
    tile: str
    """The section as it is written."""


class SetAside(SeatNote, kw_only=True):
    """A section that fitted nowhere."""

    key: Literal["correspondances.aside"] = "correspondances.aside"
    tile: str
    """The section as it is written."""


class Placed(SeatNote, kw_only=True):
    """A section laid."""

    key: Literal["correspondances.placed"] = "correspondances.placed"
    x: int
    """The column of its cell."""
    y: int
    """The row of its cell."""
    ports: str
    """What it has at its top, right, bottom and left."""


class Exhausted(Note, kw_only=True):
    """The pile is empty, and nobody has arrived."""

    key: Literal["correspondances.exhausted"] = "correspondances.exhausted"


class Arrived(SeatNote, kw_only=True):
    """A trip completed."""

    passive = True
    key: Literal["correspondances.arrived"] = "correspondances.arrived"
    line: int
    """The line, from 1."""
    n: int
    """Changes on the way."""
    points: int
    """What it brings."""


class Longest(SeatNote, kw_only=True):
    """Whose line has the longest stretch."""

    passive = True
    key: Literal["correspondances.longest"] = "correspondances.longest"
    n: int
    """How long it is."""


class LongestTie(Note, kw_only=True):
    """Nobody's stretch is longer than all others."""

    key: Literal["correspondances.longest.tie"] = "correspondances.longest.tie"
    n: int
    """How long several are."""


class Won(SeatNote, kw_only=True):
    """The end, and who has won."""

    passive = True
    key: Literal["correspondances.over"] = "correspondances.over"
    points: int
    """With how many."""


class Level(Note, kw_only=True):
    """Several are level at the goal: another round."""

    key: Literal["correspondances.level"] = "correspondances.level"
    points: int
    """The points they have."""


CorrespondancesNote = (
    Begins | LineShown | RowLaid | Drawn | SetAside | Placed | Exhausted | Arrived | Longest | LongestTie | Won | Level
)


def story(
    setting: CorrespondancesSetting, before: State, actor: int, actions: Actions, after: State
) -> list[CorrespondancesNote]:
    """Who begins, lines (each to its player only), the row, draws and placements; then how the round ended."""
    (action,) = actions
    if actor == CHANCE:
        if before.stage == FIRST:
            return [Begins(seat=action)]
        if before.stage == DEAL:
            seat = int(before.dealt)
            return [LineShown(key="correspondances.line", seat=seat, line=action + 1, seats=(seat,))]
        if before.stage == SET:
            return [RowLaid(round=int(after.number), row=ROW_TEXTS[action])]
        return [Drawn(seat=int(after.seat), tile=KIND_TEXTS[action])]
    notes: list[CorrespondancesNote]
    if action == PASS:
        notes = [SetAside(seat=actor, tile=KIND_TEXTS[int(before.drawn) - 1])]
    else:
        x, y = place_of(action // LOOKS)
        notes = [Placed(seat=actor, x=x, y=y, ports=LOOK_TEXTS[action % LOOKS])]
    if after.past.number != before.past.number:
        notes += _ending(setting, after)
    return notes


def _ending(setting: CorrespondancesSetting, after: State) -> list[CorrespondancesNote]:
    """The lines revealed, who arrived, who has the longest stretch, and how the game stands."""
    past = after.past
    notes: list[CorrespondancesNote] = []
    if not any(past.trip[: setting.players]):
        notes.append(Exhausted())
    for seat in range(setting.players):
        line, trip = int(past.line[seat]), int(past.trip[seat])
        if trip:
            notes.append(Arrived(seat=seat, line=line, n=int(past.changes[seat]), points=trip))
        else:
            notes.append(LineShown(key="correspondances.revealed", seat=seat, line=line))
    if past.longest:
        seat = int(past.longest) - 1
        notes.append(Longest(seat=seat, n=int(past.stretch[seat])))
    else:
        notes.append(LongestTie(n=int(max(past.stretch[: setting.players]))))
    totals = [int(total) for total in after.total[: setting.players]]
    if after.stage == OVER:
        notes.append(Won(seat=totals.index(max(totals)), points=max(totals)))
    elif max(totals) >= GOAL:
        notes.append(Level(points=max(totals)))
    return notes
