"""All checks in their order, and running them over a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from strapontin.conformance import faces, playing, secrets
from strapontin.conformance.variant import Variant


class Check(NamedTuple):
    """One thing that must hold for every variant of a game."""

    title: str
    """What must hold, in words."""
    run: Callable[[Variant], None]
    """Raises whatever is wrong."""
    once: bool
    """Whether it is about the game, not about the variant: one of them is enough."""


class Finding(NamedTuple):
    """What became of a check."""

    check: Check
    variant: Variant
    fault: str | None
    """What is wrong, in one line; nothing where it holds."""


def _checks(functions: Sequence[Callable[[Variant], None]], once: bool = False) -> list[Check]:
    return [Check(one.__name__.replace("_", " "), one, once) for one in functions]


CHECKS = [*_checks(faces.OF_GAMES, once=True), *_checks((*playing.CHECKS, *secrets.CHECKS, *faces.CHECKS))]


def examine(variants: Sequence[Variant]) -> Iterator[Finding]:
    """Run every check over these variants of a game; of each the first fault is told, or that it holds."""
    for check in CHECKS:
        for variant in variants[:1] if check.once else variants:
            found = Finding(check, variant, _fault(check, variant))
            if found.fault:
                break
        yield found


def _fault(check: Check, variant: Variant) -> str | None:
    try:
        check.run(variant)
    except Exception as error:  # whatever a game does wrong is what is to be told
        told = " ".join(str(error).split()) or type(error).__name__
        return told if isinstance(error, AssertionError) else f"{type(error).__name__}: {told}"
    return None
