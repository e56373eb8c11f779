"""Tables over sockets: one that waits, and one to be awaited. One thread, or one task, has a table at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack

from websockets.asyncio.client import ClientConnection, connect
from websockets.sync.client import ClientConnection as WaitingConnection
from websockets.sync.client import connect as connect_waiting

from strapontin.client.following import LOST, Acting, Behind, Following, fresh
from strapontin.server.frames import Ack, Away, Back, Hint, Move, Mute, Rematch, Resign, Say, ServerFrame, Undo
from strapontin.server.protocol import SUBPROTOCOL, Phrase

Headers = Callable[[], dict[str, str]]
"""What a new connection says of who asks."""


class FollowedTable(Following):
    """A table that is followed, connected again whenever it has to be: `for frame in table`."""

    def __init__(self, url: str, headers: Headers, token: str | None = None) -> None:
        super().__init__(token)
        self.url, self.headers = url, headers
        self._wire: WaitingConnection | None = None
        self._open = ExitStack()

    def __enter__(self) -> FollowedTable:
        self.until(lambda: self.version is not None)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._wire = None
        self._open.close()

    def __iter__(self) -> Iterator[ServerFrame]:
        """Every frame that says something new, without an end; what the table is then, its attributes say."""
        while True:
            yield self.receive()

    def receive(self, seconds: float | None = None) -> ServerFrame:
        """The next frame; TimeoutError if none comes in so many seconds."""
        return self.kept.popleft() if self.kept else self._read(seconds)

    def until(self, done: Callable[[], bool]) -> None:
        """Follow the table until something is so."""
        while not done():
            self._read()

    def move(self, move: str) -> Ack:
        """Play a move, once, whatever happens to the connection meanwhile."""
        return self.do(Move(id=fresh(), move=move))

    def undo(self) -> Ack:
        """Take back the last move."""
        return self.do(Undo(id=fresh()))

    def resign(self) -> Ack:
        """Give up."""
        return self.do(Resign(id=fresh()))

    def away(self) -> Ack:
        """Let a bot play."""
        return self.do(Away(id=fresh()))

    def back(self) -> Ack:
        """Play oneself again."""
        return self.do(Back(id=fresh()))

    def hint(self) -> Ack:
        """Have it noted that one is going to have a hint."""
        return self.do(Hint(id=fresh()))

    def rematch(self) -> Ack:
        """Ask for another game; `table.rematch` then says where."""
        return self.do(Rematch(id=fresh()))

    def say(self, text: str | None = None, phrase: Phrase | None = None) -> Ack:
        """Say something: a text or a phrase."""
        return self.do(Say(id=fresh(), text=text, phrase=phrase))

    def mute(self, seat: int | None, muted: bool = True) -> None:
        """Hear no more of a seat, or of the spectators."""
        self._send(self.note(Mute(seat=seat, muted=muted)))

    def do(self, frame: Acting) -> Ack:
        """Send something and wait until it is acknowledged; Refused says why it was not done."""
        self._send(self.note(frame))
        while True:
            got = self._read()
            answer = self.answer(got, frame.id)
            if isinstance(answer, Ack):
                return answer
            if answer is None:
                self.kept.append(got)
                continue
            time.sleep(answer)
            self._send(self.note(frame))

    def _read(self, seconds: float | None = None) -> ServerFrame:
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            try:
                wire = self._wire or self._connect()
                left = None if until is None else max(0.0, until - time.monotonic())
                try:
                    data = wire.recv(left)
                except TimeoutError:
                    if until is None:
                        raise
                    break
                if (frame := self.take(data)) is not None:
                    return frame
            except (*LOST, Behind) as error:
                self.close()
                time.sleep(self.lost(error))
        raise TimeoutError

    def _send(self, data: bytes) -> None:
        """Send if there is a connection; if not, or if it breaks, a new one begins with what has to arrive."""
        try:
            if self._wire is not None:
                self._wire.send(data, text=True)
        except LOST:
            self.close()

    def _connect(self) -> WaitingConnection:
        connecting = connect_waiting(
            self.url,
            additional_headers=self.headers(),
            subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]  # wants a kind of str of its own
            max_size=None,
            max_queue=None,
        )
        wire = self._open.enter_context(connecting)
        for data in self.opening():
            wire.send(data, text=True)
        self._wire = wire
        return wire


class AsyncFollowedTable(Following):
    """The same, to be awaited: `async for frame in table`."""

    def __init__(self, url: str, headers: Headers, token: str | None = None) -> None:
        super().__init__(token)
        self.url, self.headers = url, headers
        self._wire: ClientConnection | None = None

    async def __aenter__(self) -> AsyncFollowedTable:
        await self.until(lambda: self.version is not None)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        if self._wire is not None:
            await self._wire.close()
            self._wire = None

    async def __aiter__(self) -> AsyncIterator[ServerFrame]:
        """Every frame that says something new, without an end; what the table is then, its attributes say."""
        while True:
            yield await self.receive()

    async def receive(self) -> ServerFrame:
        """The next frame."""
        return self.kept.popleft() if self.kept else await self._read()

    async def until(self, done: Callable[[], bool]) -> None:
        """Follow the table until something is so."""
        while not done():
            await self._read()

    async def move(self, move: str) -> Ack:
        """Play a move, once, whatever happens to the connection meanwhile."""
        return await self.do(Move(id=fresh(), move=move))

    async def undo(self) -> Ack:
        """Take back the last move."""
        return await self.do(Undo(id=fresh()))

    async def resign(self) -> Ack:
        """Give up."""
        return await self.do(Resign(id=fresh()))

    async def away(self) -> Ack:
        """Let a bot play."""
        return await self.do(Away(id=fresh()))

    async def back(self) -> Ack:
        """Play oneself again."""
        return await self.do(Back(id=fresh()))

    async def hint(self) -> Ack:
        """Have it noted that one is going to have a hint."""
        return await self.do(Hint(id=fresh()))

    async def rematch(self) -> Ack:
        """Ask for another game; `table.rematch` then says where."""
        return await self.do(Rematch(id=fresh()))

    async def say(self, text: str | None = None, phrase: Phrase | None = None) -> Ack:
        """Say something: a text or a phrase."""
        return await self.do(Say(id=fresh(), text=text, phrase=phrase))

    async def mute(self, seat: int | None, muted: bool = True) -> None:
        """Hear no more of a seat, or of the spectators."""
        await self._send(self.note(Mute(seat=seat, muted=muted)))

    async def do(self, frame: Acting) -> Ack:
        """Send something and wait until it is acknowledged; Refused says why it was not done."""
        await self._send(self.note(frame))
        while True:
            got = await self._read()
            answer = self.answer(got, frame.id)
            if isinstance(answer, Ack):
                return answer
            if answer is None:
                self.kept.append(got)
                continue
            await asyncio.sleep(answer)
            await self._send(self.note(frame))

    async def _read(self) -> ServerFrame:
        while True:
            try:
                wire = self._wire or await self._connect()
                if (frame := self.take(await wire.recv())) is not None:
                    return frame
            except (*LOST, Behind) as error:
                await self.close()
                await asyncio.sleep(self.lost(error))

    async def _send(self, data: bytes) -> None:
        """Send if there is a connection; if not, or if it breaks, a new one begins with what has to arrive."""
        try:
            if self._wire is not None:
                await self._wire.send(data, text=True)
        except LOST:
            await self.close()

    async def _connect(self) -> ClientConnection:
        wire = await connect(
            self.url,
            additional_headers=self.headers(),
            subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]  # wants a kind of str of its own
            max_size=None,
            max_queue=None,
        )
        for data in self.opening():
            await wire.send(data, text=True)
        self._wire = wire
        return wire
