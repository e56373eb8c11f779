"""Tables, their seats, clocks and chat, on the wire, as types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from strapontin.core.levels import STAND_IN
from strapontin.server.protocol import MOST_SEATS, Answer, Level, Line, Millis, Name, Nonce, Seat, Strict


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


class CreateTable(Strict, frozen=True):
    """Set up a table; who does so owns it and, unless `seat` is null, sits down at once."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    name: Name | None = None
    seat: Seat | None = 0
    bots: dict[Seat, Level] = msgspec.field(default_factory=dict)
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


class Tune(Strict, frozen=True):
    """What the owner can change: the chat."""

    chat_open: bool


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
