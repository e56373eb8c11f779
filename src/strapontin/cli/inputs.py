"""What comes from outside: records, options and players, read with care."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from strapontin.cli.kernel_mode import prefer_plain
from strapontin.cli.language import language
from strapontin.core.errors import BadOptions, BadRecord, StrapontinError, broken, clip
from strapontin.core.record import MOST_BYTES, Record, decode
from strapontin.words import say

if TYPE_CHECKING:
    from strapontin.core.match import Match


def contents(path: str) -> bytes:
    """The bytes of a file, or of standard input for `-`; never more than a record may have."""
    if path == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadRecord(f"{name_of(path)}: more than {MOST_BYTES:,} bytes; nothing we read is that large")
    return data


def name_of(path: str) -> str:
    """A file as an error line calls it."""
    return "standard input" if path == "-" else path


def read_record(path: str) -> Record:
    """The record in a file, in form: whether its moves hold is for `read_match`."""
    data = contents(path)
    with named(path):
        return decode(data)


def read_match(path: str) -> Match:
    """The match in a file exactly as far as its record goes, every move checked."""
    record = read_record(path)
    prefer_plain()
    from strapontin.core.draws import seed_bytes
    from strapontin.core.match import Match

    with named(path):
        match = Match.from_record(msgspec.structs.replace(record, seed=None))
    if record.seed is not None:  # told only now, or chance would go on by itself
        match.seed = seed_bytes(record.seed)
    return match


@contextmanager
def named(path: str) -> Iterator[None]:
    """Say in which file something is wrong."""
    try:
        yield
    except BadOptions as error:
        raise BadOptions([f"{name_of(path)}: {fault}" for fault in error.faults]) from None
    except StrapontinError as error:
        raise BadRecord(f"{name_of(path)}: {error}") from None


def options(args: argparse.Namespace) -> dict[str, Any]:
    """The options of a game from `--options FILE.json` and then each `--option k=v`."""
    found: dict[str, Any] = {}
    if args.options:
        try:
            found = msgspec.json.decode(contents(args.options), type=dict[str, Any])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BadOptions(f"{name_of(args.options)}: not a JSON object of options: {broken(error)}") from None
    for given in args.option:
        name, equals, text = given.partition("=")
        if not equals or not name:
            raise BadOptions(f"--option {clip(given)}: expected name=value, such as map=amsterdam")
        found[name] = value(text)
        if isinstance(found[name], str) and name in _inline(args.game) and Path(text).is_file():
            with named(text):
                found[name] = read_json(text)
    return found


def _inline(game: str) -> set[str]:
    """The options of a game in whose place a whole map or city may stand."""
    from strapontin.core.registry import game as game_of

    return {option.name for option in game_of(game).options if option.inline}


def read_json(path: str) -> Any:
    """The JSON in a file."""
    data = contents(path)
    try:
        return msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadOptions(f"not valid JSON: {broken(error)}") from None


def value(text: str) -> Any:
    """The value of an option: JSON where it is JSON, else the text itself.

    >>> value("true"), value("3"), value("amsterdam")
    (True, 3, 'amsterdam')
    """
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return text


def seed(text: str | None) -> int | str | None:
    """A seed: a small integer, or 32 bytes in hex."""
    if text is None or len(text) == 64:
        return text
    try:
        return int(text)
    except ValueError:
        raise BadOptions(f"--seed {clip(text)}: expected a whole number, or 32 bytes in hex (64 digits)") from None


def players(args: argparse.Namespace, fewest: int) -> list[str]:
    """The names at the table: those given, and numbered ones up to `--players`."""
    count = args.players if args.players is not None else max(fewest, len(args.name))
    if not 1 <= count <= 16 or count < len(args.name):
        raise BadOptions(f"--players {count}: expected a number from {max(1, len(args.name))} to 16")
    spoken = language(getattr(args, "language", None))
    return [args.name[i] if i < len(args.name) else say(spoken, "cli.default_name", n=i + 1) for i in range(count)]
