"""The page with what it is about in its head, for those who show links."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from html import escape

from starlette.requests import Request
from starlette.responses import Response

from strapontin.server.access import address_of
from strapontin.server.compression import squeezed
from strapontin.server.faults import Refusal
from strapontin.server.pages import ASK_AGAIN, Page
from strapontin.server.previews.links import Preview, of_path, preferred
from strapontin.server.previews.picture import HEIGHT, WIDTH
from strapontin.server.rate_limits import READS
from strapontin.server.storage.database import Unavailable
from strapontin.server.wiring import House
from strapontin.words import say

log = logging.getLogger("strapontin.previews")

PATIENCE = 2.0
"""Seconds the page waits for what it is about; then it comes without."""


async def introduced(house: House, front: Page, request: Request, path: str) -> Response | None:
    """The page as it introduces itself at this path; None where it has nothing to say of itself."""
    try:
        house.limits.check("requests", address_of(request), READS)
        async with asyncio.timeout(PATIENCE):
            preview = await of_path(house, path, preferred(request.headers.get("accept-language", "")))
    except (Refusal, Unavailable, TimeoutError):
        return None
    except Exception:
        log.exception("a link could not be introduced")
        return None
    if preview is None:
        return None
    body = front.bodies["identity"].replace(b"</head>", head(preview, request).encode() + b"</head>", 1)
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"cache-control": ASK_AGAIN, "etag": tag, "vary": "Accept-Language"}
    if tag in [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    return await squeezed(request.headers, Response(body, media_type="text/html", headers=headers))


def head(preview: Preview, request: Request) -> str:
    """The elements that say what a page is about; addresses are whole, as the proxy in front was asked for them."""
    url = request.url
    base = f"{url.scheme}://{url.netloc}"
    locale = {"fr": "fr_FR", "en": "en_GB"}.get(preview.language, preview.language)
    told = {
        "og:site_name": "Strapontin",
        "og:type": "website",
        "og:locale": locale,
        "og:title": preview.title,
        "og:description": preview.text,
        "og:url": base + url.path,
        "og:image": base + preview.picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": say(preview.language, "preview.picture", title=preview.title),
    }
    named = {
        "description": preview.text,
        "twitter:card": "summary_large_image",
        "twitter:title": preview.title,
        "twitter:description": preview.text,
        "twitter:image": base + preview.picture,
    }
    if preview.personal:
        named["robots"] = "noindex"
    lines = [f'<meta property="{key}" content="{escape(text)}" />' for key, text in told.items()]
    lines += [f'<meta name="{key}" content="{escape(text)}" />' for key, text in named.items()]
    return "".join(f"  {line}\n" for line in lines)
