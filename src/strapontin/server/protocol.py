"""Everything that goes over the wire, as types: what they refuse, the server refuses; see docs/protocol.md.

Requests and the frames of a client are strict: an unknown field is an error. Answers and the frames of the
server only ever gain fields, so a client ignores those it does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from strapontin.core.draws import NONCE
from strapontin.core.levels import STAND_IN
from strapontin.words import LANGUAGES

PROTOCOL = 1
"""The version of the protocol; it changes only when an old client could no longer play."""

SUBPROTOCOL = "strapontin.1"
"""What a WebSocket may ask for in Sec-WebSocket-Protocol."""

RECORDS = "strapontin.2"
"""The same and more: whoever has the rules may be told records instead of views."""

NAME_LENGTH = 24
CHAT_LENGTH = 280
MOST_SEATS = 6

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=NAME_LENGTH,
        pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*[^\s\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]"
        r"[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$",
    ),
]
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
MoveId = Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{1,40}$")]
MoveText = Annotated[str, Meta(min_length=1, max_length=400)]
Token = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Nonce = Annotated[str, Meta(pattern=f"^{NONCE}$")]
"""16 random bytes in hex."""
Level = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{0,19}$")]
if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]
Phrase = Literal["hello", "good-luck", "well-played", "thanks", "oops", "thinking", "hurry", "rematch", "bye"]
Millis = int
"""Milliseconds; an instant is counted from 1970 in UTC."""

Kind = Literal[
    "bad-json",
    "bad-field",
    "bad-options",
    "too-large",
    "too-fast",
    "too-many-tables",
    "unknown-route",
    "wrong-method",
    "wrong-media-type",
    "unknown-game",
    "unknown-table",
    "unknown-seat",
    "unknown-level",
    "unknown-position",
    "unknown-day",
    "unknown-device",
    "no-guest",
    "bad-pass",
    "not-owner",
    "not-your-seat",
    "seat-taken",
    "seat-empty",
    "already-seated",
    "already-started",
    "not-started",
    "not-ready",
    "not-over",
    "over",
    "unreadable-move",
    "illegal-move",
    "not-to-act",
    "cannot-undo",
    "no-more-undos",
    "too-often",
    "too-long",
    "id-reused",
    "counted",
    "real-cards",
    "sealed",
    "chat-closed",
    "no-spectators",
    "no-programs",
    "no-hints",
    "banned",
    "set-aside",
    "wrong-origin",
    "wrong-protocol",
    "too-slow",
    "back-in-a-moment",
    "our-fault",
]


class Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """What a client sends."""


class Answer(msgspec.Struct, kw_only=True):
    """What the server sends."""


# errors


class Fault(Answer, omit_defaults=True):
    """What was wrong: a stable kind for programs, one clear line (English) for people who write them."""

    kind: Kind
    message: str
    field: str | None = None
    """Where: a path such as `$.clock.minutes`."""
    legal: list[str] | None = None
    """Of an illegal move: the moves that would have been legal."""
    to_act: list[int | str] | None = None
    """Of a move out of turn: who is to act."""
    retry_after: int | None = None
    """Of `too-fast` and `back-in-a-moment`: seconds, as in the header Retry-After."""
    rules: int | None = None
    """Of `set-aside`, where nobody closed the table by hand: its game is by this version of the rules, which is not
    played here."""


class Failure(Answer):
    """The body of every answer that is not 2xx."""

    error: Fault


# clocks and absence


class NoClock(Strict, frozen=True, tag_field="kind", tag="none"):
    """Everybody takes their time."""


class MinutesClock(Strict, frozen=True, tag_field="kind", tag="minutes"):
    """So many minutes for the whole game, and an increment in seconds at the end of each turn."""

    minutes: Annotated[int, Meta(ge=1, le=180)]
    increment: Annotated[int, Meta(ge=0, le=120)] = 0


class DaysClock(Strict, frozen=True, tag_field="kind", tag="days"):
    """So many days for each turn, for games by correspondence."""

    days: Annotated[int, Meta(ge=1, le=14)]


Clock = NoClock | MinutesClock | DaysClock


class Absence(Strict, frozen=True):
    """What happens when somebody is gone while the table waits for them: a reminder, then a bot plays for the seat."""

    after: Annotated[int, Meta(ge=10, le=86_400)] | None = 120
    """Seconds of absence before the bot, where people wait; null: the table waits, however long (its clock aside)."""
    level: Level = STAND_IN


# requests


class SetWebhook(Strict, frozen=True):
    """Where a table tells what happens."""

    url: Annotated[str, Meta(min_length=1, max_length=2048)]
    language: Language = "en"


class CreateTable(Strict, frozen=True):
    """Set up a table; who does so owns it and, unless `seat` is null, sits down at once."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    options: dict[str, Any] = {}
    name: Name | None = None
    seat: Seat | None = 0
    bots: dict[Seat, Level] = {}
    """Levels by seat."""
    clock: Clock = NoClock()
    absence: Absence = Absence()
    listed: bool = False
    """In the list of open tables; otherwise found by its link only."""
    spectators: bool = True
    programs: bool = False
    """Whether programs may sit down, each of them shown as a bot."""
    start: bool = False
    """Start at once if every seat is filled."""
    told: bool = False
    """Real cards: people tell what is drawn. No clock then, and no bots where anything is secret."""


class NewCall(Strict, frozen=True):
    """Call cards for people with paper sheets, and let their phones follow."""


class Called(Strict, frozen=True):
    """What a caller shows: cards, and nothing of anybody."""

    n: Annotated[int, Meta(ge=0, lt=1 << 53)]
    """Higher whenever something else is shown: the instant it was turned over, say."""
    game: Annotated[str, Meta(max_length=40)]
    map: Annotated[str, Meta(max_length=40)] | None = None
    cards: Annotated[list[Annotated[str, Meta(max_length=8)]], Meta(max_length=200)] = []
    """Turned over so far, in order."""
    left: dict[Annotated[str, Meta(max_length=8)], Annotated[int, Meta(ge=0, le=200)]] = {}
    """What can still come, and how often."""
    vacant: Annotated[int, Meta(ge=0, le=1000)] = 0
    """How many windows are still empty."""
    over: bool = False
    """All cards are out: everybody counts."""


class TakeSeat(Strict, frozen=True):
    """Sit down on a free seat, or give the seat one has another name."""

    name: Name
    bot: Name | None = None
    """Of a program that sits down: what kind of bot it is; everybody is shown it."""
    nonce: Nonce | None = None
    """What the seat gives to the draws, once the table's commitment has been seen; before the start only."""


class GiveNonce(Strict, frozen=True):
    """Give something to the draws that the house did not know when it committed itself."""

    nonce: Nonce


class PutBot(Strict, frozen=True):
    """Put a bot on a free seat, or change its level."""

    level: Level


class StartTable(Strict, frozen=True):
    """Start; empty seats are filled with bots of this level, or refused if it is null."""

    fill: Level | None = None


class PlayMove(Strict, frozen=True):
    """A move over HTTP, for scripts; a screen plays over the socket."""

    id: MoveId
    move: MoveText


class DoOnce(Strict, frozen=True):
    """Something to be done once, however often it arrives."""

    id: MoveId


class Tune(Strict, frozen=True):
    """What the owner can change: the chat."""

    chat_open: bool


# answers


class SeatInfo(Answer):
    """One seat of a table."""

    seat: int
    kind: Literal["empty", "guest", "bot"]
    name: str | None
    level: str | None
    """Of a bot, or of the bot that plays for somebody away."""
    present: bool
    """Somebody is connected on it (bots always are)."""
    away: bool
    """A bot plays for its owner until they come back."""
    resigned: bool
    """A bot plays it to the end."""
    bot: str | None = None
    """Of a guest that is a program: what kind of bot it says it is."""
    nonce: str | None = None
    """What it gives to the draws, in hex; everybody sees it."""
    hints: int = 0
    """How many hints it has had in this game."""


class ClockState(Answer):
    """The clocks at the instant `at`; those in `running` go on from there."""

    at: Millis
    running: list[int]
    left: list[Millis | None]
    """Per seat: what is left (of the game, or of this turn); null without limit."""


class Outcome(Answer):
    """How it ended."""

    scores: list[int]
    winners: list[int]


class TableInfo(Answer):
    """A table, as anybody with its link may know it, and what you are there."""

    id: str
    game: str
    options: dict[str, Any]
    state: Literal["open", "playing", "over", "abandoned"]
    seats: list[SeatInfo]
    you: int | None
    """Your seat."""
    owner: bool
    """Whether it is your table."""
    listed: bool
    spectators: bool
    chat_open: bool
    clock: Clock
    absence: Absence
    commitment: str | None
    """SHA-256 of the secret seed of all draws, from when the table is set up; null where people tell what is drawn."""
    to_act: list[int]
    created_at: Millis
    started_at: Millis | None
    finished_at: Millis | None
    result: Outcome | None
    rematch: str | None
    """The table where it goes on."""
    link: str
    """The invitation, as a path: `/t/<id>`."""
    programs: bool = False
    """Whether programs may sit down here."""
    rules: int = 1
    """The version of the game's rules it is played by, or would be if it started now."""
    line: str | None = None
    """Of a counted try of a day's line: the day."""
    told: bool = False
    """Real cards: people tell what is drawn."""


class Seated(Answer):
    """You have a seat; the token opens it from any device. Keep it like a key; it is not shown again."""

    table: TableInfo
    seat: int
    token: str


class Created(Answer):
    """Your new table, and your seat if you took one."""

    table: TableInfo
    seat: int | None
    token: str | None


class TableLine(Answer):
    """A table in a list."""

    id: str
    game: str
    map: str | None
    """The option `map`, if it is a name."""
    state: Literal["open", "playing", "over", "abandoned"]
    seats: list[SeatInfo]
    you: int | None
    owner: bool
    waiting: bool
    """It waits for you."""
    due: Millis | None
    """When your time there runs out."""
    clock: Clock
    created_at: Millis
    touched_at: Millis
    result: Outcome | None
    line: str | None = None
    """Of a counted try of a day's line: the day."""


class Tables(Answer):
    """Tables, those that wait for you first; `next` continues the list."""

    tables: list[TableLine]
    next: str | None = None


class Line(Answer):
    """One line of the log: a key of the catalogues of words and its parameters."""

    key: str
    params: dict[str, Any] = {}


class ChatLine(Answer):
    """Something said at the table: free text, or one of the quick phrases."""

    n: int
    """Counts from 1 at each table."""
    seat: int | None
    """Null: a spectator."""
    name: str
    text: str | None
    phrase: str | None
    at: Millis


class Asked(Answer):
    """Real cards are being drawn, and the game waits to be told what came."""

    by: list[int] | None
    """The seats that may tell it, because it is theirs to see; null: everybody sees it, and any seat may."""
    draws: list[str]
    """What it can have been, for all these eyes know; nothing for eyes that may not tell it."""


class CallCode(Answer):
    """A call: its code is for everybody in the room, its token for the caller alone."""

    code: str
    token: str


class Following(Answer):
    """What a caller shows."""

    called: Called
    silent: bool
    """The caller has not been heard for a while: it was closed, or has no network."""


class Snapshot(Answer):
    """Everything a screen needs to show the table now, as far as these eyes may know it."""

    version: int
    seat: int | None
    table: TableInfo
    view: dict[str, Any] | None
    """The game's view (see the schema `<Game>View`); null before the start."""
    log: list[Line]
    history: list[tuple[int | str, str]]
    """The moves as these eyes saw them; `*` is chance."""
    chat: list[ChatLine]
    """The last hundred lines."""
    clock: ClockState | None
    watching: int
    """How many spectators are here."""
    can_undo: bool
    asked: Asked | None = None
    """With real cards: the draw that waits to be told."""


class Position(Answer):
    """One position of a finished game, as the eyes that were asked for saw it then."""

    ply: int
    actor: int | str | None
    """Who moved to get here; null for the opening, and for a step these eyes did not notice."""
    move: str | None
    """As these eyes saw it: a hidden part is written `?`; null for a choice hidden as a whole."""
    log: list[Line]
    view: dict[str, Any]
    noticed: bool = True
    """False: for these eyes nothing happened (another seat's hidden choice), and the view is the one before."""


class Replay(Answer):
    """Positions from `start` on of a game of `moves` moves: each, or as many apart as was asked, and the last."""

    moves: int
    start: int
    positions: list[Position]
    seat: int | Literal["*"] | None = "*"
    """Whose eyes: a seat, null for a spectator, `*` for all cards on the table."""


class Verdict(Answer):
    """The draws of a finished game were checked against its seed, and the moves against the rules."""

    fair: bool
    draws: int
    moves: int
    commitment: str
    seed: str
    message: str | None = None
    """If it is not fair: what was wrong, and where."""
    rules: int = 1
    """The version of the game's rules it was played by."""
    nonces: list[str] = []
    """What each seat gave to the draws, in hex; empty if nobody gave anything."""
    told: bool = False
    """People drew real cards and told what came: nobody can verify that. The moves follow the rules."""


class Played(Answer):
    """A move over HTTP was recorded."""

    version: int
    repeated: bool
    """It had been recorded before: nothing was done twice."""


class Webhook(Answer):
    """Where a table tells what happens, for its owner; `url` is null where it tells nobody."""

    url: str | None = None
    language: str | None = None
    failures: int = 0
    """Events in a row that could not be told; after ten nothing more is tried until it is set anew."""
    error: str | None = None
    """What went wrong the last time, if it did: `HTTP 404`, or a few words."""
    tried_at: Millis | None = None


class NewWebhook(Answer):
    """It is set; keep the secret, it is not shown again."""

    url: str
    language: str
    secret: str


class Done(Answer):
    """Done, and nothing more to say."""

    done: bool = True


class Workers(Answer):
    """The processes of a server that take connections."""

    alive: int
    wanted: int


class Health(Answer):
    """How the server feels."""

    ok: bool
    database: bool
    bus: bool
    bots: bool
    workers: Workers
