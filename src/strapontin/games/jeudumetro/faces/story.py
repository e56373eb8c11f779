"""The log of Le Jeu du Metro: notes by key, for the catalogues to put into words."""

from __future__ import annotations

from typing import Any

from strapontin.core.contract import CHANCE
from strapontin.core.game import Actions, Note
from strapontin.core.kernel import copy_of
from strapontin.games.jeudumetro.faces.view import cards
from strapontin.games.jeudumetro.kernels import effects
from strapontin.games.jeudumetro.kernels.board import JeudumetroSetting
from strapontin.games.jeudumetro.kernels.state import (
    CC,
    CO,
    DEAL,
    DEALT,
    DRAW,
    FIRST,
    LAY,
    NAMES,
    OBJECTIVE,
    OBJECTIVES,
    OVER,
    PLACES,
    PLAY,
    PP,
    STEAL,
    STOP,
    State,
)

PASSIVE = ("first", "objective", "hand", "departure", "drew", "attached", "lasttrain", "revealed", "arrived")
"""Notes of what happens to a seat without its doing."""


def story(setting: JeudumetroSetting, before: State, actor: int, actions: Actions, after: State) -> list[Note]:
    """The log lines of one step: what the table sees for all, cards and objectives for those who see them."""
    notes = _drawn(setting, before, actions[0], after) if actor == CHANCE else _acted(setting, before, actor, actions)
    if actor != CHANCE and actions[0] // PLAY == CC:
        here, there = actions[0] // PLACES % PLACES, actions[0] % PLACES
        notes += [_objective(setting, after, place) for place in (here, there)]
    if after.refills > before.refills:
        notes.append(Note("jeudumetro.refilled", {"n": int(after.stock), "refill": int(after.refills)}))
        if after.closing > before.closing:
            notes.append(Note("jeudumetro.lasttrain", {"seat": int(after.starter - 1) % setting.players}))
    if actor == CHANCE:
        notes += [
            Note("jeudumetro.attached", {"seat": int(after.turn), **change})
            for change in _changes(setting, before, after)
        ]
    if after.phase == OVER:
        notes += _ending(setting, after)
    return notes


def _drawn(setting: JeudumetroSetting, before: State, drawn: int, after: State) -> list[Note]:
    """What a draw tells, and to whom."""
    phase, turn = int(before.phase), int(before.turn)
    if phase == FIRST:
        return [Note("jeudumetro.first", {"seat": drawn})]
    if phase == OBJECTIVE:
        place = int(before.step)
        if setting.players > 2:
            return [_objective(setting, after, place)]
        return [_objective(setting, after, one) for one in (place - 1, place)] if place % 2 else []
    if phase == DEAL:
        seat, last = divmod(int(before.step), DEALT)
        if last < DEALT - 1:
            return []
        notes = [Note("jeudumetro.hand", {"seat": seat, "cards": cards(after.hand[seat])}, (seat,))]
        return notes if after.phase == DEAL else [*notes, Note("jeudumetro.departure", {"seat": int(after.starter)})]
    if phase == STEAL:
        victim = int(before.victim)
        return [Note("jeudumetro.stole", {"seat": turn, "victim": victim, "card": NAMES[drawn]}, (turn, victim))]
    return [Note("jeudumetro.drew", {"seat": turn, "card": NAMES[drawn]}, (turn,))] if phase == DRAW else []


def _acted(setting: JeudumetroSetting, before: State, seat: int, actions: Actions) -> list[Note]:
    """A card played, with what it did to the trains; or a discard."""
    names, action = setting.lore.places, actions[0]
    if action >= LAY:
        laid = [NAMES[one - LAY] for one in actions if one != STOP]
        return [Note("jeudumetro.discarded", {"seat": seat, "cards": laid, "n": len(laid)})]
    kind, here, there = action // PLAY, action // PLACES % PLACES, action % PLACES
    done = copy_of(before)
    effects.effect(setting.board, done, seat, action)
    params: dict[str, Any] = {"seat": seat, "card": NAMES[kind]}
    if kind == PP:
        params["victim"] = here
    elif kind >= CO:
        params |= {
            "here": names[here],
            "there": names[there],
            "n": abs(int(done.passengers[here] - before.passengers[here])),
        }
    elif NAMES[kind] in ("HP", "CS"):
        params["n"] = abs(int(done.quay - before.quay))
    else:
        riding = int(before.passengers[here]), int(done.passengers[here])
        params |= {"place": names[here], "before": riding[0], "after": riding[1], "n": abs(riding[1] - riding[0])}
    return [Note(f"jeudumetro.play.{NAMES[kind]}", params)]


def _objective(setting: JeudumetroSetting, state: State, place: int) -> Note:
    seat, face = int(setting.board.owner[place]), int(state.face[state.card[place]])
    params = {"seat": seat, "place": setting.lore.places[place], "objective": OBJECTIVES[face]}
    return Note("jeudumetro.objective", params, (seat,))


def _changes(setting: JeudumetroSetting, before: State, after: State) -> list[dict[str, Any]]:
    return [
        {"place": name, "before": int(before.passengers[i]), "after": int(after.passengers[i])}
        for i, name in enumerate(setting.lore.places)
        if before.passengers[i] != after.passengers[i]
    ]


def _ending(setting: JeudumetroSetting, after: State) -> list[Note]:
    """Who won and how; all objectives are turned up."""
    board, names = setting.board, setting.lore.places
    winners = [seat for seat in range(setting.players) if after.won >> seat & 1]
    notes = [Note("jeudumetro.arrived" if after.late else "jeudumetro.won", {"winners": winners, "n": len(winners)})]
    for place in range(board.places):
        face = int(after.face[after.card[place]])
        params = {
            "seat": int(board.owner[place]),
            "place": names[place],
            "objective": OBJECTIVES[face],
            "missing": int(effects.missing(board, after, place, face)),
        }
        notes.append(Note("jeudumetro.revealed", params))
    return notes
