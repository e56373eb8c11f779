"""L'Odyssée du Père Noël, on Metromania: dig a network, then take Father Christmas round the houses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from strapontin.core.contract import Rules
from strapontin.core.game import Actions, Fact, Game, Note, Option, Scene, View
from strapontin.games.odyssee.faces import draw, notation, scene, story, view
from strapontin.games.odyssee.kernels import board, insight, judge, rules, state
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
    width = state.WIDTH
    most = state.MOST
    minutes = 35
    passive = tuple(f"odyssee.{key}" for key in story.PASSIVE)
    facts = (Fact("finished", "number"),)
    scene_type = scene.OdysseeScene
    view_type = view.OdysseeView
    options = (Option("mode", board.DEFAULT_MODE, tuple(board.MODES)), Option("city", None, inline=True))
    insight = insight.INSIGHT

    def setting(self, options: Mapping[str, Any], players: int) -> OdysseeSetting:
        """The options are `mode` and `city`."""
        return board.setting(options, players)

    def text(self, setting: OdysseeSetting, state: State, seat: int, actions: Actions) -> str:
        """A draw, a tunnel, a station or a move of the tour as text."""
        return notation.text(setting, state, seat, actions)

    def read(self, setting: OdysseeSetting, state: State, seat: int, text: str) -> Actions:
        """A draw, a tunnel, a station or a move of the tour from text."""
        return notation.read(setting, state, seat, text)

    def tally(self, setting: OdysseeSetting, state: State) -> dict[str, list[Any]]:
        """How many lines every seat has finished."""
        return {"finished": state.finished[: setting.players].tolist()}

    def scene(self, setting: OdysseeSetting) -> Scene:
        """The lattice, and how the lines are told apart."""
        return scene.scene()

    def view(self, setting: OdysseeSetting, state: State, seat: int | str | None) -> View:
        """The city, the lines, the tour, and what each move would do."""
        acting = isinstance(seat, int) and seat in self.actors(setting, state)
        moves = self.moves(setting, state, int(seat)) if acting and seat is not None else {}
        return view.view(setting, state, self.header(setting, state, seat), moves)

    def story(self, setting: OdysseeSetting, before: State, actor: int, actions: Actions, after: State) -> list[Note]:
        """Tunnels, stations, lines blocked or finished, the tour and its presents."""
        return story.story(setting, before, actor, actions, after)

    def draw(self, setting: OdysseeSetting, view: View, move: str | None = None, names: Sequence[str] = ()) -> str:
        """The city."""
        return draw.draw(setting, view, move, names)


GAME = Odyssee()
