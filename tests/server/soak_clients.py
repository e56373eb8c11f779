"""Who plays in the crash test: clients that never give up, and a wire between them and the servers that lies."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from strapontin.server.protocol import RECORDS
from tests.server import services
from tests.server.client import Reading, sensible
from tests.server.fleet import Fleet

PATIENCE = 10.0
"""Seconds a client waits for an answer that a busy server owes it, before it takes it for lost."""


@dataclass
class Report:
    """What was done, and what was found."""

    backend: str
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = ", ".join(f"{count} {name}" for name, count in self.counts.items())
        return f"{self.backend}: {told}; " + ("all well" if not self.faults else f"{len(self.faults)} FAULTS")


class Wire:
    """A proxy between clients and servers that drops, delays, doubles and swaps frames, and cuts connections."""

    def __init__(self, fleet: Fleet, report: Report, rng: random.Random) -> None:
        self.fleet, self.report, self.rng = fleet, report, rng
        self.honest = False
        self.port = services.free_port()

    async def run(self) -> None:
        """Serve until cancelled."""
        spoken: Any = RECORDS
        async with serve(
            self._carry,
            "127.0.0.1",
            self.port,
            subprotocols=[spoken],
            select_subprotocol=lambda _, offered: spoken if spoken in offered else None,
            compression=None,
            ping_interval=None,
            max_size=None,
        ):
            await asyncio.get_running_loop().create_future()

    async def _carry(self, client: Any) -> None:
        ports = list(self.fleet.ports)
        self.rng.shuffle(ports)
        headers = {"cookie": client.request.headers.get("cookie", "")}
        for port in ports:
            with contextlib.suppress(
                OSError, InvalidHandshake, InvalidMessage, ConnectionClosed, EOFError, TimeoutError
            ):
                url = f"ws://127.0.0.1:{port}{client.request.path}"
                async with connect(
                    url,
                    additional_headers=headers,
                    subprotocols=client.subprotocol and [client.subprotocol],
                    compression=None,
                    max_size=None,
                    ping_interval=None,
                ) as server:
                    tasks = [asyncio.create_task(self._pump(*pair)) for pair in ((client, server), (server, client))]
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)
                    return
        await client.close()

    async def _pump(self, source: Any, target: Any) -> None:
        held: list[Any] = []
        first = True
        async for frame in source:
            dice = 1.0 if self.honest or first else self.rng.random()
            first = False
            if dice < 0.004:
                self.report.counts["connections cut"] += 1
                return
            if dice < 0.02:
                self.report.counts["frames dropped"] += 1
                continue
            if dice < 0.05:
                self.report.counts["frames doubled"] += 1
                await target.send(frame)
            elif dice < 0.08 and not held:
                self.report.counts["frames swapped"] += 1
                held.append(frame)
                continue
            elif dice < 0.14:
                self.report.counts["frames delayed"] += 1
                await asyncio.sleep(self.rng.random() * 0.08)
            await target.send(frame)
            while held:
                await target.send(held.pop())


class Client:
    """A seat (or a spectator) that plays on through everything."""

    def __init__(
        self, wire: Wire, table: str, token: str | None, rng: random.Random, report: Report, records: bool
    ) -> None:
        self.wire, self.table, self.token, self.rng, self.report = wire, table, token, rng, report
        self.reading = Reading() if records else None
        self.version: int | None = None
        self.seat: int | None = None
        self.view: Any = None
        self.over = False
        self.pending: tuple[str, str] | None = None
        self.acked: dict[str, str] = {}
        self.heard: list[tuple[int, dict[str, Any]]] = []
        self.raw: list[str | bytes] = []
        self.count = 0
        self.stopped = False

    async def run(self) -> None:
        """Connect again and again until told to stop."""
        url = f"ws://127.0.0.1:{self.wire.port}/api/v1/tables/{self.table}/socket"
        while not self.stopped:
            with contextlib.suppress(
                ConnectionClosed, OSError, InvalidHandshake, InvalidMessage, EOFError, TimeoutError
            ):
                spoken: Any = [RECORDS] if self.reading else None
                async with connect(
                    url, subprotocols=spoken, compression=None, max_size=None, ping_interval=None, open_timeout=30
                ) as wire:
                    hello: dict[str, Any] = {"type": "hello", "token": self.token, "version": self.version}
                    hello["records"] = self.reading is not None
                    await wire.send(json.dumps(hello))
                    await self._live(wire)
            self.report.counts["reconnects"] += 1
            await asyncio.sleep(0.05 + self.rng.random() * 0.2)

    async def _live(self, wire: Any) -> None:
        welcomed = False
        while not self.stopped:
            if welcomed:
                await self._act(wire)
            try:
                async with asyncio.timeout(1.0 if welcomed else PATIENCE):
                    text = await wire.recv()
            except TimeoutError:
                if not welcomed:
                    return
                await wire.send('{"type":"ping","n":1}')
                async with asyncio.timeout(PATIENCE):
                    text = await wire.recv()
                if self.pending is not None and isinstance(text, str) and json.loads(text)["type"] == "pong":
                    return  # its answer was lost: come back and ask again
            self.raw.append(text)
            frame = self.reading.unpack(text) if self.reading else json.loads(text)
            if frame["type"] == "welcome":
                welcomed = True
                if not frame["resumed"]:
                    self.version = None
            if not self._take(frame):
                return

    def _take(self, frame: dict[str, Any]) -> bool:
        """Take in a frame; false when something was missed and it is time to reconnect."""
        kind = frame["type"]
        if kind == "snapshot":
            self.version, self.view, self.seat = frame["version"], frame["view"], frame["seat"]
            self.over = frame["table"]["state"] == "over"
            self.heard.append((frame["version"], frame))
        elif kind == "event":
            if self.version is None:
                return True  # the snapshot is on its way, or lost
            if frame["version"] <= self.version:
                return True
            if frame["version"] > self.version + 1:
                return False
            self.version = frame["version"]
            self.view = frame["view"] or self.view
            self.over = self.over or frame["over"]
            self.heard.append((frame["version"], frame))
            self._acknowledged(frame.get("ack"))
        elif kind == "ack":
            self._acknowledged(frame["id"])
        elif kind == "refused":
            if frame["error"]["kind"] == "back-in-a-moment":
                return False
            if self.pending and frame["id"] == self.pending[0]:
                self.report.counts["moves refused"] += 1
                self.pending = None
        elif kind == "pong":
            return bool(frame["version"] == self.version)
        return bool(kind != "notice")

    def _acknowledged(self, frame_id: str | None) -> None:
        if self.pending and frame_id == self.pending[0]:
            self.acked[self.pending[0]] = self.pending[1]
            self.pending = None

    async def _act(self, wire: Any) -> None:
        if self.token is None or self.over or self.view is None:
            return
        if self.pending is None and self.seat in self.view["to_act"] and self.view["moves"]:
            self.count += 1
            self.pending = (f"m{self.count}", self.rng.choice(sensible(self.view)))
        if self.pending is not None and self.pending[0] != getattr(wire, "sent", None):
            wire.sent = self.pending[0]
            await wire.send(json.dumps({"type": "move", "id": self.pending[0], "move": self.pending[1]}))
