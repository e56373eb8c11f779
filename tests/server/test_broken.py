"""What breaks stays alone: a table nobody can read, a Redis that hangs, a socket that fails."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed

from strapontin.server.clock import DAY, now
from strapontin.server.connection import Connection
from strapontin.server.storage.schema import journal, tables
from strapontin.server.websocket_transport import WIRE
from tests.server import services
from tests.server.client import NEVER, Person, Refused, serving


async def _playing(ana: Person, bo: Person, **more: Any) -> str:
    """A table of two people that waits for both, so that nothing happens there by itself."""
    table: str = (await ana.table(players=2, **more))["table"]["id"]
    await bo.sit(table, 1)
    await ana.ask("POST", f"/tables/{table}/start", {})
    return table


async def _spoil(house: Any, table: str, open_here: bool = False) -> None:
    """Write a journal that no engine can follow: all of it, or (as another process might) the row that comes next."""
    live = house.tables.open[table]
    if open_here:
        row = {"table_id": table, "n": len(live.table.rows) + 1, "kind": "move", "seat": 0, "move": "?"}
        await house.database.changed(insert(journal).values(row | {"eyes": live.table.eyes, "at": now()}))
        live.stale = True
        return
    await house.database.changed(update(journal).where(journal.c.table_id == table).values(kind="move", move="?"))
    house.tables.forget(live)


@pytest.mark.parametrize("open_here", [False, True])
def test_a_table_that_cannot_be_read_is_tidied_up_like_the_others(
    open_here: bool, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            ids = [await _playing(ana, bo) for _ in range(3)]
            await _spoil(house, ids[0], open_here)
            with pytest.raises(Refused) as refused:
                await ana.ask("GET", f"/tables/{ids[0]}")
            assert (refused.value.status, refused.value.kind) == (500, "our-fault")
            monkeypatch.setattr("strapontin.server.cleanup.now", lambda: now() + 91 * DAY)
            assert await house.cleanup.tidy() == 3
            assert await house.cleanup.tidy() == 0
            found = await ana.ask("GET", "/guest/tables?state=abandoned")
            assert {line["id"] for line in found["tables"]} == set(ids)

    asyncio.run(main())


def test_a_table_that_cannot_be_read_is_put_off_and_the_others_are_looked_after(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("strapontin.server.deadlines.LOOK_SECONDS", 0.01)

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            ids = [await _playing(ana, bo) for _ in range(3)]
            await _spoil(house, ids[0])
            looked: asyncio.Queue[str] = asyncio.Queue()
            look_after = house.deadlines.look_after

            async def looking(table_id: str) -> int | None:
                looked.put_nowait(table_id)
                return await look_after(table_id)

            monkeypatch.setattr(house.deadlines, "look_after", looking)
            for i, table in enumerate(ids):
                await _set_due(house, table, i)
            async with asyncio.timeout(NEVER):
                assert {await looked.get() for _ in ids} == set(ids)
                while (due := await _due(house, ids[0])) < now() + 3_000_000:
                    await asyncio.sleep(0.01)
            assert due <= now() + 3_600_000

    asyncio.run(main())


def test_of_many_tables_that_are_due_a_few_are_looked_after_at_a_time_and_all_in_the_end(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("strapontin.server.deadlines.AT_ONCE", 2)
    monkeypatch.setattr("strapontin.server.deadlines.LOOK_SECONDS", NEVER)

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            ids = [await _playing(ana, bo) for _ in range(5)]
            for table in ids:
                await _set_due(house, table, 0)
            under_way, most, seen = 0, 0, []

            async def looking(table_id: str) -> int | None:
                nonlocal under_way, most
                under_way += 1
                most = max(most, under_way)
                await asyncio.sleep(0)
                under_way -= 1
                seen.append(table_id)
                return now() + DAY

            monkeypatch.setattr(house.deadlines, "look_after", looking)
            async with asyncio.timeout(NEVER):
                while await house.deadlines._take_on() or house.deadlines._tending:
                    await asyncio.sleep(0.001)
            assert sorted(seen) == sorted(ids)
            assert most == 2

    asyncio.run(main())


async def _set_due(house: Any, table: str, due: int) -> None:
    await house.database.changed(update(tables).where(tables.c.id == table).values(due=due))


async def _due(house: Any, table: str) -> int:
    return int((await house.database.row(select(tables.c.due).where(tables.c.id == table)))[0])


def test_when_to_look_again_does_not_overwrite_what_a_move_has_just_said(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = await _playing(ana, bo)
            due = await _due(house, table)

            async def looking(table_id: str) -> int | None:
                await _set_due(house, table_id, due + 9)  # somebody moves, here or at another process
                return due + 5

            monkeypatch.setattr(house.deadlines, "look_after", looking)
            await house.deadlines._tend(table, due)
            assert await _due(house, table) == due + 9
            await _set_due(house, table, due)
            monkeypatch.undo()
            await house.deadlines._tend(table, due)
            assert await _due(house, table) > due

    asyncio.run(main())


@pytest.mark.parametrize("open_here", [False, True])
def test_who_sat_at_a_table_that_cannot_be_read_can_be_forgotten(open_here: bool, tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table, other = await _playing(ana, bo), (await ana.table(players=2))["table"]["id"]
            await bo.sit(other, 1)
            await _spoil(house, table, open_here)
            await bo.ask("DELETE", "/guest")
            seats = await house.store.seats_of([table, other])
            for seat in (seats[table][1], seats[other][1]):
                assert (seat.guest, seat.name, seat.token) == (None, None, None)
            assert seats[table][0].name == "Ana"

    asyncio.run(main())


def test_a_redis_that_hangs_delays_no_acknowledgement(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strapontin.server.redis_bus.WAITING", {})  # whoever waits for it waits for ever
    with services.redis_process() as (url, process):

        async def main() -> None:
            async with serving(tmp_path, bus=url) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
                table = await _playing(ana, bo)
                async with ana.socket(table) as a, bo.socket(table) as b:
                    os.kill(process.pid, signal.SIGSTOP)
                    try:
                        for one in (a, b, a, b):
                            await one.until(one.my_turn)
                            assert (await one.do("move", move=one.moves()[0]))["type"] == "ack"
                            await one.do("say", phrase="hello")
                        another = (await ana.table(players=2))["table"]["id"]  # and a table can be opened
                        assert house.tables.open[another]
                    finally:
                        os.kill(process.pid, signal.SIGCONT)
                    await a.play_out(random.Random(1), 1)

        asyncio.run(main())


def test_a_socket_that_fails_is_logged(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            table = (await ana.table(players=2))["table"]["id"]
            async with ana.socket(table) as a:

                def broken(*_: Any) -> None:
                    raise RuntimeError("dictionary changed size during iteration")

                monkeypatch.setattr("strapontin.server.socket._decode", broken)
                await a.send("ping", n=1)
                with pytest.raises(ConnectionClosed):
                    await a.until(lambda: False)

    with caplog.at_level(logging.ERROR, "strapontin.socket"):
        asyncio.run(main())
    assert [record.message for record in caplog.records if record.name == "strapontin.socket"] == ["a socket failed"]


def test_the_last_word_is_waited_for_when_a_reader_is_slow() -> None:
    async def main() -> None:
        sent: list[Any] = []
        writable, last = asyncio.Event(), asyncio.Event()

        async def send(message: Any) -> None:
            await (last if message["type"] == "websocket.close" else writable).wait()
            sent.append(message.get("text", message["type"]))

        async def receive() -> Any:
            return {"type": "websocket.connect"}

        socket = WebSocket({"type": "websocket", "headers": []}, receive, send)
        writable.set()
        await socket.accept()
        socket.scope[WIRE] = SimpleNamespace(say=lambda frame: False)
        one = Connection(socket, None)
        writable.clear()
        one.send("first")
        one.send("second")
        await asyncio.sleep(0)
        one.close(1012, "goodbye")
        writable.set()
        while sent[-1] != "goodbye":
            await asyncio.sleep(0)
        for _ in range(5):  # whoever said it has gone, and only the end of the connection is left
            await asyncio.sleep(0)
        finished = asyncio.create_task(one.finish())
        await asyncio.sleep(0)
        last.set()
        await finished
        assert sent == ["websocket.accept", "first", "second", "goodbye", "websocket.close"]

    asyncio.run(main())
