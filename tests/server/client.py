"""A person at a table, as a program: plays by the documented protocol and checks what it promises."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Self

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from strapontin.core.changes import change
from strapontin.core.kernel import blank, copy_of
from strapontin.core.match import Match
from strapontin.server.process import configuration
from strapontin.server.protocol import RECORDS
from strapontin.server.settings import Settings
from strapontin.server.wiring import House
from tests.server.rehearsal import rehearsal

PATIENCE = 60.0
"""Seconds a bot may take on a busy machine before it is taken to hang; what it thinks does not depend on them."""

NEVER = 300.0
"""Seconds after which what a test waits for is taken never to happen; only a test that fails waits so long."""


@asynccontextmanager
async def serving(tmp_path: Any, **changes: Any) -> AsyncIterator[tuple[str, House]]:
    """A real server on a free loopback port, in this event loop, on which nothing is left to luck."""
    defaults: dict[str, Any] = {
        "data": str(tmp_path),
        "rate": 0,
        "bots": 0,
        "bot_pause": 0.0,
        "bot_seconds": PATIENCE,
        "port": 0,
        "drain_seconds": 2,
    }
    settings = Settings(**(defaults | changes))
    house = rehearsal(settings)
    server = uvicorn.Server(configuration(settings, house))
    task = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.01)
        if task.done():
            task.result()
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}", house
    finally:
        house.say_goodbye()
        server.should_exit = True
        await task


class Refused(Exception):
    """The server said no."""

    def __init__(self, status: int, fault: dict[str, Any]) -> None:
        super().__init__(f"{status} {fault}")
        self.status, self.fault, self.kind = status, fault, fault["kind"]


class Person:
    """A guest with a cookie."""

    def __init__(self, base: str, name: str = "Ana") -> None:
        self.base, self.name = base, name
        fresh = httpx.Limits(max_keepalive_connections=0)  # else one that was idle is closed just as it is used again
        self.http = httpx.AsyncClient(base_url=base, timeout=NEVER, limits=fresh)

    async def __aenter__(self) -> Person:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """One request; Refused if the answer is not 2xx."""
        more = {} if body is None else {"json": body}
        answer = await self.http.request(method, f"/api/v1{path}", headers=headers, **more)
        if answer.status_code >= 300:
            raise Refused(answer.status_code, answer.json()["error"])
        return answer.json()

    async def table(self, game: str = "metrox", players: int = 2, **more: Any) -> Any:
        """Set up a table."""
        return await self.ask("POST", "/tables", {"game": game, "players": players, "name": self.name} | more)

    async def sit(self, table: str, seat: int) -> Any:
        """Take a seat."""
        return await self.ask("POST", f"/tables/{table}/seats/{seat}", {"name": self.name})

    def cookie(self) -> str:
        """The cookie header."""
        return "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())

    def socket(self, table: str, **hello: Any) -> Socket:
        """A socket at a table."""
        return Socket(self.base.replace("http", "ws", 1), table, self.cookie(), hello)

    def page(self, table: str, **hello: Any) -> Page:
        """A socket at a table of somebody who has the rules."""
        return Page(self.base.replace("http", "ws", 1), table, self.cookie(), hello)


class Socket:
    """One connection after another to the same table, with what a screen would keep."""

    subprotocols: Any = None

    def __init__(self, base: str, table: str, cookie: str = "", hello: dict[str, Any] | None = None) -> None:
        self.url = f"{base}/api/v1/tables/{table}/socket"
        self.cookie, self.hello = cookie, hello or {}
        self.wire: ClientConnection | None = None
        self.seat: int | None = None
        self.version: int | None = None
        self.view: Any = None
        self.table: Any = None
        self.history: list[Any] = []
        self.can_undo = False
        self.asked: Any = None
        self.over = False
        self.frames: list[dict[str, Any]] = []
        self.acks: dict[str, dict[str, Any]] = {}
        self.refusals: list[dict[str, Any]] = []
        self.gaps = 0
        self.ids = itertools.count()
        self.tag = f"{random.getrandbits(40):x}"

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Connect and say hello, resuming where we were."""
        headers = {"cookie": self.cookie} if self.cookie else {}
        self.wire = await connect(
            self.url, additional_headers=headers, subprotocols=self.subprotocols, max_size=None, compression=None
        )
        await self.send("hello", **self.hello, **({} if self.version is None else {"version": self.version}))
        await self.until(lambda: bool(self.frames) and self.frames[-1]["type"] in ("snapshot", "welcome", "refused"))
        if not self.frames[-1].get("resumed", True):
            await self.until(lambda: any(frame["type"] == "snapshot" for frame in self.frames[-3:]))

    async def close(self) -> None:
        """Hang up."""
        if self.wire:
            await self.wire.close()

    async def send(self, kind: str, **fields: Any) -> None:
        """One frame."""
        assert self.wire
        await self.wire.send(json.dumps({"type": kind, **fields}))

    async def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send something with an id and wait for its ack or refusal."""
        frame_id = fields.pop("id", None) or f"{self.tag}-{next(self.ids)}"
        seen = len(self.frames)
        await self.send(kind, id=frame_id, **fields)

        def answered() -> bool:
            return any(frame["type"] in ("ack", "refused") and frame["id"] == frame_id for frame in self.frames[seen:])

        await self.until(answered)
        return next(f for f in self.frames[seen:] if f["type"] in ("ack", "refused") and f["id"] == frame_id)

    async def until(self, done: Any) -> None:
        """Read frames until something is so."""
        async with asyncio.timeout(NEVER):
            while not done():
                await self.read()

    async def read(self) -> dict[str, Any]:
        """One frame, taken in."""
        assert self.wire
        frame = self.unpack(await self.wire.recv())
        self.take(frame)
        return frame

    def unpack(self, message: str | bytes) -> dict[str, Any]:
        """A frame as it was sent."""
        frame: dict[str, Any] = json.loads(message)
        return frame

    def take(self, frame: dict[str, Any]) -> None:
        """What a screen does with a frame."""
        self.frames.append(frame)
        match frame["type"]:
            case "welcome":
                self.seat = frame["seat"]
            case "snapshot":
                self.version, self.view, self.table = frame["version"], frame["view"], frame["table"]
                self.seat, self.history = frame["seat"], frame["history"]
                self.can_undo, self.asked = frame["can_undo"], frame["asked"]
                self.over = frame["table"]["state"] in ("over", "abandoned")
            case "event":
                if self.version is not None and frame["version"] <= self.version:
                    return
                if self.version is not None and frame["version"] != self.version + 1:
                    self.gaps += 1
                self.version = frame["version"]
                if frame["rewind"]:
                    del self.history[-frame["rewind"] :]
                self.history += frame["steps"]
                self.view = frame["view"] or self.view
                self.table = frame["table"] or self.table
                self.can_undo, self.asked = frame["can_undo"], frame.get("asked")
                self.over = self.over or frame["over"] or frame["kind"] == "abandoned"
            case "ack":
                self.acks[frame["id"]] = frame
            case "refused":
                self.refusals.append(frame)

    def my_turn(self) -> bool:
        """Whether the table waits for me."""
        return self.view is not None and self.seat in self.view["to_act"]

    def moves(self) -> list[str]:
        """My legal moves, as the view lists them."""
        return [move["move"] for move in self.view["moves"]]

    async def play_out(self, rng: random.Random, most: int = 100_000) -> int:
        """Play sensible legal moves until the game is over (or so many of them); how many were acknowledged."""
        played = 0
        while not self.over and played < most:
            await self.until(lambda: self.over or self.my_turn())
            if self.over:
                break
            answer = await self.do("move", move=rng.choice(sensible(self.view)))
            played += answer["type"] == "ack"
            version = answer.get("version", 0)
            await self.until(lambda version=version: self.over or (self.version or 0) >= version)
        return played


class Page(Socket):
    """The same for somebody whose page has the rules: told records, it makes its own views."""

    subprotocols: Any = (RECORDS,)

    def __init__(self, base: str, table: str, cookie: str = "", hello: dict[str, Any] | None = None) -> None:
        super().__init__(base, table, cookie, {"records": True} | (hello or {}))
        self.reading = Reading()

    def unpack(self, message: str | bytes) -> dict[str, Any]:
        """A frame with the view that a page makes of it."""
        return self.reading.unpack(message)

    def take(self, frame: dict[str, Any]) -> None:
        """An event may acknowledge something by itself."""
        super().take(frame)
        if frame.get("ack"):
            super().take({"type": "ack", "id": frame["ack"], "version": frame["version"], "repeated": False})


class Reading:
    """What somebody with the rules makes of frames with records: frames with views."""

    def __init__(self) -> None:
        self.version = -1
        self.seat: int | None = None
        self.match: Match | None = None
        self.record: Any = None

    def unpack(self, message: str | bytes) -> dict[str, Any]:
        """A frame with its view; none where the record is not that of its version."""
        size = 0 if isinstance(message, str) else 4 + int.from_bytes(message[:4], "little")
        frame = self._completed(json.loads(message[4:size] if size else message))
        if frame["type"] == "snapshot":
            self.follow(frame["table"], frame["seat"])
        whole = frame.get("whole", True)
        if isinstance(message, str) or self.match is None or not (whole or frame["version"] == self.version + 1):
            return frame
        self.record = blank(self.match.game.state_type) if whole else copy_of(self.record)
        change(self.record.data, message[size:])
        self.version = frame["version"]
        view = self.match.game.view(self.match.setting, self.record, self.seat)
        return frame | {"view": json.loads(msgspec.json.encode(view))}

    def follow(self, table: Any, seat: int | None) -> None:
        """Lay out the game of a table, to be looked at with the eyes of a seat."""
        self.seat = seat
        self.match = Match(table["game"], len(table["seats"]), table["options"], chance="manual")

    def _completed(self, frame: dict[str, Any]) -> dict[str, Any]:
        if frame["type"] != "event":
            return frame
        plain: dict[str, Any] = {
            "steps": [],
            "log": [],
            "table": None,
            "clock": None,
            "can_undo": False,
            "over": False,
            "rewind": 0,
        }
        return plain | {"view": None, "whole": False} | frame


def sensible(view: dict[str, Any]) -> list[str]:
    """The moves of a view that bring its seat nearest, where it tells: at random a trip may take for ever."""
    least = min(map(_missing, view["moves"]))
    return [move["move"] for move in view["moves"] if _missing(move) == least]


def _missing(move: dict[str, Any]) -> int:
    missing = move.get("missing", 0)
    return 99 if missing is None else int(missing)  # None: no way is left
