"""Quais: trains of one to three cars are parked along one long platform."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from quais.faces import draw, notation, story, view
from quais.faces.view import QuaisView
from quais.kernels import board, judge, rules
from quais.kernels.board import QuaisSetting
from quais.kernels.state import PLACES, SEATS, Board, State
from strapontin.core.contract import Rules
from strapontin.core.game import Game, View


class Quais(Game[Board, State, None]):
    """The game, as Strapontin finds it."""

    id, name = "quais", "Quais"
    seats, usual, minutes = range(2, SEATS + 1), 2, 5
    words = Path(__file__).parent / "words"
    board_type, state_type, view_type = Board, State, QuaisView
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
    width = most = PLACES + 1
    text, read, story = map(staticmethod, (notation.text, notation.read, story.story))

    def setting(self, options: Mapping[str, Any], players: int) -> QuaisSetting:
        """There is nothing to choose but the players."""
        return board.setting(options, players)

    def view(self, setting: QuaisSetting, state: State, seat: int | str | None) -> View:
        """The platform, and what each move would bring."""
        header = self.header(setting, state, seat)
        mine = isinstance(seat, int) and seat in header["to_act"]
        return view.view(header, setting, state, self.actions(setting, state, cast(int, seat)) if mine else [])

    def draw(self, setting: QuaisSetting, view: View, move: str | None = None, names: Sequence[str] = ()) -> str:
        """The platform, its places to tap."""
        return draw.draw(cast(QuaisView, view), move, names)

    def sketch(self, setting: QuaisSetting, view: View) -> str:
        """The platform in two lines."""
        return draw.sketch(cast(QuaisView, view))


GAME = Quais()
