"""L'Odyssée du Père Noël, on Metromania: dig a network, then take Father Christmas round the houses."""

from __future__ import annotations

from typing import Any, get_args

from strapontin.core.contract import Rules
from strapontin.core.game import Faces, Fact, Game
from strapontin.core.observation import Part
from strapontin.core.options import Option
from strapontin.games.odyssee.faces import draw, notation, scene, story, view
from strapontin.games.odyssee.kernels import (
    account,
    board,
    digging,
    insight,
    judge,
    observation,
    outlook,
    rules,
    state,
    tour,
)
from strapontin.games.odyssee.kernels.board import OdysseeSetting
from strapontin.games.odyssee.kernels.city import City
from strapontin.games.odyssee.kernels.state import Board, State


class Odyssee(Game[Board, State, City | None]):
    """The game, for 2 to 4 players."""

    id = "odyssee"
    name = "L’Odyssée du Père Noël"
    seats = range(2, state.SEATS + 1)
    board_type = Board
    state_type = State
    asked = (
        digging.doors,
        digging.ended,
        digging.extends,
        outlook.look,
        rules.spots,
        tour.collect,
        tour.minutes,
        tour.points,
        tour.route,
        tour.spread,
        tour.supplied,
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
    )
    width = state.WIDTH
    most = state.MOST
    minutes = 60
    notes = get_args(story.OdysseeNote)
    facts = (Fact("finished", "number"),)
    printable = True
    scene_type = scene.OdysseeScene
    view_type = view.OdysseeView
    options = (Option("mode", board.DEFAULT_MODE, tuple(board.MODES)), Option("city", None, inline=True))
    insight = insight.INSIGHT
    account = account.ACCOUNT

    def prepare(self, options: dict[str, Any], players: int) -> OdysseeSetting:
        """The board, on a city of its own or on ours."""
        return board.setting(options, players)

    def observed(self, setting: OdysseeSetting) -> list[Part]:
        """What its records are to programs that learn."""
        return observation.parts(setting)

    def tally(self, setting: OdysseeSetting, state: State) -> dict[str, list[Any]]:
        """How many lines every seat has finished."""
        return {"finished": state.finished[: setting.players].tolist()}


GAME = Odyssee()
