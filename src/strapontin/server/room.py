"""The sockets of a table: each gets the frames made for its own eyes, in order, and never blocks the others."""

from __future__ import annotations

import asyncio
import logging
import types
from collections import deque
from collections.abc import Awaitable, Generator, Iterable
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from strapontin.server import describe, metrics
from strapontin.server.frames import Chat, Event, Notice, Presence, SnapshotFrame, Welcome
from strapontin.server.hall import Hall, Live, now
from strapontin.server.protocol import PROTOCOL, ChatLine
from strapontin.server.table import Eye, bit

log = logging.getLogger("strapontin.room")

MOST_WAITING = 400
"""Frames a slow connection may have waiting before it is asked to reconnect."""

WIRE = "strapontin.wire"
"""Where a connection's scope has the server's own receive and send, without the layers in between."""

RESUME = 200
"""Events that are told again; who missed more gets a snapshot."""

encoder = msgspec.json.Encoder()


class Connection:
    """One socket at a table."""

    __slots__ = (
        "_flushing",
        "_waiting",
        "chat",
        "closing",
        "eye",
        "fresh",
        "guest",
        "muted",
        "socket",
        "speaker",
        "token",
        "wire",
    )

    def __init__(self, socket: WebSocket, guest: str | None) -> None:
        self.socket, self.guest = socket, guest
        self.eye: Eye = None
        self.fresh = -1
        """The version a snapshot has just told, so that it is not told twice."""
        self.chat = 0
        self.muted: set[int | None] = set()
        self.closing = False
        self.speaker = ""
        self.token: str | None = None
        self.wire = socket.scope[WIRE]
        self._waiting: deque[str] = deque()
        self._flushing: asyncio.Task[None] | None = None

    def send(self, frame: str) -> None:
        """Put a frame on its way; a connection that cannot follow is closed, to come back and resume."""
        if self.closing:
            return
        if self._flushing is None:
            self._send_now(frame)
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(frame)
        else:
            self._waiting.clear()
            self.close(1013, encode(Notice(kind="too-slow")))

    def _send_now(self, frame: str) -> None:
        """Nothing waits before it: hand it over at once, and only if the wire is full let a task go on."""
        sending = self.wire[1]({"type": "websocket.send", "text": frame})
        try:
            blocked = sending.send(None)
        except StopIteration:
            metrics.FRAMES_OUT.inc()
        except (RuntimeError, OSError):
            self.closing = True  # it is gone; the reader notices as well
        else:
            self._flushing = asyncio.create_task(self._flush(_going_on(sending, blocked)))

    def close(self, code: int, last: str | None = None) -> None:
        """Say a last word and hang up."""
        if self.closing:
            return
        if last is not None:
            self._waiting.append(last)
        self.closing = True
        previous = self._flushing
        self._flushing = asyncio.create_task(self._end(code, previous))

    async def finish(self) -> None:
        """Wait until the last word is said."""
        if self._flushing is not None:
            await asyncio.shield(self._flushing)

    async def _flush(self, sending: Awaitable[None]) -> None:
        try:
            await sending
            metrics.FRAMES_OUT.inc()
            while self._waiting:
                await self.socket.send_text(self._waiting.popleft())
                metrics.FRAMES_OUT.inc()
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.closing = True
        finally:
            self._flushing = None

    async def _end(self, code: int, previous: asyncio.Task[None] | None) -> None:
        try:
            async with asyncio.timeout(5):
                if previous:
                    await previous
                while self._waiting:
                    await self.socket.send_text(self._waiting.popleft())
                if self.socket.application_state == WebSocketState.CONNECTED:
                    await self.socket.close(code)
        except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            pass


@types.coroutine
def _going_on(sending: Any, blocked: Any) -> Generator[Any, Any, None]:
    """The rest of a coroutine that was begun outside of a task and waits for something."""
    yield blocked
    yield from sending


def encode(frame: Any) -> str:
    """A frame as text."""
    return encoder.encode(frame).decode()


class Room:
    """Tells the sockets of every table what they may know."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        hall.on_rows = self.tell

    def tell(self, live: Live, indices: list[int]) -> None:
        """New rows: an event for each eye that may know of them."""
        table = live.table
        if any(table.rows[i].kind == "seat" for i in indices):
            self._reseat(live)
        for eye in {one.eye for one in live.sockets}:
            seen = [i for i in indices if table.rows[i].eyes & bit(eye)]
            frames = self.events(live, seen, eye)
            self._send(
                live, [one for one in live.sockets if one.eye == eye and one.fresh < table.versions[eye]], frames
            )
        for one in live.sockets:
            one.fresh = -1

    def _reseat(self, live: Live) -> None:
        """Somebody sat down or got up: their connections look with other eyes from now on."""
        for one in list(live.sockets):
            seats = live.table.seats
            if one.token is None:
                eye = describe.seat_of(seats, one.guest)
            else:
                eye = next((i for i, seat in enumerate(seats) if seat.token == one.token), None)
            if eye != one.eye:
                one.eye = eye
                version = live.table.versions[eye]
                one.send(encode(Welcome(protocol=PROTOCOL, seat=eye, version=version, resumed=False, now=now())))
                one.send(encode(describe.snapshot(self.hall, live, eye, one.guest, [], SnapshotFrame)))
                one.fresh = version
        self.presence(live)

    def events(self, live: Live, seen: list[int], eye: Eye) -> list[Event]:
        """The events of these rows, the last one with the view."""
        first = live.table.versions[eye] - len(seen) + 1
        return [
            describe.event(live.table, index, eye, first + i, last=i == len(seen) - 1) for i, index in enumerate(seen)
        ]

    def _send(self, live: Live, connections: Iterable[Connection], frames: list[Event]) -> None:
        shared: list[str] | None = None
        for one in connections:
            if frames and self._concerns_table(live, frames):
                for text in self.personal(live, one, frames):
                    one.send(text)
                continue
            shared = shared or [encode(frame) for frame in frames]
            for text in shared:
                one.send(text)

    def personal(self, live: Live, one: Connection, frames: list[Event]) -> list[str]:
        """Events with the table in the last of them, as this guest may know it."""
        if frames and self._concerns_table(live, frames):
            frames[-1].table = describe.table_info(self.hall, live, one.guest, one.eye)
        return [encode(frame) for frame in frames]

    def _concerns_table(self, live: Live, frames: list[Event]) -> bool:
        return any(frame.over or frame.kind not in ("move", "done", "undo") for frame in frames)

    def presence(self, live: Live) -> None:
        """Tell who is here, if that has changed."""
        here, watching = self.hall.here(live)
        for seat in range(live.table.header.players):
            if seat in here:
                live.gone_since.pop(seat, None)
            else:
                live.gone_since.setdefault(seat, now())
        if (here, watching) != live.shown:
            live.shown = (here, watching)
            text = encode(Presence(here=list(here), watching=watching))
            for one in live.sockets:
                one.send(text)

    def notice(self, live: Live, notice: Notice) -> None:
        """A word from the house to everybody at a table."""
        text = encode(notice)
        for one in live.sockets:
            one.send(text)

    # chat

    async def chat(self, live: Live, line: ChatLine) -> None:
        """Something was said: tell it here and to the other processes."""
        self.hear(live, line)
        if self.hall.bus.shared:
            await self.hall.bus.publish(live.id, b"c" + encoder.encode((self.hall.process, line)))

    def hear(self, live: Live, line: ChatLine) -> None:
        """Tell a chat line to those who listen to its speaker."""
        for one in live.sockets:
            self.hear_one(one, line)

    def hear_one(self, one: Connection, line: ChatLine) -> None:
        """Tell one connection."""
        if line.seat not in one.muted:
            one.send(encode(Chat(**{name: getattr(line, name) for name in line.__struct_fields__})))

    # the other processes

    def receive(self, topic: str, message: bytes) -> None:
        """What came by the bus: a longer journal, who is connected, something said."""
        live = self.hall.open.get(topic)
        if live is None:
            return
        try:
            if message[:1] == b"n":
                self.hall.nudged(live, int(message[1:]))
            elif message[:1] == b"p":
                self.hall.peer(live, message[1:])
                self.presence(live)
            elif message[:1] == b"c":
                process, line = msgspec.json.decode(message[1:], type=tuple[str, ChatLine])
                if process != self.hall.process:
                    self.hear(live, line)
        except (ValueError, msgspec.MsgspecError):
            log.warning("the bus carries something unknown")
