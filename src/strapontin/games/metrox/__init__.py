"""metroX: flip and write, everybody at once with the same card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from strapontin.core.game import Actions, Game, Note, Option, Rules, Setting, State, View
from strapontin.games.metrox import board, insight, judge, notation, rules, scene, state, view
from strapontin.games.metrox.map import cities
from strapontin.games.metrox.view import MetroxView


class Metrox(Game):
    """The game, for 1 to 6 players, on any map."""

    id = "metrox"
    seats = range(1, state.SEATS + 1)
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
    simultaneous = True
    view_type = view.MetroxView
    options = (Option("map", board.DEFAULT_MAP, tuple(cities()), inline=True), Option("special", False))
    insight = insight.INSIGHT

    def setting(self, options: Mapping[str, Any], players: int) -> Setting:
        """The options are `map` (an id or a whole map) and `special`."""
        return board.setting(options, players)

    def text(self, setting: Setting, state: State, seat: int, actions: Actions) -> str:
        """A card or a ride as text."""
        return notation.text(setting, seat, actions)

    def read(self, setting: Setting, state: State, seat: int, text: str) -> Actions:
        """A card or a ride from text."""
        return notation.read(setting, state, seat, text)

    def scene(self, setting: Setting) -> dict[str, Any]:
        """The map and its layout."""
        return scene.scene(setting.lore)

    def view(self, setting: Setting, state: State, seat: int | str | None) -> View:
        """The sheets, the card, and what each ride would do."""
        header = self.header(setting, state, seat)
        return view.view(setting, state, header, lambda: self.actions(setting, state, cast(int, seat)))

    def story(self, setting: Setting, before: State, actor: int, actions: Actions, after: State) -> list[Note]:
        """Cards as they come, rides when the round closes."""
        return view.story(setting, before, actor, actions, after)

    def draw(self, setting: Setting, view: View, move: str | None = None) -> str:
        """The sheet of the seat that looks."""
        return scene.picture(setting, cast(MetroxView, view), move)


GAME = Metrox()
