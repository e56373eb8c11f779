"""`strapontin admin`: look after a server, which may go on running."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strapontin.cli.language import language
from strapontin.core.errors import StrapontinError
from strapontin.words import say

if TYPE_CHECKING:
    from strapontin.server.administration import Office
    from strapontin.server.settings import Settings

ACTIONS = ("backup", "restore", "tables", "guests", "doctor")
STATES = ("open", "playing", "over", "abandoned", "set-aside")
FLAGS = {"close": "TABLE", "quarantine": "TABLE", "release": "TABLE", "ban": "WHO", "pardon": "WHO"}
"""What is done to one of them, and what each flag takes."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments to the command."""
    speech = language()

    def word(name: str) -> str:
        return say(speech, f"cli.help.{name}")

    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=word("admin_action"))
    parser.add_argument("file", nargs="?", metavar="FILE", help=word("admin_file"))
    parser.add_argument("--state", choices=STATES, metavar="STATE", help=word("admin_state"))
    parser.add_argument("--most", type=int, default=50, metavar="N", help=word("admin_most"))
    helps = {
        "close": word("admin_close"),
        "quarantine": word("admin_quarantine"),
        "release": word("admin_release"),
        "ban": word("admin_ban"),
        "pardon": word("admin_pardon"),
    }
    for name, what in FLAGS.items():
        parser.add_argument(f"--{name}", metavar=what, help=helps[name])
    parser.add_argument("--database", metavar="URL", help=say(speech, "server.flag.database"))
    parser.add_argument("--data", metavar="DIRECTORY", help=say(speech, "server.flag.data"))
    parser.add_argument("--json", action="store_true", help=word("json"))
    parser.add_argument("--language", metavar="LANGUAGE", help=word("language"))


def run(args: argparse.Namespace) -> int:
    """Do it; 1 if the doctor finds something wrong."""
    from strapontin.server.settings import from_environment

    settings = from_environment(os.environ, {"database": args.database, "data": args.data})
    asked = [name for name in FLAGS if getattr(args, name) is not None]
    fitting = {"tables": ("close", "quarantine", "release"), "guests": ("ban", "pardon")}.get(args.action, ())
    if stray := [name for name in asked if name not in fitting]:
        raise StrapontinError(f"--{stray[0]} does not go with `admin {args.action}`")
    if args.action in ("backup", "restore"):
        return _copy(args, settings)
    if args.file is not None:
        raise StrapontinError(f"`admin {args.action}` takes no file")
    if args.action == "doctor":
        return _doctor(args, settings)
    if asked:
        _do(settings, lambda office: _change(office, args, asked))
        print(say(language(args.language), "cli.admin.done"))
        return 0
    return _list(args, settings)


def _do(settings: Settings, work: Callable[[Office], Awaitable[Any]]) -> Any:
    from strapontin.server import administration

    return administration.run(settings, work)


def _copy(args: argparse.Namespace, settings: Settings) -> int:
    import asyncio

    from strapontin.server import administration

    if args.file is None:
        raise StrapontinError(f"`admin {args.action}` takes a file, such as strapontin.gz")
    file, speech = Path(args.file), language(args.language)
    if args.action == "backup":
        counts = _do(settings, lambda office: office.backup(file))
    else:
        counts = asyncio.run(administration.restore(settings, file))
    if args.json:
        _json(counts)
        return 0
    told = {"file": str(file), "tables": counts["tables"], "rows": counts["journal"], "guests": counts["guests"]}
    print(say(speech, "cli.admin.backup" if args.action == "backup" else "cli.admin.restored", **told))
    return 0


async def _change(office: Office, args: argparse.Namespace, asked: list[str]) -> None:
    for name in asked:
        given = getattr(args, name)
        match name:
            case "close":
                await office.close_table(given)
            case "quarantine" | "release":
                await office.set_aside(given, name == "quarantine")
            case "ban":
                await office.ban(given)
            case "pardon":
                await office.pardon(given)


def _list(args: argparse.Namespace, settings: Settings) -> int:
    speech = language(args.language)
    if args.action == "tables":
        found = _do(settings, lambda office: office.tables(args.state, args.most))
        rows = [
            [one.id, one.game, str(one.players), one.state, str(one.rows), _date(one.touched_at)]
            + [say(speech, "cli.admin.aside")] * one.set_aside
            for one in found
        ]
    else:
        found = _do(settings, lambda office: office.guests(args.most))
        rows = [
            [one.id, one.name or "-", str(one.tables), _date(one.seen_at)] + [say(speech, "cli.admin.out")] * one.banned
            for one in found
        ]
    if args.json:
        _json(found)
        return 0
    for row in rows:
        print("  ".join(row))
    if not rows:
        print(say(speech, "cli.admin.none"))
    return 0


def _doctor(args: argparse.Namespace, settings: Settings) -> int:
    speech, seen, ill = language(args.language), [0], []

    def tell(count: int) -> None:
        seen[0] = count
        if sys.stderr.isatty():
            print(say(speech, "cli.admin.examining", n=count), end="\r", file=sys.stderr, flush=True)

    async def examine(office: Office) -> None:
        async for one in office.examine(tell):
            ill.append(one)
            if not args.json:
                print(f"{one.table}  {one.fault}")

    _do(settings, examine)
    if args.json:
        _json({"tables": seen[0], "ill": ill})
    elif ill:
        print(say(speech, "cli.admin.ill", n=seen[0], ill=len(ill)))
    else:
        print(say(speech, "cli.admin.well", n=seen[0]))
    return 1 if ill else 0


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _json(value: Any) -> None:
    import msgspec

    print(msgspec.json.encode(value).decode())
