"""What a stranger may not do."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from strapontin.server.guests import Signer, hashed
from tests.server.client import Person, Refused, Socket, serving


def run(work: Any) -> None:
    asyncio.run(work)


def test_a_cookie_is_signed_and_kept_from_scripts(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            answer = await ana.http.post("/api/v1/guest", json={"name": "Ana"})
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
            forged = Signer(b"another key").cookie("0" * 32)
            async with httpx.AsyncClient(base_url=base, cookies={"strapontin_guest": forged}) as eve:
                assert (await eve.get("/api/v1/guest")).status_code == 401

    run(main())


def test_tokens_are_hashed_at_rest_and_open_only_their_seat(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo, Person(base) as eve:
            made = await ana.table(players=2)
            table, token = made["table"]["id"], made["token"]
            other = (await bo.sit(table, 1))["token"]
            kept = {row[0] for row in sqlite3.connect(tmp_path / "tables.sqlite3").execute("SELECT token FROM seats")}
            assert kept == {hashed(token), hashed(other)}
            async with Socket(base.replace("http", "ws"), table, "", {"token": other}) as by_token:
                assert by_token.seat == 1
            with pytest.raises(Refused) as refused:
                await eve.ask("GET", f"/tables/{table}/snapshot", None, authorization="Seat " + "0" * 32)
            assert refused.value.kind == "not-your-seat"
            for text in (str(await eve.ask("GET", f"/tables/{table}/snapshot")), str(await bo.ask("GET", "/guest"))):
                assert token not in text
                assert hashed(token) not in text

    run(main())


def test_the_seed_stays_in_the_database_until_the_end(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table = (await ana.table(players=2, bots={"1": "random"}, start=True))["table"]["id"]
            seed = house.hall.open[table].table.header.seed.hex()
            for path in ("", "/snapshot", "/scene"):
                assert seed not in str(await ana.ask("GET", f"/tables/{table}{path}"))
            for path in ("/record", "/replay", "/verify"):
                with pytest.raises(Refused) as refused:
                    await ana.ask("GET", f"/tables/{table}{path}")
                assert refused.value.kind == "not-over"

    run(main())


def test_pages_of_other_sites_are_refused(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path, origins=("https://friend.example",)) as (base, _), Person(base) as ana:
            table = (await ana.table(players=2))["table"]["id"]
            with pytest.raises(Refused) as refused:
                await ana.ask("POST", "/guest", {}, origin="https://evil.example")
            assert refused.value.kind == "wrong-origin"
            await ana.ask("POST", "/guest", {}, origin="https://friend.example")
            await ana.ask("POST", "/guest", {}, origin=base)
            with pytest.raises(Refused):
                await ana.ask("POST", "/guest", {}, **{"sec-fetch-site": "cross-site"})
            url = f"{base.replace('http', 'ws')}/api/v1/tables/{table}/socket"
            with pytest.raises(InvalidStatus):
                await connect(url, origin="https://evil.example")  # type: ignore[arg-type]

    run(main())


def test_bodies_and_frames_are_capped_and_strict(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:

            async def kind(data: bytes, media: str = "application/json") -> tuple[int, str]:
                answer = await ana.http.post("/api/v1/guest", content=data, headers={"content-type": media})
                return answer.status_code, answer.json()["error"]["kind"]

            assert await kind(b'{"name": "' + b"x" * 70_000 + b'"}') == (413, "too-large")
            assert await kind(b'{"name": "Ana", "admin": true}') == (400, "bad-field")
            assert await kind(b"{") == (400, "bad-json")
            assert await kind(b'{"name":' * 7_000) == (400, "bad-field")
            assert await kind(b"\xff\xfe") == (400, "bad-json")
            assert await kind(b"name=Ana", "application/x-www-form-urlencoded") == (415, "wrong-media-type")
            for name in ("", "   ", "x" * 25, "a\u202eb", "a\nb"):
                with pytest.raises(Refused) as refused:
                    await ana.ask("POST", "/guest", {"name": name})
                assert refused.value.fault["field"] == "$.name"
            table = (await ana.table(players=2))["table"]["id"]
            async with ana.socket(table) as a:
                assert a.wire
                await a.wire.send("x" * 5000)
                await a.until(lambda: bool(a.refusals) and a.refusals[-1]["error"]["kind"] == "too-large")
                await a.wire.send("x" * 100_000)
                with pytest.raises(ConnectionClosed):
                    await a.until(lambda: False)

    run(main())


def test_limits_say_when_to_come_back(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path, rate=0.2, tables_per_guest=2) as (base, _), Person(base) as ana:
            await ana.table(players=2)
            await ana.table(players=2)
            with pytest.raises(Refused) as refused:
                await ana.table(players=2)
            assert refused.value.kind == "too-many-tables"
            assert refused.value.fault["retry_after"] > 0
            answers = [await ana.http.post("/api/v1/guest", json={}) for _ in range(12)]
            assert answers[-1].status_code == 429
            assert int(answers[-1].headers["retry-after"]) >= 1
            table = (await ana.http.get("/api/v1/guest/tables")).json()["tables"][0]["id"]
            async with ana.socket(table) as a:
                for n in range(20):
                    await a.send("ping", n=n)
                await a.until(lambda: bool(a.refusals))
                assert a.refusals[0]["error"]["kind"] == "too-fast"

    run(main())


def test_every_answer_has_the_headers_that_keep_pages_safe(tmp_path: Any) -> None:
    async def main() -> None:
        (tmp_path / "web").mkdir()
        (tmp_path / "web" / "index.html").write_text("<!doctype html>")
        async with serving(tmp_path, web=str(tmp_path / "web")) as (base, _), Person(base) as ana:
            for path in ("/", "/t/0123456789abcdef", "/api/v1/games", "/nothing/here", "/healthz"):
                headers = (await ana.http.get(path)).headers
                policy = headers["content-security-policy"]
                assert "script-src 'self';" in policy
                assert "unsafe" not in policy
                assert headers["referrer-policy"] == "no-referrer"
                assert headers["x-content-type-options"] == "nosniff"
                assert "server" not in headers

    run(main())


def test_a_table_without_spectators_is_not_watched(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base) as eve:
            made = await ana.table(players=2, bots={"1": "random"}, start=True, spectators=False)
            table = made["table"]["id"]
            with pytest.raises(Refused) as refused:
                await eve.ask("GET", f"/tables/{table}/snapshot")
            assert refused.value.kind == "no-spectators"
            async with eve.socket(table) as socket:
                assert socket.refusals[0]["error"]["kind"] == "no-spectators"

    run(main())
