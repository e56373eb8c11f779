"""metroX: flip and write, everybody at once with the same card."""

from __future__ import annotations

from typing import Any, get_args

from strapontin.core.contract import Rules
from strapontin.core.game import Faces, Fact, Game
from strapontin.core.observation import Part
from strapontin.core.options import Option
from strapontin.games.metrox.faces import draw, notation, scene, story, view
from strapontin.games.metrox.kernels import account, beam, board, insight, judge, observation, preview, rules, state
from strapontin.games.metrox.kernels.board import MetroxSetting
from strapontin.games.metrox.kernels.map import CITIES, Map, city
from strapontin.games.metrox.kernels.state import Board, State


class Metrox(Game[Board, State, Map]):
    """The game, for 1 to 6 players, on any map."""

    id = "metrox"
    name = "metroX"
    seats = range(1, state.SEATS + 1)
    board_type = Board
    state_type = State
    asked = (
        beam.breadth,
        beam.foresee,
        beam.rides_at_most,
        preview.look,
        rules.empty_cost,
        rules.line_points,
        rules.missing,
        rules.ride,
        rules.tier,
        rules.transfer_points,
        rules.unmark,
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
    minutes = 20
    simultaneous = True
    notes = get_args(story.MetroxNote)
    facts = (Fact("lines", "reached"),)
    printable = True
    scene_type = scene.MetroxScene
    view_type = view.MetroxView
    options = (Option("map", board.DEFAULT_MAP, CITIES, inline=True), Option("special", False))
    insight = insight.INSIGHT
    account = account.ACCOUNT

    def prepare(self, options: dict[str, Any], players: int) -> MetroxSetting:
        """The city, and its board."""
        return board.setting(options, players)

    def observed(self, setting: MetroxSetting) -> list[Part]:
        """What its records are to programs that learn."""
        return observation.parts(setting)

    def tally(self, setting: MetroxSetting, state: State) -> dict[str, list[Any]]:
        """The lines every seat has completed: 1 first, 2 later."""
        lines = [line.id for line in setting.lore.lines]
        values = [state.sheet[seat].value[: len(lines)].tolist() for seat in range(setting.players)]
        return {"lines": [dict(zip(lines, one, strict=True)) for one in values]}

    def fitting(self, option: Option) -> list[str] | None:
        """The cities that have special stations."""
        if option.name != "special":
            return None
        return [name for name in CITIES if any(station.special for station in city(name).stations)]

    def clairvoyant(self, setting: MetroxSetting, draws: list[int], width: int) -> tuple[int, list[int], bool]:
        """The cards are the same for whoever plays them, and as many as came."""
        return beam.best(setting, draws, width)


GAME = Metrox()
