"""The contract of a game: kernels on one record, and the readable Python around them.

Every game is a package `games/<id>/` with the same rooms in the same order:

    __init__.py      the `Game` that ties them together, as GAME
    kernels/         what compiles, and what it is made from
        state.py     the two records, board and state, and their sizes
        board.py     the board, made of the options, and the names behind its numbers
        rules.py     the rules (more files where they have more subjects)
        judge.py     what a position looks like to a player, for bots
        insight.py   what a search may know beyond the rules
        account.py   what a score is made of, for whoever looks back
        observation.py   what a seat knows, as numbers for programs that learn
    faces/           what people see
        notation.py  every move and every draw as a short string, both ways
        view.py      the JSON a person's screen needs
        story.py     the log
        scene.py     what a screen draws once and for all
        draw.py      the picture, as SVG

Kernels know nothing of faces: a change of what people see compiles nothing anew.

Numbers inside, names at the edges: kernels know stations, cards and players as ints from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, cast, get_args

import msgspec
import numpy as np

from strapontin.core import playout
from strapontin.core.contract import CHANCE, CHANCE_BIT, Board, Counts, Hints, Rules, State
from strapontin.core.errors import BadOptions, OtherRules
from strapontin.core.kernel import Function, blank, specialise
from strapontin.core.layout import Floats, Ints
from strapontin.core.observation import Part
from strapontin.core.options import Option, completed

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Lore = TypeVar("Lore", default=Any)
    Seen = TypeVar("Seen", bound="View", default=Any)
else:
    from typing import TypeVar

    Lore = TypeVar("Lore")
    Seen = TypeVar("Seen", bound="View")

Actions = tuple[int, ...]
Moves = Callable[[], dict[str, Actions]]
"""All legal moves of whoever looks, by their notation, told when asked for; none if it may not act."""
History = Sequence[tuple[int | str, str]]
Reading = Callable[["Setting", Any, int, str], Actions]
"""A game's way of reading its notation, as `Game.read`."""


def no_evidence(setting: Setting, history: History, seat: int, read: Reading) -> Floats:
    """Nothing is to be learned from what the others did."""
    return np.zeros(1)


def no_discretion(board: Any, state: Any, seat: int, action: int, evidence: Floats) -> float:
    """No action tells the others anything they did not know."""
    return 0.0


class Insight(NamedTuple, Generic[Board, State]):
    """What a search may know of a game beyond its rules, and how widely it pays to look."""

    hints: Hints[Board, State]
    """The kernels of it."""
    evidence: Callable[[Setting[Board, Any], History, int, Reading], Floats] = no_evidence
    """What the public history, read as the game reads it, tells a seat about what is hidden (plain Python)."""
    discretion: Callable[[Board, State, int, int, Floats], float] = no_discretion
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
    script: int = 1
    """How many numbers the script of a stream takes."""
    regular: int = 400
    """Simulations a move of the level `regular`."""


class Entry(NamedTuple):
    """Something a score is made of, or that decides who wins."""

    key: str
    """How a review says that a move brings more or less of it: the sentences `<key>.more` and `<key>.less`."""
    kind: Literal["points", "share", "number"]
    """Points; a share of the futures in which something comes about; or how many of something."""
    good: int
    """1 if more of it is better for the seat, -1 if less is, 0 where that depends."""
    params: Mapping[str, Any] = MappingProxyType({})
    """What else the sentences are filled in with; a `seat` is told by its player's name."""


class Account(NamedTuple, Generic[Board, State]):
    """What a score is made of, for whoever looks back on a game."""

    counts: Counts[Board, State]
    """The kernel that counts it."""
    parts: Callable[[Setting[Board, Any], int], Sequence[Entry]]
    """What it counts for a seat, in its order (plain Python)."""
    budget: int = 4000
    """Simulations for each decision of a review, unless told otherwise: the quicker they are, the more."""


class Note(msgspec.Struct, kw_only=True, gc=False):
    """One line of the log: a key of the catalogues and its parameters; no sentence comes from the engine.

    Each game has its own, a class for whatever takes the same parameters, which are its fields.
    """

    passive: ClassVar[bool] = False
    """Whether it tells of a seat what happens to it without its doing."""
    key: str
    """The key of the sentence."""
    seats: tuple[int, ...] | None = None
    """Who may read it; None is everybody, spectators too."""

    @classmethod
    def sentences(cls) -> tuple[str, ...]:
        """The keys it can have."""
        (key,) = (one for one in msgspec.structs.fields(cls) if one.name == "key")
        return get_args(key.type)

    @property
    def params(self) -> dict[str, Any]:
        """What the sentence is filled in with, as JSON has it."""
        told: dict[str, Any] = msgspec.to_builtins(self)
        del told["key"], told["seats"]
        return told


class SeatNote(Note, kw_only=True):
    """A line of the log that tells of somebody."""

    seat: int
    """Of whom it tells."""


class View(msgspec.Struct, kw_only=True, omit_defaults=False):
    """What every game's view begins with; each game adds its own fields and its own `moves`."""

    game: str
    """The game's short name, such as `metrox`."""
    seat: int | str | None
    """Whose eyes: a seat, null for a spectator, "*" for all cards on the table."""
    players: int
    """How many sit at the table."""
    to_act: list[int | str]
    """Who may act now: seats from 0, or `"*"` when chance is to draw; empty when the game is over."""
    over: bool
    """Whether the game is finished."""
    scores: list[int]
    """The score of every seat as things stand, for what these eyes know."""
    winners: list[int]
    """The seats that have won, ascending; empty before the end."""


class Scene(msgspec.Struct, kw_only=True):
    """What a screen draws once and for all of a match; each game has its own."""


@dataclass(frozen=True)
class Setting(Generic[Board, Lore]):
    """What never changes during a match: the options, the seats, the board record, and the names behind its numbers."""

    options: dict[str, Any]
    players: int
    board: Board
    lore: Lore
    """What notation, view and picture need besides the board: for metroX its map."""

    @cached_property
    def extent(self) -> int:
        """So many bytes of a state are all that its seats need, the others stay zero; -1: all of them may be needed."""
        return int(getattr(self.board, "extent", -1))


def as_written(setting: Setting, before: Any, actor: int, text: str, seat: int) -> str:
    """Every step is seen by all."""
    return text


def no_holder(setting: Setting, state: Any) -> int | None:
    """Somebody sees every draw."""
    return None


def no_scene(setting: Setting) -> Scene:
    """Nothing is drawn once and for all."""
    return Scene()


def no_sketch(setting: Setting, view: Any) -> str:
    """No lines of text."""
    return ""


class Faces(NamedTuple, Generic[Board, State, Lore, Seen]):
    """What people see of a game: readable Python around the kernels."""

    text: Callable[[Setting[Board, Lore], State, int, Actions], str]
    """The notation of a move (or, for CHANCE, of a draw) in this position, before it is played."""
    read: Callable[[Setting[Board, Lore], State, int, str], Actions]
    """The actions a text stands for here, legal or not; UnreadableMove if it is not in the notation.

    An empty result is a move of the notation that cannot exist here (an unknown station, say): illegal."""
    view: Callable[[Setting[Board, Lore], State, dict[str, Any], Moves], Seen]
    """What a screen needs now, from an already concealed state: the header every view begins with, and what each
    move would do."""
    story: Callable[[Setting[Board, Lore], State, int, Actions, State], Sequence[Note]]
    """The log lines of one step, from the state before it to the one after, each addressed to those who may read it."""
    draw: Callable[[Setting[Board, Lore], Seen, str | None, Sequence[str]], str]
    """The position as SVG, with a preview of a legal move if one is named, seats by their names where given."""
    scene: Callable[[Setting[Board, Lore]], Scene] = no_scene
    """What a screen draws once and for all: the map, its geometry, the material."""
    witness: Callable[[Setting[Board, Lore], State, int, str, int], str] = as_written
    """A step's notation as a seat (or SPECTATOR) saw it; a hidden part is written `?`."""
    holder: Callable[[Setting[Board, Lore], State], int | None] = no_holder
    """Whose the draw is that chance is to make, where nobody sees it: with real cards, that seat tells it."""
    sketch: Callable[[Setting[Board, Lore], Seen], str] = no_sketch
    """The position in a few lines of text, for a terminal that has no board for this game."""


class Fact(NamedTuple):
    """Something worth counting about finished games besides their results; `<game>.fact.<name>` is its heading."""

    name: str
    kind: Literal["number", "reached", "held"]
    """What `tally` tells of every seat: a number; which of several things it reached, by name and 0 or above;
    or what it held, `+` between several things, which is told by how often whoever held it had won."""
    words: str = ""
    """Where the catalogues have the names of those things, if they are words."""


@cache
def seats_of(mask: int, players: int) -> tuple[int, ...]:
    """Whom a mask of those who may act means."""
    return (CHANCE,) if mask == CHANCE_BIT else tuple(seat for seat in range(players) if mask >> seat & 1)


class Game(Generic[Board, State, Lore]):
    """One game of the collection: everything faces ask about it stands here or in what it names."""

    id: ClassVar[str]
    name: ClassVar[str]
    """What it is called, in every language; what it is about is `<game>.about` of the catalogues."""
    seats: ClassVar[range]
    """How many may play."""
    usual: ClassVar[int] = 2
    """How many sit down when nobody says how many."""
    minutes: ClassVar[int]
    """How long people take for it, more or less; the rules in `docs/rules` begin with it."""
    longest: ClassVar[int | None] = None
    """Where games differ much: the minutes of a long one, while `minutes` are those of a short one."""
    board_type: type[Board]
    state_type: type[State]
    rules: Rules[Board, State]
    faces: Faces[Board, State, Lore]
    width: ClassVar[int]
    """All action ints, of seats and of chance, are below this."""
    most: ClassVar[int]
    """No position has more legal actions, nor more outcomes of chance, than this."""
    simultaneous: ClassVar[bool] = False
    """Whether seats choose at the same time, unseen until the round closes, or in turns."""
    secrets: ClassVar[bool] = False
    """Whether a seat knows what others must not, a hand or an objective; or all lies open."""
    points: ClassVar[bool] = True
    """Whether one plays for points, or just wins."""
    notes: ClassVar[tuple[type[Note], ...]] = ()
    """Everything `story` can tell."""
    facts: ClassVar[tuple[Fact, ...]] = ()
    """What `tally` counts of a finished game."""
    printable: ClassVar[bool] = False
    """Whether it can be printed and played on paper."""
    scene_type: ClassVar[type[Scene]] = Scene
    view_type: ClassVar[type[View]]
    options: ClassVar[tuple[Option, ...]] = ()
    """What `setting` takes, in the order a form shows it."""
    insight: Insight[Board, State] | None = None
    """What a search may know beyond the rules; without it, a search makes do with `judge`."""
    account: Account[Board, State] | None = None
    """What a score is made of; without it, a review tells values and no reasons."""
    asked: ClassVar[tuple[Callable[..., Any], ...]] = ()
    """Kernels that faces ask besides the rules."""
    words: ClassVar[Path | None] = None
    """Where a game from elsewhere has its sentences, such as `en.json`; without them its notation is shown."""
    version: ClassVar[int] = 1
    """Which rules these are: raised by hand when anything is played, drawn, scored or written otherwise than before."""
    earlier: ClassVar[Mapping[int, Game]] = MappingProxyType({})
    """Rules of before by which games begun with them can still be played, by their version."""

    # the rules

    @property
    def versions(self) -> list[int]:
        """The versions of its rules that can be played, ascending."""
        return sorted({*self.earlier, self.version})

    def by(self, version: int) -> Game:
        """The same game by a version of its rules; OtherRules if they are no longer here, or not yet."""
        if version == self.version:
            return self
        if version not in self.earlier:
            raise OtherRules(self.id, version, self.versions)
        return self.earlier[version]

    # the setting

    def setting(self, options: Mapping[str, Any], players: int) -> Setting[Board, Lore]:
        """The options checked, and what a record always writes filled in; BadOptions names every fault."""
        given, faults = completed(self.id, self.options, options)
        try:
            made = self.prepare(given, players)
        except BadOptions as error:
            raise BadOptions([*faults, *error.faults]) from None
        if faults:
            raise BadOptions(faults)
        return made

    def prepare(self, options: dict[str, Any], players: int) -> Setting[Board, Lore]:
        """What never changes in a match with these options; a board that only knows the players, where no more is said.

        What `options` lists has been checked; BadOptions if a map or a city among them is none.
        """
        board = blank(self.board_type)
        board["players"] = players
        return Setting(options, players, board, cast(Lore, None))

    def opening(self, setting: Setting[Board, Lore]) -> State:
        """The opening position."""
        state = blank(self.state_type)
        self.rules.setup(setting.board, state)
        return state

    # notation

    def text(self, setting: Setting[Board, Lore], state: State, seat: int, actions: Actions) -> str:
        """The notation of a move (or, for CHANCE, of a draw) in this position, before it is played."""
        return self.faces.text(setting, state, seat, actions)

    def read(self, setting: Setting[Board, Lore], state: State, seat: int, text: str) -> Actions:
        """The actions a text stands for here, legal or not; UnreadableMove if it is not in the notation."""
        return self.faces.read(setting, state, seat, text)

    def moves(self, setting: Setting[Board, Lore], state: State, seat: int) -> dict[str, Actions]:
        """All legal moves of a seat as text; a move is one action unless the game says otherwise."""
        return {self.text(setting, state, seat, (a,)): (a,) for a in self.actions(setting, state, seat)}

    def finished(self, setting: Setting[Board, Lore], state: State, seat: int, actions: Actions) -> bool:
        """Whether these actions, begun in this position, make a whole move of the notation."""
        return bool(actions)

    def outcomes(self, setting: Setting[Board, Lore], state: State) -> dict[str, tuple[int, int]]:
        """All outcomes of chance as text, with their action and weight."""
        out, weights = np.empty(self.most, np.int64), np.empty(self.most, np.int64)
        n = self.rules.chances(setting.board, state, out, weights)
        pairs = zip(out[:n].tolist(), weights[:n].tolist(), strict=True)
        text = self.text
        return {text(setting, state, CHANCE, (a,)): (a, w) for a, w in pairs}

    # what the kernels say, as Python values

    def actors(self, setting: Setting[Board, Lore], state: State) -> list[int]:
        """The seats that may act now; [CHANCE] for chance, [] when the game is over."""
        return list(seats_of(self.rules.actors(setting.board, state), setting.players))

    def actions(self, setting: Setting[Board, Lore], state: State, seat: int) -> list[int]:
        """The legal actions of a seat."""
        out = np.empty(self.most, np.int64)
        found: list[int] = out[: self.rules.legal(setting.board, state, seat, out)].tolist()
        return found

    def standing(self, setting: Setting[Board, Lore], state: State) -> tuple[list[int], list[int]]:
        """Scores and ranks of all seats as things stand."""
        scores, ranks = np.zeros(16, np.int64), np.zeros(16, np.int64)
        self.rules.scores(setting.board, state, scores, ranks)
        return scores[: setting.players].tolist(), ranks[: setting.players].tolist()

    # what programs that learn see

    def observed(self, setting: Setting[Board, Lore]) -> list[Part]:
        """The parts of its state that matter for what can still happen, whoever looks first; else all of them."""
        from strapontin.core.encoding import everything

        return everything(self)

    # what others count or look back on

    @property
    def passive(self) -> tuple[str, ...]:
        """The keys of the log that tell of a seat what happens to it without its doing."""
        return tuple(key for note in self.notes if note.passive for key in note.sentences())

    def tally(self, setting: Setting[Board, Lore], state: State) -> dict[str, list[Any]]:
        """What there was of every one of `facts` in a finished game, by seat."""
        return {}

    def fitting(self, option: Option) -> list[str] | None:
        """The maps on which a flag changes anything; None where it always does."""
        return None

    def clairvoyant(
        self, setting: Setting[Board, Lore], draws: list[int], width: int
    ) -> tuple[int, list[int], bool] | None:
        """What somebody alone could have scored who knew all draws, by which actions, and whether nothing is better.

        None where there is no telling; `width` is how many lines of play may be looked into at once.
        """
        return None

    # what people see

    def scene(self, setting: Setting[Board, Lore]) -> Scene:
        """What a screen draws once and for all: the map, its geometry, the material."""
        return self.faces.scene(setting)

    def view(self, setting: Setting[Board, Lore], state: State, seat: int | str | None) -> View:
        """What these eyes' screen needs now, from an already concealed state, with what each move would do."""
        header = self.header(setting, state, seat)
        acting = isinstance(seat, int) and seat in header["to_act"]
        moves = partial(self.moves, setting, state, cast(int, seat)) if acting else dict
        seen: View = self.faces.view(setting, state, header, moves)
        return seen

    def story(
        self, setting: Setting[Board, Lore], before: State, actor: int, actions: Actions, after: State
    ) -> Sequence[Note]:
        """The log lines of one step, each addressed to those who may read it."""
        return self.faces.story(setting, before, actor, actions, after)

    @property
    def open_steps(self) -> bool:
        """Whether everybody sees every step as it is written."""
        faces = getattr(self, "faces", None)  # a game may bring methods instead
        return (type(self).witness is Game.witness) and (faces is None or faces.witness is as_written)

    def witness(self, setting: Setting[Board, Lore], before: State, actor: int, text: str, seat: int) -> str:
        """A step's notation as a seat (or SPECTATOR) saw it; a hidden part is written `?`."""
        return self.faces.witness(setting, before, actor, text, seat)

    def draw(
        self, setting: Setting[Board, Lore], view: View, move: str | None = None, names: Sequence[str] = ()
    ) -> str:
        """The position as SVG, seats by their names where given, with a preview of a legal move if one is named."""
        return self.faces.draw(setting, view, move, names)

    def sketch(self, setting: Setting[Board, Lore], view: View) -> str:
        """The position in a few lines of text, for a terminal that has no board for this game; nothing is fine."""
        return self.faces.sketch(setting, view)

    def header(self, setting: Setting[Board, Lore], state: State, seat: int | str | None) -> dict[str, Any]:
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

    def compiled(self, function: Function) -> Function:
        """Generic code, compiled for the records of this game."""
        return specialise(function, Board=self.board_type, State=self.state_type)

    @cached_property
    def playout(self) -> Callable[[Board, State, Ints], int]:
        """Play a state to the end by uniformly random legal actions; return the number of decisions of seats."""
        run, room = self.compiled(playout.playout), playout.room(self.most)
        return lambda board, state, rng: run(self.rules, board, state, rng, room)
