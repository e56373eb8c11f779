"""What happens at a table, told to its sockets: each gets the frames made for its own eyes."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence

import msgspec

from strapontin.server import answers, records
from strapontin.server.access import UNWATCHED, may_watch
from strapontin.server.bus import Bus
from strapontin.server.clock import now
from strapontin.server.connection import NOT_ALLOWED, Connection, encode, encoder
from strapontin.server.faults import Refusal
from strapontin.server.frames import Chat, Happening, Notice, Presence, Refused, SnapshotFrame, Welcome
from strapontin.server.journal import Journal
from strapontin.server.live_table import Live
from strapontin.server.live_tables import LiveTables
from strapontin.server.protocol import PROTOCOL
from strapontin.server.step_visibility import Eye
from strapontin.server.table import bit, seat_of
from strapontin.server.table_protocol import ChatLine

log = logging.getLogger("strapontin.broadcast")

OF_THE_GAME = ("move", "tell", "done", "undo")
"""Kinds of events that change nothing about the table itself."""

OF_SEATS = {"seat", "start"}
"""Kinds of rows after which somebody may look with other eyes, or may look on no longer."""

A_MOMENT = 1.0
"""Seconds for the other processes to say who is connected there."""


class Broadcast:
    """Tells the sockets of every table what they may know, here and through the bus at other processes."""

    def __init__(self, tables: LiveTables, journal: Journal, bus: Bus) -> None:
        self.tables, self.journal, self.bus = tables, journal, bus
        self.process = secrets.token_hex(4)
        """Tells our own messages from those of other processes."""

    def tell(self, live: Live, indices: list[int]) -> None:
        """New rows: an event for each eye that may know of them."""
        rows, versions = live.table.rows, live.table.versions
        if (kinds := {rows[i].kind for i in indices}) & OF_SEATS:
            if "seat" in kinds:
                self._reseat(live)
            self._ask_out(live)
        behind: dict[Eye, tuple[list[Connection], list[Connection]]] = {}
        for one in live.sockets:
            if one.fresh < versions[one.eye]:
                if one.eye not in behind:
                    behind[one.eye] = ([], [])
                behind[one.eye][one.records].append(one)
            one.fresh = -1
        for eye, (by_views, by_records) in behind.items():
            mask = bit(eye)
            if seen := [i for i in indices if rows[i].eyes & mask]:
                if by_views:
                    self._tell_views(live, by_views, seen, eye)
                if by_records:
                    self._tell_records(live, by_records, seen, eye)

    def _reseat(self, live: Live) -> None:
        """Somebody sat down or got up: their connections look with other eyes from now on."""
        for one in list(live.sockets):
            seats = live.table.seats
            if one.token is None:
                eye = seat_of(seats, one.guest)
            else:
                eye = next((i for i, seat in enumerate(seats) if seat.token == one.token), None)
            if eye != one.eye:
                one.eye = eye
                version = live.table.versions[eye]
                one.send(encode(Welcome(protocol=PROTOCOL, seat=eye, version=version, resumed=False, now=now())))
                self.show(live, one, [])
                one.fresh = version
        self.presence(live)

    def _ask_out(self, live: Live) -> None:
        """Hang up on those who may watch no longer: the game has begun, or they got up."""
        last = None
        for one in [one for one in live.sockets if one.eye is None and not may_watch(live.table, one.guest)]:
            last = last or encode(Refused(id=None, error=Refusal("no-spectators", UNWATCHED).fault))
            live.sockets.discard(one)
            one.close(NOT_ALLOWED, last)
        if last is not None:
            self.presence(live)

    def show(self, live: Live, one: Connection, chat: list[ChatLine]) -> None:
        """Everything a connection may know."""
        if one.records:
            one.send(records.snapshot(live, one.eye, one.guest, chat))
        else:
            one.send(encode(answers.snapshot(live, one.eye, one.guest, chat, SnapshotFrame)))

    def catch_up(self, live: Live, one: Connection, seen: list[int]) -> None:
        """What a connection has missed."""
        if one.records:
            self._tell_records(live, [one], seen, one.eye, resumed=True)
        else:
            self._tell_views(live, [one], seen, one.eye)

    def _tell_views(self, live: Live, connections: list[Connection], seen: list[int], eye: Eye) -> None:
        """The events of these rows, the last one with the view, and with the table as each guest may know it."""
        if not connections or not seen:
            return
        first = live.table.versions[eye] - len(seen) + 1
        last = len(seen) - 1
        told = [answers.event(live.table, index, eye, first + i, last=i == last) for i, index in enumerate(seen)]
        shared = [encode(event) for event in told[:-1]]
        personal = _concern_table(told)
        for one in connections:
            if personal:
                told[-1].table = answers.table_info(live, one.guest, eye)
            if personal or len(shared) <= last:
                shared[last:] = [encode(told[-1])]
            for text in shared:
                one.send(text)

    def _tell_records(
        self, live: Live, connections: list[Connection], seen: list[int], eye: Eye, *, resumed: bool = False
    ) -> None:
        """The same with the record instead of the view, for whoever has the rules."""
        if not connections or not seen:
            return
        told, runs = records.events(live, seen, eye, resumed=resumed)
        last, personal = told[-1], _concern_table(told)
        frames: list[str | bytes] = []
        for one in connections:
            if personal:
                last.table = answers.table_info(live, one.guest, eye)
            if personal or not frames:
                frames = records.frames(live, told, runs)
            for frame in frames:
                one.send(frame)
            one.acked = last.ack

    def presence(self, live: Live) -> None:
        """Tell who is here, if that has changed."""
        here, watching = live.here()
        for seat in range(live.table.header.players):
            if seat in here:
                live.gone_since.pop(seat, None)
            else:
                live.gone_since.setdefault(seat, now())
        if (here, watching) != live.shown:
            live.shown = (here, watching)
            text = encode(Presence(here=list(here), watching=watching))
            for one in live.sockets:
                one.send(text)

    def announce(self, live: Live) -> None:
        """Tell the other processes who is connected here."""
        if self.bus.shared:
            self.bus.publish(live.id, b"p" + encoder.encode((self.process, *live.here_locally())))

    async def ask_around(self, live: Live) -> None:
        """Have the other processes tell who is connected there, and wait a moment for it."""
        if self.bus.shared:
            self.bus.publish(live.id, b"q")
            await asyncio.sleep(A_MOMENT)

    def notice(self, live: Live, notice: Notice) -> None:
        """A word from the house to everybody at a table, whichever process they are connected to."""
        self.hear_notice(live, notice)
        if self.bus.shared:
            self.bus.publish(live.id, b"w" + encoder.encode((self.process, notice)))

    def hear_notice(self, live: Live, notice: Notice) -> None:
        """Tell a word from the house to those who are connected here."""
        text = encode(notice)
        for one in live.sockets:
            one.send(text)

    # chat

    def chat(self, live: Live, line: ChatLine) -> None:
        """Something was said: tell it here and to the other processes."""
        self.hear(live, line)
        if self.bus.shared:
            self.bus.publish(live.id, b"c" + encoder.encode((self.process, line)))

    def hear(self, live: Live, line: ChatLine) -> None:
        """Tell a chat line to those who listen to its speaker."""
        for one in live.sockets:
            self.hear_one(one, line)

    def hear_one(self, one: Connection, line: ChatLine) -> None:
        """Tell one connection."""
        if line.seat not in one.muted:
            one.send(encode(Chat(**{name: getattr(line, name) for name in line.__struct_fields__})))

    # the other processes

    def forget(self, process: str) -> None:
        """Another process is gone, and so is everybody who was connected to it."""
        for live in list(self.tables.open.values()):
            if live.peers.pop(process, None) is not None:
                self.presence(live)

    def receive(self, topic: str, message: bytes) -> None:
        """What came by the bus: a longer journal, who is connected, something said, a word from the house."""
        if not topic:
            self.forget(message.decode())
            return
        live = self.tables.open.get(topic)
        if live is None:
            return
        try:
            if message[:1] == b"n":
                self.journal.nudged(live, int(message[1:]))
            elif message[:1] == b"p":
                process, here, watching = msgspec.json.decode(message[1:], type=tuple[str, tuple[int, ...], int])
                if process != self.process:
                    live.hear_of(process, here, watching)
                self.presence(live)
            elif message[:1] == b"q" and live.sockets:
                self.announce(live)
            elif message[:1] == b"c":
                process, line = msgspec.json.decode(message[1:], type=tuple[str, ChatLine])
                if process != self.process:
                    self.hear(live, line)
            elif message[:1] == b"w":
                process, notice = msgspec.json.decode(message[1:], type=tuple[str, Notice])
                if process != self.process:
                    self.hear_notice(live, notice)
        except (ValueError, msgspec.MsgspecError):
            log.warning("the bus carries something unknown")


def _concern_table(told: Sequence[Happening]) -> bool:
    """Whether anything about the table itself has changed."""
    return any(event.over or event.kind not in OF_THE_GAME for event in told)
