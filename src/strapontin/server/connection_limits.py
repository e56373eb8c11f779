"""How many connections a process takes, and how much and how long each may keep the house waiting.

A connection has to say in good time what it wants, in a head of a decent size, and to read what it is sent. Whoever
does not is let go. More connections than there are file descriptors for are turned away with a word to them and one
in the log, instead of being cut off by the system without either.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from strapontin.server import metrics
from strapontin.server.faults import Refusal
from strapontin.server.protocol import Failure

log = logging.getLogger("strapontin.connection_limits")

HEAD_BYTES = 32_768
"""The address and the headers of a request."""

REQUEST_BYTES = 1_048_576
"""A request with all that comes after its head; what its body may have is up to its route."""

HEAD_SECONDS = 10.0
"""For the head of a request to arrive, from the moment the connection is there."""

BODY_SECONDS = 30.0
"""For the body to arrive after it."""

MOST_AHEAD = 16
"""Requests that may be sent ahead of the answers to those before them."""

BLOCKED_SECONDS = 15.0
"""For which somebody may not read what waits for them, or not let go of a connection that is being closed."""

LOOK_SECONDS = 1.0
SAY_SECONDS = 60.0
"""The log is told at most so often that somebody was turned away."""

SPARE_FILES = 128
"""File descriptors kept for the database, the bus, the bots and files of the page."""


class Doors:
    """All connections of a process, looked at every second."""

    def __init__(self, most: int) -> None:
        self.most = min(most, files() - SPARE_FILES)
        self.inside: set[Watched] = set()
        self._rounds: asyncio.Task[None] | None = None
        self._away, self._said = 0, float("-inf")

    def open(self) -> None:
        """Begin to look."""
        self._rounds = asyncio.create_task(self._look(), name="connections")

    async def close(self) -> None:
        """No longer look."""
        if self._rounds is not None:
            self._rounds.cancel()
            await asyncio.gather(self._rounds, return_exceptions=True)

    def turn_away(self) -> bool:
        """Whether a new connection is one too many; the log is told now and then."""
        if len(self.inside) < self.most:
            return False
        metrics.TURNED_AWAY.inc()
        self._away += 1
        if time.monotonic() - self._said >= SAY_SECONDS:
            log.warning(
                "too many connections, new ones are turned away", extra={"most": self.most, "since": self._away}
            )
            self._away, self._said = 0, time.monotonic()
        return True

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            metrics.CONNECTIONS.set(len(self.inside))
            instant = time.monotonic()
            for one in list(self.inside):
                if why := one.overdue(instant):
                    metrics.CUT_OFF.labels(why).inc()
                    one.cut(why)


def files() -> int:
    """How many file descriptors this process may have."""
    with contextlib.suppress(ImportError, OSError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return 1 << 20 if most == resource.RLIM_INFINITY else most
    return 1 << 20


class Configuration(uvicorn.Config):
    """How uvicorn runs, with the doors its connections come in by."""

    def __init__(self, app: Any, doors: Doors, **more: Any) -> None:
        super().__init__(app, http=HttpConnection, **more)
        self.doors = doors


class Watched(asyncio.Protocol):
    """A connection, as far as the doors watch it."""

    config: Any
    transport: asyncio.Transport
    _blocked: float | None = None
    _closing: float | None = None

    @property
    def doors(self) -> Doors:
        """Where it came in."""
        doors: Doors = self.config.doors
        return doors

    def connection_made(self, transport: Any) -> None:
        """Somebody comes in."""
        super().connection_made(transport)
        self.doors.inside.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self.doors.inside.discard(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """What was sent is not read."""
        self._blocked = time.monotonic()
        super().pause_writing()

    def resume_writing(self) -> None:
        """It is read again."""
        self._blocked = None
        super().resume_writing()

    def overdue(self, instant: float) -> str | None:
        """Why the connection has to end, if it has."""
        if self.transport.is_closing():
            self._closing = self._closing or instant
            return "not closed" if instant - self._closing > BLOCKED_SECONDS else None
        blocked = self._blocked is not None and instant - self._blocked > BLOCKED_SECONDS
        return "not read" if blocked else None

    def cut(self, why: str) -> None:
        """End it at once, with what still waits to be sent."""
        self.transport.abort()


class HttpConnection(Watched, HttpToolsProtocol):
    """A connection that asks over HTTP."""

    _phase = "head"
    """What is awaited: the head of a request, its body, or (empty) nothing."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._since = time.monotonic()
        self._head = self._fed = 0
        self._in_head = False

    def connection_made(self, transport: Any) -> None:
        """Somebody comes in, if there is room."""
        full = self.doors.turn_away()
        super().connection_made(transport)
        if full:
            self._end(503, Refusal("back-in-a-moment", "this server has all the connections it can hold"))

    def data_received(self, data: bytes) -> None:
        """A part of a request; too much of it ends the connection."""
        if self.transport.is_closing():
            return
        went_on = self._in_head
        super().data_received(data)
        self._fed += len(data)
        if self.transport.is_closing() or self not in self.doors.inside:
            return  # ended, or a WebSocket by now
        if self._fed > REQUEST_BYTES or (went_on and self._in_head and self._fed > 2 * HEAD_BYTES):
            self.send_400_response("")

    def on_message_begin(self) -> None:
        """A request begins."""
        if len(self.pipeline) >= MOST_AHEAD:
            raise ValueError("too many requests ahead")  # the parser stops, and has a 400 sent
        super().on_message_begin()
        self._await("head")
        self._in_head, self._head, self._fed = True, 0, 0

    def on_url(self, url: bytes) -> None:
        """A part of its address."""
        self._weigh(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or one that comes after the body."""
        self._weigh(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is here."""
        self._in_head = False
        self._await("body")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is here."""
        self._await("")
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It is answered; the next one may come."""
        if not self._phase:
            self._await("head")
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a WebSocket."""
        self.doors.inside.discard(self)
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it knows us: a circle that only a search would find

    def send_400_response(self, msg: str) -> None:
        """What cannot be read is answered as everything else is, and ends the connection."""
        if len(self.pipeline) >= MOST_AHEAD:
            self._end(
                429, Refusal("too-fast", f"more than {MOST_AHEAD} requests ahead of their answers", retry_after=1)
            )
        elif self._head > HEAD_BYTES or self._fed > HEAD_BYTES:
            status, what = (431, "head") if self._in_head else (413, "request")
            self._end(status, Refusal("too-large", f"the {what} is too large; a head has at most {HEAD_BYTES} bytes"))
        else:
            self._end(400, Refusal("bad-field", "this is not a request of HTTP"))

    def overdue(self, instant: float) -> str | None:
        """Why the connection has to end: it does not say what it wants, or does not read the answer."""
        limit = {"head": HEAD_SECONDS, "body": BODY_SECONDS}.get(self._phase)
        if limit is not None and instant - self._since > limit and not self.transport.is_closing():
            return f"no {self._phase}"
        return super().overdue(instant)

    def cut(self, why: str) -> None:
        """End it, with a word if it still listens."""
        if why.startswith("no "):
            self._end(408, Refusal("too-slow", f"the {why.removeprefix('no ')} of the request did not come in time"))
        else:
            super().cut(why)

    def _await(self, phase: str) -> None:
        self._phase, self._since = phase, time.monotonic()

    def _weigh(self, size: int) -> None:
        self._head += size
        if self._head > HEAD_BYTES:
            raise ValueError("the head of a request is too large")  # the parser stops, and has a 400 sent

    def _end(self, status: int, refusal: Refusal) -> None:
        """A last word; whatever was under way here gets no answer any more."""
        body = msgspec.json.encode(Failure(error=refusal.fault))
        metrics.REFUSALS.labels(refusal.fault.kind).inc()
        head = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(body)
        self.transport.write(STATUS_LINE[status] + head + body)
        self.transport.close()
