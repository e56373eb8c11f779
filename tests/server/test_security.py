"""What a stranger may not do."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from string import ascii_uppercase
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from strapontin.server.access import address_of
from strapontin.server.guests import Signer, hashed
from strapontin.server.rate_limits import Limit
from tests.games.metrox.sheets import city, line
from tests.server.client import Person, Refused, Socket, sensible, serving


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
            seed = house.tables.open[table].table.header.seed.hex()
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
            for origin in ("https://evil.example", "http://[", "null"):
                with pytest.raises(InvalidStatus):
                    await connect(url, origin=origin)  # type: ignore[arg-type]
                with pytest.raises(Refused) as refused:
                    await ana.ask("POST", "/guest", {}, origin=origin)
                assert refused.value.kind == "wrong-origin"

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


def test_limits_say_when_to_come_back(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = SimpleNamespace(monotonic=lambda: 1000.0)  # nothing is refilled, however slowly the machine asks
    monkeypatch.setattr("strapontin.server.rate_limits.time", stopped)

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


def test_a_map_of_ones_own_cannot_make_views_large(tmp_path: Any) -> None:
    def map_of(length: int, letters: str) -> dict[str, Any]:
        stations = [f"{i:0{length}}" for i in range(58)]
        return city(*[line(letter, "", 1) | {"stations": stations} for letter in letters])

    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            for length, lines in ((100, 12), (60, 26)):  # ids that are too long; a map that is too large
                with pytest.raises(Refused) as refused:
                    await ana.table(options={"map": map_of(length, ascii_uppercase[:lines])})
                assert (refused.value.status, refused.value.kind) == (400, "bad-options")
                assert len(refused.value.fault["message"]) < 4_000
            widest = map_of(60, ascii_uppercase[:12])
            made = await ana.table(options={"map": widest}, bots={"1": "random"}, start=True)
            answer = await ana.http.get(f"/api/v1/tables/{made['table']['id']}/snapshot")
            assert len(msgspec.json.encode(answer.json()["view"])) < 65_536

    run(main())


@pytest.mark.parametrize("by", ["socket", "request"])
def test_a_rematch_counts_as_a_new_table(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    async def rematch(ana: Person, table: str) -> Any:
        """Ask for another table like one that is over: its id, or the fault."""
        try:
            if by == "request":
                return (await ana.ask("POST", f"/tables/{table}/rematch", {"id": "r"}))["id"]
            async with ana.socket(table) as a:
                answer = await a.do("rematch")
            return answer.get("error") or (await ana.ask("GET", f"/tables/{table}"))["rematch"]
        except Refused as refused:
            return refused.fault

    async def main() -> None:
        async with serving(tmp_path, rate=1, tables_per_guest=2) as (base, _), Person(base) as ana:
            first = (await ana.table(players=2))["table"]["id"]
            await ana.ask("DELETE", f"/tables/{first}")
            second = await rematch(ana, first)
            assert await rematch(ana, first) == second  # asked again it is the same
            await ana.ask("DELETE", f"/tables/{second}")
            fault = await rematch(ana, second)
            assert (fault["kind"], fault["retry_after"] > 0) == ("too-fast", True)
            assert "new tables" in fault["message"]
        async with serving(tmp_path, tables_per_guest=2) as (base, _), Person(base) as ana:
            first = (await ana.table(players=2))["table"]["id"]
            await ana.ask("DELETE", f"/tables/{first}")
            await ana.table(players=2)
            await ana.table(players=2)
            assert (await rematch(ana, first))["kind"] == "too-many-tables"

    monkeypatch.setattr("strapontin.server.seating.TABLES", Limit(2, 1e-6))
    run(main())


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:0:0:5:6:7:8", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("192.0.2.7", "192.0.2.7"),
        ("somewhere", "somewhere"),
    ],
)
def test_limits_count_a_home_by_its_network_however_it_is_written(host: str, address: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []})) == address


def test_numbers_beyond_any_table_are_refused(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            table = (await ana.table(players=2))["table"]["id"]
            for hello in ({"version": 1, "chat": 1 << 63}, {"version": 1 << 63}, {"version": 1, "chat": 10**30}):
                async with ana.socket(table, **hello) as a:
                    assert a.refusals[0]["error"]["kind"] == "bad-field"
            async with ana.socket(table) as a:
                for n in (1 << 63, 10**30):
                    await a.send("ping", n=n)
                await a.until(lambda: len(a.refusals) == 2)
                await a.send("ping", n=(1 << 53) - 1)
                await a.until(lambda: a.frames[-1].get("n") == (1 << 53) - 1)

    run(main())


def test_every_answer_has_the_headers_that_keep_pages_safe(tmp_path: Any) -> None:
    async def main() -> None:
        (tmp_path / "web").mkdir()
        (tmp_path / "web" / "index.html").write_text("<!doctype html>")
        async with serving(tmp_path, web=str(tmp_path / "web")) as (base, _), Person(base) as ana:
            for path in ("/", "/t/0123456789abcdef", "/api/v1/games", "/nothing/here", "/healthz"):
                headers = (await ana.http.get(path)).headers
                policy = headers["content-security-policy"]
                assert "script-src 'self' 'wasm-unsafe-eval';" in policy
                assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
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


def test_whoever_watched_before_the_start_leaves_a_table_without_spectators(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo, Person(base) as eve:
            table = (await ana.table(players=2, seat=None, spectators=False))["table"]["id"]
            await bo.sit(table, 0)
            await eve.ask("GET", f"/tables/{table}/snapshot")  # whoever has the link may sit down, and so look
            async with ana.socket(table) as a, bo.socket(table) as b, eve.socket(table) as e:
                await a.until(lambda: any(frame.get("watching") == 2 for frame in a.frames))
                await ana.ask("POST", f"/tables/{table}/start", {"fill": "random"})
                with pytest.raises(ConnectionClosed) as closed:
                    await e.until(lambda: False)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4403
                assert e.refusals[-1]["error"]["kind"] == "no-spectators"
                assert not any(frame.get("kind") == "start" for frame in e.frames)
                await a.until(lambda: any(frame.get("kind") == "start" for frame in a.frames))  # its owner stays
                await b.until(lambda: b.my_turn() and any(frame.get("watching") == 1 for frame in b.frames))

    run(main())


@pytest.mark.parametrize("game", ["jeudumetro", "correspondances"])
def test_an_event_tells_a_seat_of_hidden_draws_no_more_than_its_snapshot(game: str, tmp_path: Any) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo, Person(base) as cy:
            table = (await ana.table(game))["table"]["id"]
            await bo.sit(table, 1)
            async with ana.socket(table) as first, bo.socket(table) as second, cy.socket(table) as watching:
                await ana.ask("POST", f"/tables/{table}/start", {})
                rng = random.Random(7)
                await first.until(lambda: first.view is not None)
                await second.until(lambda: second.view is not None)
                for _ in range(12):
                    acting = first if first.my_turn() else second
                    ack = await acting.do("move", move=rng.choice(sensible(acting.view)))
                    assert ack["type"] == "ack"
                    for one, who in ((first, ana), (second, bo), (watching, cy)):
                        whole = await who.ask("GET", f"/tables/{table}/snapshot")
                        await one.until(lambda one=one, whole=whole: one.version >= whole["version"])
                        assert one.history == whole["history"]
                assert any("?" in move for _, move in watching.history)

    asyncio.run(test())
