"""The browser's files: each in the encodings the build made, with an address for ever or a question every time."""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from strapontin.server.compression import accepted

__all__ = ["ASK_AGAIN", "HASHED", "Page", "Pages", "send"]

HASHED = "assets/"
"""Where the build puts files whose names change with their contents."""

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Best first, with the endings of the files that have them."""

TYPES = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
"""Said here, because what a machine believes about endings differs."""


@dataclass(frozen=True, slots=True)
class Page:
    """One file in all its encodings."""

    media: str
    lifetime: str
    tag: str
    bodies: dict[str, bytes]
    """By encoding; `identity` is always there."""


class Pages:
    """All files of a folder, read once: less than a megabyte, and an update on disk does not mix old with new."""

    def __init__(self, folder: Path) -> None:
        found = {path for path in folder.rglob("*") if path.is_file()}
        plain = [path for path in found if path.suffix not in ENCODINGS.values() or path.with_suffix("") not in found]
        self._pages: dict[str, Page] = {}
        for path in plain:
            self.take_in(path.relative_to(folder).as_posix(), path)

    def take_in(self, name: str, path: Path) -> Page:
        """Answer by a file from now on."""
        self._pages[name] = page = _read(name, path)
        return page

    def find(self, path: str) -> Page | None:
        """The file at this path, without its first slash."""
        return self._pages.get(path)

    def has_another(self, path: str) -> bool:
        """Whether there is a file of this kind and name that was made from something else."""
        begin, end = path.rpartition("-")[0] + "-", Path(path).suffix
        return any(name.startswith(begin) and name.endswith(end) for name in self._pages)

    @property
    def front(self) -> Page:
        """The one page, which reads addresses itself."""
        return self._pages["index.html"]


def _read(name: str, path: Path) -> Page:
    body = path.read_bytes()
    bodies = {"identity": body}
    for encoding, ending in ENCODINGS.items():
        beside = path.with_name(path.name + ending)
        if beside.is_file():
            bodies[encoding] = beside.read_bytes()
    media = TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    lifetime = FOR_EVER if name.startswith(HASHED) else ASK_AGAIN
    return Page(media, lifetime, hashlib.sha256(body).hexdigest()[:20], bodies)


def send(page: Page, request: Request) -> Response:
    """The file as whoever asks takes it; nothing if they have it already."""
    taken = accepted(request.headers)
    encoding = next((one for one in ENCODINGS if one in taken and one in page.bodies), "identity")
    tag = f'"{page.tag}-{encoding}"'
    headers = {"cache-control": page.lifetime, "etag": tag}
    if len(page.bodies) > 1:
        headers["vary"] = "Accept-Encoding"
    known = request.headers.get("if-none-match", "")
    if tag in [one.strip().removeprefix("W/") for one in known.split(",")]:
        return Response(status_code=304, headers=headers)
    if encoding != "identity":
        headers["content-encoding"] = encoding
    return Response(page.bodies[encoding], media_type=page.media, headers=headers)
