"""First games, guided: a few moves of a real match, each position with a word to say and perhaps a move to try.

`<game>.json` names the options, the seat that learns, how chance goes (a seed, or draws among the moves), and the
steps: the moves that lead to a position, the key of what is said there, and the move to try (played on its own
when the next step begins).
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import msgspec

from strapontin.core.match import Match, Seat
from strapontin.core.registry import games
from strapontin.server.game_protocol import Lesson, LessonStep
from strapontin.server.protocol import Line


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """A position of a lesson, as it is written down."""

    say: str
    moves: list[tuple[Seat, str]] = []
    tries: str | None = msgspec.field(default=None, name="try")


class Plan(msgspec.Struct, forbid_unknown_fields=True):
    """A lesson, as it is written down."""

    game: str
    options: dict[str, Any]
    players: int
    steps: list[Step]
    seat: int = 0
    seed: int | None = None


def lessons() -> list[str]:
    """The games that have a lesson."""
    return [name for name in games() if (resources.files(__package__) / f"{name}.json").is_file()]


@cache
def lesson(game: str) -> Lesson:
    """The lesson of a game, every position played by the engine."""
    data = (resources.files(__package__) / f"{game}.json").read_bytes()
    plan = msgspec.json.decode(data, type=Plan)
    match = Match(
        plan.game, plan.players, plan.options, plan.seed, chance="auto" if plan.seed is not None else "manual"
    )
    steps: list[LessonStep] = []
    told, tried = 0, None
    for step in plan.steps:
        if tried is not None:
            match.play(plan.seat, tried)
        for seat, move in step.moves:
            match.play(seat, move)
        tried = step.tries
        if tried is not None and tried not in match.legal(plan.seat):
            raise ValueError(f"lesson {game}: {tried} cannot be tried at {step.say!r}: {match.legal(plan.seat)[:20]}")
        log = match.log(plan.seat)
        lines = [Line(key=note.key, params=note.params) for note in log[told:]]
        told = len(log)
        steps.append(LessonStep(say=f"lesson-{game}.{step.say}", view=match.view(plan.seat), log=lines, tries=tried))
    return Lesson(
        game=game, options=match.setting.options, players=plan.players, seat=plan.seat, scene=match.scene, steps=steps
    )
