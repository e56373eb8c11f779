"""What a table tells the address its owner named: signed, once, tried again, and in words that call nobody else."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from strapontin.server.rate_limits import Limit
from strapontin.server.storage.database import Unavailable
from strapontin.server.storage.schema import deliveries, webhooks
from strapontin.server.wiring import House
from tests.server.client import Person, Refused, serving
from tests.server.listeners import Heard, Listener, listening
from tests.server.services import postgres, redis
from tests.server.soak import SECRET


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def backend(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    if request.param == "sqlite":
        yield {}
        return
    with postgres() as database, redis() as bus:
        yield {"database": database, "bus": bus, "secret": SECRET}


@asynccontextmanager
async def at_a_table(
    tmp_path: Path, **changes: Any
) -> AsyncIterator[tuple[list[House], Listener, Person, Person, str]]:
    """Ana's table of L'Odyssée with Bo; with a shared database there are two processes, and Bo is at the other."""
    async with AsyncExitStack() as stack:
        more = {"nudge_seconds": 0, "loopback": True} | changes
        made = [await stack.enter_async_context(serving(tmp_path, **more)) for _ in range(2 if "bus" in more else 1)]
        chat = await stack.enter_async_context(listening())
        ana = await stack.enter_async_context(Person(made[0][0], "Ana"))
        bo = await stack.enter_async_context(Person(made[-1][0], "<!channel> @everyone [x](y)"[:24]))
        table = (await ana.table("odyssee", players=2))["table"]["id"]
        await bo.sit(table, 1)
        yield [house for _, house in made], chat, ana, bo, table


def checked(heard: Heard, secret: str) -> Any:
    """What was told, if it was signed."""
    told = dict(part.split("=", 1) for part in heard.headers["strapontin-signature"].split(","))
    mine = hmac.new(secret.encode(), f"{told['t']}.".encode() + heard.body, hashlib.sha256).hexdigest()
    assert mine == told["v1"]
    assert heard.json["event"] == heard.headers["strapontin-event"]
    assert heard.json["delivery"] == heard.headers["strapontin-delivery"]
    return heard.json


def test_a_game_is_told_from_its_start_to_its_result_once(tmp_path: Path, backend: dict[str, str]) -> None:
    async def main() -> None:
        async with at_a_table(tmp_path, **backend) as (houses, chat, ana, _, table):
            set_up = await ana.ask(
                "PUT", f"/tables/{table}/webhook", {"url": f"{chat.base}/hook?a=1", "language": "fr"}
            )
            secret = set_up["secret"]
            hello = await chat.until(1)
            assert (hello.path, checked(hello, secret)["event"]) == ("/hook?a=1", "hello")
            await ana.ask("POST", f"/tables/{table}/start", {})
            await chat.until(3)
            events = {one["event"]: one for one in (checked(heard, secret) for heard in chat.heard)}
            assert set(events) == {"hello", "started", "turn"}
            assert events["started"]["link"] == f"{ana.base}/t/{table}"
            assert events["started"]["seats"][0] == {"name": "Ana", "kind": "guest", "level": None}
            live = await houses[0].tables.find(table)
            seat = live.table.waits[0]
            assert events["turn"]["to_act"] == [live.table.seats[seat].name]
            assert "<!channel>" not in str([one["text"] for one in events.values()])
            assert "@everyone" not in str([one["content"].replace("\\@", "") for one in events.values()])
            assert events["turn"]["allowed_mentions"] == {"parse": []}
            for other in (0, 1):
                await houses[-1].play.resign(await houses[-1].tables.find(table), other, "enough")
            async with asyncio.timeout(300):
                while "over" not in {heard.json["event"] for heard in chat.heard}:
                    await asyncio.sleep(0.02)
            (over,) = [checked(heard, secret) for heard in chat.heard if heard.json["event"] == "over"]
            assert over["result"]["scores"]
            assert over["text"].startswith("L’Odyssée du Père Noël\u202f: la partie est terminée.")
            assert len({heard.json["delivery"] for heard in chat.heard}) == len(chat.heard)
            assert (await ana.ask("GET", f"/tables/{table}/webhook"))["error"] is None

    asyncio.run(main())


def test_what_cannot_be_told_is_tried_again_and_the_owner_sees_why(tmp_path: Path) -> None:
    async def main() -> None:
        async with at_a_table(tmp_path) as ((house,), chat, ana, bo, table):
            chat.answers = [
                "HTTP/1.1 503 Busy",
                "HTTP/1.1 200 OK",
                "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/",
            ]
            await ana.ask("PUT", f"/tables/{table}/webhook", {"url": f"{chat.base}/"})
            first = (await chat.until(1)).json["delivery"]
            while (told := await ana.ask("GET", f"/tables/{table}/webhook"))["error"] != "HTTP 503":
                await asyncio.sleep(0.01)
            assert (told["failures"], told["url"]) == (0, f"{chat.base}/")
            (row,) = await house.database.rows(select(deliveries))
            assert row.attempts == 1
            await house.database.changed(update(deliveries).values(at=1))
            assert (await chat.until(2)).json["delivery"] == first
            while (await ana.ask("GET", f"/tables/{table}/webhook"))["error"] is not None:
                await asyncio.sleep(0.01)
            await ana.ask("PUT", f"/tables/{table}/webhook", {"url": f"{chat.base}/"})
            while (told := await ana.ask("GET", f"/tables/{table}/webhook"))["error"] != "HTTP 302":
                await asyncio.sleep(0.01)
            assert told["failures"] == 1
            assert await house.database.rows(select(deliveries)) == []
            with pytest.raises(Refused, match="not-owner"):
                await bo.ask("GET", f"/tables/{table}/webhook")
            assert (await ana.ask("GET", "/guest/data"))["webhooks"] == [f"{chat.base}/"]
            await ana.ask("DELETE", f"/tables/{table}/webhook")
            assert (await ana.ask("GET", f"/tables/{table}/webhook"))["url"] is None

    asyncio.run(main())


def test_it_is_forgotten_with_its_guest_and_never_leads_into_a_private_network(tmp_path: Path) -> None:
    async def main() -> None:
        async with at_a_table(tmp_path) as ((house,), chat, ana, bo, table):
            for url in (
                "http://hooks.example/",
                "https://169.254.169.254/latest",
                "https://[::ffff:10.0.0.1]/",
                "nonsense",
            ):
                with pytest.raises(Refused) as told:
                    await ana.ask("PUT", f"/tables/{table}/webhook", {"url": url})
                assert (told.value.kind, told.value.fault["field"]) == ("bad-field", "$.url")
            with pytest.raises(Refused, match="not-owner"):
                await bo.ask("PUT", f"/tables/{table}/webhook", {"url": f"{chat.base}/"})
            line = (await ana.ask("POST", "/daily/metrox", {"name": "Ana"}))["table"]["id"]
            with pytest.raises(Refused, match="counted"):
                await ana.ask("PUT", f"/tables/{line}/webhook", {"url": f"{chat.base}/"})
            await ana.ask("PUT", f"/tables/{table}/webhook", {"url": f"{chat.base}/"})
            await chat.until(1)
            await ana.ask("DELETE", "/guest")
            assert await house.database.rows(select(webhooks)) == []

    asyncio.run(main())


def test_a_table_that_is_set_aside_tells_nothing_and_keeps_no_other_waiting(tmp_path: Path) -> None:
    async def main() -> None:
        async with at_a_table(tmp_path, nudge_seconds=3600) as ((house,), chat, ana, _, table):
            other = (await ana.table("metrox", players=1))["table"]["id"]
            for one in (table, other):
                await ana.ask("PUT", f"/tables/{one}/webhook", {"url": f"{chat.base}/{one}"})
            await chat.until(2)
            await ana.ask("POST", f"/tables/{table}/start", {})
            await ana.ask("POST", f"/tables/{other}/start", {})
            await chat.until(4)
            await house.store.set_aside(table, 1)
            house.tables.forget(await house.tables.find(table))
            await house.database.changed(update(webhooks).values(told=0))
            house.webhooks._moved |= {table: None, other: None}
            assert {one.path for one in chat.heard[2:]} == {f"/{table}", f"/{other}"}
            assert (await chat.until(5)).path == f"/{other}"
            await house.database.changed(update(deliveries).values(at=1))
            while await house.database.rows(select(deliveries).where(deliveries.c.table_id == table)):
                await asyncio.sleep(0.01)

    asyncio.run(main())


def test_what_happened_while_the_database_was_silent_is_told_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with at_a_table(tmp_path) as ((house,), chat, ana, _, table):
            await ana.ask("PUT", f"/tables/{table}/webhook", {"url": f"{chat.base}/"})
            await chat.until(1)
            while await house.database.rows(select(deliveries)):
                await asyncio.sleep(0.01)
            real, silent = house.hooks.of, iter([True])

            async def of(tables: Any) -> Any:
                if next(silent, False):
                    raise Unavailable("nobody")
                return await real(tables)

            monkeypatch.setattr(house.webhooks.store, "of", of)
            await ana.ask("POST", f"/tables/{table}/start", {})
            await chat.until(3)
            assert {heard.json["event"] for heard in chat.heard} == {"hello", "started", "turn"}
            assert next(silent, None) is None

    asyncio.run(main())


def test_an_address_names_so_many_webhooks_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strapontin.server.webhook_api.TABLES", Limit(2, 1e-6))

    async def main() -> None:
        async with at_a_table(tmp_path, rate=1) as (_, chat, ana, _, table):
            for _ in range(2):
                await ana.ask("PUT", f"/tables/{table}/webhook", {"url": f"{chat.base}/"})
            with pytest.raises(Refused, match="too-fast"):
                await ana.ask("PUT", f"/tables/{table}/webhook", {"url": f"{chat.base}/"})

    asyncio.run(main())


def test_a_table_does_not_flood_a_chat(tmp_path: Path) -> None:
    async def main() -> None:
        async with at_a_table(tmp_path, nudge_seconds=3600) as ((house,), chat, ana, _, table):
            await ana.ask("PUT", f"/tables/{table}/webhook", {"url": f"{chat.base}/"})
            await chat.until(1)
            await ana.ask("POST", f"/tables/{table}/start", {})
            await chat.until(2)
            live = await house.tables.find(table)
            for _ in range(6):
                match, seat = live.table.match, live.table.waits[0]
                assert match is not None
                await house.play.move(live, seat, match.legal(seat)[0], f"m{live.table.length}")
                await house.webhooks.look()
            (row,) = await house.database.rows(select(deliveries))  # of all turns the last, and it waits
            assert row.event == "turn"
            assert len(chat.heard) == 2

    asyncio.run(main())
