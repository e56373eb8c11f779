"""What can be chosen before a match: declared once by a game, checked and completed here for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from strapontin.core.errors import clip


class Option(NamedTuple):
    """One thing that can be chosen before a match: a flag by its default, otherwise one of the values."""

    name: str
    default: Any
    values: tuple[Any, ...] = ()
    inline: bool = False
    """Whether a whole map or city may be given in place of a name."""


def completed(game: str, options: Sequence[Option], given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The options a record writes: those given, and the defaults of others that are not just off; and all faults.

    What is at fault is left out. Of an option that takes whole maps, the game itself says whether it is one.

    >>> tiles = Option("tiles", "standard", ("standard", "expert"))
    >>> completed("correspondances", [tiles, Option("fast", False)], {})
    ({'tiles': 'standard'}, [])
    >>> completed("correspondances", [tiles], {"tiles": "odd"})
    ({'tiles': 'standard'}, ["options: tiles 'odd'; it must be one of standard, expert"])
    >>> completed("correspondances", [tiles], {"tile": "expert"})[1]
    ["options: unknown 'tile'; correspondances has tiles (standard, expert)"]
    """
    has = ", ".join(map(described, options)) or "no options"
    names = {option.name for option in options}
    faults = [f"options: unknown {clip(name)}; {game} has {has}" for name in given if name not in names]
    found = {option.name: option.default for option in options if option.default not in (None, False)}
    for option in options:
        if option.name not in given or given[option.name] is option.default is None:
            continue
        value = given[option.name]
        fault = None if option.inline else _misfit(option, value)
        if fault is None:
            found[option.name] = value
        else:
            faults.append(f"options: {option.name} {clip(value)}; it must be {fault}")
    return found, faults


def described(option: Option) -> str:
    """An option with the values it takes, where they can be listed."""
    return f"{option.name} ({', '.join(map(str, option.values))})" if option.values else option.name


def _misfit(option: Option, value: Any) -> str | None:
    """What a value should have been instead."""
    if isinstance(option.default, bool):
        return None if isinstance(value, bool) else "true or false"
    fits = any(type(value) is type(one) and value == one for one in option.values)
    return None if fits else f"one of {', '.join(map(str, option.values))}"
