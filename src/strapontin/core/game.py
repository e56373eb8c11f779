"""The contract of a game: kernels on one record, and the readable Python around them.

Every game is a package `games/<id>/` with the same rooms in the same order:

    state.py      the two records, board and state, and their sizes
    board.py      options checked and completed, and the board made of them
    rules.py      the kernels (more files where the rules have more subjects)
    judge.py      what a position looks like to a player, for bots: a kernel too
    insight.py    what a search may know beyond the rules: kernels too
    notation.py   every move and every draw as a short string, both ways
    view.py       the JSON a person's screen needs, and the log
    draw.py       the picture, as SVG
    __init__.py   the `Game` that ties them together, as GAME

Numbers inside, names at the edges: kernels know stations, cards and players as ints from 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import msgspec
import numpy as np

from strapontin.core import playout
from strapontin.core.kernel import FLOAT, FLOATS, INT, INTS, Call, blank, specialise

CHANCE = -1
"""The seat number of chance, in kernels."""

CHANCE_BIT = 1 << 16
"""The bit of chance in what `actors` returns; bit s is seat s, and 0 means that the game is over."""

SPECTATOR = -1
"""The point of view of somebody without a seat, for `conceal` and `imagine`."""

State = Any  # a NumPy record; its fields are attributes
Board = Any
Actions = tuple[int, ...]


class Rules(NamedTuple):
    """The kernels every game has; `board` never changes during a match, `state` is all that does.

    A seat is an int from 0, an action an int below the game's `width`.
    """

    setup: Callable[[Board, State], None]
    """Write the opening position into a blank state."""
    actors: Callable[[Board, State], int]
    """The seats that may act now as a bit mask, or CHANCE_BIT alone, or 0: the game is over."""
    legal: Callable[[Board, State, int, Any], int]
    """Write the legal actions of a seat that may act, each once; return how many."""
    chances: Callable[[Board, State, Any, Any], int]
    """Write the outcomes chance can have now and their weights (above 0); return how many."""
    apply: Callable[[Board, State, int, int], None]
    """One step, of a seat or of CHANCE; the action must be legal."""
    scores: Callable[[Board, State, Any, Any], None]
    """Write each seat's score as things stand, and its rank (1 = would win; ties share)."""
    conceal: Callable[[Board, State, int], None]
    """Wipe what this seat (or SPECTATOR) cannot know: equal knowledge gives equal bytes."""
    imagine: Callable[[Board, State, int, Any], None]
    """Fill a concealed state with a random truth this seat holds possible."""
    rollout: Callable[[Board, State, Any], int]
    """Play to the end, quickly and at random, as a search does; return the number of decisions."""
    judge: Callable[[Board, State, int], float]
    """How good a position looks to a seat, higher is better; it may read only what that seat knows."""


def no_evidence(setting: Setting, history: Sequence[tuple[int | str, str]], seat: int) -> Any:
    """Nothing is to be learned from what the others did."""
    return np.zeros(1)


def no_discretion(board: Board, state: State, seat: int, action: int, evidence: Any) -> float:
    """No action tells the others anything they did not know."""
    return 0.0


class Insight(NamedTuple):
    """What a search may know of a game beyond its rules: small kernels, and how widely it pays to look.

    They may read whatever the state they are given holds: a search only ever hands them imagined truths.
    """

    policy: Callable[[Board, State, int, Any], int]
    """What a sensible player would do here, found quickly."""
    finish: Callable[[Board, State, Any], None]
    """Play a simulation to its end, all seats by the policy: the end of the game, or where the stage changes."""
    appeal: Callable[[Board, State, int, Any, int, Any], None]
    """Write how promising each of the first n actions of a list looks, as a logit, from what the seat knows."""
    clue: Callable[[Board, State, int], int]
    """What, of all that a seat sees, its next choice depends on most; equal clues share what was learned."""
    belief: Callable[[Board, State, int, Any], float]
    """How well an imagined truth agrees with the evidence; above 0."""
    stage: Callable[[Board, State], int]
    """A number that changes where a simulation may stop; constant if only the end of the game will do."""
    worth: Callable[[Board, State, int], float]
    """What the end of a simulation is worth to a seat, from 0 to 1."""
    evidence: Callable[[Setting, Sequence[tuple[int | str, str]], int], Any] = no_evidence
    """What the public history tells a seat about what is hidden, as an array of floats (plain Python)."""
    discretion: Callable[[Board, State, int, int, Any], float] = no_discretion
    """What an action is worth for what it keeps from the others, added to every simulation of it (plain Python)."""
    candidates: int = 24
    """At most so many actions are looked into, the most appealing ones."""
    truths: int = 1
    """So many truths are imagined for each simulation, and one of them chosen by belief."""
    depth: int = 1
    """So many of its own later choices a seat plans in each line of play, before the policy takes over."""
    patience: int = 0
    """So often the policy chooses for a seat in a line of play before the search tells its actions apart there."""
    doubt: float = 2.6
    """An action leaves the race once it is so many standard errors behind the leader."""
    chunk: int = 256
    """Simulations between two looks at the clock."""
    regular: int = 400
    """Simulations a move of the level `regular`."""


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log: a key of the catalogues and its parameters; no sentence comes from the engine.

    `seats` lists who may read it; None is everybody, spectators too.
    """

    key: str
    params: dict[str, Any] = {}
    seats: tuple[int, ...] | None = None


class View(msgspec.Struct, kw_only=True, omit_defaults=False):
    """What every game's view begins with; each game adds its own fields and its own `moves`."""

    game: str
    seat: int | str | None
    """Whose eyes: a seat, null for a spectator, "*" for all cards on the table."""
    players: int
    to_act: list[int | str]
    over: bool
    scores: list[int]
    winners: list[int]


class Option(NamedTuple):
    """One thing that can be chosen before a match: a flag by its default, otherwise one of the values."""

    name: str
    default: Any
    values: tuple[Any, ...] = ()
    inline: bool = False
    """Whether a whole map or city may be given in place of a name."""


@dataclass(frozen=True)
class Setting:
    """What never changes during a match: the options, the seats, the board record, and the names behind its numbers."""

    options: dict[str, Any]
    players: int
    board: Board
    lore: Any = None
    """What notation, view and picture need besides the board: for metroX its map."""
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What a face has worked out before and may work out again; forgetting it changes nothing."""


class Game(ABC):
    """One game of the collection."""

    id: ClassVar[str]
    seats: ClassVar[range]
    """How many may play."""
    board_type: ClassVar[np.dtype[Any]]
    state_type: ClassVar[np.dtype[Any]]
    rules: ClassVar[Rules]
    width: ClassVar[int]
    """All action ints, of seats and of chance, are below this."""
    most: ClassVar[int]
    """No position has more legal actions, nor more outcomes of chance, than this."""
    simultaneous: ClassVar[bool] = False
    """Whether seats choose at the same time, unseen until the round closes."""
    view_type: ClassVar[type[View]]
    options: ClassVar[tuple[Option, ...]] = ()
    """What `setting` takes, in the order a form shows it."""
    insight: ClassVar[Insight | None] = None
    """What a search may know beyond the rules; without it, a search makes do with `judge`."""

    # the setting

    @abstractmethod
    def setting(self, options: Mapping[str, Any], players: int) -> Setting:
        """The options checked, and what a record always writes filled in; BadOptions names every fault."""

    def opening(self, setting: Setting) -> State:
        """The opening position."""
        state = blank(self.state_type)
        self.rules.setup(setting.board, state)
        return state

    # notation

    @abstractmethod
    def text(self, setting: Setting, state: State, seat: int, actions: Actions) -> str:
        """The notation of a move (or, for CHANCE, of a draw) in this position, before it is played."""

    @abstractmethod
    def read(self, setting: Setting, state: State, seat: int, text: str) -> Actions:
        """The actions a text stands for here, legal or not; UnreadableMove if it is not in the notation.

        An empty result is a move of the notation that cannot exist here (an unknown station, say): illegal.
        """

    def moves(self, setting: Setting, state: State, seat: int) -> dict[str, Actions]:
        """All legal moves of a seat as text; a move is one action unless the game says otherwise."""
        return {self.text(setting, state, seat, (a,)): (a,) for a in self.actions(setting, state, seat)}

    def finished(self, setting: Setting, state: State, seat: int, actions: Actions) -> bool:
        """Whether these actions, begun in this position, make a whole move of the notation."""
        return bool(actions)

    def outcomes(self, setting: Setting, state: State) -> dict[str, tuple[int, int]]:
        """All outcomes of chance as text, with their action and weight."""
        out, weights = np.empty(self.most, np.int64), np.empty(self.most, np.int64)
        n = self.rules.chances(setting.board, state, out, weights)
        pairs = zip(out[:n].tolist(), weights[:n].tolist(), strict=True)
        return {self.text(setting, state, CHANCE, (a,)): (a, w) for a, w in pairs}

    # what the kernels say, as Python values

    def actors(self, setting: Setting, state: State) -> list[int]:
        """The seats that may act now; [CHANCE] for chance, [] when the game is over."""
        mask = int(self.rules.actors(setting.board, state))
        if mask & CHANCE_BIT:
            return [CHANCE]
        return [seat for seat in range(setting.players) if mask >> seat & 1]

    def actions(self, setting: Setting, state: State, seat: int) -> list[int]:
        """The legal actions of a seat."""
        out = np.empty(self.most, np.int64)
        found: list[int] = out[: self.rules.legal(setting.board, state, seat, out)].tolist()
        return found

    def standing(self, setting: Setting, state: State) -> tuple[list[int], list[int]]:
        """Scores and ranks of all seats as things stand."""
        scores, ranks = np.zeros(16, np.int64), np.zeros(16, np.int64)
        self.rules.scores(setting.board, state, scores, ranks)
        return scores[: setting.players].tolist(), ranks[: setting.players].tolist()

    # what people see

    @abstractmethod
    def scene(self, setting: Setting) -> dict[str, Any]:
        """What a screen draws once and for all: the map, its geometry, the material."""

    @abstractmethod
    def view(self, setting: Setting, state: State, seat: int | str | None) -> View:
        """What these eyes' screen needs now, from an already concealed state, with what each move would do."""

    @abstractmethod
    def story(self, setting: Setting, before: State, actor: int, actions: Actions, after: State) -> list[Note]:
        """The log lines of one step, each addressed to those who may read it."""

    def witness(self, setting: Setting, before: State, actor: int, text: str, seat: int) -> str:
        """A step's notation as a seat (or SPECTATOR) saw it; a hidden part is written `?`."""
        return text

    @abstractmethod
    def draw(self, setting: Setting, view: View, move: str | None = None) -> str:
        """The position as SVG, with a preview of a legal move if one is named."""

    def header(self, setting: Setting, state: State, seat: int | str | None) -> dict[str, Any]:
        """The fields every view begins with."""
        acting = self.actors(setting, state)
        scores, ranks = self.standing(setting, state)
        return {
            "game": self.id,
            "seat": seat,
            "players": setting.players,
            "to_act": ["*" if one == CHANCE else one for one in acting],
            "over": not acting,
            "scores": scores,
            "winners": [] if acting else [one for one, rank in enumerate(ranks) if rank == 1],
        }

    # generic code, compiled for this game on first use

    @cached_property
    def kinds(self) -> dict[str, Call]:
        """The types of the kernels, for generic code that takes them as arguments."""
        b, s = self.board_type, self.state_type
        return {
            "setup": Call(None, (b, s)),
            "actors": Call(INT, (b, s)),
            "legal": Call(INT, (b, s, INT, INTS)),
            "chances": Call(INT, (b, s, INTS, INTS)),
            "apply": Call(None, (b, s, INT, INT)),
            "scores": Call(None, (b, s, INTS, INTS)),
            "conceal": Call(None, (b, s, INT)),
            "imagine": Call(None, (b, s, INT, INTS)),
            "rollout": Call(INT, (b, s, INTS)),
            "judge": Call(FLOAT, (b, s, INT)),
            "policy": Call(INT, (b, s, INT, INTS)),
            "finish": Call(None, (b, s, INTS)),
            "appeal": Call(None, (b, s, INT, INTS, INT, FLOATS)),
            "clue": Call(INT, (b, s, INT)),
            "belief": Call(FLOAT, (b, s, INT, FLOATS)),
            "stage": Call(INT, (b, s)),
            "worth": Call(FLOAT, (b, s, INT)),
        }

    @cached_property
    def playout(self) -> Callable[[Board, State, Any], int]:
        """Play a state to the end by uniformly random legal actions; return the number of decisions of seats."""
        names = ("actors", "legal", "chances", "apply")
        run = specialise(
            playout.playout, INT, *(self.kinds[n] for n in names), self.board_type, self.state_type, INTS, INTS, INTS
        )
        kernels = [getattr(self.rules, n) for n in names]
        out, weights = np.empty(self.most, np.int64), np.empty(self.most, np.int64)
        return lambda board, state, rng: run(*kernels, board, state, rng, out, weights)
