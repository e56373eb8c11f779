"""Le Jeu du Metro: trains, secret objectives, and cards that mix up both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from strapontin.core.contract import CHANCE, Rules
from strapontin.core.game import Actions, Faces, Fact, Game
from strapontin.core.observation import Part
from strapontin.games.jeudumetro.faces import draw, notation, scene, story, view
from strapontin.games.jeudumetro.kernels import (
    account,
    board,
    effects,
    insight,
    judge,
    knowledge,
    observation,
    rollout,
    rules,
    state,
)
from strapontin.games.jeudumetro.kernels.board import JeudumetroSetting
from strapontin.games.jeudumetro.kernels.state import Board, State


class Jeudumetro(Game[Board, State, board.Table]):
    """The game, for 2 to 6 players."""

    id = "jeudumetro"
    name = "Le Jeu du Métro"
    seats = range(2, state.SEATS + 1)
    board_type = Board
    state_type = State
    asked = (effects.effect, effects.missing, insight.overhear, knowledge.outlook)
    rules = Rules(
        setup=rules.setup,
        actors=rules.actors,
        legal=rules.legal,
        chances=rules.chances,
        apply=rules.apply,
        scores=rules.scores,
        conceal=knowledge.conceal,
        imagine=knowledge.imagine,
        rollout=rollout.rollout,
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
        holder=notation.holder,
    )
    width = state.WIDTH
    most = state.MOST
    usual = 3
    minutes = 15
    longest = 30
    secrets = True
    points = False
    notes = get_args(story.JeudumetroNote)
    facts = (Fact("objectives", "held", "jeudumetro.objective"),)
    printable = True
    scene_type = scene.JeudumetroScene
    view_type = view.JeudumetroView
    insight = insight.INSIGHT
    account = account.ACCOUNT

    def prepare(self, options: dict[str, Any], players: int) -> JeudumetroSetting:
        """The board for this many players."""
        return board.setting(options, players)

    def observed(self, setting: JeudumetroSetting) -> list[Part]:
        """What its records are to programs that learn."""
        return observation.parts(setting)

    def moves(self, setting: JeudumetroSetting, state: State, seat: int) -> dict[str, Actions]:
        """All plays, then all discards: every choice of at least one card of the hand."""
        actions = self.actions(setting, state, seat)
        whole: list[Actions] = [(action,) for action in actions if action < LAY]
        whole += list(_discards(setting, state, seat, actions))
        return {self.text(setting, state, seat, one): one for one in whole}

    def finished(self, setting: JeudumetroSetting, state: State, seat: int, actions: Actions) -> bool:
        """A play is one action; a discard is whole when it stops."""
        return bool(actions) and (seat == CHANCE or actions[0] < LAY or actions[-1] == STOP)

    def tally(self, setting: JeudumetroSetting, state: State) -> dict[str, list[Any]]:
        """The objectives every seat held at the end."""
        held: list[list[str]] = [[] for _ in range(setting.players)]
        for place in range(int(setting.board.places)):
            held[int(setting.board.owner[place])].append(OBJECTIVES[int(state.face[state.card[place]])])
        return {"objectives": ["+".join(sorted(one)) for one in held]}


LAY, STOP, OBJECTIVES = state.LAY, state.STOP, state.OBJECTIVES


def _discards(setting: JeudumetroSetting, state: State, seat: int, actions: list[int]) -> Iterator[Actions]:
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
