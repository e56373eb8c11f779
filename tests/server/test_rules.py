"""Games by earlier rules than the server's: finished by them, or set aside, and nothing else stops for it."""

from __future__ import annotations

import asyncio
import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select, update

from strapontin.core.registry import game
from strapontin.server import administration
from strapontin.server.settings import Settings
from strapontin.server.storage.schema import journal, tables
from tests.server.client import Person, Refused, Socket, serving
from tests.server.test_administration import ailments, played


@pytest.fixture
def metrox() -> Iterator[Any]:
    """The game, whose rules may be changed for a while."""
    one = game("metrox")
    yield one
    for name in ("version", "earlier"):
        vars(one).pop(name, None)


def older(one: Any) -> Any:
    """The game as it was before its rules became version 2."""
    before = copy.copy(one)
    before.version = 1
    one.version = 2
    return before


async def before(folder: Any) -> tuple[str, str, str]:
    """A game that runs and a table that is open, with the cookie of who owns both."""
    async with serving(folder) as (base, _), Person(base) as ana:
        running = await played(ana)
        waiting = (await ana.table("metrox", 1))["table"]["id"]
        return running, waiting, ana.cookie()


def test_the_journal_of_a_game_names_its_rules(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table = await played(ana)
            assert (await ana.ask("GET", f"/tables/{table}"))["rules"] == 1
            query = select(journal.c.move).where(journal.c.table_id == table, journal.c.kind == "start")
            assert json.loads((await house.database.row(query))[0])["rules"] == 1

    asyncio.run(main())


def test_a_game_by_rules_that_are_gone_is_set_aside_and_nothing_else_stops_for_it(tmp_path: Any, metrox: Any) -> None:
    running, waiting, cookie = asyncio.run(before(tmp_path))
    older(metrox)

    async def after() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            ana.http.headers["cookie"] = cookie
            with pytest.raises(Refused) as refused:
                await ana.ask("GET", f"/tables/{running}/snapshot")
            assert (refused.value.status, refused.value.kind) == (423, "set-aside")
            assert refused.value.fault["rules"] == 1
            socket = Socket(base.replace("http", "ws", 1), running, cookie)
            async with socket:
                assert socket.refusals[-1]["error"]["rules"] == 1
            await ana.ask("POST", f"/tables/{waiting}/start", {})  # what had not begun begins by the present rules
            assert (await ana.ask("GET", f"/tables/{waiting}"))["rules"] == 2
            assert len((await ana.ask("GET", "/guest/tables"))["tables"]) == 2
            await house.database.changed(update(tables).values(due=1, touched_at=1))
            assert [one for one, _ in await house.store.due(2)] == [waiting]
            assert await house.store.stale(("playing",), 2) == [waiting]

    asyncio.run(after())

    async def office(office: administration.Office) -> None:
        ((table, fault),) = await ailments(office)
        assert table == running
        assert fault.startswith("it is set aside: rules: this is a game by version 1 of the rules of metrox")
        assert [one.id for one in await office.tables("set-aside", 10)] == [running]
        assert {one.id: one.set_aside for one in await office.tables(None, 10)} == {running: True, waiting: False}
        await office.close_table(running)

    administration.run(Settings(data=str(tmp_path)), office)


def test_a_game_by_earlier_rules_is_finished_by_them_where_they_can_still_be_played(tmp_path: Any, metrox: Any) -> None:
    running, _, cookie = asyncio.run(before(tmp_path))
    metrox.earlier = {1: older(metrox)}

    async def after() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            ana.http.headers["cookie"] = cookie
            async with Socket(base.replace("http", "ws", 1), running, cookie) as seat:
                await seat.play_out(random.Random(1))
            match = house.tables.open[running].table.match
            assert match is not None
            assert match.game is metrox.earlier[1]
            assert (await ana.ask("GET", f"/tables/{running}/record"))["rules"] == 1
            verdict = await ana.ask("GET", f"/tables/{running}/verify")
            assert (verdict["fair"], verdict["rules"]) == (True, 1)
            assert await ana.ask("GET", f"/tables/{running}/scene")

    asyncio.run(after())


def test_whoever_waits_where_another_process_begins_by_other_rules_is_told(tmp_path: Any, metrox: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table = (await ana.table("metrox", 1))["table"]["id"]
            async with ana.socket(table) as seat:
                begun = {"started_at": 1, "rules": 2, "state": "playing"}
                await house.database.changed(update(tables).where(tables.c.id == table).values(begun))
                await house.orders.read()
                await seat.until(lambda: bool(seat.refusals))
                assert seat.refusals[-1]["error"]["rules"] == 2
            assert table not in house.tables.open

    asyncio.run(main())
