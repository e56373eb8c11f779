"""What can be chosen, by number: moves, and moves that share a first choice folded into one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.text import Text

PLAIN = Console(width=200)
FEW = 6
"""So many choices may take several rows each."""
NARROWEST = 26
"""Columns a move wants at least when several stand beside each other."""


class Choice(NamedTuple):
    """One line of the menu: a move, or several that are told apart in a second step."""

    moves: tuple[str, ...]
    told: str
    """What it does, in a few words."""
    brief: str | None = None
    """The same in a few letters, for a narrow column; nothing where the move itself says it all."""

    @property
    def folded(self) -> bool:
        """Whether there is a second step."""
        return len(self.moves) > 1


class Menu:
    """The choices of one moment."""

    def __init__(self, choices: Sequence[Choice], title: str = "") -> None:
        self.choices, self.title = list(choices), title

    @property
    def firsts(self) -> list[str]:
        """A move for each number."""
        return [one.moves[0] for one in self.choices]

    def folded(self, text: str) -> Choice | None:
        """The choice a number stands for, if it has a second step."""
        if text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= len(self.choices):
            found = self.choices[int(text) - 1]
            return found if found.folded else None
        return None

    def grid(self, width: int, room: int) -> RenderableType:
        """The choices below a board, in as many columns as it takes to fit."""
        heads = [Text(self.title, style="bold", overflow="ellipsis", no_wrap=True)] if self.title else []
        columns = -(-len(self.choices) // max(1, room - len(heads)))
        entries = [_entry(i, one, columns > 1) for i, one in enumerate(self.choices, 1)]
        longest = max(one.cell_len for one in entries)
        columns = max(1, min(columns, max(width // NARROWEST, width // (longest + 2))))
        if columns == 1:
            return Group(*heads, *entries)
        each = width // columns - 1
        for one in entries:
            one.truncate(each, overflow="ellipsis")
        return Group(*heads, Columns(entries, width=each, padding=(0, 1, 0, 0), column_first=True))

    def lines(self, width: int) -> list[Text]:
        """The choices in a narrow column, two beside each other where they are short."""
        entries = [_entry(i, one, False) for i, one in enumerate(self.choices, 1)]
        if any(one.brief is not None for one in self.choices) and any(one.cell_len > width for one in entries):
            entries = [
                Text.assemble((f"{i:>2} ", "dim"), (one.brief or "", "bold") if one.brief is not None else one.told)
                for i, one in enumerate(self.choices, 1)
            ]
        half = width // 2
        if len(entries) > 6 and all(one.cell_len < half for one in entries):
            rows = -(-len(entries) // 2)
            pairs = [entries[i::rows] for i in range(rows)]
            entries = [_beside(pair, half) for pair in pairs]
        title = [Text(self.title, style="bold")] if self.title else []
        if len(entries) <= FEW:  # there is room to say each in full
            return [part for entry in (*title, *entries) for part in entry.wrap(PLAIN, width, no_wrap=False)]
        for entry in (*title, *entries):
            entry.truncate(width, overflow="ellipsis")
        return [*title, *entries]


def _beside(pair: Sequence[Text], half: int) -> Text:
    row = Text()
    for one in pair:
        row.append_text(one)
        row.append(" " * max(0, half - one.cell_len))
    return row


def _entry(number: int, choice: Choice, narrow: bool) -> Text:
    name = "" if choice.folded else f"{choice.moves[0]}  "
    told = choice.brief if narrow and choice.brief is not None else choice.told
    return Text.assemble((f"{number:>2} ", "dim"), (name, "bold"), told, overflow="ellipsis", no_wrap=True)
