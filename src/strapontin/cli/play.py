"""`strapontin play`: any game of the collection in the terminal, alone, in turns, or against bots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strapontin.cli import saving
from strapontin.cli.inputs import named as named_file
from strapontin.cli.inputs import options, players, read_record, seed
from strapontin.cli.kernel_mode import prefer_plain, thinks
from strapontin.cli.language import language
from strapontin.cli.new import fewest
from strapontin.core.errors import BadOptions
from strapontin.core.levels import LEVELS, named
from strapontin.core.record import Record
from strapontin.words.bot_names import bot_names

if TYPE_CHECKING:
    from strapontin.cli.opponents import Bot
    from strapontin.cli.screen import Screen
    from strapontin.core.match import Match


def run(args: argparse.Namespace) -> int:
    """Begin a game or take one up again, and play."""
    path, record = _saved(args)
    game = args.game if record is None else record.game
    if game is None:
        raise BadOptions("GAME: none given; name one, such as metrox, or --resume a saved game")
    bots = args.bot if record is None else [one.bot for one in record.players]
    if not any(map(thinks, bots)):
        prefer_plain()
    from strapontin.cli.screen import Screen
    from strapontin.cli.table import play
    from strapontin.core.match import Match

    screen = Screen(language(args.language))
    if record is None:
        match = _begun(args)
    else:
        with named_file(str(path)):
            match = Match.from_record(record)
    play(match, path or saving.fresh(game), screen, _bots(match, screen, args.seed, args.bot if record is None else []))
    return 0


def _saved(args: argparse.Namespace) -> tuple[Path | None, Record | None]:
    """The file to keep the game in, if one is named, and the record to go on with, if one is."""
    keep = Path(args.save) if args.save else None
    if args.resume is None:
        return keep, None
    path = Path(args.resume) if args.resume else saving.latest(args.game)
    record = read_record(str(path))
    if args.game not in (None, record.game):
        raise BadOptions(f"GAME: {path} is a game of {record.game}, not of {args.game}")
    return keep or path, record


def _begun(args: argparse.Namespace) -> Match:
    from strapontin.cli.opponents import bot
    from strapontin.core.match import Match
    from strapontin.core.registry import game as game_of

    seats = game_of(args.game).seats
    least = max(fewest(seats) if args.bot else seats.start, len(args.bot) + 1)
    names = players(args, least)
    if len(args.bot) > len(names):
        raise BadOptions(f"--bot: {len(args.bot)} bots for {len(names)} seats")
    sitting: list[Any] = list(names)
    calls = bot_names(args.bot, language(args.language))
    for i, name in enumerate(args.bot):
        bot(name)  # refused before anybody sits down
        seat = len(names) - len(args.bot) + i
        sitting[seat] = {"name": names[seat] if seat < len(args.name) else calls[i], "bot": name}
    return Match(args.game, sitting, options(args), seed(args.seed), "told" if args.chance == "manual" else "auto")


def _bots(match: Match, screen: Screen, seed: object, asked: list[str]) -> dict[int, Bot]:
    """Who plays the seats of bots; a file must not start programs, so only those asked for may be anybody's."""
    from strapontin.bots import warm
    from strapontin.cli.opponents import bot

    found = {}
    for seat, one in enumerate(match.players):
        if one.bot:
            known = one.bot if one.bot in asked or named(one.bot) else LEVELS[0].name
            if known != one.bot:
                screen.say("play.bot_replaced", player=one.name, bot=one.bot, known=known)
            found[seat] = bot(known, None if seed is None else f"{seed}/{seat}")
    if any(thinks(one.bot) for one in match.players):
        with screen.waiting("play.warming"):  # compiled once, then kept: a minute the first time, seconds after
            warm(match.game.id)
    return found
