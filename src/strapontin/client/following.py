"""A table as it is followed over its socket: what a screen would know, whatever happens to the connection.

`Following` has no wire. It says what to send and takes in what arrives; `FollowedTable` and `AsyncFollowedTable`
have one, and a new one whenever it is lost.
"""

from __future__ import annotations

import time
import uuid
from collections import deque
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from strapontin.client.requests import Refused, fault_of
from strapontin.core.errors import StrapontinError
from strapontin.server.frames import (
    Ack,
    Away,
    Back,
    Chat,
    ClientFrame,
    Event,
    Hello,
    Hint,
    Move,
    Mute,
    Notice,
    Presence,
    Rematch,
    Resign,
    Say,
    ServerFrame,
    SnapshotFrame,
    Undo,
    Welcome,
)
from strapontin.server.frames import Refused as RefusedFrame
from strapontin.server.protocol import Line
from strapontin.server.table_protocol import ChatLine, ClockState, TableInfo

Acting = Move | Undo | Resign | Away | Back | Hint | Rematch | Say
"""What is done once, under an id, and acknowledged."""

LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)
"""How a connection ends, or does not begin."""

SHUT = range(4400, 4429)
"""Close codes after which it is no use to knock again."""

PATIENCE = 600.0
"""Seconds without a connection after which a table is given up."""

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 15.0
"""Seconds between tries to connect again: each time twice as many."""

MOST_KEPT = 1000
"""Frames kept for whoever reads them later."""

decoder = msgspec.json.Decoder(ServerFrame)
encoder = msgspec.json.Encoder()


class Lost(StrapontinError):
    """No connection for so long that nobody waits for it any more."""


class Behind(Exception):
    """Something was missed: hello is to be said again."""


class Following:
    """What is known of a table, and what was done there but is not acknowledged."""

    def __init__(self, token: str | None, patience: float = PATIENCE) -> None:
        self.token, self.patience = token, patience
        self.seat: int | None = None
        """Ours; None watches."""
        self.version: int | None = None
        self.table: TableInfo | None = None
        self.view: dict[str, Any] | None = None
        self.log: list[Line] = []
        self.history: list[tuple[int | str, str]] = []
        self.chat: list[ChatLine] = []
        self.clock: ClockState | None = None
        self.can_undo = False
        self.here: list[int] = []
        """Seats with somebody connected."""
        self.watching = 0
        self.over = False
        """Whether the game has ended, or the table is abandoned."""
        self.pending: dict[str, Acting] = {}
        """What was sent and not acknowledged; it is sent again on every new connection."""
        self.kept: deque[ServerFrame] = deque(maxlen=MOST_KEPT)
        """Frames that arrived while an acknowledgement was awaited."""
        self._muted: dict[int | None, Mute] = {}
        self._tries = 0
        self._silent_since: float | None = None
        self._pause: float | None = None
        self._fatal: Refused | None = None

    @property
    def to_act(self) -> bool:
        """Whether the table waits for us."""
        return not self.over and self.view is not None and self.seat in self.view["to_act"]

    # what is sent

    def opening(self) -> list[bytes]:
        """What is said on a new connection: hello, then whatever was not acknowledged."""
        chat = self.chat[-1].n if self.chat and self.version is not None else 0
        hello = Hello(token=self.token, version=self.version, chat=chat)
        return [encoder.encode(frame) for frame in (hello, *self._muted.values(), *self.pending.values())]

    def note(self, frame: ClientFrame) -> bytes:
        """Remember what has to arrive, and write it down."""
        if isinstance(frame, Acting):
            self.pending[frame.id] = frame
        elif isinstance(frame, Mute):
            self._muted[frame.seat] = frame
        return encoder.encode(frame)

    # what arrives

    def take(self, data: str | bytes) -> ServerFrame | None:
        """Take a frame in; None if it says nothing new. Behind asks for a new connection."""
        try:
            frame: ServerFrame = decoder.decode(data)
        except msgspec.ValidationError:
            return self._strange(data)
        match frame:
            case Welcome():
                self.seat, self._tries, self._silent_since = frame.seat, 0, None
            case SnapshotFrame():
                self._show(frame)
            case Event():
                return self._follow(frame)
            case RefusedFrame(id=None, error=error):
                self._pause = error.retry_after
                refused = Refused(error)
                if not refused.passing:
                    self._fatal = refused
            case Chat():
                if self.chat and frame.n <= self.chat[-1].n:
                    return None
                self.chat.append(frame)
            case Presence():
                self.here, self.watching = frame.here, frame.watching
            case Notice(retry_after=seconds):
                self._pause = seconds if seconds is not None else self._pause
        return frame

    def answer(self, frame: ServerFrame, sent: str) -> Ack | float | None:
        """What a frame means for what was sent under an id: done, to be sent again in so many seconds, or nothing."""
        if isinstance(frame, Ack) and frame.id == sent:
            del self.pending[sent]
            return frame
        if isinstance(frame, RefusedFrame) and frame.id in (sent, None):
            refused = Refused(frame.error)
            if refused.passing:
                return float(frame.error.retry_after or 1)
            del self.pending[sent]
            raise refused
        return None

    def lost(self, error: BaseException) -> float:
        """The connection is gone, or was not to be had: how long to wait for the next; the error if there is no use."""
        if self._fatal is not None:
            raise self._fatal
        if isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code in SHUT:
            raise StrapontinError(f"the server has hung up: {error.rcvd.code}") from None
        if isinstance(error, InvalidStatus) and error.response.status_code < 500:
            raise StrapontinError(f"no table here: status {error.response.status_code}") from None
        now = time.monotonic()
        self._silent_since = now if self._silent_since is None else self._silent_since
        if now - self._silent_since > self.patience:
            raise Lost(f"no connection for {self.patience:.0f} s") from None
        if isinstance(error, Behind):
            return 0.0
        pause = min(FIRST_PAUSE * 2.0**self._tries, LONGEST_PAUSE)
        told, self._pause = self._pause, None
        self._tries += 1
        return pause if told is None else max(pause, float(told))

    def _show(self, frame: SnapshotFrame) -> None:
        self.version, self.seat, self.table, self.view = frame.version, frame.seat, frame.table, frame.view
        self.log, self.history, self.chat = list(frame.log), list(frame.history), list(frame.chat)
        self.clock, self.watching, self.can_undo = frame.clock, frame.watching, frame.can_undo
        self.here = [seat.seat for seat in frame.table.seats if seat.kind == "guest" and seat.present]
        self.over = frame.table.state in ("over", "abandoned")

    def _follow(self, event: Event) -> Event | None:
        if self.version is not None and event.version <= self.version:
            return None
        if self.version is None or event.version > self.version + 1:
            raise Behind
        if event.rewind:  # what was taken back leaves the log with it: ask for the whole again
            self.version = None
            raise Behind
        self.version = event.version
        self.history += event.steps
        self.log += event.log
        self.view = event.view or self.view
        self.table = event.table or self.table
        self.clock = event.clock or self.clock
        self.can_undo = event.can_undo
        self.over = self.over or event.over or event.kind == "abandoned"
        return event

    def _strange(self, data: str | bytes) -> ServerFrame | None:
        """A frame of a later server: a kind of fault or of event that is not known here, or a new frame."""
        told = msgspec.json.decode(data)
        if told.get("type") == "refused":
            return RefusedFrame(id=told.get("id"), error=fault_of(told.get("error", {})))
        if told.get("type") == "event":
            self.version = None
            raise Behind
        return None


def fresh() -> str:
    """A new id."""
    return uuid.uuid4().hex
