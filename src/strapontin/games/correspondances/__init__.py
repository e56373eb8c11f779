"""Correspondances: the tile race, with secret lines, a growing network and as few changes as possible."""

from __future__ import annotations

from typing import Any, get_args

from strapontin.core.contract import Rules
from strapontin.core.game import Faces, Game
from strapontin.core.observation import Part
from strapontin.core.options import Option
from strapontin.games.correspondances.faces import draw, notation, scene, story, view
from strapontin.games.correspondances.kernels import (
    account,
    board,
    insight,
    judge,
    laying,
    observation,
    rules,
    state,
    trips,
)
from strapontin.games.correspondances.kernels.board import CorrespondancesSetting
from strapontin.games.correspondances.kernels.state import Board, State


class Correspondances(Game[Board, State, None]):
    """The game, for 2 to 4 players, with the standard or the expert tiles."""

    id = "correspondances"
    name = "Correspondances"
    seats = range(2, state.SEATS + 1)
    board_type = Board
    state_type = State
    asked = (
        insight.discretion,
        insight.telling,
        rules.begin,
        rules.code_of,
        laying.lay,
        laying.recall,
        trips.journey,
        trips.stretch,
        trips.trip_points,
    )
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
        scene=scene.scene,
        witness=notation.witness,
    )
    width = state.WIDTH
    most = state.MOST
    minutes = 30
    secrets = True
    notes = get_args(story.CorrespondancesNote)
    printable = True
    scene_type = scene.CorrespondancesScene
    view_type = view.CorrespondancesView
    options = (Option("tiles", "standard", tuple(board.DECKS)),)
    insight = insight.INSIGHT
    account = account.ACCOUNT

    def prepare(self, options: dict[str, Any], players: int) -> CorrespondancesSetting:
        """The board of the chosen tiles."""
        return board.setting(options, players)

    def observed(self, setting: CorrespondancesSetting) -> list[Part]:
        """What its records are to programs that learn."""
        return observation.parts(setting)


GAME = Correspondances()
