"""The HTTP part of the protocol: games and tables; guests and days have modules of their own."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import segno
from starlette.responses import Response

import strapontin
from strapontin.core import registry
from strapontin.core.errors import StrapontinError
from strapontin.core.game import Scene
from strapontin.core.match import Match, verify
from strapontin.core.record import Record
from strapontin.server import answers
from strapontin.server import games as collection
from strapontin.server.access import UNWATCHED, may_watch, token_of
from strapontin.server.clock import now
from strapontin.server.faults import Refusal
from strapontin.server.game_protocol import Games, Lesson
from strapontin.server.guests import new_guest
from strapontin.server.lessons import lesson, lessons
from strapontin.server.live_table import Live
from strapontin.server.play_protocol import DoOnce, Played, PlayMove, Replay, Verdict
from strapontin.server.protocol import PROTOCOL, Done
from strapontin.server.routing import CURSOR, Call, route
from strapontin.server.step_visibility import Eye
from strapontin.server.storage.store import PAGE
from strapontin.server.table import seat_of
from strapontin.server.table_protocol import (
    Created,
    CreateTable,
    GiveNonce,
    PutBot,
    Seated,
    Snapshot,
    StartTable,
    TableInfo,
    TableLine,
    Tables,
    TakeSeat,
    Tune,
)
from strapontin.words import LANGUAGES
from strapontin.words import catalogue as words

TABLE = "/api/v1/tables/{table}"
STATES = ("open", "playing", "over", "abandoned")
WHOLE = {"type": "integer", "minimum": 0}
AFTER = {"type": "string", "pattern": CURSOR}
EYES = {"type": "string", "pattern": r"^(\*|spectator|[0-5])$", "default": "*"}
SVG = "image/svg+xml"
PDF = "application/pdf"
PAPERS = ("a4", "letter")
SIDES = ("both", "one")
SHEETS = 6
"""Sheets in one file: as many as may play."""
PICTURE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""What a game draws is a picture, also for who opens it by itself: it runs nothing and fetches nothing."""


@route("GET", "/api/v1/games", answer=Games, cache="public, max-age=300")
async def games(call: Call) -> Games:
    """The collection: seats, options, maps, levels of bots."""
    return Games(protocol=PROTOCOL, version=strapontin.__version__, games=collection.games())


@route(
    "GET",
    "/api/v1/words/{language}",
    answer=dict[str, Any],
    cache="public, max-age=300",
    query={"subject": {"type": "string"}},
)
async def all_words(call: Call) -> dict[str, Any]:
    """Every sentence of a language, by key; or those of one subject, such as a game."""
    language, subject = call.request.path_params["language"], call.request.query_params.get("subject")
    if language not in LANGUAGES:
        raise Refusal("unknown-route", f"no words in {language[:10]!r}; languages: {', '.join(LANGUAGES)}")
    registry.games()  # plug-ins bring their sentences when they are loaded
    return {key: told for key, told in words(language).items() if subject in (None, key.partition(".")[0])}


@route("GET", "/api/v1/lessons/{game}", answer=Lesson, cache="public, max-age=300")
async def guided_lesson(call: Call) -> Lesson:
    """The guided first game of a game."""
    game = call.request.path_params["game"]
    if game not in lessons():
        raise Refusal("unknown-game", f"no lesson for {game[:20]!r}; lessons: {', '.join(lessons())}")
    return await call.house.slow_work.ask_once(("lesson", game), lesson, game, who=call.address)


@route(
    "GET",
    "/api/v1/games/{game}/print.pdf",
    answer=None,
    media=PDF,
    cache="public, max-age=3600",
    query={
        "language": {"type": "string", "enum": list(LANGUAGES), "default": "en"},
        "paper": {"type": "string", "enum": list(PAPERS), "default": PAPERS[0]},
        "sides": {"type": "string", "enum": list(SIDES), "default": SIDES[0]},
        "map": {"type": "string"},
        "copies": {"type": "integer", "minimum": 1, "maximum": SHEETS, "default": 1},
    },
)
async def printed_game(call: Call) -> Response:
    """A game on paper; a game with maps on one of them, with so many copies of its sheet."""
    name = call.request.path_params["game"]
    can = [one for one in registry.games() if registry.game(one).printable]
    if name not in can:
        raise Refusal("unknown-game", f"{name[:20]!r} cannot be printed; these can: {', '.join(can)}")
    maps = next((option.values for option in registry.game(name).options if option.name == "map"), ())
    chosen = call.one_of("map", maps)
    copies = call.whole("copies", 1, 1, SHEETS) if maps else 1
    paper, sides = call.one_of("paper", PAPERS) or PAPERS[0], call.one_of("sides", SIDES) or SIDES[0]
    language = call.one_of("language", LANGUAGES) or "en"
    asked = (name, chosen, copies, paper, language, sides)
    pages = await call.house.slow_work.ask_once(("print", *asked), _printed, *asked, who=call.address)
    file = "-".join(filter(None, (name, chosen, paper, language)))
    return Response(pages, media_type=PDF, headers={"content-disposition": f'attachment; filename="{file}.pdf"'})


# tables


@route("GET", "/api/v1/tables", answer=Tables, query={"game": {"type": "string"}, "after": AFTER})
async def open_tables(call: Call) -> Tables:
    """Listed tables with a free seat, the newest first."""
    game = call.request.query_params.get("game")
    if game is not None and game not in registry.games():
        raise Refusal("bad-field", f"game: expected one of {', '.join(registry.games())}", field="game")
    rows = await call.house.store.listed(game, call.cursor("after"))
    following = f"{rows[-1].created_at}-{rows[-1].id}" if len(rows) == PAGE else None
    return Tables(tables=await table_lines(call, rows, call.guest), next=following)


@route("POST", "/api/v1/tables", body=CreateTable, answer=Created, status=201, body_bytes=262_144)
async def create_table(call: Call) -> Created:
    """Set up a table."""
    guest, body = cookie_of(call), call.body
    name = "" if body.seat is None else await name_of(call, guest, body.name)
    await call.house.guests.hello(guest, now(), body.name)
    live, token = await call.house.seating.create(guest, call.house.signer.address(call.address), body, name)
    return Created(table=info(call, live), seat=seat_of(live.table.seats, guest), token=token)


@route("GET", TABLE, answer=TableInfo)
async def table_info(call: Call) -> TableInfo:
    """A table, and what I am there."""
    return info(call, await call.table())


@route("PATCH", TABLE, body=Tune, answer=TableInfo)
async def tune_table(call: Call) -> TableInfo:
    """The owner opens or closes the chat."""
    live = await call.table()
    await call.house.seating.tune(live, call.guest, call.body.chat_open)
    return info(call, live)


@route("DELETE", TABLE, answer=Done)
async def remove_table(call: Call) -> Done:
    """The owner takes an open table away."""
    await call.house.seating.remove(await call.table(), call.guest)
    return Done()


@route("POST", TABLE + "/seats/{seat}", body=TakeSeat, answer=Seated)
async def take_seat(call: Call) -> Seated:
    """Sit down; on my own seat, change my name and token."""
    live = await call.table()
    number, guest = call.seat_number(live), cookie_of(call)
    body = call.body
    token = await call.house.seating.take(live, guest, number, body.name, body.bot, body.nonce)
    await call.house.guests.hello(guest, now(), call.body.name)
    return Seated(table=info(call, live), seat=number, token=token)


@route("DELETE", TABLE + "/seats/{seat}", answer=TableInfo)
async def leave_seat(call: Call) -> TableInfo:
    """Get up; the owner may ask anybody to."""
    live = await call.table()
    await call.house.seating.leave(live, call.guest, token_of(call.request), call.seat_number(live))
    return info(call, live, me=False)


@route("PUT", TABLE + "/seats/{seat}/nonce", body=GiveNonce, answer=TableInfo)
async def give_nonce(call: Call) -> TableInfo:
    """Give something of my own to the draws, from my seat and before the start."""
    live = await call.table()
    number = call.seat_number(live)
    if call.seated(live) != number:
        raise Refusal("not-your-seat", f"seat {number} is not yours")
    await call.house.seating.give(live, number, call.body.nonce)
    return info(call, live)


@route("PUT", TABLE + "/seats/{seat}/bot", body=PutBot, answer=TableInfo)
async def put_bot(call: Call) -> TableInfo:
    """The owner puts a bot on a free seat, or changes its level."""
    live = await call.table()
    await call.house.seating.put_bot(live, call.guest, call.seat_number(live), call.body.level)
    return info(call, live)


@route("DELETE", TABLE + "/seats/{seat}/bot", answer=TableInfo)
async def remove_bot(call: Call) -> TableInfo:
    """The owner takes a bot away."""
    live = await call.table()
    await call.house.seating.put_bot(live, call.guest, call.seat_number(live), None)
    return info(call, live)


@route("POST", TABLE + "/start", body=StartTable, answer=TableInfo)
async def start_table(call: Call) -> TableInfo:
    """The owner starts; `fill` puts bots on empty seats."""
    live = await call.table()
    await call.house.seating.start(live, call.guest, call.body.fill)
    return info(call, live)


@route("GET", TABLE + "/scene", answer=dict[str, Any], cache="private, max-age=86400, immutable")
async def scene(call: Call) -> Scene:
    """What a screen draws once: the map, its geometry, the material."""
    head = (await call.table()).table.header
    drawn = any(isinstance(value, dict) for value in head.options.values())
    which = head.id if drawn else msgspec.json.encode(head.options, order="sorted")
    key = ("scene", head.game, head.rules, head.players, which)
    given = (head.game, head.rules, head.options, head.players)
    return await call.house.slow_work.ask_once(key, _scene, *given, who=call.address, own=drawn)


@route("GET", TABLE + "/snapshot", answer=Snapshot)
async def snapshot(call: Call) -> Snapshot:
    """Everything I may know now, without a socket."""
    live = await call.table()
    seat = _eye(call, live)
    chat = [line for line, _ in await call.house.store.chat_after(live.id, 0)]
    return answers.snapshot(live, seat, call.guest, chat)


@route(
    "GET",
    TABLE + "/drawing.svg",
    answer=None,
    media=SVG,
    query={"move": {"type": "string", "maxLength": 400}, "ply": WHOLE, "seat": EYES},
)
async def drawing(call: Call) -> Response:
    """The position as the game draws it for me, a `move` as if made; of a finished game any `ply`, for any `seat`."""
    live = await call.table()
    ply, move = call.whole("ply", None, 0, 1 << 40), call.request.query_params.get("move")
    if ply is None:
        match, eye = live.table.match, _eye(call, live)
        if match is None:
            raise Refusal("not-started", "there is nothing to draw before the start")
        told = await asyncio.to_thread(answers.drawing, match, eye, move)
    else:
        match = _position(call, live, ply)
        eyes = call.eyes(len(match.players))
        told = await call.house.slow_work.ask(lambda: answers.drawing(match.at(ply), eyes), who=call.address)
    lifetime = "no-store" if ply is None else "private, max-age=86400, immutable"
    return Response(told, media_type=SVG, headers={"content-security-policy": PICTURE, "cache-control": lifetime})


@route("POST", TABLE + "/moves", body=PlayMove, answer=Played)
async def play_move(call: Call) -> Played:
    """Play a move without a socket; the same id again is the same move."""
    live = await call.table()
    return _played(await call.house.play.move(live, call.seated(live), call.body.move, call.body.id))


@route("POST", TABLE + "/undo", body=DoOnce, answer=Played)
async def undo(call: Call) -> Played:
    """Take back my last move."""
    live = await call.table()
    return _played(await call.house.play.undo(live, call.seated(live), call.body.id))


@route("POST", TABLE + "/resign", body=DoOnce, answer=Played)
async def resign(call: Call) -> Played:
    """Give up; a bot plays my seat to the end."""
    live = await call.table()
    return _played(await call.house.play.resign(live, call.seated(live), call.body.id))


@route("POST", TABLE + "/away", body=DoOnce, answer=Played)
async def away(call: Call) -> Played:
    """Let a bot play for me until I am back."""
    live = await call.table()
    return _played(await call.house.play.away(live, call.seated(live), call.body.id))


@route("POST", TABLE + "/back", body=DoOnce, answer=Played)
async def back(call: Call) -> Played:
    """I am back: the bot gets up."""
    live = await call.table()
    return _played(await call.house.play.back(live, call.seated(live), call.body.id))


@route("POST", TABLE + "/hint", body=DoOnce, answer=Played)
async def hint(call: Call) -> Played:
    """Note that I am going to have a hint; what it is, whoever asks works out."""
    live = await call.table()
    return _played(await call.house.play.hint(live, call.seated(live), call.body.id))


@route("POST", TABLE + "/rematch", body=DoOnce, answer=TableInfo)
async def rematch(call: Call) -> TableInfo:
    """The next table, with rotated seats; the first who asks sets it up."""
    live = await call.table()
    seat = call.seated(live)
    key, address = f"{seat}:{call.body.id}", call.house.signer.address(call.address)
    following = await call.house.seating.rematch(live, seat, key, address)
    return info(call, await call.house.tables.find(following))


# finished games


@route("GET", TABLE + "/record", answer=Record)
async def record(call: Call) -> Record:
    """The record of a finished game, its seed in it."""
    return answers.record_of(_finished(call, await call.table()).table)


@route(
    "GET",
    TABLE + "/replay",
    answer=Replay,
    query={
        "start": WHOLE,
        "count": {"type": "integer", "minimum": 1, "maximum": 100},
        "every": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1},
        "seat": EYES,
    },
)
async def replay(call: Call) -> Replay:
    """Positions of a finished game: as a seat or a spectator saw them then, or all cards on the table (`*`)."""
    start, count = call.whole("start", 0, 0, 1 << 40) or 0, call.whole("count", 20, 1, 100) or 20
    match = _position(call, await call.table(), start)
    eyes = call.eyes(len(match.players))
    every = call.whole("every", 1, 1, 1000) or 1
    told = await call.house.slow_work.ask(answers.positions, match, start, count, eyes, every, who=call.address)
    return Replay(moves=len(match.moves), start=start, positions=told, seat=eyes)


@route("GET", TABLE + "/verify", answer=Verdict)
async def verdict(call: Call) -> Verdict:
    """Check commitment, draws and moves of a finished game."""
    told = answers.record_of(_finished(call, await call.table()).table)
    fair: dict[str, Any] = {
        "moves": len(told.moves),
        "commitment": told.commitment or "",
        "seed": told.seed or "",
        "rules": told.rules or 1,
        "nonces": told.nonces or [],
        "told": told.chance == "told",
    }
    try:
        draws = await call.house.slow_work.ask(lambda: verify(Match.from_record(told)), who=call.address)
    except StrapontinError as error:
        return Verdict(fair=False, draws=0, message=str(error), **fair)
    return Verdict(fair=True, draws=draws, **fair)


@route("GET", TABLE + "/qr.svg", answer=None, media=SVG, cache="private, max-age=86400")
async def qr_code(call: Call) -> Response:
    """The invitation as a QR code."""
    live = await call.table()
    url = call.request.url
    picture = segno.make_qr(f"{url.scheme}://{url.netloc}/t/{live.id}", error="m")
    svg = picture.svg_inline(scale=8, border=4, dark="#0b1f4b", light="#ffffff")
    return Response(svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1), media_type=SVG)


# what they share


def cookie_of(call: Call) -> str:
    """Who asks; somebody new gets a cookie."""
    guest = call.guest
    if guest is None:
        guest = new_guest()
        call.cookie = call.house.signer.cookie(guest)
    return guest


async def name_of(call: Call, guest: str, given: str | None) -> str:
    """The name somebody plays by: as they say it now, or as they said it before."""
    name = given
    if name is None and (known := await call.house.guests.find(guest)):
        name = known.name
    if name is None:
        raise Refusal("bad-field", "name: say your name, here or to /api/v1/guest", field="$.name")
    return name


def info(call: Call, live: Live, me: bool = True) -> TableInfo:
    """A table as who asks may know it."""
    you = call.my_seat(live) if me else seat_of(live.table.seats, call.guest)
    return answers.table_info(live, call.guest, you)


def _scene(name: str, rules: int | None, options: dict[str, Any], players: int) -> Scene:
    game = registry.game(name) if rules is None else registry.game(name).by(rules)
    return game.scene(game.setting(options, players))


def _printed(game: str, city: str | None, copies: int, paper: Any, language: str, sides: str) -> bytes:
    from strapontin.print import booklet  # it takes a while to load, and most never ask

    return booklet(game, city=city, copies=copies, paper=paper, language=language, single_sided=sides == SIDES[1])


def _played(done: tuple[int, bool]) -> Played:
    return Played(version=done[0], repeated=done[1])


def _finished(call: Call, live: Live) -> Live:
    call.house.daily.check_open(live.table)
    if live.table.state != "over":
        raise Refusal("not-over", "all is shown when the game is over")
    return live


def _position(call: Call, live: Live, ply: int) -> Match:
    """The match of a finished game that has such a position."""
    match = _finished(call, live).table.match
    assert match is not None
    if ply > len(match.moves):
        raise Refusal("unknown-position", f"there is no position {ply}; the game has {len(match.moves)} moves")
    return match


def _eye(call: Call, live: Live) -> Eye:
    """Whose eyes these are: a seat's or a spectator's; refused where nobody may watch."""
    seat = call.my_seat(live)
    if seat is None and not may_watch(live.table, call.guest):
        raise Refusal("no-spectators", UNWATCHED)
    return seat


async def table_lines(call: Call, rows: list[Any], guest: str | None) -> list[TableLine]:
    """Tables as lists show them."""
    seats = await call.house.store.seats_of([row.id for row in rows])
    lines = []
    for row in rows:
        live = call.house.tables.open.get(row.id)
        lines.append(answers.table_line(row, seats[row.id], guest, live.here()[0] if live else ()))
    return lines
