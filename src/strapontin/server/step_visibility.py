"""What eyes notice of a step: the moves and draws they see, and whether something hidden was shown to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from strapontin.core.contract import CHANCE, SPECTATOR
from strapontin.core.kernel import copy_of
from strapontin.core.match import Match
from strapontin.core.rng import generator

Step = tuple[int | str, str]
Eye = int | None
"""Who looks: a seat, or None for spectators."""

IMAGINED = 6
"""Truths imagined for each eye to find out whether a move revealed something."""


def reveals(before: Match, after: Match, seat: int, eyes: list[Eye], seed: str) -> bool:
    """Whether a move showed any eye something hidden: some truth it held possible is possible no longer.

    Where the move cannot be made, or looks different afterwards, in a truth imagined from what an eye knew before,
    that eye has learned something. Hidden choices of an open round are seen by nobody.
    """
    game, setting = before.game, before.setting
    if game.simultaneous or (not game.secrets and before.concealed(None).data == before.state.data):
        return False  # there is nothing that could be shown
    actions, rng = game.read(setting, before.state, seat, after.moves[-1][1]), generator(seed)
    for eye in eyes:
        number = SPECTATOR if eye is None else eye
        known, told = before.concealed(eye), after.concealed(eye).tobytes()
        for _ in range(IMAGINED):
            truth = copy_of(known)
            game.rules.imagine(setting.board, truth, number, rng)
            for action in actions:
                if seat not in game.actors(setting, truth) or action not in game.actions(setting, truth, seat):
                    return True
                game.rules.apply(setting.board, truth, seat, action)
            game.rules.conceal(setting.board, truth, number)
            if truth.tobytes() != told:
                return True
    return False


def witnesses(
    after: Match, before: Callable[[Eye], Any], eyes: Iterable[Eye], addressed: set[int | None], known: dict[Eye, Any]
) -> Iterator[Eye]:
    """Whose knowledge something changes: only they may notice it; what was found out on the way they know now."""
    for eye in eyes:
        if eye is None or eye not in addressed:
            known[eye] = after.concealed(eye)
            if known[eye].data == before(eye).data:
                continue
        yield eye


def steps_seen(before: Match, after: Match, eyes: list[Eye], over: bool) -> dict[Eye, list[Step]]:
    """The moves and draws each eye newly sees."""
    game, since = after.game, len(before.moves)
    new: list[Step] = list(after.moves[since:])
    hidden: list[Step] = []
    if game.simultaneous:
        while since and before.moves[since - 1][0] != "*":
            since -= 1
        hidden = list(before.moves[since:])
        own = new[0][0] if new and new[0][0] != "*" else None
        if len(new) == 1 and own is not None and not over:  # the round is still open
            return {eye: new for eye in eyes if eye == own}
    seen = _witnessed(before, new, eyes)
    if game.simultaneous and new and new[0][0] != "*":
        own = new[0][0]  # the round closes: others' choices by seat, so that their order tells nothing
        riding = sorted([*hidden, new[0]], key=lambda step: int(step[0]))
        for eye in eyes:
            others = riding if eye is None else [step for step in riding if step[0] != eye]
            seen[eye] = [*(new[:1] if own == eye else ()), *others, *new[1:]]
    return {eye: steps for eye, steps in seen.items() if steps}


def _witnessed(before: Match, new: list[Step], eyes: list[Eye]) -> dict[Eye, list[Step]]:
    """Steps as each of these eyes saw them, what it could not see written as `?`."""
    game, setting, state = before.game, before.setting, before.state
    if game.open_steps:
        return dict.fromkeys(eyes, new)
    seen: dict[Eye, list[Step]] = {eye: [] for eye in eyes}
    for number, (actor, text) in enumerate(new):
        seat = CHANCE if actor == "*" else int(actor)
        for eye, steps in seen.items():
            steps.append((actor, game.witness(setting, state, seat, text, SPECTATOR if eye is None else eye)))
        if number + 1 < len(new):
            actions = game.read(setting, state, seat, text)
            state = copy_of(state)
            for action in actions:
                game.rules.apply(setting.board, state, seat, action)
    return seen
