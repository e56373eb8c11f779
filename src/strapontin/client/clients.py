"""A guest at a server, as a program: one client that waits for answers, one whose answers are awaited."""

from __future__ import annotations

from typing import TypeVar

import httpx

from strapontin.client.methods import Methods
from strapontin.client.requests import Request
from strapontin.client.tables import AsyncFollowedTable, FollowedTable
from strapontin.core.errors import StrapontinError

T = TypeVar("T")

SECONDS = 30.0
"""How long an answer may take; a game on paper takes a few."""


class Unreachable(StrapontinError):
    """The server did not answer; what was asked may or may not have been done."""


class _Guest(Methods):
    """What both have: where the server is, and who asks."""

    def __init__(self, base: str, token: str | None = None) -> None:
        self.base = base.rstrip("/")
        self.token = token
        """Of a seat; without it the guest's cookie, which is kept, says who asks."""
        self.cookies = httpx.Cookies()

    def _headers(self, request: Request[T]) -> dict[str, str]:
        said = {"content-type": "application/json"} if request.body is not None else {}
        return said | ({"authorization": f"Seat {self.token}"} if self.token else {})

    def _cookie(self) -> dict[str, str]:
        told = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"cookie": told} if told else {}

    def _socket(self, table: str) -> str:
        return f"{self.base.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket"


class Client(_Guest):
    """A guest who waits for answers."""

    def __init__(self, base: str, token: str | None = None, seconds: float = SECONDS) -> None:
        super().__init__(base, token)
        self._http = httpx.Client(base_url=self.base, timeout=seconds)
        self.cookies = self._http.cookies

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._http.close()

    def ask(self, request: Request[T]) -> T:
        """The answer to a request; Refused if it is a refusal."""
        try:
            answer = self._http.request(
                request.method,
                request.address,
                params=request.asked,
                content=request.content,
                headers=self._headers(request),
            )
        except httpx.HTTPError as error:
            raise Unreachable(f"{self.base} does not answer: {error or type(error).__name__}") from None
        return request.read(answer.status_code, answer.content)

    def follow(self, table: str) -> FollowedTable:
        """A table over its socket, to be entered."""
        return FollowedTable(self._socket(table), self._cookie, self.token)


class AsyncClient(_Guest):
    """A guest whose answers are awaited."""

    def __init__(self, base: str, token: str | None = None, seconds: float = SECONDS) -> None:
        super().__init__(base, token)
        self._http = httpx.AsyncClient(base_url=self.base, timeout=seconds)
        self.cookies = self._http.cookies

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        await self._http.aclose()

    async def ask_later(self, request: Request[T]) -> T:
        """The answer to a request; Refused if it is a refusal."""
        try:
            answer = await self._http.request(
                request.method,
                request.address,
                params=request.asked,
                content=request.content,
                headers=self._headers(request),
            )
        except httpx.HTTPError as error:
            raise Unreachable(f"{self.base} does not answer: {error or type(error).__name__}") from None
        return request.read(answer.status_code, answer.content)

    def follow(self, table: str) -> AsyncFollowedTable:
        """A table over its socket, to be entered."""
        return AsyncFollowedTable(self._socket(table), self._cookie, self.token)
