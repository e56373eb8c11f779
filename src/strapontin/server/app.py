"""The application: routes, sockets, the browser's files, and the headers that keep pages safe."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from strapontin.server import (
    api,
    calls_api,
    daily_api,
    device_api,
    guest_api,
    journey_api,
    openapi,
    preview_api,
    schema,
    webhook_api,
)
from strapontin.server.faults import Refusal
from strapontin.server.health_protocol import Health, Workers
from strapontin.server.pages import HASHED, Pages, send
from strapontin.server.previews.tags import introduced
from strapontin.server.routing import JSON, Call, failure, route, starlette_routes
from strapontin.server.settings import Settings
from strapontin.server.socket import table_socket
from strapontin.server.wiring import House

__all__ = ["application"]

SECURITY = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
        "img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

SAFE = [(name.encode(), value.encode()) for name, value in SECURITY.items()]
SAFE_BY_TLS = [*SAFE, (b"strict-transport-security", b"max-age=31536000")]

assert api  # its routes declare themselves
assert daily_api
assert guest_api
assert journey_api
assert calls_api
assert device_api
assert preview_api
assert webhook_api


@route("GET", "/healthz", answer=Health, statuses=(503,))
async def healthz(call: Call) -> Response | Health:
    """Whether database, bus and bots answer."""
    import msgspec

    house = call.house
    database, bus = await house.database.healthy(), await house.bus.healthy()
    bots = house.bots.well
    workers = Workers(alive=house.crew.alive, wanted=house.crew.wanted)
    health = Health(ok=database and bus and bots, database=database, bus=bus, bots=bots, workers=workers)
    return health if health.ok else Response(msgspec.json.encode(health), 503, media_type=JSON)


@route("GET", "/metrics", answer=None, media="text/plain")
async def prometheus(call: Call) -> Response:
    """Counters for Prometheus."""
    if not call.house.settings.metrics:
        raise Refusal("unknown-route", "metrics are switched off")
    return Response(await call.house.crew.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")


@route("GET", "/api/v1/schema", answer=dict[str, Any], cache="public, max-age=300")
async def json_schema(call: Call) -> dict[str, Any]:
    """The JSON Schema of everything on the wire."""
    return schema.schema()


@route("GET", "/api/v1/openapi.json", answer=dict[str, Any], cache="public, max-age=300")
async def openapi_document(call: Call) -> dict[str, Any]:
    """The OpenAPI document itself."""
    return openapi.document()


class SafeHeaders:
    """Adds the security headers to every answer."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def safe_send(message: Any) -> None:
            if message["type"] == "http.response.start":
                given = message["headers"]
                named = {name for name, _ in given}
                wanted = SAFE_BY_TLS if scope.get("scheme") == "https" else SAFE
                message["headers"] = [*given, *(header for header in wanted if header[0] not in named)]
            await send(message)

        await self.app(scope, receive, safe_send)


NOT_PAGES = ("api/", HASHED)
"""Where a path that leads nowhere is a fault, not something for the page to read."""


def application(settings: Settings, house: House | None = None) -> Any:
    """The ASGI application of one server process."""
    house = house or House(settings)
    web = settings.web_directory()
    pages = Pages(web) if web else None

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    async def page(request: Request) -> Response:
        """A file of the page, or the page itself, which reads every other path."""
        path = request.path_params["path"]
        if pages is None:
            return failure(Refusal("unknown-route", "the pages for browsers are not installed; the API is at /api/v1"))
        if path.startswith(NOT_PAGES) and pages.find(path) is None:
            late = None if pages.has_another(path) else await house.late_modules.find(path)
            if late is not None:
                return send(pages.take_in(path, late), request)
            return failure(Refusal("unknown-route", "there is nothing at this path"))
        found = pages.find(path)
        told = await introduced(house, pages.front, request, path) if found in (None, pages.front) else None
        return told or send(found or pages.front, request)

    async def missing(request: Request, error: Exception) -> Response:
        return failure(Refusal("unknown-route", "there is nothing at this path"))

    routes: list[Any] = [
        WebSocketRoute("/api/v1/tables/{table}/socket", table_socket),
        *starlette_routes(),
        Route("/{path:path}", page, methods=["GET"]),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: missing, 405: missing})
    app.state.house = house
    return SafeHeaders(app)
