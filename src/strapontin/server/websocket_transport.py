"""The wire of a socket at a table: whole frames go straight in and out, whatever else there is takes uvicorn's way.

Nearly all frames are small, whole and plain text or bytes. Such a one is read where it lies and handed to whoever
waits for it, and written with two bytes before it. The handshake, pings, goodbyes, frames in pieces, and everything
that is wrong are left to the protocol of `websockets`, which sees nothing but whole frames from here.
"""

from __future__ import annotations

import asyncio
import struct
import time
from typing import Any

from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import frames as websockets_frames

from strapontin.server.connection_limits import Watched
from strapontin.server.rate_limits import Bucket, Limit

WIRE = "strapontin.wire"
"""Where the scope of a WebSocket has its wire."""

TEXT, BINARY = 0x81, 0x82
"""The first byte of a frame that is whole, and text or bytes."""

MASKED = 0x80
"""The bit of the second byte that every frame of a client has."""

MASK = 4
"""Bytes of a mask."""

AT_ONCE = 32
"""Frames that are taken in before everybody else has a turn: many small ones come in one piece of data."""

ODD = Limit(60, 5)
"""Frames of a connection that are none of the plain ones: a ping now and then, answers to ours, a few pieces."""

POLICY = 1008

apply_mask: Any = vars(websockets_frames)["apply_mask"]  # in C where there is a compiler's work to be had


class Gone(OSError):
    """Nobody is there any more, or the goodbye is said."""


class Mailbox:
    """What has come and waits to be taken, by one at most."""

    __slots__ = ("_items", "_loop", "_waiter")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop  # to look for it each time is a call of the system
        self._items: list[Any] = []  # one or none nearly always, and an empty list is small
        self._waiter: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> bool:
        """Put something in; whether somebody waits for it."""
        self._items.append(item)
        if self._waiter is None:
            return False
        if not self._waiter.done():
            self._waiter.set_result(None)
        self._waiter = None
        return True

    async def get(self) -> Any:
        """Take out what came first."""
        while not self._items:
            self._waiter = self._loop.create_future()
            await self._waiter
        return self._items.pop(0)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._items


class SocketConnection(Watched, WebSocketsSansIOProtocol):
    """A connection that sits at a table."""

    _rest = b""
    """What came in and is still to be looked at: frames that wait their turn, and a part of one."""

    _held = False
    """Whether frames wait their turn, and nothing more is read before."""

    _odd: Bucket | None = None

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.queue: Any = Mailbox(self.loop)

    def handle_connect(self, event: Any) -> None:
        """The table is told by which wire to speak."""
        super().handle_connect(event)
        if not self.transport.is_closing():
            scope: Any = self.scope
            scope[WIRE] = self

    async def send(self, message: Any) -> None:
        """What the layers in between send: the answer to the handshake, and what a slow reader has waited for."""
        await super().send(message)
        if self.handshake_complete:
            self.request = self.response = None  # type: ignore[assignment]

    # what comes in

    def data_received(self, data: bytes) -> None:
        """Whole frames go in one by one, so many at a time; what is not whole yet waits."""
        if self._rest:
            data, self._rest = self._rest + data, b""
        at, size, most = 0, len(data), AT_ONCE
        while self.handshake_complete and at < size:
            start, end = _measured(data, at)
            if end > size and end - start <= self.config.ws_max_size:
                self._rest = data[at:]
                return
            if not most:
                self._rest = data[at:]
                self._hold()
                return
            most -= 1
            if end - start > self.config.ws_max_size or not self._take(data, at, start, end):
                end = min(end, size)
                if self._too_odd():
                    return
                super().data_received(data[at:end])
            at = end
        if at < size:
            super().data_received(data[at:])

    def _hold(self) -> None:
        """Go on with what is left when everybody else has had a turn and all before it was heard."""
        self._held = True
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        if self.queue.empty():
            self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        if self._held and self.queue.empty() and not self.transport.is_closing():
            self._held = self.read_paused = False
            self.transport.resume_reading()
            self.data_received(b"")

    async def receive(self) -> Any:
        """What has come; nothing more is read before all of it was heard."""
        message = await self.queue.get()
        if self._held and self.queue.empty():
            self.loop.call_soon(self._go_on)
        elif self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def _too_odd(self) -> bool:
        """Whether so many frames are none of the plain ones that the connection ends."""
        instant = time.monotonic()
        if self._odd is None:
            self._odd = Bucket(ODD.burst, instant)
        if not self._odd.take(ODD, instant):
            return False
        self.conn.fail(POLICY, "too many frames that say nothing")
        self.handle_parser_exception()
        return True

    def _take(self, data: bytes, at: int, start: int, end: int) -> bool:
        """Hand over the frame that lies here, unless the goodbye is said; false if it is none of the plain ones."""
        first = data[at]
        if (first != TEXT and first != BINARY) or self.frames or not data[at + 1] & MASKED:
            return False
        if self.close_sent:
            return True
        message: Any = apply_mask(data[start:end], data[start - MASK : start])
        if first == TEXT:
            try:
                message = str(message, "utf-8")
            except UnicodeDecodeError:
                return False
        if not self.queue.put_nowait(message) and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    async def hear(self) -> str | bytes:
        """The next frame, whatever it is made of."""
        message: Any = await self.receive()
        if isinstance(message, dict):
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1005))
            text = message.get("text")
            message = bytes(message["bytes"]) if text is None else text
        heard: str | bytes = message
        return heard

    # what goes out

    def say(self, frame: str | bytes) -> bool:
        """Send a frame at once, unless what was sent before is not read: then false. Gone if nobody is there."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise Gone
        if not self.writable.is_set():
            return False
        first, told = (TEXT, frame.encode()) if isinstance(frame, str) else (BINARY, frame)
        size = len(told)
        if size < 126:
            head = bytes((first, size))
        elif size < 1 << 16:
            head = struct.pack("!BBH", first, 126, size)
        else:
            head = struct.pack("!BBQ", first, 127, size)
        self.transport.write(head + told)
        return True

    def hang_up(self) -> None:
        """End it at once, whatever still waits to be sent."""
        self.transport.abort()


def _measured(data: bytes, at: int) -> tuple[int, int]:
    """Where what the frame says begins and ends; beyond all data if that is not to be known yet."""
    size = len(data)
    if at + 2 > size:
        return at, size + 1
    second = data[at + 1]
    length, start = second & 0x7F, at + 2
    if length >= 126:
        start += 2 if length == 126 else 8
        if start > size:
            return at, size + 1
        length = int.from_bytes(data[at + 2 : start], "big")
    start += MASK if second & MASKED else 0
    return start, start + length
