"""Correspondances: the tile race, with secret lines, a growing network and as few changes as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from strapontin.core.contract import CHANCE, Rules
from strapontin.core.game import Actions, Game, Note, Option, Scene, View
from strapontin.games.correspondances.faces import draw, notation, scene, story, view
from strapontin.games.correspondances.kernels import board, insight, judge, rules, state
from strapontin.games.correspondances.kernels.board import CorrespondancesSetting
from strapontin.games.correspondances.kernels.state import Board, State


class Correspondances(Game[Board, State, None]):
    """The game, for 2 to 4 players, with the standard or the expert tiles."""

    id = "correspondances"
    name = "Correspondances"
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
    minutes = 25
    secrets = True
    passive = tuple(f"correspondances.{key}" for key in story.PASSIVE)
    scene_type = scene.CorrespondancesScene
    view_type = view.CorrespondancesView
    options = (Option("tiles", "standard", tuple(board.DECKS)),)
    insight = insight.INSIGHT

    def setting(self, options: Mapping[str, Any], players: int) -> CorrespondancesSetting:
        """The only option is `tiles`: standard or expert."""
        return board.setting(options, players)

    def text(self, setting: CorrespondancesSetting, state: State, seat: int, actions: Actions) -> str:
        """A draw or a placement as text."""
        return notation.text(setting, state, seat, actions)

    def read(self, setting: CorrespondancesSetting, state: State, seat: int, text: str) -> Actions:
        """A draw or a placement from text."""
        return notation.read(setting, state, seat, text)

    def scene(self, setting: CorrespondancesSetting) -> Scene:
        """The tiles and the ends of the row."""
        return scene.scene(setting)

    def view(self, setting: CorrespondancesSetting, state: State, seat: int | str | None) -> View:
        """The table, the section drawn, one's own trip, and what each placement would do."""
        acting = isinstance(seat, int) and seat in self.actors(setting, state)
        moves = self.moves(setting, state, seat) if acting and isinstance(seat, int) else {}
        return view.view(setting, state, self.header(setting, state, seat), moves)

    def story(
        self, setting: CorrespondancesSetting, before: State, actor: int, actions: Actions, after: State
    ) -> list[Note]:
        """Draws, placements, and how a round ended."""
        return story.story(setting, before, actor, actions, after)

    def witness(self, setting: CorrespondancesSetting, before: State, actor: int, text: str, seat: int) -> str:
        """A line tile is drawn unseen: only its player knows which."""
        if actor == CHANCE and text.startswith("line ") and int(before.dealt) != seat:
            return text.split("=")[0] + "=?"
        return text

    def draw(
        self, setting: CorrespondancesSetting, view: View, move: str | None = None, names: Sequence[str] = ()
    ) -> str:
        """The table with room around it."""
        assert isinstance(view, self.view_type)
        return draw.draw(view, move, names)


GAME = Correspondances()
