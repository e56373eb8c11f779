"""Quais: trains of one to three cars are parked along one long platform."""

from pathlib import Path
from typing import get_args

from quais.faces import draw, notation, story, view
from quais.kernels import judge, rules
from quais.kernels.state import MOST, SEATS, Board, State
from strapontin.core.contract import Rules
from strapontin.core.game import Faces, Game


class Quais(Game[Board, State, None]):
    """The game, as Strapontin finds it."""

    id, name = "quais", "Quais"
    seats, minutes = range(2, SEATS + 1), 5
    words = Path(__file__).parent / "words"
    board_type, state_type, view_type = Board, State, view.QuaisView
    notes = get_args(story.QuaisNote)
    width = most = MOST
    rules = Rules(
        setup=rules.setup,
        actors=rules.actors,
        legal=rules.legal,
        chances=rules.chances,
        apply=rules.apply,
        scores=rules.scores,
        conceal=rules.conceal,
        imagine=rules.imagine,
        rollout=rules.rollout,
        judge=judge.judge,
    )
    faces = Faces(
        text=notation.text,
        read=notation.read,
        view=view.view,
        story=story.story,
        draw=draw.draw,
        sketch=draw.sketch,
    )


GAME = Quais()
