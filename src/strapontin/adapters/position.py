"""Where a game stands for OpenSpiel: explicit chance, what every player remembers, and worlds a player can imagine.

A world is imagined for a search over information sets (`resample_from_infostate`). What its player has seen happen is
as it was; what that player cannot know is drawn anew, and what really happened there is gone from it: of the others it
has what the player saw of them, and what they know in this world.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import Any, NamedTuple

import numpy as np

from strapontin.core.contract import CHANCE
from strapontin.core.encoding import Encoding
from strapontin.core.game import Actions
from strapontin.core.kernel import copy_of, from_bytes
from strapontin.core.layout import Ints
from strapontin.core.match import Match, Seat, closed_rounds
from strapontin.core.rng import below

Memory = list[tuple[Seat, str, Actions]]
"""What a player has seen happen: who, what as text, and the actions where they were seen, else -1."""


class World(NamedTuple):
    """What was imagined: the truth it began with, and what every player remembered there."""

    truth: Any
    memories: list[Memory]
    player: int
    """Who imagined it."""


class Position:
    """Where a game stands; never changed, so that every copy of a state may share it."""

    def __init__(
        self, match: Match, state: Any, begun: Actions = (), actions: int = 0, world: World | None = None
    ) -> None:
        self.match, self.state, self.begun, self.actions, self.world = match, state, begun, actions, world

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __reduce__(self) -> Any:
        match, world = self.match, self.world
        kept = None if world is None else (world.truth.tobytes(), world.memories, world.player)
        began = (match.game.id, len(match.players), match.setting.options)
        return _played, (*began, match.moves, self.begun, self.actions, kept)

    @property
    def actor(self) -> int | None:
        """Who is to act: the lowest seat that may, or CHANCE; nobody when the game is over."""
        return min(self.match.game.actors(self.match.setting, self.state), default=None)

    def after(self, action: int) -> Position:
        """Where an action of whoever is to act leads."""
        match, actor, begun = self.match, self.actor, (*self.begun, action)
        assert actor is not None
        actions = self.actions + (actor != CHANCE)
        if actor == CHANCE or match.game.finished(match.setting, match.state, actor, begun):
            text = match.game.text(match.setting, match.state, actor, begun)
            match = match.copy()
            match.follow("*" if actor == CHANCE else actor, text)
            return Position(match, match.state, (), actions, self.world)
        state = copy_of(self.state)
        match.game.rules.apply(match.setting.board, state, actor, action)
        return Position(match, state, begun, actions, self.world)

    def __str__(self) -> str:
        before: Memory = [] if self.world is None else self.world.memories[self.world.player]
        moves = [f"{actor}:{text}" for actor, text in [*((who, text) for who, text, _ in before), *self.match.moves]]
        return " ".join([*moves, *map(str, self.begun)]) or "-"

    def told(self, player: int, encoding: Encoding) -> str:
        """What a player knows now: every entry that is not 0, by its name."""
        entries = encoding.observe(self.state, player)
        return " ".join(f"{encoding.names[i]}={entries[i]}" for i in np.flatnonzero(entries))

    def remembered(self, player: int) -> Memory:
        """What a player has seen happen."""
        match, game = self.match, self.match.game
        state = game.opening(match.setting) if self.world is None else copy_of(self.world.truth)
        seen, done = [], defaultdict[tuple[Seat, str], deque[Actions]](deque)
        for actor, text in match.moves:
            number = CHANCE if actor == "*" else int(actor)
            actions = game.read(match.setting, state, number, text)
            shown = game.witness(match.setting, state, number, text, player)
            seen.append((actor, shown))
            done[actor, shown].append(actions if shown == text else (-1,))
            for action in actions:
                game.rules.apply(match.setting.board, state, number, action)
        if game.simultaneous:
            seen = closed_rounds(seen, player, open_round=match.choosing)
        found: Memory = [] if self.world is None else list(self.world.memories[player])
        found += [(actor, shown, done[actor, shown].popleft()) for actor, shown in seen]
        if self.begun and player == self.actor:
            found.append((player, game.text(match.setting, match.state, player, self.begun), self.begun))
        return found

    # worlds

    def imagined(self, player: int, encoding: Encoding, rng: Ints) -> Position:
        """A position that looks the same to a player, with all drawn anew that this player cannot know."""
        if self.match.game.simultaneous:
            return self._chosen_anew(player, rng)
        game, setting = self.match.game, self.match.setting
        match, truth = self.match.copy(), self.match.concealed(player)
        game.rules.imagine(setting.board, truth, player, rng)
        match.moves, match.state = [], truth
        begun = self.begun if player == self.actor else ()  # of somebody else's move nothing is seen before its end
        plain, mine = Position(match, truth), Position(self.match, self.match.state, world=self.world)
        past = mine.remembered(player)
        knows: Memory = [("*", f"[{plain.told(seat, encoding)}]", ()) for seat in range(setting.players)]
        memories = [past if seat == player else [*past, knows[seat]] for seat in range(setting.players)]
        state = copy_of(truth)
        for action in begun:
            game.rules.apply(setting.board, state, player, action)
        return Position(match, state, begun, self.actions, World(truth, memories, player))

    def _chosen_anew(self, player: int, rng: Ints) -> Position:
        """Where all choose at the same time, only what others have chosen in a round still open is not known."""
        match, actor = self.match, self.actor
        if not match.choosing or actor is None:
            return self
        since = max((ply + 1 for ply, (who, _) in enumerate(match.moves) if who == "*"), default=0)
        trial = match.at(since)
        for seat in range(actor):
            while seat != player and seat in trial.to_act:
                moves = trial.legal(seat)
                trial.follow(seat, moves[below(rng, len(moves))])
        for who, text in match.moves[since:]:
            if who == player:
                trial.follow(who, text)
        return Position(trial, trial.state, (), self.actions)


def _played(
    game: str, players: int, options: Any, moves: list[Any], begun: Actions, actions: int, kept: Any
) -> Position:
    """A position from what was kept of it."""
    match = Match(game, players, options, chance="manual")
    world = None
    if kept is not None:
        world = World(from_bytes(kept[0], match.game.state_type), *kept[1:])
        match.state = world.truth
    for actor, text in moves:
        match.follow(actor, text)
    state = copy_of(match.state)
    found = Position(match, state, begun, actions, world)
    for action in begun:
        seat = Position(match, match.state).actor
        assert seat is not None
        match.game.rules.apply(match.setting.board, state, seat, action)
    return found
