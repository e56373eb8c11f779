"""Correspondances: the tile race, with secret lines, a growing network and as few changes as possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from strapontin.core.game import CHANCE, Actions, Game, Note, Option, Rules, Setting, State, View
from strapontin.games.correspondances import board, draw, insight, judge, notation, rules, state, view


class Correspondances(Game):
    """The game, for 2 to 4 players, with the standard or the expert tiles."""

    id = "correspondances"
    seats = range(2, state.SEATS + 1)
    board_type = state.BOARD
    state_type = state.STATE
    rules = Rules(
        rules.setup,
        rules.actors,
        rules.legal,
        rules.chances,
        rules.apply,
        rules.scores,
        rules.conceal,
        rules.imagine,
        rules.rollout,
        judge.judge,
    )
    width = state.WIDTH
    most = state.MOST
    view_type = view.CorrespondancesView
    options = (Option("tiles", "standard", tuple(board.DECKS)),)
    insight = insight.INSIGHT

    def setting(self, options: Mapping[str, Any], players: int) -> Setting:
        """The only option is `tiles`: standard or expert."""
        return board.setting(options, players)

    def text(self, setting: Setting, state: State, seat: int, actions: Actions) -> str:
        """A draw or a placement as text."""
        return notation.text(setting, state, seat, actions)

    def read(self, setting: Setting, state: State, seat: int, text: str) -> Actions:
        """A draw or a placement from text."""
        return notation.read(setting, state, seat, text)

    def scene(self, setting: Setting) -> dict[str, Any]:
        """The tiles and the ends of the row."""
        return view.scene(setting)

    def view(self, setting: Setting, state: State, seat: int | str | None) -> View:
        """The table, the section drawn, one's own trip, and what each placement would do."""
        acting = isinstance(seat, int) and seat in self.actors(setting, state)
        moves = self.moves(setting, state, seat) if acting and isinstance(seat, int) else {}
        return view.view(setting, state, self.header(setting, state, seat), moves)

    def story(self, setting: Setting, before: State, actor: int, actions: Actions, after: State) -> list[Note]:
        """Draws, placements, and how a round ended."""
        return view.story(setting, before, actor, actions, after)

    def witness(self, setting: Setting, before: State, actor: int, text: str, seat: int) -> str:
        """A line tile is drawn unseen: only its player knows which."""
        if actor == CHANCE and text.startswith("line ") and int(before.dealt) != seat:
            return text.split("=")[0] + "=?"
        return text

    def draw(self, setting: Setting, view: View, move: str | None = None) -> str:
        """The table with room around it."""
        assert isinstance(view, self.view_type)
        return draw.draw(view, move)


GAME = Correspondances()
