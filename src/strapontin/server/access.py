"""Who asks, and from where."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from strapontin.server.faults import Refusal
from strapontin.server.guests import COOKIE
from strapontin.server.settings import Settings

if TYPE_CHECKING:
    from strapontin.server.house import House


def guest_of(house: House, connection: HTTPConnection) -> str | None:
    """The guest whose cookie this is."""
    return house.signer.guest(connection.cookies.get(COOKIE))


def token_of(connection: HTTPConnection) -> str | None:
    """The seat token of a request: `Authorization: Seat <token>`."""
    given = connection.headers.get("authorization")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "seat" or len(token) != 32:
        raise Refusal("not-your-seat", "expected the header Authorization: Seat <32 hex digits>")
    return token


def address_of(connection: HTTPConnection) -> str:
    """Where a connection comes from; of an IPv6 address the network, for a home has many."""
    host = connection.client.host if connection.client else ""
    return ":".join(host.split(":")[:4]) if host.count(":") > 1 else host


def origin_allowed(settings: Settings, connection: HTTPConnection) -> bool:
    """Whether a browser's page may do this: it comes from here, or from an origin the server was told of."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if origin in settings.origins:
        return True
    return origin != "null" and urlsplit(origin).netloc == connection.headers.get("host")
