"""The terminal as a table: what is shown, what is asked, and the curtain between players."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from strapontin.cli.boards import board, tell
from strapontin.core.match import Eyes, Match
from strapontin.words import Language, catalogue, say


class Quit(Exception):
    """The player leaves the table."""


class Screen:
    """One terminal, whoever sits before it."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.console = Console(highlight=False)
        if sys.stdin.isatty():
            import readline  # noqa: F401  (lines can then be edited)

    def say(self, key: str, style: str = "", **params: Any) -> None:
        """Print a sentence of the catalogue."""
        # left to the terminal to wrap, so that a command can be copied whole
        self.console.print(Text(say(self.language, f"cli.{key}", **params), style=style), soft_wrap=True)

    def waiting(self, key: str, **params: Any) -> AbstractContextManager[Any]:
        """Show a sentence of the catalogue for as long as something takes."""
        return self.console.status(say(self.language, f"cli.{key}", **params))

    def show(self, thing: RenderableType) -> None:
        """Print anything Rich can print."""
        self.console.print(thing)

    def clear(self) -> None:
        """Begin a fresh screen, with nothing of the old one to scroll back to."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")
            self.console.clear()

    def ask(self, prompt: str) -> str:
        """One line from whoever sits here; the end of input is a wish to leave."""
        try:
            return input(f"{prompt} ").strip()
        except EOFError:
            self.console.print()
            raise Quit from None

    def curtain(self, name: str) -> str:
        """Hide the table until the next player sits before it; return what was typed instead."""
        self.clear()
        answer = self.ask(say(self.language, "cli.play.curtain", player=name))
        if answer == "q":
            raise Quit
        return answer

    def table(self, match: Match, eyes: Eyes, since: int) -> None:
        """What has happened since, and the table as these eyes see it."""
        module = board(match.game.id)
        shown = getattr(module, "SHOWN", ())
        room = max(2, self.console.height - 22)
        news = [tell(note, match, self.language) for note in match.log(eyes)[since:] if note.key not in shown]
        for line in news[-room:]:
            self.console.print(Text(line, style="dim", overflow="ellipsis", no_wrap=True))
        if module is not None:
            self.show(module.show(match, eyes, self.language))
        else:
            for name, value in match.view(eyes).items():  # a game without a board of its own: its view, plainly
                if name not in ("game", "moves"):
                    self.show(
                        Text(f"{name}: {json.dumps(value, ensure_ascii=False)}", no_wrap=True, overflow="ellipsis")
                    )

    def menu(self, match: Match, seat: int | str, moves: Sequence[str], described: dict[str, str]) -> None:
        """The moves by number, in as many columns as it takes to fit."""
        entries = [_entry(i, move, described.get(move, "")) for i, move in enumerate(moves, 1)]
        room = max(5, self.console.height - 19)
        columns = min(max(1, -(-len(entries) // room)), max(1, self.console.width // 26))
        width = self.console.width // columns - 1
        if columns == 1:
            grid: RenderableType = Group(*entries)
        else:
            grid = Columns(
                [_clipped(one, width) for one in entries], width=width, padding=(0, 1, 0, 0), column_first=True
            )
        self.show(grid)

    def help(self, match: Match, path: Path) -> None:
        """The keys, how this game writes its moves, and where it is kept."""
        for line in say(self.language, "cli.play.help").split("\n"):
            self.console.print(Text(line))
        key = f"{match.game.id}.notation"
        if key in catalogue(self.language):
            self.console.print(Text(say(self.language, key)))
        self.say("play.saved", style="dim", file=shlex.quote(str(path)))

    def final(self, match: Match) -> None:
        """The last table: who scored what, and who has won."""
        module = board(match.game.id)
        if module is not None and hasattr(module, "final"):
            self.show(module.final(match, self.language))
        else:
            table = Table(say(self.language, "cli.player"), say(self.language, "cli.total"), box=None)
            for one, score in zip(match.players, match.scores, strict=True):
                table.add_row(Text(one.name), str(score))
            self.show(table)
        names = [match.players[seat].name for seat in match.winners]
        if len(match.players) > 1:
            self.say("won", style="bold", n=len(names), players=", ".join(names))


def _entry(number: int, move: str, described: str) -> Text:
    return Text.assemble((f"{number:>2} ", "dim"), (move, "bold"), f"  {described}", overflow="ellipsis", no_wrap=True)


def _clipped(entry: Text, width: int) -> Text:
    entry.truncate(width, overflow="ellipsis")
    return entry
