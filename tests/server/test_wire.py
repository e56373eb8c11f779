"""The wire of a socket, byte by byte: frames whole, in pieces, in heaps, and wrong ones."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvloop
from websockets.frames import Frame, Opcode

from strapontin.server import websocket_transport
from strapontin.server.websocket_transport import SocketConnection
from tests.server.client import NEVER, Person, serving

HEAD = (
    "GET /api/v1/tables/{}/socket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Wire:
    """A client that chooses its own bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, *frames: Frame) -> None:
        """All of them at once."""
        self.writer.write(b"".join(one.serialize(mask=True) for one in frames))

    async def read(self) -> tuple[int, bytes]:
        """The kind of the next frame, and what it says."""
        async with asyncio.timeout(NEVER):
            first, size = await self.reader.readexactly(2)
            if size > 125:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            return first & 0x0F, await self.reader.readexactly(size)

    async def told(self, kind: str) -> dict[str, Any]:
        """The next frame of a kind; others are passed over."""
        while True:
            opcode, data = await self.read()
            assert opcode == Opcode.TEXT
            frame: dict[str, Any] = json.loads(data)
            if frame["type"] == kind:
                return frame


@asynccontextmanager
async def wired(tmp_path: Any) -> AsyncIterator[Wire]:
    async with serving(tmp_path) as (base, _), Person(base) as ana:
        table = (await ana.table(players=2))["table"]["id"]
        host, port = base.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(HEAD.format(table).encode())
        assert b"101" in await reader.readuntil(b"\r\n\r\n")
        yield Wire(reader, writer)
        writer.close()


def text(n: int) -> bytes:
    return json.dumps({"type": "ping", "n": n}).encode()


def hello() -> Frame:
    return Frame(Opcode.TEXT, b'{"type": "hello"}')


def test_frames_come_as_the_net_cuts_them(tmp_path: Any) -> None:
    async def main() -> None:
        async with wired(tmp_path) as wire:
            for byte in hello().serialize(mask=True):  # one by one
                wire.writer.write(bytes([byte]))
                await wire.writer.drain()
                await asyncio.sleep(0)
            await wire.told("snapshot")
            wire.send(*(Frame(Opcode.TEXT, text(n)) for n in range(20)))  # all in one
            assert [(await wire.told("pong"))["n"] for _ in range(20)] == list(range(20))
            last = Frame(Opcode.TEXT, text(2)).serialize(mask=True)
            wire.writer.write(Frame(Opcode.BINARY, text(1)).serialize(mask=True) + last[:9])  # one and a half
            assert (await wire.told("pong"))["n"] == 1
            wire.writer.write(last[9:])
            assert (await wire.told("pong"))["n"] == 2
            long = json.dumps({"type": "ping", "n": 3}) + " " * 500  # its length takes two bytes more
            wire.send(Frame(Opcode.TEXT, long.encode()))
            assert (await wire.told("pong"))["n"] == 3

    uvloop.run(main())


def test_a_frame_in_pieces_may_have_a_ping_between_them(tmp_path: Any) -> None:
    async def main() -> None:
        async with wired(tmp_path) as wire:
            wire.send(hello())
            await wire.told("presence")
            wire.send(
                Frame(Opcode.TEXT, text(7)[:5], fin=False),
                Frame(Opcode.PING, b"there?"),
                Frame(Opcode.CONT, text(7)[5:]),
            )
            assert await wire.read() == (Opcode.PONG, b"there?")
            assert (await wire.told("pong"))["n"] == 7

    uvloop.run(main())


def test_a_heap_of_frames_leaves_everybody_else_their_turn(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    heap, turn, taken = 2_000, 0, Counter[int]()
    take = SocketConnection._take

    def counted(one: SocketConnection, *frame: Any) -> bool:
        taken[turn] += 1
        return take(one, *frame)

    async def turns() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    async def main() -> None:
        async with wired(tmp_path) as wire:
            wire.send(hello())
            await wire.told("presence")
            monkeypatch.setattr(SocketConnection, "_take", counted)
            others = asyncio.create_task(turns())
            wire.send(*(Frame(Opcode.TEXT, text(n)) for n in range(heap)))
            assert [(await wire.told("pong"))["n"] for _ in range(heap)] == list(range(heap))
            others.cancel()
        assert sum(taken.values()) >= heap
        assert max(taken.values()) <= 2 * websocket_transport.AT_ONCE

    uvloop.run(main())


ENDLESS = {
    "pings": [Frame(Opcode.PING, b"there?")],
    "answers to nothing": [Frame(Opcode.PONG, b"here")],
    "pieces of nothing": [Frame(Opcode.TEXT, b"{", fin=False), *[Frame(Opcode.CONT, b"", fin=False)] * 100],
}


@pytest.mark.parametrize("what", ENDLESS)
def test_frames_that_say_nothing_come_to_an_end(what: str, tmp_path: Any) -> None:
    async def main() -> None:
        async with wired(tmp_path) as wire:
            wire.send(hello())
            await wire.told("presence")
            wire.send(*ENDLESS[what] * 100)
            while (told := await wire.read())[0] == Opcode.PONG:
                pass
            assert (told[0], int.from_bytes(told[1][:2], "big")) == (Opcode.CLOSE, 1008)

    uvloop.run(main())


WRONG = {
    "no text": (Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True), 1007),
    "no mask": (Frame(Opcode.TEXT, text(1)).serialize(mask=False), 1002),
    "too large": (Frame(Opcode.TEXT, b" " * 20_000).serialize(mask=True), 1009),
    "so much is only announced": (b"\x81\xff" + (1 << 40).to_bytes(8, "big") + bytes(4), 1009),
    "a piece of nothing": (Frame(Opcode.CONT, text(1)).serialize(mask=True), 1002),
    "a new one among pieces": (
        Frame(Opcode.TEXT, b"{", fin=False).serialize(mask=True) + Frame(Opcode.TEXT, text(1)).serialize(mask=True),
        1002,
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_ends_the_connection_with_its_code(what: str, tmp_path: Any) -> None:
    sent, code = WRONG[what]

    async def main() -> None:
        async with wired(tmp_path) as wire:
            wire.send(hello())
            await wire.told("presence")
            wire.writer.write(sent)
            opcode, data = await wire.read()
            assert (opcode, int.from_bytes(data[:2], "big")) == (Opcode.CLOSE, code)

    uvloop.run(main())
