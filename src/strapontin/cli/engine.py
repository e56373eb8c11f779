"""`strapontin engine`: a match by JSON lines on standard input and output, as docs/engine.md tells it.

One command a line, one answer a line, in order. An answer never carries a traceback, whatever the line was.
"""

from __future__ import annotations

import argparse
import re
import sys
from typing import Any, BinaryIO, Literal

import msgspec

from strapontin.core.errors import IllegalMove, NotToAct, StrapontinError
from strapontin.core.match import Match
from strapontin.core.record import MOST_BYTES, Record
from strapontin.core.registry import games

Eyes = int | Literal["*"] | None


class BadCommand(StrapontinError):
    """A line that is not a command."""


class NoMatch(StrapontinError):
    """A command about a match before there is one."""


class Command(msgspec.Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """A command; its `id`, if it has one, comes back with the answer."""

    id: int | str | None = None


class Games(Command):
    """List the games."""


class New(Command):
    """Begin a match."""

    game: str
    players: int | list[str | dict[str, Any]] = 2
    options: dict[str, Any] = {}
    seed: int | str | None = None
    chance: Literal["auto", "manual"] = "auto"


class Load(Command):
    """Take up a match from its record."""

    record: Record


class Play(Command):
    """Play a move."""

    seat: int | Literal["*"]
    move: str


class Undo(Command):
    """Take back the last move of a seat."""

    seat: int


class Legal(Command):
    """List the legal moves of a seat."""

    seat: int | Literal["*"]


class View(Command):
    """Look at the table: through the eyes of a seat, as a spectator (null), or with all in sight ("*")."""

    seat: Eyes = None


class RecordOf(Command, tag="record"):
    """Ask for the record."""

    reveal: bool = False


class Quit(Command):
    """Leave."""


VERBS = ("games", "new", "load", "play", "undo", "legal", "view", "record", "quit")
COMMAND = Games | New | Load | Play | Undo | Legal | View | RecordOf | Quit


class Named(msgspec.Struct):
    """What is asked of a command that cannot be understood otherwise."""

    id: int | str | None = None


class Engine:
    """At most one match at a time, and the answers to commands about it."""

    def __init__(self) -> None:
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        """The match, if there is one."""
        if self._match is None:
            raise NoMatch("there is no match yet; begin with new or load")
        return self._match

    def answer(self, line: bytes) -> dict[str, Any] | None:
        """The answer to one line; None to end."""
        command: Command | None = None
        try:
            command = _decoded(line)
            if isinstance(command, Quit):
                return None
            told = self._obey(command)
        except StrapontinError as error:
            told = {"error": _fault(error)}
        named = _id(line) if command is None else command.id
        return told if named is None else told | {"id": named}

    def _obey(self, command: Command) -> dict[str, Any]:
        match command:
            case Games():
                return {"games": list(games())}
            case New(game=game, players=players, options=options, seed=seed, chance=chance):
                if isinstance(players, int) and not 1 <= players <= 16:
                    raise BadCommand(f"players: {players}; expected 1 to 16, or a list of names")
                self._match = Match(game, players, options, seed, chance)
            case Load(record=record):
                self._match = Match.from_record(record)
            case Play(seat=seat, move=move):
                self.match.play(seat, move)
            case Undo(seat=seat):
                self.match.undo(seat)
            case Legal(seat=seat):
                return {"legal": self.match.legal(seat)}
            case View(seat=seat):
                return {"view": self.match.view(seat)}
            case RecordOf(reveal=reveal):
                return {"record": self.match.record(reveal)}
        return self._position()

    def _position(self) -> dict[str, Any]:
        match = self.match
        return {
            "moves": len(match.moves),
            "over": match.over,
            "to_act": sorted(match.to_act, key=str),
            "scores": match.scores,
            "winners": match.winners,
        }


def run(args: argparse.Namespace) -> int:
    """Answer line by line until the input ends."""
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Read commands, write answers, each at once."""
    engine = Engine()
    while line := lines.readline(MOST_BYTES + 1):
        if not line.strip():
            continue
        told: dict[str, Any] | None
        if len(line) > MOST_BYTES:
            while line and not line.endswith(b"\n"):  # the rest of a line too long is no command either
                line = lines.readline(MOST_BYTES)
            told = {"error": _fault(BadCommand(f"a line has at most {MOST_BYTES:,} bytes"))}
        else:
            told = engine.answer(line)
        if told is None:
            return
        answers.write(msgspec.json.encode(told) + b"\n")
        answers.flush()


def _id(line: bytes) -> int | str | None:
    """The id of a line that is no command."""
    try:
        return msgspec.json.decode(line, type=Named).id
    except (ValueError, RecursionError):
        return None


def _decoded(line: bytes) -> Command:
    try:
        command: Command = msgspec.json.decode(line, type=COMMAND)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadCommand(f"not a command: {error}; expected one JSON object with do: {', '.join(VERBS)}") from None
    except RecursionError:
        raise BadCommand("not a command: nested too deeply") from None
    return command


def _fault(error: StrapontinError) -> dict[str, Any]:
    """An error as JSON: its kind, its one line, and what would have been right where that is a list."""
    kind = re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()
    told: dict[str, Any] = {"kind": kind, "message": " ".join(str(error).split())}
    if isinstance(error, IllegalMove):
        told["legal"] = error.legal
    if isinstance(error, NotToAct):
        told["to_act"] = error.to_act
    return told
