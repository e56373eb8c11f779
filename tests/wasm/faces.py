"""One random game as people see it, whoever looks: the twin of web/tests/engine/faces.ts, which tells the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from strapontin.core.contract import CHANCE, SPECTATOR
from strapontin.core.errors import UnreadableMove
from strapontin.core.game import Actions, Game, Setting
from strapontin.core.kernel import copy_of
from strapontin.core.layout import Ints
from strapontin.core.rng import below, generator, weighted

Told = dict[str, Any]
"""What is told at one step, by what it is."""


def faces(game: Game, setting: Setting, seed: str, most: int, every: int, nonsense: Sequence[str]) -> list[Told]:
    """What everybody is told at every step of a game (of which one in `every` is looked at), as JSON has it."""
    state, rng = game.opening(setting), generator(seed)
    steps: list[Told] = []
    heard = nonsense
    for step in range(most):
        acting = game.actors(setting, state)
        looking = step % every == 0
        told = look(game, setting, state, heard) if looking else {}
        steps.append(told)
        if not acting:
            break
        draws = acting == [CHANCE]
        actor, text, actions = drawn(game, setting, state, rng) if draws else chosen(game, setting, state, acting, rng)
        before, state = state, copy_of(state)
        for action in actions:
            game.rules.apply(setting.board, state, actor, action)
        notes = game.story(setting, before, actor, actions, state)
        told["story"] = plain([{"key": one.key, "params": one.params, "seats": one.seats} for one in notes])
        if looking:
            for eye in range(SPECTATOR, setting.players):
                told[f"witness {eye}"] = game.witness(setting, before, actor, text, eye)
            heard = [*nonsense, text]
    return steps


def drawn(game: Game, setting: Setting, state: Any, rng: Ints) -> tuple[int, str, Actions]:
    """What chance does."""
    outcomes = list(game.outcomes(setting, state).items())
    weights = np.array([weight for _, (_, weight) in outcomes], np.int64)
    text, (action, _) = outcomes[weighted(rng, weights, len(outcomes))]
    return CHANCE, text, (action,)


def chosen(game: Game, setting: Setting, state: Any, acting: list[int], rng: Ints) -> tuple[int, str, Actions]:
    """What somebody does: any action, and any move that begins with it."""
    seat = acting[below(rng, len(acting))]
    actions = game.actions(setting, state, seat)
    first = actions[below(rng, len(actions))]
    moves = [(text, whole) for text, whole in game.moves(setting, state, seat).items() if whole[0] == first]
    return seat, *moves[below(rng, len(moves))]


def look(game: Game, setting: Setting, state: Any, heard: Sequence[str]) -> Told:
    """Everything there is to see in a position, and how texts are read there."""
    told: Told = {}
    for eye in (*range(SPECTATOR, setting.players), "*"):
        known = copy_of(state)
        if eye != "*":
            game.rules.conceal(setting.board, known, eye)
        seen = game.view(setting, known, None if eye == SPECTATOR else eye)
        told[f"view {eye}"] = plain(seen)
    for seat in game.actors(setting, state):
        moves = game.outcomes(setting, state) if seat == CHANCE else game.moves(setting, state, seat)
        told[f"moves {seat}"] = [[text, list(actions)] for text, actions in moves.items()]
        told[f"read {seat}"] = [[text, read(game, setting, state, seat, text)] for text in (*heard, *moves)]
    return told


def plain(value: Any) -> Any:
    """A value as it comes out of JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def read(game: Game, setting: Setting, state: Any, seat: int, text: str) -> list[int] | None:
    """The actions a text stands for, legal or not; None if it is not in the notation."""
    try:
        return list(game.read(setting, state, seat, text))
    except UnreadableMove:
        return None


def digests(told: Told) -> dict[str, str]:
    """What stands for all that, whatever the order of names."""
    return {what: hashlib.sha256(canonical(value)).hexdigest()[:12] for what, value in told.items()}


def canonical(value: Any) -> bytes:
    """JSON in which the order of names tells nothing."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def apart(here: Any, there: Any, where: str = "") -> str:
    """The first place at which two things of JSON differ."""
    if isinstance(here, dict) and isinstance(there, dict):
        for name in sorted({*here, *there}):
            if here.get(name, ...) != there.get(name, ...):
                return apart(here.get(name, "nothing"), there.get(name, "nothing"), f"{where}.{name}")
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        i = next((i for i, one in enumerate(here) if one != there[i]), 0)
        return apart(here[i], there[i], f"{where}[{i}]")
    return f"{where}: {json.dumps(here)[:300]} here, {json.dumps(there)[:300]} in the page"
