"""A bot sits down at a table of a server, by its link, and plays there until the game is over."""

from __future__ import annotations

import asyncio
import random
import re
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from strapontin.bots.seat import Seat
from strapontin.cli import main
from strapontin.client import Client, sitting
from strapontin.core.match import Match
from strapontin.core.registry import collection
from strapontin.server.table_protocol import CreateTable, Snapshot, StartTable
from tests.server.client import NEVER, sensible, serving

ASKED: list[Seat] = []
"""Every question the bot of these tests was asked."""

LOOKS: list[Callable[[], Snapshot]] = []
"""How to ask the server what the seat is shown just then."""

SHOWN: list[Snapshot] = []


def wanderer(seat: Seat) -> str:
    """Any sensible move."""
    ASKED.append(seat)
    SHOWN.extend(look() for look in LOOKS)
    return random.Random(seat.seed).choice(sensible(seat.view))


def quitter(seat: Seat) -> str:
    """A bot that is no good."""
    raise ValueError("no idea")


WANDERER = f"{__name__}:wanderer"


@pytest.fixture(autouse=True)
def _nothing_asked_yet() -> None:
    for kept in (ASKED, LOOKS, SHOWN):
        kept.clear()


def set_up(client: Client, game: str, **more: Any) -> str:
    """A table with a free seat for a program, against a bot of the house."""
    asked = {"players": 2, "name": "Ana", "seat": None, "bots": {0: "random"}, "programs": True}
    return client.create_table(CreateTable(game=game, **(asked | more))).table.id


def in_a_thread(tmp_path: Any, visit: Callable[[str], None], **settings: Any) -> None:
    async def test() -> None:
        async with serving(tmp_path, **settings) as (base, _):
            await asyncio.to_thread(visit, base)

    asyncio.run(test())


def failing(fault: str) -> None:
    raise AssertionError(fault)


@pytest.mark.parametrize("game", collection())
def test_a_bot_plays_a_whole_game_and_knows_no_more_than_its_seat_is_shown(game: str, tmp_path: Any) -> None:
    def visit(base: str) -> None:
        with Client(base) as owner, Client(base) as guest:
            table = set_up(owner, game)
            seat = sitting.sit_down(guest, table, "Robby", sitting.badge(WANDERER))
            assert owner.start_table(table, StartTable()).seats[seat].bot == "wanderer"
            LOOKS.append(lambda: guest.snapshot(table))
            over = sitting.play(guest, table, WANDERER, failing)
            assert over.result is not None
            record = owner.record(table)
            assert owner.verdict(table).fair
            assert sum(actor == seat for actor, _ in record.moves) == len(ASKED) > 0
            assert record.players[seat].bot == "wanderer"
            match = Match.from_record(record).at(0)
            asked = iter(ASKED)
            for actor, move in record.moves:
                if actor == seat and not match.game.simultaneous:
                    assert next(asked).state.tobytes() == match.concealed(seat).tobytes()
                match.follow(actor, move)

    in_a_thread(tmp_path, visit)
    for asked, shown in zip(ASKED, SHOWN, strict=True):
        assert shown.view is not None
        told = {"view": shown.view, "legal": [move["move"] for move in shown.view["moves"]], "history": shown.history}
        if shown.view["to_act"] == asked.view["to_act"]:  # else somebody was done in an open round meanwhile
            assert told == {"view": asked.view, "legal": asked.legal, "history": asked.history}
        assert (asked.seat, asked.setting.options) == (shown.seat, shown.table.options)


def test_a_bot_plays_on_through_a_restart_and_never_a_move_twice(tmp_path: Any) -> None:
    thinking, back = threading.Event(), threading.Event()

    def look() -> Snapshot:
        if len(ASKED) == 3:  # the server goes and comes back while the bot thinks
            thinking.set()
            assert back.wait(NEVER)
        return guests[0].snapshot(table)

    async def test() -> None:
        nonlocal table
        async with serving(tmp_path) as (base, _):
            guests.extend((Client(base), Client(base)))
            guest, owner = guests
            table = await asyncio.to_thread(set_up, owner, "odyssee")  # nobody wins that within three moves
            seat = await asyncio.to_thread(sitting.sit_down, guest, table, "Robby", "wanderer")
            await asyncio.to_thread(owner.start_table, table, StartTable())
            playing = asyncio.create_task(asyncio.to_thread(sitting.play, guest, table, WANDERER, failing))
            await asyncio.to_thread(thinking.wait, NEVER)
        async with serving(tmp_path, port=int(base.rpartition(":")[2])) as (_, house):
            back.set()
            assert (await playing).result is not None
            rows = await house.store.rows_after(table, 0)
            mine = [row.key for row in rows if row.kind == "move" and row.seat == seat]
            assert len(mine) == len(set(mine)) == len(ASKED) > 3

    table = ""
    guests: list[Client] = []
    LOOKS.append(look)
    asyncio.run(test())
    for one in guests:
        one.close()


class Relay:
    """A network between a bot and its server, which breaks when told to."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.breaks = False
        self.broken = 0

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes both ways; what the server says next is lost, with the connection, if it is to break."""
        answers, onwards = await asyncio.open_connection("127.0.0.1", self.port)

        async def there() -> None:
            while data := await reader.read(65536):
                onwards.write(data)
            onwards.close()

        sending = asyncio.create_task(there())
        while data := await answers.read(65536):
            if self.breaks:
                self.breaks, self.broken = False, self.broken + 1
                writer.transport.abort()
                break
            writer.write(data)
        writer.close()
        onwards.close()
        sending.cancel()


def test_a_network_that_breaks_after_a_move_is_sent_costs_no_move_and_plays_none_twice(tmp_path: Any) -> None:
    breaks = 4

    def look() -> Snapshot:
        seen = guests[0].snapshot(tables[0])
        relay.breaks = len(ASKED) <= breaks  # the server does the move, and nobody hears that it did
        return seen

    async def test() -> None:
        async with serving(tmp_path) as (base, house):
            relay.port = int(base.rpartition(":")[2])
            network = await asyncio.start_server(relay.carry, "127.0.0.1", 0)
            through = f"http://127.0.0.1:{network.sockets[0].getsockname()[1]}"
            with Client(base) as owner, Client(through) as guest:
                guests.append(guest)
                tables.append(await asyncio.to_thread(set_up, owner, "metrox"))
                seat = await asyncio.to_thread(sitting.sit_down, guest, tables[0], "Robby", "wanderer")
                await asyncio.to_thread(owner.start_table, tables[0], StartTable())
                over = await asyncio.to_thread(sitting.play, guest, tables[0], WANDERER, failing)
                assert over.result is not None
                rows = await house.store.rows_after(tables[0], 0)
                mine = [row.key for row in rows if row.kind == "move" and row.seat == seat]
                assert len(mine) == len(set(mine)) == len(ASKED) > breaks
            network.close()

    relay, guests, tables = Relay(0), list[Client](), list[str]()
    LOOKS.append(look)
    asyncio.run(test())
    assert relay.broken == breaks


def test_the_command_sits_down_plays_and_tells_how_it_ended(tmp_path: Any, capsys: Any) -> None:
    def visit(base: str) -> None:
        with Client(base) as owner:
            table = set_up(owner, "metrox")
            starting = threading.Thread(target=start_when_full, args=(owner, table))
            starting.start()
            assert main(["sit", f"{base}/t/{table}", "--bot", "greedy", "--name", "Robby", "--language", "en"]) == 0
            starting.join()
            told = capsys.readouterr().out
            assert "as a bot: greedy." in told
            assert re.search(r"The game is over. Scores: -?\d+, -?\d+. Won by: ", told)
            (again,) = re.findall(r"http\S+#seat=[0-9a-f]{32}", told)
            assert main(["sit", again, "--bot", "greedy", "--language", "en"]) == 0
            assert "Seated" not in capsys.readouterr().out

    in_a_thread(tmp_path, visit)


def start_when_full(owner: Client, table: str) -> None:
    while any(seat.kind == "empty" for seat in owner.table_info(table).seats):
        time.sleep(0.01)
    owner.start_table(table, StartTable())


def test_a_bot_that_fails_is_replaced_for_that_move(tmp_path: Any) -> None:
    faults: list[str] = []

    def visit(base: str) -> None:
        with Client(base) as guest:
            table = set_up(guest, "metrox", players=1, bots={})
            sitting.sit_down(guest, table, "Robby", "quitter")
            guest.start_table(table, StartTable())
            assert sitting.play(guest, table, f"{__name__}:quitter", faults.append).result is not None

    in_a_thread(tmp_path, visit)
    assert faults
    assert set(faults) == {"crashed: ValueError: no idea"}


def test_what_cannot_be_sat_at_is_said_in_a_line(tmp_path: Any, capsys: Any) -> None:
    def visit(base: str) -> None:
        with Client(base) as owner:
            shy, full = (
                set_up(owner, "metrox", programs=False),
                set_up(owner, "metrox", bots={0: "random", 1: "random"}),
            )
            for link, line in [
                (f"{base}/t/{shy}", "Whoever set up this table wants no programs on its seats."),
                (f"{base}/t/{full}", "no seat is free at this table"),
                (f"{base}/{shy}", "is no invitation"),
                (f"{base}/t/{shy}#seat={'0' * 32}", "seat"),
                ("http://127.0.0.1:1/t/0123456789abcdef", "does not answer"),
            ]:
                assert main(["sit", link, "--bot", "random", "--language", "en"]) == 1
                told = capsys.readouterr().err
                assert told.startswith("strapontin: ")
                assert told.count("\n") == 1
                assert line in told

    in_a_thread(tmp_path, visit)
