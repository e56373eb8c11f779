"""A bot at a table of any server: it takes a free seat by the invitation, and plays there until the game is over."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from pathlib import PurePath
from typing import NamedTuple

from strapontin.bots import allowed, ask, luck, player
from strapontin.bots.outside import Program
from strapontin.bots.seat import Bot
from strapontin.bots.witness import Step, Witness
from strapontin.client.clients import Client
from strapontin.client.requests import Refused
from strapontin.client.tables import FollowedTable
from strapontin.core.errors import StrapontinError, clip
from strapontin.core.levels import named
from strapontin.server.frames import Ack
from strapontin.server.protocol import NAME_LENGTH
from strapontin.server.table_protocol import SeatInfo, TableInfo, TakeSeat

LINK = re.compile(r"(https?://[^/?#\s]+)/t/([0-9a-z]{16})/?(?:#seat=([0-9a-f]{32}))?")

MOVED_ON = frozenset({"illegal-move", "not-to-act", "already-seated", "not-your-seat", "over"})
"""Refusals of what was right when it was thought of: the table has moved on, and is looked at again."""


class Link(NamedTuple):
    """An invitation: the server, the table, and the token of a seat that is ours already."""

    base: str
    table: str
    token: str | None


def link(text: str) -> Link:
    """An invitation as it is passed on, or as a seat's owner keeps it.

    >>> link("http://localhost:8000/t/0123456789abcdef").table
    '0123456789abcdef'
    """
    found = LINK.fullmatch(text)
    if found is None:
        raise StrapontinError(f"{clip(text)} is no invitation; one looks like https://example.org/t/0123456789abcdef")
    return Link(*found.groups())


def badge(name: str) -> str:
    """What a table is shown of a bot's name: no path of this machine, and no command.

    >>> badge("expert@0.5"), badge("mybots.clever:best"), badge("cmd:sh ./bots/mine.sh --fast")
    ('expert@0.5', 'best', 'sh')
    """
    if name.startswith("cmd:"):
        name = PurePath(Program(name[4:]).words[0]).name
    elif named(name) is None:
        name = name.rpartition(":")[2]
    shown = "".join(letter for letter in name if letter.isprintable())[:NAME_LENGTH].strip()
    return shown or "bot"


def sit_down(client: Client, table: str, name: str, bot: str, number: int | None = None) -> int:
    """Take a free seat, this one or the first; from then on the client has its token."""
    while True:
        seats = client.table_info(table).seats
        free = [seat.seat for seat in seats if seat.kind == "empty" and number in (None, seat.seat)]
        if not free:
            raise StrapontinError("no seat is free at this table" if number is None else f"seat {number} is not free")
        try:
            taking = TakeSeat(name=name, bot=bot, nonce=secrets.token_hex(16))
            seated = client.take_seat(table, free[0], taking)
        except Refused as refused:
            if refused.kind != "seat-taken":  # somebody was quicker: look again
                raise
        else:
            client.token = seated.token
            return seated.seat


def play(client: Client, table: str, bot: str, failed: Callable[[str], None]) -> TableInfo:
    """Play the client's seat until the game is over; `failed` is told of every move the bot did not find."""
    chosen, seconds, own = player(bot), allowed(bot), secrets.token_hex(8)
    with client.follow(table) as followed:
        followed.until(lambda: followed.over or followed.view is not None or followed.seat is None)
        witness = None
        while not followed.over:
            mine = _own(followed)
            if mine.away:
                _try(followed, followed.back)
            if mine.resigned or not followed.to_act:
                followed.receive()
                continue
            witness = witness or _witness(followed)
            _move(followed, witness, chosen, seconds, luck(own, followed.version), failed)
        assert followed.table is not None
        return followed.table


def _witness(followed: FollowedTable) -> Witness:
    info = followed.table
    assert info is not None
    return Witness(info.game, info.options, len(info.seats), _own(followed).seat, info.rules)


def _own(followed: FollowedTable) -> SeatInfo:
    if followed.seat is None or followed.table is None:
        raise StrapontinError("this seat is no longer ours")
    return followed.table.seats[followed.seat]


def _move(
    followed: FollowedTable, witness: Witness, bot: Bot, seconds: float, seed: str, failed: Callable[[str], None]
) -> None:
    """Ask the bot for a move, and play it."""
    assert followed.view is not None
    log = [(line.key, line.params) for line in followed.log]
    history: list[Step] = [("*" if actor == "*" else int(actor), text) for actor, text in followed.history]
    answer = ask(bot, witness.question(history, log, followed.view, seconds, seed))
    if answer.fault is not None:
        failed(answer.fault)
    _try(followed, lambda: followed.move(answer.move))


def _try(followed: FollowedTable, do: Callable[[], Ack]) -> None:
    """Do something, and wait until it shows; if the table has moved on meanwhile, until that shows."""
    try:
        version = do().version
    except Refused as refused:
        if refused.kind not in MOVED_ON:
            raise
        followed.receive()
    else:
        followed.until(lambda: followed.over or (followed.version or 0) >= version)
