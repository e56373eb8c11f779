"""Which encoding a browser takes, and answers made smaller with it."""

from __future__ import annotations

import asyncio
import gzip

from starlette.datastructures import Headers
from starlette.responses import Response

__all__ = ["accepted", "squeezed"]

SMALL = 1_400
"""Bytes that fit into one packet anyway."""

SQUEEZED = ("image/png",)
"""What is compressed already."""

LARGE = 65_536
"""Bytes that take long enough to be compressed beside the loop."""


def accepted(headers: Headers) -> frozenset[str]:
    """The encodings that `Accept-Encoding` names and does not forbid.

    >>> sorted(accepted(Headers({"accept-encoding": "gzip, br;q=0.5, zstd;q=0"})))
    ['br', 'gzip']
    """
    found = set()
    for part in headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() and weight.replace(" ", "").rstrip("0") not in ("q=", "q=0.", "q=."):
            found.add(name.strip())
    return frozenset(found)


async def squeezed(headers: Headers, response: Response) -> Response:
    """The answer as gzip where that is worth it and whoever asks takes it."""
    body = bytes(response.body)
    if len(body) <= SMALL or "content-encoding" in response.headers or response.media_type in SQUEEZED:
        return response
    response.headers.append("vary", "Accept-Encoding")
    if "gzip" not in accepted(headers):
        return response
    small = await asyncio.to_thread(_small, body) if len(body) > LARGE else _small(body)
    response.body = small
    response.headers["content-encoding"] = "gzip"
    response.headers["content-length"] = str(len(small))
    return response


def _small(body: bytes) -> bytes:
    return gzip.compress(body, compresslevel=4, mtime=0)
