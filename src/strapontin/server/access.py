"""Who asks, from where, and what they may see and do at a table."""

from __future__ import annotations

import hmac
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from strapontin.server.faults import Refusal
from strapontin.server.guests import COOKIE, Signer, hashed
from strapontin.server.settings import Settings
from strapontin.server.table import Table, seat_of

UNWATCHED = "this table does not want to be watched"


def guest_of(signer: Signer, connection: HTTPConnection) -> str | None:
    """The guest whose cookie this is."""
    return signer.guest(connection.cookies.get(COOKIE))


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
    return _place(connection.client.host if connection.client else "")


@lru_cache(4096)
def _place(host: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:  # a proxy may write what it likes
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"


def origin_allowed(settings: Settings, connection: HTTPConnection) -> bool:
    """Whether a browser's page may do this: it comes from here, or from an origin the server was told of."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if origin in settings.origins:
        return True
    try:
        return origin != "null" and urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # no address at all, such as http://[
        return False


def authorised(table: Table, guest: str | None, token: str | None) -> int | None:
    """The seat a token or a guest opens; a token that opens none is refused."""
    if token is not None:
        digest = hashed(token)
        for number, seat in enumerate(table.seats):
            if seat.token is not None and hmac.compare_digest(seat.token, digest):
                return number
        raise Refusal("not-your-seat", "this token opens no seat of this table")
    return seat_of(table.seats, guest)


def may_watch(table: Table, guest: str | None) -> bool:
    """Whether somebody without a seat may look on: before the start everybody with the link, to sit down."""
    head = table.header
    return head.spectators or table.state == "open" or (guest is not None and guest == head.owner)
