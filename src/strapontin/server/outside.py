"""Requests to the world outside, at addresses that guests named: only to public ones, and to the very one checked.

A name is resolved once, every address it has must be public, and the connection goes to one of these: a name that
means something else a moment later leads nowhere else. Nothing is followed, little is read, nobody waits for long.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

SECONDS = 10.0
"""For a whole request."""

MOST_NAMES = 8
"""Names that are looked up at the same time."""

MOST_URL = 2048
HEAD_BYTES = 16_384
VISIBLE = re.compile(r"[\x21-\x7e]+")
HOST = re.compile(r"[0-9A-Za-z._:\[\]-]+")
NAT64 = IPv6Network("64:ff9b::/96")

Address = IPv4Address | IPv6Address


class Forbidden(Exception):
    """An address that is never called; the message is for whoever gave it."""


class NoAnswer(Exception):
    """Nobody answered as they should; the message tells no more than a kind."""


@dataclass(frozen=True, slots=True)
class Target:
    """An address that may be called, as far as it can be told before its name is resolved."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Scheme, name and port, as they stand in a URL."""
        usual = 443 if self.scheme == "https" else 80
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == usual else f":{self.port}")


class Outside:
    """The way out of a server process."""

    def __init__(self, loopback: bool = False) -> None:
        self.loopback = loopback
        """For tests: this machine may be called too, without TLS."""
        self._tls: ssl.SSLContext | None = None
        self._names = ThreadPoolExecutor(MOST_NAMES, "names")
        """A name that nobody knows takes long, and keeps only others of its kind waiting."""

    def close(self) -> None:
        """Look up no more names."""
        self._names.shutdown(wait=False, cancel_futures=True)

    def target(self, url: str) -> Target:
        """What a URL means; Forbidden if it is one that is never called."""
        if len(url) > MOST_URL or not VISIBLE.fullmatch(url):
            raise Forbidden(f"expected an address of at most {MOST_URL} visible characters")
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise Forbidden("expected an address such as https://example.org/path") from None
        if not host or not HOST.fullmatch(host) or parts.username is not None or parts.password is not None:
            raise Forbidden("expected an address such as https://example.org/path, without a name or password in it")
        here = self.loopback and _literal(host) is not None and _is_loopback(_literal(host))
        if parts.scheme != "https" and not (here and parts.scheme == "http"):
            raise Forbidden("expected an address that begins with https://")
        literal = _literal(host)
        if literal is not None and not self._allowed(literal):
            raise Forbidden("expected a public address, not one of a private network")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return Target(parts.scheme, host, port or (443 if parts.scheme == "https" else 80), path)

    async def post(self, target: Target, headers: dict[str, str], body: bytes) -> int:
        """Send something; the status of the answer. Forbidden or NoAnswer if it came to none."""
        try:
            async with asyncio.timeout(SECONDS):
                return await self._post(target, headers, body)
        except TimeoutError:
            raise NoAnswer("no answer in time") from None
        except ssl.SSLError:
            raise NoAnswer("no trust in its certificate") from None
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
            raise NoAnswer(f"no connection ({type(error).__name__})") from None

    async def _post(self, target: Target, headers: dict[str, str], body: bytes) -> int:
        address = await self._resolved(target)
        tls = self._trust() if target.scheme == "https" else None
        reader, writer = await asyncio.open_connection(
            str(address), target.port, ssl=tls, server_hostname=target.host if tls else None, limit=HEAD_BYTES
        )
        try:
            told = {"Host": target.origin.partition("//")[2], "User-Agent": "Strapontin", "Connection": "close"}
            lines = [f"{name}: {value}" for name, value in {**told, **headers, "Content-Length": len(body)}.items()]
            writer.write("\r\n".join([f"POST {target.path} HTTP/1.1", *lines, "", ""]).encode("ascii") + body)
            await writer.drain()
            status = await reader.readuntil(b"\n")
            found = re.match(rb"HTTP/1\.[01] ([1-5][0-9]{2})\b", status)
            if found is None:
                raise NoAnswer("an answer that is no HTTP")
            return int(found[1])
        finally:
            writer.close()
            with contextlib.suppress(OSError, asyncio.CancelledError):
                writer.transport.abort()

    async def _resolved(self, target: Target) -> Address:
        """An address of a name, all of whose addresses are public."""
        literal = _literal(target.host)
        if literal is not None:
            found: list[Address] = [literal]
        else:
            ask = partial(socket.getaddrinfo, target.host, target.port, type=socket.SOCK_STREAM)
            infos = await asyncio.get_running_loop().run_in_executor(self._names, ask)
            found = [ip_address(info[4][0].partition("%")[0]) for info in infos if isinstance(info[4][0], str)]
        if not found or not all(map(self._allowed, found)):
            raise Forbidden("expected a public address, not one of a private network")
        return min(found, key=lambda one: one.version)

    def _allowed(self, address: Address) -> bool:
        return is_public(address) or (self.loopback and _is_loopback(address))

    def _trust(self) -> ssl.SSLContext:
        if self._tls is None:
            self._tls = ssl.create_default_context()
        return self._tls


def is_public(address: Address) -> bool:
    """Whether an address, and one that it carries inside, is one of the whole world.

    >>> [is_public(ip_address(one)) for one in ("93.184.216.34", "10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1")]
    [True, False, False, False]
    """
    if isinstance(address, IPv6Address):
        carried: list[Address] = [one for one in (address.ipv4_mapped, address.sixtofour) if one is not None]
        carried += address.teredo or ()
        if address in NAT64:
            carried.append(IPv4Address(int(address) & 0xFFFF_FFFF))
        if carried:
            return all(map(is_public, carried))
        if address.is_site_local:  # out of use, but not out of every network
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def _literal(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _is_loopback(address: Address | None) -> bool:
    return address is not None and address.is_loopback
