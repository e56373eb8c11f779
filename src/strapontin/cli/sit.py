"""`strapontin sit`: a bot of yours at a table of any server, by the table's invitation."""

from __future__ import annotations

import argparse

from strapontin.cli.kernel_mode import thinks
from strapontin.cli.language import language
from strapontin.core.errors import StrapontinError
from strapontin.words import Language, catalogue, say


def run(args: argparse.Namespace) -> int:
    """Sit down, play until the game is over, and tell how it ended."""
    from strapontin.client import Client, Refused, sitting

    tongue = language(args.language)
    base, table, token = sitting.link(args.url)
    shown = sitting.badge(args.bot)
    with Client(base, token) as client:
        try:
            _prepare(args.bot, client.table_info(table).game, tongue)
            if token is None:
                seat = sitting.sit_down(client, table, args.name or shown, shown, args.seat)
                print(say(tongue, "cli.sit.seated", seat=seat, bot=shown), flush=True)
                print(say(tongue, "cli.sit.again", link=f"{base}/t/{table}#seat={client.token}"), flush=True)
            over = sitting.play(client, table, args.bot, lambda fault: _failed(fault, tongue))
        except Refused as refused:
            raise StrapontinError(_told(refused.kind, refused.fault.message, tongue)) from None
    if over.result is None:
        print(say(tongue, "cli.sit.abandoned"))
        return 0
    winners = [over.seats[seat].name or str(seat) for seat in over.result.winners]
    print(say(tongue, "cli.sit.over", scores=", ".join(map(str, over.result.scores)), winners=", ".join(winners)))
    return 0


def _prepare(bot: str, game: str, tongue: Language) -> None:
    """Have the bot and its game ready before anybody waits for it."""
    from strapontin.bots import player, warm
    from strapontin.core.registry import game as game_of

    player(bot)
    game_of(game)
    if thinks(bot):
        print(say(tongue, "cli.play.warming"), flush=True)
        warm(game)


def _failed(fault: str, tongue: Language) -> None:
    from strapontin.cli import complain

    complain(say(tongue, "cli.sit.failed", fault=fault), asked=tongue)


def _told(kind: str, message: str, tongue: Language) -> str:
    """A refusal in the words people read; the line for developers where there are none."""
    return str(catalogue(tongue).get(f"web.fault.{kind}", message))
