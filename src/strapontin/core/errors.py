"""Errors are part of the interface: what was wrong, where, and what would have been right, in one line."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence


class StrapontinError(Exception):
    """Anything a user may have got wrong; its text is one clear line."""


class UnknownGame(StrapontinError):
    """A game that is not in the collection."""


MOST_FAULTS = 20
"""Of options with more faults than this the first are named and the rest counted."""

FAULT_LENGTH = 240
"""Characters of one fault."""

REASONS = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "access is denied",
    errno.EISDIR: "it is a folder",
    errno.ENOSPC: "the disk is full",
}
"""What the system says most, as people would say it."""


class BadOptions(StrapontinError):
    """Options a game cannot be played with; `faults` has one line each, the error itself the first of them."""

    def __init__(self, faults: str | Sequence[str]) -> None:
        lines = [faults] if isinstance(faults, str) else faults
        self.faults = [line if len(line) <= FAULT_LENGTH else line[: FAULT_LENGTH - 3] + "..." for line in lines]
        super().__init__("; ".join(self.told))

    @property
    def told(self) -> list[str]:
        """The lines people are told: whoever writes a map needs the first faults, not thousands of them."""
        more = len(self.faults) - MOST_FAULTS
        return [*self.faults[:MOST_FAULTS], *([f"and {more} more faults"] if more > 0 else [])]


class BadRecord(StrapontinError):
    """A record that cannot be read or does not hold together."""


class OtherRules(BadRecord):
    """A game by a version of the rules that is not played here."""

    def __init__(self, game: str, version: int, known: Sequence[int]) -> None:
        self.version = version
        played = ", ".join(map(str, known))
        super().__init__(f"rules: this is a game by version {version} of the rules of {game}; known here: {played}")


class MoveError(StrapontinError):
    """A move that cannot be played."""

    def __init__(self, text: str, seat: int | str, message: str) -> None:
        self.text, self.seat = text, seat
        super().__init__(message)


class UnreadableMove(MoveError):
    """A move that is not in the notation of the game."""

    def __init__(self, text: str, seat: int | str, expected: str) -> None:
        super().__init__(text, seat, f"cannot read {clip(text)} as a move of {who(seat)}: expected {expected}")


class IllegalMove(MoveError):
    """A move of the notation that the rules do not allow now; `legal` lists those they do."""

    def __init__(self, text: str, seat: int | str, legal: Iterable[str]) -> None:
        self.legal = list(legal)
        super().__init__(text, seat, f"{clip(text)} is not legal for {who(seat)} now; legal: {listing(self.legal)}")


class NotToAct(MoveError):
    """A move of a seat that may not act now; `to_act` has those who may."""

    def __init__(self, text: str, seat: int | str, to_act: Iterable[int | str]) -> None:
        self.to_act = sorted(to_act, key=str)
        waiting = ", ".join(map(who, self.to_act)) if self.to_act else "nobody: the game is over"
        super().__init__(text, seat, f"{who(seat)} may not play {clip(text)} now; to act: {waiting}")


class CannotUndo(StrapontinError):
    """A move that can no longer be taken back."""


def reason(error: OSError) -> str:
    """Why the system refused something."""
    return REASONS.get(error.errno or 0) or error.strerror or str(error)


def broken(error: Exception) -> str:
    """Why a text is not JSON."""
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    told = str(error).removeprefix("JSON is malformed: ").replace("'}'", "a closing brace")
    return "it breaks off" if told == "Input data was truncated" else told


def clip(text: object, width: int = 60) -> str:
    """A value as it may safely stand in an error line: quoted, on one line, not too long."""
    shown = repr(text)
    return shown if len(shown) <= width else shown[: width - 3] + "..."


def listing(items: Sequence[str], most: int = 12) -> str:
    """The first items of a list, and how many more there are."""
    shown = ", ".join(items[:most])
    return shown + (f" and {len(items) - most} more" if len(items) > most else "")


def who(seat: int | str) -> str:
    """A seat, or chance, in words."""
    return "chance" if seat == "*" else f"seat {clip(seat) if isinstance(seat, str) else seat}"
