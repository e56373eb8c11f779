"""Those outside who are told things: a push service and a chat on loopback, and a device that reads what it is sent."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from strapontin.server.nudges.sealing import CURVE, encoded, unseal
from tests.server.client import NEVER


@dataclass
class Heard:
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Listener:
    """Whoever listens there, and what it heard."""

    base: str = ""
    heard: list[Heard] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    """What is answered first; then it is 201 Created."""
    before: asyncio.Event | None = None
    """What has to happen before anything is answered."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, count: int) -> Heard:
        """Wait until so many have come; the last of them."""
        async with asyncio.timeout(NEVER):
            while len(self.heard) < count:
                self._news.clear()
                await self._news.wait()
        assert len(self.heard) == count
        return self.heard[-1]

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.heard.append(Heard(first.split(" ")[1], headers, body))
        if self.before is not None:
            self._news.set()
            await self.before.wait()
        answer = self.answers.pop(0) if self.answers else "HTTP/1.1 201 Created"
        writer.write(f"{answer}\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        self._news.set()


@asynccontextmanager
async def listening() -> AsyncIterator[Listener]:
    """Somebody who listens on a free port."""
    listener = Listener()
    server = await asyncio.start_server(listener.hear, "127.0.0.1", 0)
    listener.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield listener


class Device:
    """A browser that has subscribed."""

    def __init__(self, service: Listener, name: str = "one") -> None:
        self.key, self.auth = generate_private_key(CURVE), os.urandom(16)
        self.endpoint = f"{service.base}/push/{name}"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {"endpoint": self.endpoint, "key": encoded(point), "auth": encoded(self.auth)}

    def read(self, heard: Heard) -> Any:
        """What it shows."""
        return json.loads(unseal(heard.body, self.key, self.auth))
