"""L'Odyssée du Père Noël, on Metromania: dig a network, then take Father Christmas round the houses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from strapontin.core.game import Actions, Game, Note, Option, Rules, Setting, State, View
from strapontin.games.odyssee import board, draw, insight, judge, notation, rules, state, story, view


class Odyssee(Game):
    """The game, for 2 to 4 players."""

    id = "odyssee"
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
    view_type = view.OdysseeView
    options = (Option("mode", board.DEFAULT_MODE, tuple(board.MODES)), Option("city", None, inline=True))
    insight = insight.INSIGHT

    def setting(self, options: Mapping[str, Any], players: int) -> Setting:
        """The options are `mode` and `city`."""
        return board.setting(options, players)

    def text(self, setting: Setting, state: State, seat: int, actions: Actions) -> str:
        """A draw, a tunnel, a station or a move of the tour as text."""
        return notation.text(setting, state, seat, actions)

    def read(self, setting: Setting, state: State, seat: int, text: str) -> Actions:
        """A draw, a tunnel, a station or a move of the tour from text."""
        return notation.read(setting, state, seat, text)

    def scene(self, setting: Setting) -> dict[str, Any]:
        """The lattice, and how the lines are told apart."""
        return view.scene(setting) | {"players": draw.livery()}

    def view(self, setting: Setting, state: State, seat: int | str | None) -> View:
        """The city, the lines, the tour, and what each move would do."""
        acting = isinstance(seat, int) and seat in self.actors(setting, state)
        moves = self.moves(setting, state, int(seat)) if acting and seat is not None else {}
        return view.view(setting, state, self.header(setting, state, seat), moves)

    def story(self, setting: Setting, before: State, actor: int, actions: Actions, after: State) -> list[Note]:
        """Tunnels, stations, lines blocked or finished, the tour and its presents."""
        return story.story(setting, before, actor, actions, after)

    def draw(self, setting: Setting, view: View, move: str | None = None) -> str:
        """The city."""
        return draw.draw(setting, view, move)


GAME = Odyssee()
