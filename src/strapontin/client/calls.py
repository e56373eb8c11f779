"""Every request of the protocol, as what is asked and what is answered.

Each is named after the handler that answers it, its parameters after those of the OpenAPI document, and a body is
one of the protocol's own types; tests/client/test_calls.py holds the two together.
"""

from __future__ import annotations

from typing import Any

from strapontin.client.requests import Request
from strapontin.core.record import Record
from strapontin.server.call_protocol import CallCode, Called, Following, NewCall
from strapontin.server.daily_protocol import BoardLine, DailyArchive, DailyBoard, DailyLines, DailyStanding
from strapontin.server.game_protocol import Games, Lesson
from strapontin.server.guest_protocol import (
    AddDevice,
    Device,
    Devices,
    Guest,
    GuestData,
    GuestRequest,
    Journeys,
    Pass,
    PassState,
    PushKey,
    Reviewed,
    UsePass,
)
from strapontin.server.health_protocol import Health
from strapontin.server.play_protocol import DoOnce, Played, PlayMove, Replay, Verdict
from strapontin.server.protocol import Done
from strapontin.server.table_protocol import (
    Created,
    CreateTable,
    GiveNonce,
    PutBot,
    Seated,
    Snapshot,
    StartTable,
    TableInfo,
    Tables,
    TakeSeat,
    Tune,
)
from strapontin.server.webhook_protocol import NewWebhook, SetWebhook, Webhook

API = "/api/v1"
TABLE = API + "/tables/{table}"
DAILY = API + "/daily/{game}"


def games() -> Request[Games]:
    """The collection: seats, options, maps, levels of bots."""
    return Request("GET", API + "/games", Games)


def all_words(language: str, *, subject: str | None = None) -> Request[dict[str, Any]]:
    """Every sentence of a language, by key; or those of one subject, such as a game."""
    return Request("GET", API + "/words/{language}", dict[str, Any], {"language": language}, query={"subject": subject})


def guided_lesson(game: str) -> Request[Lesson]:
    """The guided first game of a game."""
    return Request("GET", API + "/lessons/{game}", Lesson, {"game": game})


def printed_game(
    game: str,
    *,
    language: str | None = None,
    paper: str | None = None,
    sides: str | None = None,
    map: str | None = None,  # noqa: A002
    copies: int | None = None,
) -> Request[bytes]:
    """A game on paper; a game with maps on one of them, with so many copies of its sheet."""
    return Request(
        "GET",
        API + "/games/{game}/print.pdf",
        bytes,
        {"game": game},
        query={"language": language, "paper": paper, "sides": sides, "map": map, "copies": copies},
    )


def me() -> Request[Guest]:
    """Who I am."""
    return Request("GET", API + "/guest", Guest)


def hello(body: GuestRequest) -> Request[Guest]:
    """Say hello, or change name or language; sets the cookie."""
    return Request("POST", API + "/guest", Guest, body=body)


def erase_me() -> Request[Done]:
    """Erase all that is kept about me; running seats go to bots."""
    return Request("DELETE", API + "/guest", Done)


def my_data() -> Request[GuestData]:
    """All that is kept about me."""
    return Request("GET", API + "/guest/data", GuestData)


def my_tables(*, state: str | None = None, after: str | None = None) -> Request[Tables]:
    """My tables, those that wait for me first."""
    return Request("GET", API + "/guest/tables", Tables, query={"state": state, "after": after})


def my_journeys(*, after: str | None = None) -> Request[Journeys]:
    """The games I have finished, the latest first."""
    return Request("GET", API + "/guest/journeys", Journeys, query={"after": after})


def keep_review(table: str, body: Reviewed) -> Request[Done]:
    """Keep how accurate a review found my play, with the game."""
    return Request("PUT", API + "/guest/journeys/{table}", Done, {"table": table}, body=body)


def give_pass() -> Request[Pass]:
    """A pass with which another device becomes me, once; in the place of the one before."""
    return Request("POST", API + "/guest/pass", Pass)


def pass_state() -> Request[PassState]:
    """What has become of my last pass."""
    return Request("GET", API + "/guest/pass", PassState)


def withdraw_pass() -> Request[Done]:
    """Let my pass be worth nothing."""
    return Request("DELETE", API + "/guest/pass", Done)


def use_pass(body: UsePass) -> Request[Done]:
    """Become the guest of a pass on this device; sets the cookie."""
    return Request("POST", API + "/guest/along", Done, body=body)


def open_tables(*, game: str | None = None, after: str | None = None) -> Request[Tables]:
    """Listed tables with a free seat, the newest first."""
    return Request("GET", API + "/tables", Tables, query={"game": game, "after": after})


def create_table(body: CreateTable) -> Request[Created]:
    """Set up a table."""
    return Request("POST", API + "/tables", Created, body=body)


def table_info(table: str) -> Request[TableInfo]:
    """A table, and what I am there."""
    return Request("GET", TABLE, TableInfo, {"table": table})


def tune_table(table: str, body: Tune) -> Request[TableInfo]:
    """The owner opens or closes the chat."""
    return Request("PATCH", TABLE, TableInfo, {"table": table}, body=body)


def remove_table(table: str) -> Request[Done]:
    """The owner takes an open table away."""
    return Request("DELETE", TABLE, Done, {"table": table})


def take_seat(table: str, seat: int, body: TakeSeat) -> Request[Seated]:
    """Sit down; on my own seat, change my name and token."""
    return Request("POST", TABLE + "/seats/{seat}", Seated, {"table": table, "seat": seat}, body=body)


def leave_seat(table: str, seat: int) -> Request[TableInfo]:
    """Get up; the owner may ask anybody to."""
    return Request("DELETE", TABLE + "/seats/{seat}", TableInfo, {"table": table, "seat": seat})


def give_nonce(table: str, seat: int, body: GiveNonce) -> Request[TableInfo]:
    """Give something of my own to the draws, from my seat and before the start."""
    return Request("PUT", TABLE + "/seats/{seat}/nonce", TableInfo, {"table": table, "seat": seat}, body=body)


def put_bot(table: str, seat: int, body: PutBot) -> Request[TableInfo]:
    """The owner puts a bot on a free seat, or changes its level."""
    return Request("PUT", TABLE + "/seats/{seat}/bot", TableInfo, {"table": table, "seat": seat}, body=body)


def remove_bot(table: str, seat: int) -> Request[TableInfo]:
    """The owner takes a bot away."""
    return Request("DELETE", TABLE + "/seats/{seat}/bot", TableInfo, {"table": table, "seat": seat})


def start_table(table: str, body: StartTable) -> Request[TableInfo]:
    """The owner starts; `fill` puts bots on empty seats."""
    return Request("POST", TABLE + "/start", TableInfo, {"table": table}, body=body)


def scene(table: str) -> Request[dict[str, Any]]:
    """What a screen draws once: the map, its geometry, the material."""
    return Request("GET", TABLE + "/scene", dict[str, Any], {"table": table})


def snapshot(table: str) -> Request[Snapshot]:
    """Everything I may know now, without a socket."""
    return Request("GET", TABLE + "/snapshot", Snapshot, {"table": table})


def drawing(table: str, *, move: str | None = None, ply: int | None = None, seat: str | None = None) -> Request[str]:
    """The position as the game draws it for me, a `move` as if made; of a finished game any `ply`, for any `seat`."""
    return Request("GET", TABLE + "/drawing.svg", str, {"table": table}, query={"move": move, "ply": ply, "seat": seat})


def play_move(table: str, body: PlayMove) -> Request[Played]:
    """Play a move without a socket; the same id again is the same move."""
    return Request("POST", TABLE + "/moves", Played, {"table": table}, body=body)


def undo(table: str, body: DoOnce) -> Request[Played]:
    """Take back my last move."""
    return Request("POST", TABLE + "/undo", Played, {"table": table}, body=body)


def resign(table: str, body: DoOnce) -> Request[Played]:
    """Give up; a bot plays my seat to the end."""
    return Request("POST", TABLE + "/resign", Played, {"table": table}, body=body)


def away(table: str, body: DoOnce) -> Request[Played]:
    """Let a bot play for me until I am back."""
    return Request("POST", TABLE + "/away", Played, {"table": table}, body=body)


def back(table: str, body: DoOnce) -> Request[Played]:
    """I am back: the bot gets up."""
    return Request("POST", TABLE + "/back", Played, {"table": table}, body=body)


def hint(table: str, body: DoOnce) -> Request[Played]:
    """Note that I am going to have a hint; what it is, whoever asks works out."""
    return Request("POST", TABLE + "/hint", Played, {"table": table}, body=body)


def rematch(table: str, body: DoOnce) -> Request[TableInfo]:
    """The next table, with rotated seats; the first who asks sets it up."""
    return Request("POST", TABLE + "/rematch", TableInfo, {"table": table}, body=body)


def record(table: str) -> Request[Record]:
    """The record of a finished game, its seed in it."""
    return Request("GET", TABLE + "/record", Record, {"table": table})


def replay(
    table: str, *, start: int | None = None, count: int | None = None, every: int | None = None, seat: str | None = None
) -> Request[Replay]:
    """Positions of a finished game: as a seat or a spectator saw them then, or all cards on the table (`*`)."""
    return Request(
        "GET",
        TABLE + "/replay",
        Replay,
        {"table": table},
        query={"start": start, "count": count, "every": every, "seat": seat},
    )


def verdict(table: str) -> Request[Verdict]:
    """Check commitment, draws and moves of a finished game."""
    return Request("GET", TABLE + "/verify", Verdict, {"table": table})


def qr_code(table: str) -> Request[str]:
    """The invitation as a QR code."""
    return Request("GET", TABLE + "/qr.svg", str, {"table": table})


def daily_lines() -> Request[DailyLines]:
    """Today's lines, one a game, and my tries of them."""
    return Request("GET", API + "/daily", DailyLines)


def daily_standing(game: str, *, day: str | None = None) -> Request[DailyStanding]:
    """The line of a game, and how I did on it."""
    return Request("GET", DAILY, DailyStanding, {"game": game}, query={"day": day})


def board_line(game: str, body: BoardLine) -> Request[Created]:
    """Get on a line: today's once, which counts; one of the past as often as wanted, which does not."""
    return Request("POST", DAILY, Created, {"game": game}, body=body)


def daily_board(
    game: str, *, period: str | None = None, day: str | None = None, after: str | None = None
) -> Request[DailyBoard]:
    """Who did best on the lines of a day, or of the week or month it lies in."""
    query = {"period": period, "day": day, "after": after}
    return Request("GET", DAILY + "/board", DailyBoard, {"game": game}, query=query)


def daily_archive(game: str, *, after: str | None = None) -> Request[DailyArchive]:
    """The lines of days that are over, the latest first, with their seeds."""
    return Request("GET", DAILY + "/archive", DailyArchive, {"game": game}, query={"after": after})


def new_call(body: NewCall) -> Request[CallCode]:
    """A code by which phones follow a caller, and the token it is told with."""
    return Request("POST", API + "/calls", CallCode, body=body)


def show_card(code: str, body: Called) -> Request[Following]:
    """Show this from now on, or say that the caller is still there."""
    return Request("PUT", API + "/calls/{code}", Following, {"code": code}, body=body)


def end_call(code: str) -> Request[Done]:
    """The call is over: whoever follows is told so."""
    return Request("DELETE", API + "/calls/{code}", Done, {"code": code})


def follow_call(code: str, *, after: int | None = None) -> Request[Following]:
    """What a caller shows now; with `after`, as soon as it shows something else, or after 20 seconds."""
    return Request("GET", API + "/calls/{code}", Following, {"code": code}, query={"after": after})


def push_key() -> Request[PushKey]:
    """The key a browser subscribes to."""
    return Request("GET", API + "/push", PushKey)


def my_devices() -> Request[Devices]:
    """My devices that are told when it is my turn."""
    return Request("GET", API + "/guest/devices", Devices)


def add_device(body: AddDevice) -> Request[Device]:
    """Tell this device when it is my turn, or change its language and quiet hours."""
    return Request("POST", API + "/guest/devices", Device, body=body)


def remove_device(device: str) -> Request[Done]:
    """Tell a device nothing any more."""
    return Request("DELETE", API + "/guest/devices/{device}", Done, {"device": device})


def my_webhook(table: str) -> Request[Webhook]:
    """Where my table tells what happens, and whether that works."""
    return Request("GET", TABLE + "/webhook", Webhook, {"table": table})


def set_webhook(table: str, body: SetWebhook) -> Request[NewWebhook]:
    """Have my table tell an address what happens; the secret of its signatures is shown once."""
    return Request("PUT", TABLE + "/webhook", NewWebhook, {"table": table}, body=body)


def remove_webhook(table: str) -> Request[Done]:
    """Have my table tell nobody any more."""
    return Request("DELETE", TABLE + "/webhook", Done, {"table": table})


def house_picture(*, language: str | None = None) -> Request[bytes]:
    """The picture of a link to the house."""
    return Request("GET", API + "/preview.png", bytes, query={"language": language})


def game_picture(game: str, *, language: str | None = None) -> Request[bytes]:
    """The picture of a link to a game."""
    return Request("GET", API + "/games/{game}/preview.png", bytes, {"game": game}, query={"language": language})


def table_picture(table: str, *, language: str | None = None, v: str | None = None) -> Request[bytes]:
    """The picture of a link to a table: the position as a spectator may see it, where anybody may watch."""
    query = {"language": language, "v": v}
    return Request("GET", TABLE + "/preview.png", bytes, {"table": table}, query=query)


def daily_picture(
    game: str, *, language: str | None = None, day: str | None = None, v: str | None = None
) -> Request[bytes]:
    """The picture of a link to a line of the day: how many have arrived, and nothing of its cards."""
    query = {"language": language, "day": day, "v": v}
    return Request("GET", DAILY + "/preview.png", bytes, {"game": game}, query=query)


def healthz() -> Request[Health]:
    """Whether database, bus and bots answer."""
    return Request("GET", "/healthz", Health, accepted=(503,))


def prometheus() -> Request[str]:
    """Counters for Prometheus."""
    return Request("GET", "/metrics", str)


def json_schema() -> Request[dict[str, Any]]:
    """The JSON Schema of everything on the wire."""
    return Request("GET", API + "/schema", dict[str, Any])


def openapi_document() -> Request[dict[str, Any]]:
    """The OpenAPI document itself."""
    return Request("GET", API + "/openapi.json", dict[str, Any])
