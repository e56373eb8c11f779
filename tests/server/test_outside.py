"""Requests to addresses that guests named go to public ones only, and to the very one that was checked."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from strapontin.server import outside
from strapontin.server.outside import Forbidden, NoAnswer, Outside
from tests.server.listeners import listening

PRIVATE = [
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
    *("[::1]", "[fe80::1]", "[fc00::1]", "[::ffff:10.0.0.1]", "[64:ff9b::a00:1]", "[2002:a00:1::]", "[::]"),
    "[fec0::1]",
]


@pytest.mark.parametrize(
    "url",
    [
        *(f"https://{host}/x" for host in PRIVATE),
        *(
            "http://example.org/",
            "ftp://example.org/",
            "https://",
            "https:///x",
            "https://a b/",
            "https://u:p@a.example/",
        ),
        *("https://é.example/", "https://a.example:99999/", "https://[/", "https://a.example/\r\nX: y", "x" * 3000),
    ],
)
def test_an_address_that_is_not_public_is_forbidden(url: str) -> None:
    with pytest.raises(Forbidden):
        Outside().target(url)


def test_loopback_is_for_tests_and_nothing_but_loopback() -> None:
    assert Outside(loopback=True).target("http://127.0.0.1:8080/x?y").origin == "http://127.0.0.1:8080"
    for url in ("http://10.0.0.1/", "https://169.254.169.254/", "http://example.org/"):
        with pytest.raises(Forbidden):
            Outside(loopback=True).target(url)


def answering(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[Any]:
    """Names mean these addresses; who was called."""
    called: list[Any] = []

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, port)) for address in addresses]

    async def connect(host: str, port: int, **more: Any) -> Any:
        called.append((host, port, more["server_hostname"]))
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    return called


def test_a_name_with_any_private_address_is_forbidden_when_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    called = answering(monkeypatch, "93.184.216.34", "10.0.0.7")
    way = Outside()
    with pytest.raises(Forbidden):
        asyncio.run(way.post(way.target("https://rebound.example/"), {}, b""))
    assert called == []


def test_the_address_that_was_checked_is_the_one_called_with_the_name_in_its_certificate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called = answering(monkeypatch, "93.184.216.34")
    way = Outside()
    with pytest.raises(NoAnswer, match="no connection"):
        asyncio.run(way.post(way.target("https://push.example/x"), {}, b""))
    assert called == [("93.184.216.34", 443, "push.example")]


def test_nothing_is_followed_and_nobody_waits_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        way = Outside(loopback=True)
        async with listening() as service:
            service.answers = ["HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/", "no HTTP at all"]
            target = way.target(f"{service.base}/hook?x=1")
            assert await way.post(target, {"X-One": "1"}, b"body") == 302
            with pytest.raises(NoAnswer, match="no HTTP"):
                await way.post(target, {}, b"")
            assert [(one.path, one.body) for one in service.heard] == [("/hook?x=1", b"body"), ("/hook?x=1", b"")]
        monkeypatch.setattr(outside, "SECONDS", 0.05)
        silent = await asyncio.start_server(lambda reader, writer: asyncio.sleep(60), "127.0.0.1", 0)
        async with silent:
            port = silent.sockets[0].getsockname()[1]
            with pytest.raises(NoAnswer, match="in time"):
                await way.post(way.target(f"http://127.0.0.1:{port}/"), {}, b"")

    asyncio.run(main())
