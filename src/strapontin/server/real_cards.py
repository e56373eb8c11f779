"""A table with real cards: what waits to be told, by whom, and how it is taken back."""

from __future__ import annotations

from abc import abstractmethod
from typing import NamedTuple

from strapontin.core.match import Match
from strapontin.core.telling import drawable, tellers
from strapontin.server.step_visibility import Eye


class Question(NamedTuple):
    """With real cards: a draw that waits to be told."""

    by: list[int] | None
    """The seats that may tell it; None: any."""


class RealCards:
    """What a table knows of its draws where people tell them."""

    def __init__(self) -> None:
        self.tellers: list[int] = []
        """Who told each draw so far."""
        self._asked: dict[Eye, list[str]] = {}

    @property
    @abstractmethod
    def match(self) -> Match | None:
        """Its match, once it has started."""

    def asked(self) -> Question | None:
        """The draw that waits to be told."""
        match = self.match
        if match is None or not match.told or match.to_act != {"*"}:
            return None
        by = tellers(match)
        return Question(None if by is None else sorted(by))

    def drawable(self, seat: int) -> list[str]:
        """What that draw can be, for all a seat knows; nothing where it is not this seat's to tell."""
        question = self.asked()
        if question is None or self.match is None or (question.by is not None and seat not in question.by):
            return []
        eye = None if question.by is None else seat  # what everybody sees is the same for all
        if eye not in self._asked:
            self._asked[eye] = drawable(self.match, seat)
        return self._asked[eye]

    def undone(self, match: Match, seat: int) -> Match:
        """The match without what this seat did last."""
        if self.untold(match, seat):
            return match.at(len(match.moves) - 1)
        after = match.copy()
        after.undo(seat)
        return after

    def untold(self, match: Match, seat: int) -> bool:
        """With real cards: whether this seat told the last step, or made it and nothing was told since."""
        if not match.told or not match.moves or match.over:
            return False
        if match.moves[-1][0] == "*":
            return bool(self.tellers) and self.tellers[-1] == seat
        return match.moves[-1][0] == seat and match.to_act == {"*"} and not match.game.simultaneous

    def count_tellers(self, kind: str, seat: int | None) -> None:
        """Something was told, or is being taken back: before the match moves on."""
        self._asked = {}
        if kind == "tell" and seat is not None:
            self.tellers.append(seat)
        elif kind == "undo" and self.match is not None and self.match.moves[-1][0] == "*":
            self.tellers.pop()
