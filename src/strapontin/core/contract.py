"""The kernels of a game: what its rules are to everything that plays it, and what a search may know beyond them.

Each works on two records, the board, which never changes during a match, and the state, which is all that does. A
seat is an int from 0, an action an int below the game's `width`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from strapontin.core.layout import Floats, Ints, Record, Row

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # any game, where none is named

    Board = TypeVar("Board", bound=Record, default=Any)
    State = TypeVar("State", bound=Record, default=Any)
else:
    from typing import TypeVar

    Board = TypeVar("Board", bound=Record)
    State = TypeVar("State", bound=Record)

CHANCE = -1
"""The seat number of chance, in kernels."""

CHANCE_BIT = 1 << 16
"""The bit of chance in what `actors` returns; bit s is seat s, and 0 means that the game is over."""

SPECTATOR = -1
"""The point of view of somebody without a seat, for `conceal` and `imagine`."""


class Rules(NamedTuple, Generic[Board, State]):
    """The kernels every game has."""

    setup: Callable[[Board, State], None]
    """Write the opening position into a blank state."""
    actors: Callable[[Board, State], int]
    """The seats that may act now as a bit mask, or CHANCE_BIT alone, or 0: the game is over."""
    legal: Callable[[Board, State, int, Ints], int]
    """Write the legal actions of a seat that may act, each once; return how many. Beyond them the list, which
    has the game's `most` places, may be written over."""
    chances: Callable[[Board, State, Ints, Ints], int]
    """Write the outcomes chance can have now and their weights (above 0); return how many."""
    apply: Callable[[Board, State, int, int], None]
    """One step, of a seat or of CHANCE; the action must be legal."""
    scores: Callable[[Board, State, Ints, Ints], None]
    """Write each seat's score as things stand, and its rank (1 = would win; ties share)."""
    conceal: Callable[[Board, State, int], None]
    """Wipe what this seat (or SPECTATOR) cannot know: equal knowledge gives equal bytes."""
    imagine: Callable[[Board, State, int, Ints], None]
    """Fill a concealed state with a random truth this seat holds possible."""
    rollout: Callable[[Board, State, Ints], int]
    """Play to the end, quickly and at random, as a search does; return the number of decisions."""
    judge: Callable[[Board, State, int], float]
    """How good a position looks to a seat, higher is better; it may read only what that seat knows."""


class Hints(NamedTuple, Generic[Board, State]):
    """What a search may know of a game beyond its rules.

    These kernels may read whatever the state they are given holds: a search only ever hands them imagined truths.
    """

    rehearse: Callable[[Board, Row[State], int, Ints, Ints], None]
    """Note in a script what the simulations of a seat on one stream of luck share: the second state of the row is the
    truth they begin as, the first may be played on."""
    policy: Callable[[Board, State, int, Ints, Ints], int]
    """What a sensible player would do here, found quickly, by the script where it says so."""
    finish: Callable[[Board, State, int, Ints, Ints], None]
    """Play a simulation of a seat to its end, all seats by the policy: the end of the game, or where the stage
    changes."""
    appeal: Callable[[Board, State, int, Ints, int, Floats], None]
    """Write how promising each of the first n actions of a list looks, as a logit, from what the seat knows."""
    clue: Callable[[Board, State, int], int]
    """What, of all that a seat sees, its next choice depends on most; equal clues share what was learned."""
    belief: Callable[[Board, State, int, Floats], float]
    """How well an imagined truth agrees with the evidence; above 0."""
    stage: Callable[[Board, State], int]
    """A number that changes where a simulation may stop; constant if only the end of the game will do."""
    worth: Callable[[Board, State, int], float]
    """What the end of a simulation is worth to a seat, from 0 to 1."""


class Counts(NamedTuple, Generic[Board, State]):
    """What whoever looks back on a game counts."""

    parts: Callable[[Board, State, int, Floats], None]
    """Write what the end of a simulation holds of each part of a seat's score, NaN where there is none to speak of. As
    `Hints`, it is handed imagined truths only."""
