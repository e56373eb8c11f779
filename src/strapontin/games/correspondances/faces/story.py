"""The log of Correspondances: notes by key, for the catalogues to put into words."""

from __future__ import annotations

from strapontin.core.contract import CHANCE
from strapontin.core.game import Actions, Note
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

PASSIVE = ("first", "line", "draw", "arrived", "revealed", "longest", "over")
"""Notes of what happens to a seat without its doing."""


def story(setting: CorrespondancesSetting, before: State, actor: int, actions: Actions, after: State) -> list[Note]:
    """Who begins, lines (each to its player only), the row, draws and placements; then how the round ended."""
    (action,) = actions
    if actor == CHANCE:
        if before.stage == FIRST:
            return [Note("correspondances.first", {"seat": action})]
        if before.stage == DEAL:
            seat = int(before.dealt)
            return [Note("correspondances.line", {"seat": seat, "line": action + 1}, seats=(seat,))]
        if before.stage == SET:
            return [Note("correspondances.row", {"round": int(after.number), "row": ROW_TEXTS[action]})]
        return [Note("correspondances.draw", {"seat": int(after.seat), "tile": KIND_TEXTS[action]})]
    if action == PASS:
        notes = [Note("correspondances.aside", {"seat": actor, "tile": KIND_TEXTS[int(before.drawn) - 1]})]
    else:
        x, y = place_of(action // LOOKS)
        notes = [Note("correspondances.placed", {"seat": actor, "x": x, "y": y, "ports": LOOK_TEXTS[action % LOOKS]})]
    if after.past.number != before.past.number:
        notes += _ending(setting, after)
    return notes


def _ending(setting: CorrespondancesSetting, after: State) -> list[Note]:
    """The lines revealed, who arrived, who has the longest stretch, and how the game stands."""
    past, notes = after.past, []
    if not any(past.trip[: setting.players]):
        notes.append(Note("correspondances.exhausted", {}))
    for seat in range(setting.players):
        who = {"seat": seat, "line": int(past.line[seat])}
        if past.trip[seat]:
            params = who | {"n": int(past.changes[seat]), "points": int(past.trip[seat])}
            notes.append(Note("correspondances.arrived", params))
        else:
            notes.append(Note("correspondances.revealed", who))
    if past.longest:
        seat = int(past.longest) - 1
        notes.append(Note("correspondances.longest", {"seat": seat, "n": int(past.stretch[seat])}))
    else:
        notes.append(Note("correspondances.longest.tie", {"n": int(max(past.stretch[: setting.players]))}))
    totals = [int(total) for total in after.total[: setting.players]]
    if after.stage == OVER:
        notes.append(Note("correspondances.over", {"seat": totals.index(max(totals)), "points": max(totals)}))
    elif max(totals) >= GOAL:
        notes.append(Note("correspondances.level", {"points": max(totals)}))
    return notes
