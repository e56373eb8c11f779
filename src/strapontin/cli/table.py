"""A table in the terminal: who sits where, whose turn it is, second thoughts, and the file that keeps it all."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from strapontin.cli import saving
from strapontin.cli.boards import board, shown
from strapontin.cli.move_menu import Choice, Menu
from strapontin.cli.opponents import Bot
from strapontin.cli.screen import Quit, Screen
from strapontin.core.errors import CannotUndo
from strapontin.core.match import Match, Seat
from strapontin.words import say


def play(match: Match, path: Path, screen: Screen, bots: dict[int, Bot]) -> None:
    """Play until the game is over or the players leave; what was played is kept either way."""
    table = Table(match, path, screen, bots)
    try:
        table.play()
    except (Quit, KeyboardInterrupt):
        screen.show("")
        screen.say("play.left")
        ours = path.parent == saving.place()  # the newest game that is not over: it need not be named
        which = f"{match.game.id} --resume" if ours else f"--resume {shlex.quote(str(path))}"
        screen.command(f"strapontin play {which}")
        return
    screen.final(match, table.people[0] if len(table.people) == 1 else "*", table.told)
    screen.say("play.kept", style="dim")
    screen.command(f"strapontin replay {shlex.quote(str(path))}")


class Table:
    """A match, who sits where, and the file that keeps it."""

    def __init__(self, match: Match, path: Path, screen: Screen, bots: dict[int, Bot]) -> None:
        self.match, self.path, self.screen, self.bots = match, path, screen, bots
        self.people = [seat for seat in range(len(match.players)) if seat not in bots]
        self.seen = dict.fromkeys(self.people, 0)
        """How many lines of the log each person has read."""
        self.told = len(match.moves)
        """How many moves had been made when the last person moved: what came after has not been read by anybody."""
        self.before: int | None = None
        """Who sits before the screen."""

    def play(self) -> None:
        """Go on until the game is over."""
        saving.save(self.match, self.path)
        while not self.match.over:
            acting = self.match.to_act
            robots = [seat for seat in acting if seat in self.bots]
            if "*" in acting:
                self.draw()
            elif robots:
                seat = int(min(robots))
                with self.screen.waiting("play.thinking", player=self.match.players[seat].name):
                    answer = self.bots[seat](self.match, seat)
                if answer.fault is not None:
                    self.screen.say("play.bot_failed", player=self.match.players[seat].name, fault=answer.fault)
                self.match.play(seat, answer.move)
            else:
                # the one before the screen goes on if they may; else the next seat sits down
                seat = self.before if self.before in acting else int(min(acting))
                self.turn(seat)
            saving.save(self.match, self.path)

    def draw(self) -> None:
        """Ask what came from the real pile on the table."""
        outcomes = self.match.legal("*")
        self.screen.say("play.draw", outcomes="  ".join(outcomes))
        while True:
            text = self.screen.ask(say(self.screen.language, "cli.play.drawn"))
            if text == "q":
                raise Quit
            if text in outcomes and self.agreed(text):
                self.match.play("*", text)
                return
            if text and text not in outcomes:
                self.screen.say("play.not_drawn", style="red", text=text[:40], outcomes=", ".join(outcomes))

    def turn(self, seat: int) -> None:
        """One person's move, or what they ask before it."""
        if self.before != seat and len(self.people) > 1 and self.secret(seat):
            answer = self.screen.curtain(self.match.players[seat].name)
            if answer == "u" and self.undo(self.before):  # the last one to move has second thoughts
                return
        self.before = seat
        top = menu = self.offers(seat)
        self.screen.page(self.match, seat, self.seen[seat], menu)
        while True:
            prompt = say(self.screen.language, "cli.play.prompt", player=self.match.players[seat].name)
            text = self.screen.ask(prompt)
            if text == "q":
                raise Quit
            if text == "u":
                if self.undo(seat):
                    return
            elif text in ("?", "help"):
                self.screen.help(self.match, self.path)
            elif text == "all":
                menu = Menu(self.choices(seat, self.match.legal(seat)))
                self.screen.menu(menu)
            elif folded := menu.folded(text.rstrip("!")):
                menu = Menu(self.choices(seat, folded.moves), folded.told)
                self.screen.page(self.match, seat, self.seen[seat], menu)
            elif text and self.chosen(seat, text, menu):
                return
            elif not text:  # back from a list, or the table again after much was said
                menu = top
                self.screen.page(self.match, seat, self.seen[seat], menu)

    def secret(self, seat: int) -> bool:
        """Whether who sits down now and who sat here before may not see the same."""
        return bool(self.match.concealed(seat).tobytes() != self.match.concealed(self.before).tobytes())

    def offers(self, seat: int) -> Menu:
        """What to choose from: moves that are one choice first are one line."""
        module, view = board(self.match.game.id), shown(self.match, seat)
        offered: list[str] = module.offer(view) if hasattr(module, "offer") else self.match.legal(seat)
        groups = module.groups(view, self.screen.language) if hasattr(module, "groups") else []
        folded = {move: Choice(tuple(inner), label) for label, inner in groups for move in inner}
        single = dict(zip(offered, self.choices(seat, offered), strict=True))
        menu = Menu(list(dict.fromkeys(folded.get(move) or single[move] for move in offered)))
        if len(menu.choices) == 1 and menu.choices[0].folded:  # nothing to choose before its second step
            return Menu(self.choices(seat, menu.choices[0].moves), menu.choices[0].told)
        return menu

    def choices(self, seat: int, moves: Sequence[str]) -> list[Choice]:
        """A line of the menu for each of these moves."""
        module, view = board(self.match.game.id), shown(self.match, seat)
        known = {one["move"]: one for one in view["moves"]}
        brief = getattr(module, "brief", lambda *_: None)
        language = self.screen.language
        return [
            Choice((move,), module.describe(known[move], view, language), brief(known[move], view, language))
            for move in moves
        ]

    def chosen(self, seat: int, text: str, menu: Menu) -> bool:
        """Play what was typed, if it is a move and the player stands by it; a `!` behind it skips the question."""
        sure = text.endswith("!") and len(text) > 1
        text = text[:-1] if sure else text
        found = meant(text, menu.firsts, self.match.legal(seat))
        if len(found) != 1:
            key = "play.several" if found else "play.not_legal"
            shown = "  ".join((found or menu.firsts)[:12])
            self.screen.say(key, style="red", text=text[:40], moves=shown)
            return False
        move = found[0]
        if not sure and self.final(seat, move):
            (choice,) = self.choices(seat, [move])
            if not self.agreed(f"{move}  {choice.told}"):
                return False
        self.seen[seat], self.told = len(self.match.log(seat)), len(self.match.moves)
        self.match.play(seat, move)
        return True

    def final(self, seat: int, move: str) -> bool:
        """Whether a move could not be taken back: others act or learn at once."""
        trial = self.match.copy()
        trial.play(seat, move)
        return trial.over or trial.moves[-1][0] != seat or not trial.to_act <= self.match.to_act

    def agreed(self, what: str) -> bool:
        """Ask before what cannot be taken back."""
        answer = self.screen.ask(say(self.screen.language, "cli.play.sure", what=what.strip()))
        if answer == "q":
            raise Quit
        return answer.lower() in ("", "y", "yes", "o", "oui")

    def regret(self) -> str:
        """Why nothing can be taken back."""
        if not any(isinstance(seat, int) for seat, _ in self.match.moves):
            return "play.nothing_to_undo"
        return "play.cannot_undo" if len(self.match.players) > 1 else "play.cannot_undo.solo"

    def undo(self, seat: Seat | None) -> bool:
        """Take back the last move, if this person made it and nobody learned anything since."""
        try:
            if not isinstance(seat, int) or seat in self.bots:
                raise CannotUndo
            self.match.undo(seat)
        except CannotUndo:
            self.screen.say(self.regret(), style="red")
            return False
        self.before = seat
        return True


def meant(text: str, moves: list[str], legal: list[str]) -> list[str]:
    """The moves a text can mean: a number of the menu, a move as it is written, or the beginning of moves.

    >>> meant("2", ["A3", "B1"], ["A1", "A3", "B1"]), meant("a3", [], ["A1", "A3"]), meant("cen", [], ["*centraal"])
    (['B1'], ['A3'], ['*centraal'])
    """
    if text in legal:
        return [text]
    if text.isascii() and text.isdigit():
        return [moves[int(text) - 1]] if len(text) < 5 and 1 <= int(text) <= len(moves) else []
    plain = text.casefold().lstrip("*")
    same = [move for move in legal if move.casefold().lstrip("*") == plain]
    return same or [move for move in legal if plain and move.casefold().lstrip("*").startswith(plain)]
