"""What a check says when something does not hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Fault = TypeVar("Fault", bound=Exception)


class Broken(AssertionError):
    """Something that must hold for every game does not hold for this one."""


def hold(condition: object, otherwise: str) -> None:
    """Go on if it holds; else say what is wrong."""
    if not condition:
        raise Broken(otherwise)


def refused(kind: type[Fault], act: Callable[..., Any], *given: Any) -> Fault:
    """The error that something wrong must be met with, which is one line."""
    try:
        act(*given)
    except kind as error:
        hold("\n" not in str(error), f"{given!r} is refused in more than one line: {error}")
        return error
    raise Broken(f"{given!r} is not refused")
