"""One socket at a table: frames leave it in order, and a slow one never blocks the others."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from strapontin.server import metrics
from strapontin.server.frames import Notice
from strapontin.server.table import Eye
from strapontin.server.websocket_transport import WIRE, SocketConnection

MOST_WAITING = 400
"""Frames a slow connection may have waiting before it is asked to reconnect."""

BAD_HELLO, UNKNOWN, NOT_ALLOWED, TOO_MANY = 4400, 4404, 4403, 4429
"""Close codes of ours, beside 1012 (restart) and 1013 (too slow)."""

MOST_BYTES = 1_048_576
"""What they may weigh together; a single frame may always wait."""

GOODBYE_SECONDS = 5.0
"""For a last word to be read."""

encoder = msgspec.json.Encoder()


class Connection:
    """One socket at a table."""

    __slots__ = (
        "_flushing",
        "_waiting",
        "acked",
        "closing",
        "eye",
        "fresh",
        "guest",
        "may_have_records",
        "muted",
        "records",
        "socket",
        "speaker",
        "token",
        "weight",
        "wire",
    )

    def __init__(self, socket: WebSocket, guest: str | None, may_have_records: bool = False) -> None:
        self.socket, self.guest, self.may_have_records = socket, guest, may_have_records
        self.eye: Eye = None
        self.fresh = -1
        """The version a snapshot has just told, so that it is not told twice."""
        self.muted: set[int | None] = set()
        self.closing = False
        self.speaker = ""
        self.token: str | None = None
        self.wire: SocketConnection = socket.scope[WIRE]
        self.records = False
        """It has the rules: it is told what it knows as records, and makes its own views."""
        self.acked: str | None = None
        """What the last event acknowledged by itself."""
        self._waiting: list[str | bytes] = []
        self.weight = 0
        """Characters of frames that wait."""
        self._flushing: asyncio.Task[None] | None = None

    def send(self, frame: str | bytes) -> None:
        """Put a frame on its way; a connection that cannot follow is closed, to come back and resume."""
        if self.closing:
            return
        try:
            if self._flushing is None and self.wire.say(frame):
                metrics.FRAMES_OUT.counts[""] += 1
                return
        except OSError:
            self.closing = True  # it is gone; the reader notices as well
            return
        if self._waiting and (len(self._waiting) >= MOST_WAITING or self.weight + len(frame) > MOST_BYTES):
            self._waiting.clear()
            self.weight = 0
            self.close(1013, encode(Notice(kind="too-slow")))
            return
        self._waiting.append(frame)
        self.weight += len(frame)
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())

    def close(self, code: int, last: str | None = None) -> None:
        """Say a last word and hang up."""
        if self.closing:
            return
        if last is not None:
            self._waiting.append(last)
            self.weight += len(last)
        self.closing = True
        previous = self._flushing
        self._flushing = asyncio.create_task(self._end(code, previous))

    async def finish(self) -> None:
        """Wait until the last word is said."""
        if self._flushing is not None:
            await asyncio.shield(self._flushing)

    async def _flush(self) -> None:
        try:
            await self._send_waiting()
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.closing = True
        finally:
            if not self.closing:  # else the goodbye is on its way, and waited for
                self._flushing = None

    async def _send_waiting(self) -> None:
        while self._waiting:
            frame = self._waiting.pop(0)
            self.weight -= len(frame)
            await self.socket.send(_message(frame))
            metrics.FRAMES_OUT.counts[""] += 1

    async def _end(self, code: int, previous: asyncio.Task[None] | None) -> None:
        try:
            async with asyncio.timeout(GOODBYE_SECONDS):
                if previous:
                    await previous
                await self._send_waiting()
                if self.socket.application_state == WebSocketState.CONNECTED:
                    await self.socket.close(code)
        except TimeoutError:
            self.wire.hang_up()  # it does not read: it is not here either
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass


def _message(frame: str | bytes) -> dict[str, Any]:
    return {"type": "websocket.send", "text" if isinstance(frame, str) else "bytes": frame}


def encode(frame: Any) -> str:
    """A frame as text."""
    return encoder.encode(frame).decode()
