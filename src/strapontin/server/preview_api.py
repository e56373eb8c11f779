"""Pictures of links over HTTP: what those who show a link fetch, so never more than a stranger may see."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from strapontin.core import registry
from strapontin.server import answers
from strapontin.server.daily_api import DAY, date_of
from strapontin.server.faults import Refusal
from strapontin.server.previews.links import Preview, of_game, of_house, of_line, of_table, shown, spoken
from strapontin.server.previews.picture import NoPicture, picture
from strapontin.server.rate_limits import PREVIEWS
from strapontin.server.routing import Call, route
from strapontin.words import LANGUAGES, Language

PNG = "image/png"
SOON = "public, max-age=300"
LANGUAGE = {"type": "string", "enum": list(LANGUAGES), "default": "en"}
OPEN = {"cross-origin-resource-policy": "cross-origin"}
"""A chat on another page shows it."""
VERSION = {"type": "string", "maxLength": 20}


@route("GET", "/api/v1/preview.png", answer=None, media=PNG, cache=SOON, query={"language": LANGUAGE})
async def house_picture(call: Call) -> Response:
    """The picture of a link to the house."""
    return await _made(call, of_house(_language(call)))


@route("GET", "/api/v1/games/{game}/preview.png", answer=None, media=PNG, cache=SOON, query={"language": LANGUAGE})
async def game_picture(call: Call) -> Response:
    """The picture of a link to a game."""
    game = call.request.path_params["game"]
    if game not in registry.games():
        raise Refusal("unknown-game", f"no game is called {game[:20]!r}; games: {', '.join(registry.games())}")
    return await _made(call, of_game(game, _language(call)))


@route(
    "GET",
    "/api/v1/tables/{table}/preview.png",
    answer=None,
    media=PNG,
    cache=SOON,
    query={"language": LANGUAGE, "v": VERSION},
)
async def table_picture(call: Call) -> Response:
    """The picture of a link to a table: the position as a spectator may see it, where anybody may watch."""
    live = await call.table()
    preview = of_table(call.house, live, _language(call))
    match = live.table.match if shown(call.house, live) else None
    drawn = any(isinstance(value, dict) for value in live.table.header.options.values())

    def work() -> bytes:
        return picture(preview.heading, preview.lines, None if match is None else answers.drawing(match, None))

    where: Any = (live.id, live.table.versions[None]) if match is not None else None
    return await _made(call, preview, work, where, own=drawn)


@route(
    "GET",
    "/api/v1/daily/{game}/preview.png",
    answer=None,
    media=PNG,
    cache=SOON,
    query={"language": LANGUAGE, "day": DAY, "v": VERSION},
)
async def daily_picture(call: Call) -> Response:
    """The picture of a link to a line of the day: how many have arrived, and nothing of its cards."""
    line = await call.house.daily.line(date_of(call, "day"), call.request.path_params["game"])
    return await _made(call, await of_line(call.house, line, _language(call)))


async def _made(call: Call, preview: Preview, work: Any = None, where: Any = None, own: bool = False) -> Response:
    """A picture, made once for everybody who asks for the same, aside from play and from other slow work."""
    call.house.limits.check("pictures", call.address, PREVIEWS)
    key = ("preview", preview.heading, *preview.lines, where)
    make = work or (lambda: picture(preview.heading, preview.lines))
    try:
        made = await call.house.studio.ask_once(key, make, who=call.address, own=own)
    except NoPicture:
        raise Refusal("back-in-a-moment", "the picture could not be made; try again later", retry_after=60) from None
    return Response(made, media_type=PNG, headers=OPEN)


def _language(call: Call) -> Language:
    return spoken(call.request.query_params.get("language"), call.request.headers.get("accept-language", ""))
