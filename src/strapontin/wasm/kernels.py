"""What a page needs of a game: its rules, what a search knows beyond them, what faces ask, search and review."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from strapontin.bots import greedy, tree, trials
from strapontin.bots.default_insight import account_of, insight_of
from strapontin.core.contract import Counts, Hints, Rules
from strapontin.core.game import Game
from strapontin.core.layout import CONSTANT, Record, Row, item_type

GENERIC = (tree.simulations, greedy.best, trials.trials)
"""What is written for any game, and compiled for each."""

Kinds = dict[str, type[Record]]
"""The records of a game, by the type variables that stand for them."""


class Parameter(NamedTuple):
    """One thing that a kernel takes."""

    name: str
    kind: str
    """`int`, `float`, `record`, `row`, `group` or `kernel`."""
    item: Any = None
    """The NumPy type of a record, or of the items of a row."""
    parts: tuple[Parameter, ...] = ()
    """What a group consists of."""


class Kernel(NamedTuple):
    """A kernel that is called by its name."""

    name: str
    function: Any
    kinds: Kinds
    """For generic code, the records it is compiled for."""
    parameters: tuple[Parameter, ...]
    result: str | None
    bound: tuple[Any, ...] = ()
    """The kernels that generic code takes, in their order; a page does not hand them over."""


def kernels(game: Game) -> list[Kernel]:
    """Everything that is compiled of a game, in a fixed order."""
    rules, hints, counts = game.rules, insight_of(game).hints, account_of(game).counts
    own = {**rules._asdict(), **hints._asdict(), **{plain(one).__name__: one for one in game.asked}}
    kinds: Kinds = {"Board": game.board_type, "State": game.state_type}
    found = [kernel(name, function, kinds)._replace(kinds={}) for name, function in own.items()]  # compiled already
    for function in GENERIC:
        groups: dict[Any, tuple[Any, ...]] = {Rules: rules, Hints: hints, Counts: counts}
        taken = [groups.get(get_origin(hint), ()) for hint in get_type_hints(plain(function)).values()]
        found.append(kernel(plain(function).__name__, function, kinds, tuple(one for some in taken for one in some)))
    return found


def plain(function: Any) -> Callable[..., Any]:
    """The Python a kernel was written as."""
    written: Callable[..., Any] = getattr(function, "py_func", function)
    return written


def kernel(name: str, function: Any, kinds: Kinds | None = None, bound: tuple[Any, ...] = ()) -> Kernel:
    """A kernel, and what its annotations say of it."""
    hints = get_type_hints(plain(function), include_extras=True)
    code, kinds = plain(function).__code__, kinds or {}
    takes = tuple(_parameter(one, hints[one], kinds) for one in code.co_varnames[: code.co_argcount])
    result = {int: "int", float: "float"}.get(hints["return"])
    return Kernel(name, function, kinds, takes, result, bound)


def _parameter(name: str, hint: Any, kinds: Kinds) -> Parameter:
    """What an annotation stands for."""
    if isinstance(hint, TypeVar):
        hint = kinds[hint.__name__]
    origin, inside = get_origin(hint), get_args(hint)
    if hint in (int, float):
        return Parameter(name, hint.__name__)
    if origin is Annotated and CONSTANT in inside:
        return _parameter(name, inside[0], kinds)
    if origin is Row:
        (item,) = inside
        return Parameter(name, "row", item_type(kinds[item.__name__] if isinstance(item, TypeVar) else item))
    if origin is abc.Callable:
        return Parameter(name, "kernel")
    if hasattr(origin or hint, "_fields"):
        hints = get_type_hints(origin or hint, include_extras=True)
        parts = tuple(_parameter(one, hints[one], kinds) for one in (origin or hint)._fields)
        return Parameter(name, "group", parts=parts)
    return Parameter(name, "record", hint.dtype)


def flat(parameters: tuple[Parameter, ...]) -> Iterator[Parameter]:
    """Parameters one after the other, those of a group in its place."""
    for one in parameters:
        if one.kind == "group":
            yield from flat(one.parts)
        else:
            yield one
