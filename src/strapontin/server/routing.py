"""Routes that describe themselves: from one table come the handlers and the OpenAPI document."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from strapontin.core.match import Eyes
from strapontin.server import metrics
from strapontin.server.access import address_of, authorised, guest_of, origin_allowed, token_of
from strapontin.server.compression import squeezed
from strapontin.server.faults import Refusal, unreadable
from strapontin.server.guests import COOKIE, COOKIE_SECONDS
from strapontin.server.live_table import Live
from strapontin.server.protocol import Failure, Strict
from strapontin.server.rate_limits import FRAMES, READS, WRITES
from strapontin.server.storage.database import Conflict, Unavailable
from strapontin.server.wiring import House

log = logging.getLogger("strapontin.routing")

BODY_BYTES = 65_536
JSON = "application/json"
CURSOR = r"^[0-9]{1,18}(-[0-9a-z]{16})?$"


@dataclass(slots=True)
class Call:
    """One request, with what its handler needs."""

    house: House
    request: Request
    body: Any = None
    cookie: str | None = None
    """A cookie to set; empty clears it."""

    @property
    def guest(self) -> str | None:
        """Who asks, by cookie."""
        return self.cookie.partition(".")[0] if self.cookie else guest_of(self.house.signer, self.request)

    def known_guest(self) -> str:
        """Who asks; refused without a cookie."""
        guest = self.guest
        if guest is None:
            raise Refusal("no-guest", "no guest cookie (or not one of ours); begin with POST /api/v1/guest")
        return guest

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return address_of(self.request)

    async def table(self) -> Live:
        """The table in the path."""
        return await self.house.tables.find(self.request.path_params["table"])

    def seat_number(self, live: Live) -> int:
        """The seat in the path."""
        text = self.request.path_params["seat"]
        if not text.isdecimal() or len(text) > 2 or int(text) >= live.table.header.players:
            most = live.table.header.players - 1
            raise Refusal("unknown-seat", f"there is no seat {text[:10]!r}; this table has seats 0 to {most}")
        return int(text)

    def my_seat(self, live: Live) -> int | None:
        """The seat of who asks, by token or cookie."""
        return authorised(live.table, self.guest, token_of(self.request))

    def seated(self, live: Live) -> int:
        """The same; refused without one."""
        seat = self.my_seat(live)
        if seat is None:
            raise Refusal("not-your-seat", "you have no seat at this table")
        self.house.limits.check("frames", f"{live.id}/{seat}", FRAMES)  # what it does over sockets counts as well
        return seat

    def whole(self, name: str, default: int | None, least: int, most: int) -> int | None:
        """A whole number of the query."""
        text = self.request.query_params.get(name)
        if text is None:
            return default
        if not text.isascii() or not text.isdecimal() or len(text) > 18 or not least <= int(text) <= most:
            raise Refusal("bad-field", f"{name}: expected a whole number from {least} to {most}", field=name)
        return int(text)

    def cursor(self, name: str) -> tuple[int, str] | None:
        """Where a page of a list begins: after an instant, and after a table of that same instant."""
        text = self.request.query_params.get(name)
        if text is None:
            return None
        if not re.fullmatch(CURSOR, text, re.ASCII):
            raise Refusal("bad-field", f"{name}: expected the `next` of the page before", field=name)
        instant, _, table = text.partition("-")
        return int(instant), table

    def eyes(self, players: int) -> Eyes:
        """The `seat` of the query: a seat, `spectator`, or `*` for everything."""
        text = self.request.query_params.get("seat", "*")
        if text == "*":
            return "*"
        if text == "spectator":
            return None
        if text not in map(str, range(players)):
            raise Refusal("bad-field", f"seat: expected 0 to {players - 1}, spectator or *", field="seat")
        return int(text)

    def one_of(self, name: str, values: tuple[str, ...]) -> str | None:
        """A word of the query."""
        text = self.request.query_params.get(name)
        if text is not None and text not in values:
            raise Refusal("bad-field", f"{name}: expected one of {', '.join(values)}", field=name)
        return text


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Route:
    """One request the server answers."""

    method: str
    path: str
    handler: Handler
    summary: str
    body: type[Strict] | None = None
    answer: Any = None
    status: int = 200
    body_bytes: int = BODY_BYTES
    query: dict[str, dict[str, Any]] = field(default_factory=dict)
    cache: str = "no-store"
    media: str = JSON
    statuses: tuple[int, ...] = ()
    """Further statuses it may answer with."""


ROUTES: list[Route] = []


def route(method: str, path: str, **more: Any) -> Callable[[Handler], Handler]:
    """Declare a handler; the first line of its docstring is its summary."""

    def declare(handler: Handler) -> Handler:
        summary = (handler.__doc__ or "").splitlines()[0]
        ROUTES.append(Route(method, path, handler, summary, **more))
        return handler

    return declare


def starlette_routes() -> list[StarletteRoute]:
    """One Starlette route a path; a method it does not have is refused by name."""
    paths: dict[str, dict[str, Route]] = {}
    for one in ROUTES:
        paths.setdefault(one.path, {})[one.method] = one
    return [StarletteRoute(path, _endpoint(methods), methods=None) for path, methods in paths.items()]


def _endpoint(methods: dict[str, Route]) -> Any:
    class Endpoint:
        """ASGI, so that every method reaches us."""

        def __init__(self, scope: Any, receive: Any, send: Any) -> None:
            self.scope, self.receive, self.send = scope, receive, send

        def __await__(self) -> Any:
            return self._run().__await__()

        async def _run(self) -> None:
            request = Request(self.scope, self.receive)
            method = "GET" if request.method == "HEAD" else request.method
            found = methods.get(method)
            if found is None:
                allow = ", ".join(sorted(methods))
                response = failure(Refusal("wrong-method", f"this path knows {allow}"))
                response.headers["allow"] = allow
            else:
                response = await squeezed(request.headers, await answer(found, request))
            metrics.REQUESTS.labels(method if found else "other", response.status_code).inc()
            await response(self.scope, self.receive, self.send)

    return Endpoint


async def answer(one: Route, request: Request) -> Response:
    """Check, decode, do, encode; whatever goes wrong becomes an answer in JSON."""
    house: House = request.app.state.house
    try:
        if house.closing:
            raise Refusal("back-in-a-moment", "the server restarts; try again", retry_after=2)
        call = Call(house, request)
        _admit(one, call)
        if one.body is not None:
            call.body = await _decoded(one, request)
        result = await one.handler(call)
    except Refusal as refusal:
        return failure(refusal)
    except (Unavailable, Conflict) as error:
        log.warning("the database does not answer", extra={"fault": repr(error), "route": one.path})
        return failure(Refusal("back-in-a-moment", "the database does not answer; try again", retry_after=2))
    except ClientDisconnect:
        return Response(status_code=400)
    except Exception:
        metrics.FAULTS.inc()
        log.exception("a request failed", extra={"route": one.path, "method": one.method})
        return failure(Refusal("our-fault", "something went wrong on our side; it is logged"))
    if isinstance(result, Response):
        response = result
    else:
        response = Response(msgspec.json.encode(result), one.status, media_type=one.media)
    response.headers.setdefault("cache-control", one.cache)
    if call.cookie is not None:
        response.set_cookie(
            COOKIE,
            call.cookie,
            max_age=COOKIE_SECONDS if call.cookie else 0,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )
    return response


def failure(refusal: Refusal) -> Response:
    """A refusal as an answer."""
    metrics.REFUSALS.labels(refusal.fault.kind).inc()
    response = Response(msgspec.json.encode(Failure(error=refusal.fault)), refusal.status, media_type=JSON)
    response.headers["cache-control"] = "no-store"
    if refusal.fault.retry_after is not None:
        response.headers["retry-after"] = str(refusal.fault.retry_after)
    return response


def _admit(one: Route, call: Call) -> None:
    writes = one.method != "GET"
    if writes and not origin_allowed(call.house.settings, call.request):
        raise Refusal("wrong-origin", "this page may not use this server")
    call.house.orders.check(call.guest, call.address)
    if any("\0" in str(part) for part in call.request.path_params.values()):
        raise Refusal("bad-field", "path: expected text without zero bytes", field="path")
    who = call.guest or call.address
    call.house.limits.check("requests", call.address, READS)
    if writes:
        call.house.limits.check("changes", who, WRITES)


async def _decoded(one: Route, request: Request) -> Any:
    assert one.body is not None
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refusal("wrong-media-type", f"send the body as {JSON}")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > one.body_bytes:
            raise Refusal("too-large", f"the body has more than {one.body_bytes} bytes")
    try:
        return msgspec.json.decode(bytes(data), type=one.body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise unreadable(error) from None


__all__ = ["JSON", "ROUTES", "Call", "Route", "failure", "route", "starlette_routes"]
