"""The frames of a table's WebSocket, both ways; see docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from strapontin.server.protocol import (
    CHAT_LENGTH,
    Answer,
    Fault,
    Line,
    Millis,
    MoveId,
    MoveText,
    Phrase,
    Seat,
    Strict,
    Token,
)
from strapontin.server.table_protocol import Asked, ChatLine, ClockState, Snapshot, TableInfo

Count = Annotated[int, Meta(ge=0, le=(1 << 31) - 1)]
"""Versions and chat lines: no table comes near, and every database can hold it."""

# frames of the client


class Hello(Strict, frozen=True, tag_field="type", tag="hello"):
    """The first frame: who looks, and from which version on."""

    token: Token | None = None
    """Of a seat; without it the guest cookie decides, and who has no seat watches."""
    version: Count | None = None
    """The last version seen, to resume; null asks for a snapshot."""
    chat: Count = 0
    """The last chat line seen, with `version`."""
    records: bool = False
    """Tell me what I know as records, not as views (`strapontin.2`); with `version`, I have the record of it."""


class Records(Strict, frozen=True, tag_field="type", tag="records"):
    """I have the rules now: tell me what I know as records from here on (`strapontin.2`)."""


class Move(Strict, frozen=True, tag_field="type", tag="move"):
    """Play a move; the same id again is the same move, played once."""

    id: MoveId
    move: MoveText


class Tell(Strict, frozen=True, tag_field="type", tag="tell"):
    """With real cards: tell what was drawn; only what one's seat may see."""

    id: MoveId
    draw: MoveText


class Undo(Strict, frozen=True, tag_field="type", tag="undo"):
    """Take back one's last move, or what one told last."""

    id: MoveId


class Resign(Strict, frozen=True, tag_field="type", tag="resign"):
    """Give up; a bot plays the seat to the end."""

    id: MoveId


class Away(Strict, frozen=True, tag_field="type", tag="away"):
    """Let a bot play for me until I say `back`."""

    id: MoveId


class Back(Strict, frozen=True, tag_field="type", tag="back"):
    """I am back: the bot gets up. A `move` says the same."""

    id: MoveId


class Hint(Strict, frozen=True, tag_field="type", tag="hint"):
    """I am going to have a hint: everybody is told; refused where anybody but house bots plays along."""

    id: MoveId


class Rematch(Strict, frozen=True, tag_field="type", tag="rematch"):
    """Another one, with rotated seats; the first who asks sets it up."""

    id: MoveId


class Say(Strict, frozen=True, tag_field="type", tag="say"):
    """Chat: either free text or a quick phrase."""

    id: MoveId
    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)] | None = None
    phrase: Phrase | None = None


class Mute(Strict, frozen=True, tag_field="type", tag="mute"):
    """Do not send me what this seat (null: spectators) says on this connection."""

    seat: Seat | None
    muted: bool


class Ping(Strict, frozen=True, tag_field="type", tag="ping"):
    """Ask whether the server is there."""

    n: Annotated[int, Meta(ge=0, lt=1 << 53)] = 0


ClientFrame = Hello | Records | Move | Tell | Undo | Resign | Away | Back | Hint | Rematch | Say | Mute | Ping


# frames of the server


class Welcome(Answer, tag_field="type", tag="welcome"):
    """The first frame: who you are here; then come the events you missed, or a snapshot."""

    protocol: int
    seat: int | None
    version: int
    """Where the table stands for these eyes."""
    resumed: bool
    """True: the missed events follow, each with its version; false: a snapshot follows."""
    now: Millis


class SnapshotFrame(Snapshot, tag_field="type", tag="snapshot"):
    """Forget what you have and show this."""


class Happening(Answer):
    """Something these eyes may know has happened; versions count up by one."""

    version: int
    kind: Literal[
        "seat",
        "start",
        "move",
        "tell",
        "done",
        "undo",
        "away",
        "back",
        "resign",
        "hint",
        "chat-open",
        "rematch",
        "abandoned",
    ]
    by: int | None
    """The seat that did it."""
    steps: list[tuple[int | str, str]]
    """Moves and draws newly seen, in order."""
    log: list[Line]
    table: TableInfo | None
    """When anything about the table itself has changed."""
    clock: ClockState | None
    can_undo: bool = False
    over: bool = False
    rewind: int = 0
    """Of an undo: how many moves at the end of `history` are gone."""
    asked: Asked | None = None
    """With real cards: the draw that waits to be told."""


class Event(Happening, kw_only=True, tag_field="type", tag="event"):
    """Something these eyes may know has happened, and what they see now."""

    view: dict[str, Any] | None
    """The new view; null in all but the last of several events caught up on, and before the start."""


class RecordEvent(Happening, kw_only=True, tag_field="type", tag="event", omit_defaults=True):
    """The same for whoever is told records: what is as it mostly is goes without saying, and what they know follows."""

    steps: list[tuple[int | str, str]] = field(default_factory=list)
    log: list[Line] = field(default_factory=list)
    table: TableInfo | None = None
    clock: ClockState | None = None
    ack: str | None = None
    """The id under which this seat asked for it: recorded, it survives a crash."""
    whole: bool = False
    """What follows leads to the record from zeros; else from the record of the version before."""


class WholeRecord(Answer, tag_field="type", tag="record"):
    """The answer to `records`: what you know at this version, whole; before the start there is none."""

    version: int


class Ack(Answer, tag_field="type", tag="ack"):
    """What you sent under this id is recorded and will survive; `version` is yours after it."""

    id: str
    version: int
    repeated: bool = False


class Refused(Answer, tag_field="type", tag="refused"):
    """What you sent (under this id, if it had one) was not done, and why."""

    id: str | None
    error: Fault


class Chat(ChatLine, tag_field="type", tag="chat"):
    """A new chat line."""


class Presence(Answer, tag_field="type", tag="presence"):
    """Who is here: seats with somebody connected, and how many watch."""

    here: list[int]
    watching: int


class Notice(Answer, tag_field="type", tag="notice"):
    """A word from the house: the server restarts (reconnect), a turn has waited long, a bot had no move..."""

    kind: Literal["back-in-a-moment", "reminder", "too-slow", "bot-failed", "bots-warming"]
    seat: int | None = None
    retry_after: int | None = None
    """Seconds to wait before reconnecting."""


class Pong(Answer, tag_field="type", tag="pong"):
    """I am here, and where the table stands for you: behind it, say hello again."""

    n: int
    now: Millis
    version: int = 0


ServerFrame = Welcome | SnapshotFrame | Event | WholeRecord | Ack | Refused | Chat | Presence | Notice | Pong
