"""What a connection may keep a server waiting for, or make it keep: heads, half requests, readers that do not read."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket as sockets
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvloop
from websockets.frames import Frame, Opcode

from strapontin.server import connection, connection_limits, websocket_transport
from strapontin.server.connection import Connection
from strapontin.server.connection_limits import Doors
from strapontin.server.live_table import Live
from strapontin.server.metrics import exposition
from strapontin.server.wiring import House
from tests.server.client import NEVER, Person, serving

Run = Callable[[Coroutine[Any, Any, None]], None]


@pytest.fixture(params=[asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    """Both event loops a server may run on: they do not treat connections in the same way."""
    found: Run = request.param
    return found


@pytest.fixture(autouse=True)
def patient_doors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Doors that are often looked at and let nobody go but for what a test is about, however busy the machine."""
    monkeypatch.setattr(connection_limits, "LOOK_SECONDS", 0.02)
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "BLOCKED_SECONDS"):
        monkeypatch.setattr(connection_limits, name, 1000.0)
    monkeypatch.setattr(
        websocket_transport.SocketConnection, "start_keepalive", lambda one: None
    )  # nor for a ping without an answer


async def come_in(base: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = base.removeprefix("http://").split(":")
    return await asyncio.open_connection(host, int(port))


async def answer(reader: asyncio.StreamReader) -> tuple[int, str]:
    """The status and the kind of a last answer; nothing if the connection just ended."""
    async with asyncio.timeout(NEVER):
        text = (await reader.read()).decode()
    if not text:
        return 0, ""
    head, _, body = text.partition("\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["error"]["kind"]


def counted(name: str) -> float:
    lines = [line for line in exposition().decode().splitlines() if line.startswith(name)]
    return sum(float(line.rpartition(" ")[2]) for line in lines)


HEADS = {
    "one endless header": [b"GET / HTTP/1.1\r\nx: ", *([b"y" * 10_000] * 30)],
    "headers without an end": [b"GET / HTTP/1.1\r\n", *([b"x: %s\r\n" % (b"y" * 1000)] * 60)],
    "an endless address": [b"GET /", *([b"y" * 10_000] * 30)],
    "a whole head at once": [b"GET / HTTP/1.1\r\nhost: x\r\n" + b"x: %s\r\n" % (b"y" * 1000) * 60 + b"\r\n"],
}


@pytest.mark.parametrize("what", HEADS)
def test_a_head_that_is_too_large_is_refused_before_it_is_kept(run: Run, tmp_path: Any, what: str) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house):
            before = counted('strapontin_refusals_total{kind="too-large"}')
            reader, writer = await come_in(base)
            with suppress(ConnectionError):  # with more on its way, the end may overtake the answer
                for part in HEADS[what]:
                    writer.write(part)
                    await writer.drain()
                assert await answer(reader) == (431, "too-large")
            assert counted('strapontin_refusals_total{kind="too-large"}') == before + 1
            writer.close()
            async with asyncio.timeout(NEVER):
                while house.doors.inside:
                    await asyncio.sleep(0.01)

    run(main())


def test_requests_far_ahead_of_their_answers_are_refused(run: Run, tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _):
            reader, writer = await come_in(base)
            writer.write(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n" * 1000)
            with suppress(ConnectionError):
                assert await answer(reader) == (429, "too-fast")
            writer.close()

    run(main())


HALVES = {
    "nothing at all": (b"", "head"),
    "half a head": (b"GET /healthz HTTP/1.1\r\nhost: x", "head"),
    "empty lines": (b"\r\n\r\n", "head"),
    "half a body": (
        b"POST /api/v1/guest HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{",
        "body",
    ),
}


@pytest.mark.parametrize("what", HALVES)
def test_half_a_request_is_not_waited_for_long(
    run: Run, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    sent, missing = HALVES[what]
    monkeypatch.setattr(connection_limits, f"{missing.upper()}_SECONDS", 0.2)

    async def main() -> None:
        async with serving(tmp_path) as (base, house):
            before = counted(f'strapontin_cut_off_total{{why="no {missing}"}}')
            reader, writer = await come_in(base)
            writer.write(sent)
            assert await answer(reader) == (408, "too-slow")
            writer.close()
            assert counted(f'strapontin_cut_off_total{{why="no {missing}"}}') == before + 1
            while house.doors.inside:
                await asyncio.sleep(0.01)

    run(main())


@asynccontextmanager
async def unread(base: str, house: House, ana: Person) -> AsyncIterator[tuple[Live, Connection]]:
    """A socket at a table whose owner has stopped reading."""
    table = (await ana.table(players=2))["table"]["id"]
    host, port = base.removeprefix("http://").split(":")
    with sockets.socket() as wire:
        wire.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        wire.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(wire, (host, int(port)))
        head = f"GET /api/v1/tables/{table}/socket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
        key = "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        await loop.sock_sendall(wire, f"{head}{key}cookie: {ana.cookie()}\r\n\r\n".encode())
        assert b"101" in await loop.sock_recv(wire, 100)
        await loop.sock_sendall(wire, Frame(Opcode.TEXT, b'{"type": "hello"}').serialize(mask=True))
        async with asyncio.timeout(NEVER):
            while table not in house.tables.open or not house.tables.open[table].sockets:
                await asyncio.sleep(0.01)
        live = house.tables.open[table]
        assert live.here()[0] == (0,)
        yield live, next(iter(live.sockets))


def test_who_stops_reading_is_no_longer_there(run: Run, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "BLOCKED_SECONDS", 0.2)
    monkeypatch.setattr(connection, "MOST_BYTES", 1 << 40)

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, unread(base, house, ana) as (live, one):
            while one._flushing is None:
                one.send("x" * 500_000)
            async with asyncio.timeout(NEVER):
                while live.sockets:
                    await asyncio.sleep(0.01)
            assert live.here()[0] == ()
            assert 0 in live.gone_since  # so that the rules about who is absent apply
            assert not house.sockets

    run(main())


def test_what_waits_for_a_slow_reader_is_weighed(run: Run, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "GOODBYE_SECONDS", 0.2)

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, unread(base, house, ana) as (live, one):
            most = 0
            for _ in range(300):
                one.send("x" * 100_000)
                most = max(most, sum(map(len, one._waiting)))
            assert most <= connection.MOST_BYTES
            assert one.closing
            async with asyncio.timeout(NEVER):
                while live.sockets:
                    await asyncio.sleep(0.01)

    run(main())


def test_more_connections_than_there_is_room_for_are_turned_away_aloud(
    run: Run, tmp_path: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house):
            house.doors.most = 3
            before = counted("strapontin_turned_away_total")
            inside = [await come_in(base) for _ in range(3)]
            while len(house.doors.inside) < 3:
                await asyncio.sleep(0.01)
            for _ in range(4):
                reader, writer = await come_in(base)
                assert await answer(reader) == (503, "back-in-a-moment")
                writer.close()
            assert counted("strapontin_turned_away_total") == before + 4
            assert [one.getMessage() for one in caplog.records if one.name == "strapontin.connection_limits"] == [
                "too many connections, new ones are turned away"
            ]
            for _, writer in inside:
                writer.close()
            while house.doors.inside:
                await asyncio.sleep(0.01)
            async with Person(base) as ana:
                assert (await ana.http.get("/healthz")).status_code == 200

    with caplog.at_level(logging.WARNING):
        run(main())


def test_there_is_room_for_fewer_connections_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    assert connection_limits.files() <= os.sysconf("SC_OPEN_MAX") or connection_limits.files() == 1 << 20
    monkeypatch.setattr(connection_limits, "files", lambda: 1024)
    assert Doors(20_000).most == 1024 - connection_limits.SPARE_FILES
    assert Doors(500).most == 500
