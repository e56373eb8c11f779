"""Le Jeu du Metro: trains, secret objectives, and cards that mix up both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from strapontin.core.game import CHANCE, Actions, Game, Note, Rules, Setting, State, View
from strapontin.games.jeudumetro import board, draw, insight, judge, knowledge, notation, rollout, rules, state, view


class Jeudumetro(Game):
    """The game, for 2 to 6 players."""

    id = "jeudumetro"
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
        knowledge.conceal,
        knowledge.imagine,
        rollout.rollout,
        judge.judge,
    )
    width = state.WIDTH
    most = state.MOST
    view_type = view.JeudumetroView
    insight = insight.INSIGHT

    def setting(self, options: Mapping[str, Any], players: int) -> Setting:
        """There are no options."""
        return board.setting(options, players)

    def text(self, setting: Setting, state: State, seat: int, actions: Actions) -> str:
        """A draw, a play or a discard as text."""
        return notation.text(setting, state, seat, actions)

    def read(self, setting: Setting, state: State, seat: int, text: str) -> Actions:
        """A draw, a play or a discard from text."""
        return notation.read(setting, state, seat, text)

    def moves(self, setting: Setting, state: State, seat: int) -> dict[str, Actions]:
        """All plays, then all discards: every choice of at least one card of the hand."""
        actions = self.actions(setting, state, seat)
        whole: list[Actions] = [(action,) for action in actions if action < LAY]
        whole += list(_discards(setting, state, seat, actions))
        return {self.text(setting, state, seat, one): one for one in whole}

    def finished(self, setting: Setting, state: State, seat: int, actions: Actions) -> bool:
        """A play is one action; a discard is whole when it stops."""
        return bool(actions) and (seat == CHANCE or actions[0] < LAY or actions[-1] == STOP)

    def scene(self, setting: Setting) -> dict[str, Any]:
        """The circle of places, the deck, and the pictures of cards, objectives, train and passenger."""
        left = setting.board.left
        names = setting.lore.places
        return {
            "places": [
                {"place": name, "seat": int(setting.board.owner[i]), "left": names[int(left[i])]}
                for i, name in enumerate(names)
            ],
            "circle": list(draw.circle(setting)),
            "deck": dict(zip(state.NAMES, state.COPIES, strict=True)),
            "objectives": dict(zip(state.OBJECTIVES[1:], state.FACE_COPIES[1:], strict=True)),
            "art": draw.art(),
        }

    def view(self, setting: Setting, state: State, seat: int | str | None) -> View:
        """The table, and what each move would do."""
        acting = isinstance(seat, int) and seat in self.actors(setting, state)
        moves = self.moves(setting, state, seat) if acting and isinstance(seat, int) else {}
        return view.view(setting, state, self.header(setting, state, seat), moves)

    def story(self, setting: Setting, before: State, actor: int, actions: Actions, after: State) -> list[Note]:
        """What the table sees, and what only some do."""
        return view.story(setting, before, actor, actions, after)

    def witness(self, setting: Setting, before: State, actor: int, text: str, seat: int) -> str:
        """Cards drawn, dealt and stolen are seen by those who hold them."""
        return notation.witness(setting, before, text, seat) if actor == CHANCE else text

    def draw(self, setting: Setting, view: View, move: str | None = None) -> str:
        """The table from above, one's own hand in front."""
        return draw.draw(setting, view, move)


LAY, STOP = state.LAY, state.STOP


def _discards(setting: Setting, state: State, seat: int, actions: list[int]) -> Iterator[Actions]:
    """Every way to discard from here, in the order of the notation."""
    if STOP in actions:
        yield (STOP,)
    kinds = [action for action in actions if LAY <= action < STOP]
    copies = [int(state.hand[seat, action - LAY]) for action in kinds]

    def choose(i: int, laid: Actions) -> Iterator[Actions]:
        if laid:
            yield (*laid, STOP)
        for j in range(i, len(kinds)):
            for n in range(1, copies[j] + 1):
                yield from choose(j + 1, laid + (kinds[j],) * n)

    yield from choose(0, ())


GAME = Jeudumetro()
