"""The wire between the foreman and a worker: messages in order, all of one turn of the loop in one write."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import Any

import msgspec

from strapontin.server.workers.messages import Message

log = logging.getLogger("strapontin.workers.link")

SIZE = 4
"""Bytes before a message that say how long it is."""

MOST_UNREAD = 8 << 20
"""Bytes from which on what may be lost is: whoever does not read so much hangs, and the database has the truth."""

encoder = msgspec.msgpack.Encoder()


class Link(asyncio.Protocol):
    """One end of it."""

    def __init__(self, heard: Any, hear: Callable[[Any], None], gone: Callable[[], None]) -> None:
        self._decoder = msgspec.msgpack.Decoder(heard)
        self._hear, self._gone = hear, gone
        self._unsent: list[bytes] = []
        self._unread = bytearray()
        self._transport: Any = None

    async def open(self, end: socket.socket) -> None:
        """Take up one end of a pair of sockets."""
        await asyncio.get_running_loop().create_connection(lambda: self, sock=end)

    def send(self, message: Message, *, lossy: bool = False) -> None:
        """Say something, soon; what may be lost is, while too much waits."""
        if self._transport is None or self._transport.is_closing():
            return
        if lossy and self._transport.get_write_buffer_size() > MOST_UNREAD:
            return
        said = encoder.encode(message)
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self._write)
        self._unsent += (len(said).to_bytes(SIZE, "little"), said)

    def close(self) -> None:
        """Say what is still to be said, and hang up."""
        self._write()
        if self._transport is not None:
            self._transport.close()

    def _write(self) -> None:
        unsent, self._unsent = self._unsent, []
        if unsent and self._transport is not None and not self._transport.is_closing():
            self._transport.write(b"".join(unsent))

    # what asyncio calls

    def connection_made(self, transport: Any) -> None:
        """The wire is there."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Some of what the other end says."""
        unread = self._unread
        unread += data
        at = 0
        while len(unread) - at >= SIZE:
            end = at + SIZE + int.from_bytes(unread[at : at + SIZE], "little")
            if len(unread) < end:
                break
            message = self._decoder.decode(bytes(unread[at + SIZE : end]))
            at = end
            try:
                self._hear(message)
            except Exception:
                log.exception("what another process said could not be done", extra={"said": type(message).__name__})
        del unread[:at]

    def connection_lost(self, exc: Exception | None) -> None:
        """The other end is gone."""
        self._gone()
