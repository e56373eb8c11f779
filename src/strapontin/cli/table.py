"""A table in the terminal: who sits where, whose turn it is, second thoughts, and the file that keeps it all."""

from __future__ import annotations

import shlex
from pathlib import Path

from strapontin.cli import saving
from strapontin.cli.boards import board
from strapontin.cli.bots import Bot
from strapontin.cli.screen import Quit, Screen
from strapontin.core.errors import CannotUndo
from strapontin.core.match import Match, Seat
from strapontin.words import say


def play(match: Match, path: Path, screen: Screen, bots: dict[int, Bot]) -> None:
    """Play until the game is over or the players leave; what was played is kept either way."""
    try:
        Table(match, path, screen, bots).play()
    except (Quit, KeyboardInterrupt):
        screen.show("")
        screen.say("play.left", file=shlex.quote(str(path)))
        return
    screen.final(match)
    screen.say("play.kept", style="dim", file=shlex.quote(str(path)))


class Table:
    """A match, who sits where, and the file that keeps it."""

    def __init__(self, match: Match, path: Path, screen: Screen, bots: dict[int, Bot]) -> None:
        self.match, self.path, self.screen, self.bots = match, path, screen, bots
        self.people = [seat for seat in range(len(match.players)) if seat not in bots]
        self.seen = dict.fromkeys(self.people, 0)
        """How many lines of the log each person has read."""
        self.before: int | None = None
        """Who sits before the screen."""
        self.open = bool(getattr(board(match.game.id), "OPEN", False))
        """Whether the game has no secrets, so that nothing need be hidden between turns."""

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
        if self.before != seat and len(self.people) > 1 and not self.open:
            answer = self.screen.curtain(self.match.players[seat].name)
            if answer == "u" and self.undo(self.before):  # the last one to move has second thoughts
                return
        self.before = seat
        moves, described = self.offers(seat)
        self.screen.clear()
        self.screen.table(self.match, seat, self.seen[seat])
        self.screen.menu(self.match, seat, moves, described)
        while True:
            prompt = say(self.screen.language, "cli.play.prompt", player=self.match.players[seat].name)
            text = self.screen.ask(prompt)
            if text == "q":
                raise Quit
            if text == "u":
                if self.undo(self.match.moves[-1][0] if self.open else seat):
                    return
            elif text == "?":
                self.screen.help(self.match, self.path)
            elif text == "all":
                moves = self.match.legal(seat)
                self.screen.menu(self.match, seat, moves, described)
            elif text and self.chosen(seat, text, moves, described):
                return

    def offers(self, seat: int) -> tuple[list[str], dict[str, str]]:
        """The moves to put on the menu, and every legal move in words."""
        legal, module = self.match.legal(seat), board(self.match.game.id)
        if module is None:
            return legal, {}
        view = self.match.view(seat) | {"scene": self.match.scene}
        described = {one["move"]: module.describe(one, view, self.screen.language) for one in view["moves"]}
        return (module.offer(view) if hasattr(module, "offer") else legal), described

    def chosen(self, seat: int, text: str, moves: list[str], described: dict[str, str]) -> bool:
        """Play what was typed, if it is a move and the player stands by it; a `!` behind it skips the question."""
        sure = text.endswith("!") and len(text) > 1
        text = text[:-1] if sure else text
        found = meant(text, moves, self.match.legal(seat))
        if len(found) != 1:
            key = "play.several" if found else "play.not_legal"
            shown = "  ".join((found or moves)[:12])
            self.screen.say(key, style="red", text=text[:40], moves=shown)
            return False
        move = found[0]
        if not sure and self.final(seat, move) and not self.agreed(f"{move}  {described.get(move, '')}"):
            return False
        self.seen[seat] = len(self.match.log(seat))
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

    def undo(self, seat: Seat | None) -> bool:
        """Take back the last move, if this person made it and nobody learned anything since."""
        try:
            if not isinstance(seat, int) or seat in self.bots:
                raise CannotUndo
            self.match.undo(seat)
        except CannotUndo:
            self.screen.say("play.cannot_undo", style="red")
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
