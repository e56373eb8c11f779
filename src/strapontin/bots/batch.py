"""Many games at once, for programs that learn: an array of states, stepped by one compiled call.

Every game waits for one of its seats, the lowest that is to act; whatever comes before that, draws of chance and seats
that are played by others, has happened. Each has luck of its own, so that a game goes the same way alone and among
others. A game that is over begins again.
"""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeAlias

import numpy as np

from strapontin.bots.greedy import Desk, by_greed, desk
from strapontin.core.bits import lowest
from strapontin.core.contract import CHANCE, CHANCE_BIT, Board, Rules, State
from strapontin.core.encoding import Encoding
from strapontin.core.game import Game, Setting
from strapontin.core.kernel import generic, records, take
from strapontin.core.layout import Floats, Ints, Row, int8, int16, uint8
from strapontin.core.observation import Lens, observe
from strapontin.core.rng import generator, weighted

WORDS = 4
"""What a generator consists of."""

RESULT, SCORE = range(2)
"""What a seat is rewarded with: how the game ends, or every point as it is scored."""

NEXT, SAME = range(2)
"""When a game that is over begins again: with the next step, whose action is not looked at, or at once."""


class Habits(NamedTuple):
    """How games are played."""

    mine: int
    """The seats that are asked for actions, as a bit mask; the desk says which of the others are greedy."""
    limit: int
    """A game is broken off after so many actions; 0 for never."""
    reward: int
    again: int
    players: int
    width: int
    size: int


class Hall(NamedTuple, Generic[State]):
    """The games, and what is told of them: game after game in every array."""

    states: Row[State]
    start: Row[State]
    """The opening position."""
    luck: Ints
    """The generators."""
    rng: Ints
    """The one at work."""
    seat: Ints
    """Who is to act; -1 where the game is over."""
    actions: Ints
    """How many actions were asked for in this game."""
    known: Ints
    """The legal actions, each game's in as many places as there can be."""
    legal: Ints
    """How many there are."""
    mask: Row[int8]
    """1 for each legal action."""
    seen: Row[int16]
    """What who is to act knows; or, at the end, what who acted last does."""
    final: Row[int16]
    """The end of a game that has begun again in the same step."""
    points: Ints
    """All scores, as they stood when they were last looked at."""
    rewards: Floats
    """What the step brought to every seat."""
    over: Row[uint8]
    """1 where the game came to its end."""
    cut: Row[uint8]
    """1 where it was broken off."""


@generic
def proceed(
    rules: Rules[Board, State], board: Board, state: State, habits: Habits, rng: Ints, desk: Desk[State]
) -> int:
    """Let chance and the others act until one of our seats is to; which one, or -1 when the game is over."""
    while True:
        mask = int(rules.actors(board, state))
        if mask == 0:
            return -1
        if mask == CHANCE_BIT:
            n = rules.chances(board, state, desk.out, desk.weights)
            rules.apply(board, state, CHANCE, desk.out[weighted(rng, desk.weights, n)])
            continue
        seat = lowest(mask)
        if habits.mine >> seat & 1:
            return seat
        rules.apply(board, state, seat, by_greed(rules, board, state, seat, rng, desk.out, desk))


@generic
def look(
    rules: Rules[Board, State],
    board: Board,
    hall: Hall[State],
    i: int,
    eyes: int,
    habits: Habits,
    lens: Lens[State],
    desk: Desk[State],
) -> None:
    """Write down what whoever is to act knows and may do; the actions of before are taken off the mask."""
    most, width = len(desk.out), habits.width
    for k in range(hall.legal[i]):
        hall.mask[i * width + hall.known[i * most + k]] = 0
    hall.legal[i] = 0
    if hall.seat[i] >= 0:
        n = rules.legal(board, hall.states[i], hall.seat[i], desk.out)
        hall.legal[i] = n
        for k in range(n):
            action = desk.out[k]
            hall.known[i * most + k] = action
            hall.mask[i * width + action] = 1
    observe(rules, board, hall.states[i], eyes, lens, hall.seen, i * habits.size)


@generic
def begin(
    rules: Rules[Board, State],
    board: Board,
    hall: Hall[State],
    i: int,
    habits: Habits,
    lens: Lens[State],
    desk: Desk[State],
) -> None:
    """Begin a game anew, with the luck it has left; one that is over before anybody is asked does not count."""
    for k in range(WORDS):
        hall.rng[k] = hall.luck[i * WORDS + k]
    hall.seat[i] = -1
    while hall.seat[i] < 0:
        take(hall.states, i, hall.start[0], board)
        hall.seat[i] = proceed(rules, board, hall.states[i], habits, hall.rng, desk)
    for k in range(WORDS):
        hall.luck[i * WORDS + k] = hall.rng[k]
    rules.scores(board, hall.start[0], lens.scores, lens.ranks)
    for seat in range(habits.players):
        hall.points[i * habits.players + seat] = lens.scores[seat]
    hall.actions[i] = 0
    look(rules, board, hall, i, hall.seat[i], habits, lens, desk)


@generic
def reward(
    rules: Rules[Board, State], board: Board, hall: Hall[State], i: int, habits: Habits, lens: Lens[State]
) -> None:
    """Write what a step brought: points, or at the end of a game, against each of the others, a win or a loss."""
    at, players = i * habits.players, habits.players
    if habits.reward == RESULT and hall.seat[i] >= 0:
        return
    rules.scores(board, hall.states[i], lens.scores, lens.ranks)
    for seat in range(players):
        if habits.reward == SCORE:
            hall.rewards[at + seat] = lens.scores[seat] - hall.points[at + seat]
            hall.points[at + seat] = lens.scores[seat]
            continue
        won = 0
        for other in range(players):
            won += int(lens.ranks[other] > lens.ranks[seat]) - int(lens.ranks[other] < lens.ranks[seat])
        hall.rewards[at + seat] = won / max(1, players - 1)


@generic
def start(
    rules: Rules[Board, State], board: Board, hall: Hall[State], habits: Habits, lens: Lens[State], desk: Desk[State]
) -> None:
    """Begin all games."""
    for i in range(len(hall.seat)):
        hall.over[i] = hall.cut[i] = 0
        for seat in range(habits.players):
            hall.rewards[i * habits.players + seat] = 0.0
        begin(rules, board, hall, i, habits, lens, desk)


@generic
def step(
    rules: Rules[Board, State],
    board: Board,
    hall: Hall[State],
    habits: Habits,
    lens: Lens[State],
    desk: Desk[State],
    actions: Ints,
) -> int:
    """One action in every game; -1, or, before anything is done, the first game whose action is not legal."""
    games, width, size = len(hall.seat), habits.width, habits.size
    for i in range(games):
        asked = hall.over[i] + hall.cut[i] == 0 or habits.again == SAME
        if asked and (actions[i] < 0 or actions[i] >= width or hall.mask[i * width + actions[i]] == 0):
            return i
    for i in range(games):
        for seat in range(habits.players):
            hall.rewards[i * habits.players + seat] = 0.0
        ended = hall.over[i] + hall.cut[i] > 0
        hall.over[i] = hall.cut[i] = 0
        if ended and habits.again == NEXT:
            begin(rules, board, hall, i, habits, lens, desk)
            continue
        actor = hall.seat[i]
        rules.apply(board, hall.states[i], actor, actions[i])
        for k in range(WORDS):
            hall.rng[k] = hall.luck[i * WORDS + k]
        hall.seat[i] = proceed(rules, board, hall.states[i], habits, hall.rng, desk)
        for k in range(WORDS):
            hall.luck[i * WORDS + k] = hall.rng[k]
        hall.actions[i] += 1
        reward(rules, board, hall, i, habits, lens)
        hall.over[i] = hall.seat[i] < 0
        hall.cut[i] = hall.seat[i] >= 0 and hall.actions[i] == habits.limit
        if hall.over[i] + hall.cut[i] == 0:
            look(rules, board, hall, i, hall.seat[i], habits, lens, desk)
        elif habits.again == NEXT:
            look(rules, board, hall, i, actor, habits, lens, desk)
        else:
            observe(rules, board, hall.states[i], actor, lens, hall.final, i * size)
            begin(rules, board, hall, i, habits, lens, desk)
    return -1


Numbers: TypeAlias = np.ndarray[Any, np.dtype[Any]]


class Batch:
    """So many games of one setting; its arrays are written anew by every step."""

    def __init__(
        self,
        game: Game,
        setting: Setting,
        games: int,
        *,
        mine: int | None = None,
        greedy: int = 0,
        limit: int = 0,
        reward: int = RESULT,
        again: int = SAME,
    ) -> None:
        self.game, self.setting, self.games = game, setting, games
        self.encoding = Encoding(game, setting)
        players, size, width = setting.players, self.encoding.size, game.width
        everybody = (1 << players) - 1
        self._habits = Habits(everybody if mine is None else mine, limit, reward, again, players, width, size)
        self._desk = desk(game)._replace(greedy=greedy)
        opening: Any = records(1, game.state_type)
        opening[0] = game.opening(setting)
        self.seat: Numbers = np.zeros(games, np.int64)
        self.mask: Numbers = np.zeros((games, width), np.int8)
        self.seen: Numbers = np.zeros((games, size), np.int16)
        self.final: Numbers = np.zeros((games, size), np.int16)
        self.rewards: Numbers = np.zeros((games, players))
        self.over: Numbers = np.zeros(games, np.uint8)
        self.cut: Numbers = np.zeros(games, np.uint8)
        self.states: Any = records(games, game.state_type)
        self.states[:] = opening[0]
        self._luck: Numbers = np.zeros((games, WORDS), np.int64)
        self._hall: Hall = Hall(
            states=self.states,
            start=opening,
            luck=self._luck.reshape(-1),
            rng=np.zeros(WORDS, np.int64),
            seat=self.seat,
            actions=np.zeros(games, np.int64),
            known=np.zeros(games * game.most, np.int64),
            legal=np.zeros(games, np.int64),
            mask=self.mask.reshape(-1),
            seen=self.seen.reshape(-1),
            final=self.final.reshape(-1),
            points=np.zeros(games * players, np.int64),
            rewards=self.rewards.reshape(-1),
            over=self.over,
            cut=self.cut,
        )
        self._start, self._step = game.compiled(start), game.compiled(step)
        self.seed(range(games))

    def seed(self, seeds: Any) -> None:
        """Give every game its luck, one seed each."""
        for i, seed in enumerate(seeds):
            self._luck[i] = generator(int(seed))

    def reset(self) -> None:
        """Begin all games, with the luck they have left."""
        self._start(self.game.rules, self.setting.board, self._hall, self._habits, self.encoding.lens, self._desk)

    def step(self, actions: Any) -> None:
        """One action in every game; ValueError, and nothing is done, if one of them is not legal."""
        given = np.ascontiguousarray(actions, np.int64)
        if given.shape != (self.games,):
            raise ValueError(f"actions: {given.shape}; one for each of {self.games} games is needed")
        wrong = self._step(
            self.game.rules, self.setting.board, self._hall, self._habits, self.encoding.lens, self._desk, given
        )
        if wrong >= 0:
            raise ValueError(f"actions[{wrong}]: {given[wrong]} is not legal for seat {self.seat[wrong]}")
