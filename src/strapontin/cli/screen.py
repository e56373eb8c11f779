"""The terminal as a table: what is shown, what is asked, and the curtain between players."""

from __future__ import annotations

import shlex
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from strapontin.cli.boards import board, tell
from strapontin.cli.columns import latest, wrapped
from strapontin.cli.move_menu import Menu
from strapontin.core.match import Eyes, Match
from strapontin.words import Language, catalogue, figure, say

ANSWER = 6
"""Columns behind a question that are left for what is typed."""


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
        self.console.print(Text(say(self.language, f"cli.{key}", **params), style=style))

    def command(self, words: str) -> None:
        """Show something to type, so that it can be copied whole: a line too long goes on as shells let it."""
        first, blank, last = words.rpartition(" ")
        if blank and len(words) + 2 > self.console.width:
            words = f"{first} \\\n    {last}"
        self.console.print(Text(f"  {words}", style="bold"), soft_wrap=True)

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
        *lines, last = wrapped([Text(prompt)], self.console.width - ANSWER)  # a terminal would break inside words
        for line in lines:
            self.show(line)
        try:
            return input(f"{last.plain.rstrip()} ").strip()
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

    def page(self, match: Match, seat: int, since: int, menu: Menu) -> None:
        """A fresh screen: what has happened since, the table as this seat sees it, and what it may choose."""
        self.clear()
        module, console = board(match.game.id), self.console
        shown = getattr(module, "SHOWN", ())
        news = [tell(note, match, self.language, seat) for note in match.log(seat)[since:] if note.key not in shown]
        if hasattr(module, "compose"):
            self.show(module.compose(match, seat, self.language, news, menu, console.width, console.height))
            return
        table = module.show(match, seat, self.language)
        rows = console.height - 1 - len(console.render_lines(table, pad=False))  # the last row is for the answer
        told = [wrapped([Text(line, style="dim")], console.width) for line in news]
        wanted = sum(map(len, told[-2:]))  # the last two are wanted most
        grid = menu.grid(console.width, max(4, rows - min(wanted, max(2, rows - len(menu.choices)))))
        room = rows - len(console.render_lines(grid, pad=False))
        older = len(told) - latest(told, room)
        heads = [row for entry in told[older:] for row in entry]
        if older and len(heads) < room:  # of the one before these there is room for how it begins
            heads.insert(0, Text(news[older - 1], style="dim", overflow="ellipsis", no_wrap=True))
        self.show(Group(*heads, table))  # in a group, for a text by itself would be wrapped all the same
        self.show(grid)

    def menu(self, menu: Menu) -> None:
        """All moves by number, however many screens they take."""
        self.show(menu.grid(self.console.width, self.console.height - 2))

    def help(self, match: Match, path: Path) -> None:
        """The keys, how this game writes its moves, what its cards or signs mean, and where it is kept."""
        for line in say(self.language, "cli.play.help").split("\n"):
            self.console.print(Text(line))
        key = f"{match.game.id}.notation"
        if key in catalogue(self.language):
            self.console.print(Text(say(self.language, key)))
        module = board(match.game.id)
        for line in module.explain(self.language) if hasattr(module, "explain") else ():
            self.console.print(Text(line))
        self.say("play.saved", style="dim")
        self.command(shlex.quote(str(path)))

    def final(self, match: Match, eyes: Eyes, since: int) -> None:
        """The end: what happened since the last person moved, who scored what, and who has won."""
        module = board(match.game.id)
        for note in match.log(eyes, since):
            self.console.print(Text(tell(note, match, self.language, eyes), style="dim"))
        if hasattr(module, "final"):
            self.show(module.final(match, self.language))
        else:
            table = Table(say(self.language, "cli.player"), say(self.language, "cli.total"), box=None)
            for one, score in zip(match.players, match.scores, strict=True):
                table.add_row(Text(one.name), figure(score))
            self.show(table)
        names = [match.players[seat].name for seat in match.winners]
        if len(match.players) > 1:
            self.say("won", style="bold", n=len(names), players=names)
