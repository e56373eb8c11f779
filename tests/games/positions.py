"""Positions to hold masks against: of a whole game as it is, as everybody sees it, and as everybody may imagine it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from strapontin.core.contract import CHANCE, SPECTATOR
from strapontin.core.kernel import copy_of
from strapontin.core.registry import game
from strapontin.core.rng import below, generator


def positions(
    name: str, options: Mapping[str, Any], players: int, last: int = 1 << 60, seed: int = 7
) -> Iterator[tuple[Any, Any]]:
    """Board and state after every step of a random game; of the actions in order, one of the `last` few is chosen."""
    found = game(name)
    setting = found.setting(options, players)
    board, state, rng = setting.board, found.opening(setting), generator(seed)
    while acting := found.actors(setting, state):
        if acting == [CHANCE]:
            drawn = [action for action, weight in found.outcomes(setting, state).values() for _ in range(weight)]
            found.rules.apply(board, state, CHANCE, drawn[below(rng, len(drawn))])
        else:
            seat = acting[below(rng, len(acting))]
            actions = found.actions(setting, state, seat)
            found.rules.apply(board, state, seat, actions[-1 - below(rng, min(last, len(actions)))])
        yield board, state
        for eyes in range(SPECTATOR, players):
            seen = copy_of(state)
            found.rules.conceal(board, seen, eyes)
            yield board, seen
            found.rules.imagine(board, seen, eyes, rng)
            yield board, seen
